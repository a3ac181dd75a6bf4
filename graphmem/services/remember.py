"""Writing a memory: the one door everything comes in through.

1. `admit` checks, cleans, structures and judges the draft by itself, before the store is asked for anything.
2. `once` gives the first answer again where the idempotency key is known; all from here on is one unit of work.
3. `walk` holds what needs a confirmation, resolves the entity, and looks at what it says already: the same again is
   only credited (`_say_again`).
4. `_judged_here` asks the gates that need the store: forgotten before, near twins, the budget of important ones.
5. `_write` resolves the mentions, hangs the memory on the entity in its layer and thread (`_hang`), links it, retires
   what it replaces, and lets notes that waited for its permalink find it.

The answer is given after the commit, never before. Whatever raises on the way leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.draft import MemoryDraft, WriteOutcome
from graphmem.domain.model import Actor, Entity, EventType, Memory, MemoryStatus, Mention
from graphmem.domain.notes import permalink_from
from graphmem.domain.supersession import Verdict
from graphmem.services.admission import needs_confirmation
from graphmem.services.budget import within_budget
from graphmem.services.curation import curation_hint
from graphmem.services.detection import Neighbours, apply, neighbours, replaced
from graphmem.services.duplicates import Twin, corroborate, find_twin, restated, said_once_more, twin_key
from graphmem.services.holding import hold
from graphmem.services.idempotency import keep_answer, recall_answer
from graphmem.services.linking import connect, require_memory
from graphmem.services.note_links import settle
from graphmem.services.path_entities import path_mentions
from graphmem.services.prepare import Prepared, admit, finding, prepare
from graphmem.services.provenance import provenance_of
from graphmem.services.receipts import Receipt
from graphmem.services.refusals import refusals_told
from graphmem.services.rehearse import rehearse
from graphmem.services.replay import receipt_answer, receipt_from
from graphmem.services.resolve import Resolved, resolve_ref
from graphmem.services.space import Space
from graphmem.services.supersession import retire
from graphmem.services.threads import Place, join
from graphmem.services.vectors import bring, lend
from graphmem.store.plan import Plan


def remember(space: Space, actor: Actor, draft: MemoryDraft) -> Receipt:
    """Write one memory, or say why not.

    Raises Problem or Problems for every expected refusal; an equal memory that is already there is an
    outcome, not a refusal.
    """
    if draft.dry_run:
        return rehearse(space, prepare(space, draft), lambda plan, told: walk(space, plan, actor, told))
    with refusals_told(space, actor):
        prepared = admit(space, draft)
        receipt = space.write(lambda plan: once(space, plan, actor, prepared))
    hint = curation_hint(space)
    return receipt if hint is None else replace(receipt, curation_hint=hint)


def preview(space: Space, actor: Actor, draft: MemoryDraft) -> Receipt:
    """Say what `remember` would do, and write nothing."""
    return remember(space, actor, replace(draft, dry_run=True))


def once(space: Space, plan: Plan, actor: Actor, prepared: Prepared) -> Receipt:
    """Write a prepared memory, or give the first answer again when its idempotency key is known."""
    draft, key = prepared.draft, prepared.draft.idempotency_key
    if (answer := recall_answer(plan, actor.agent, key, draft)) is not None:
        return replace(receipt_from(plan, answer), replayed=True)
    receipt = walk(space, plan, actor, prepared)
    if key is not None:
        keep_answer(plan, actor.agent, key, draft, receipt_answer(receipt))
    return receipt


def walk(space: Space, plan: Plan, actor: Actor, prepared: Prepared, reason: str | None = None) -> Receipt:
    """Steps 3 to 5. The reason is why it replaces what the draft names in `supersedes`."""
    draft = prepared.draft
    if needs_confirmation(space, draft.category) and not prepared.confirmed:
        return hold(space, plan, actor, prepared)
    home = resolve_ref(space, plan, actor, draft.entity, draft.on_ambiguous, ("entity",))
    around = neighbours(space, plan, home.entity, prepared)
    twin = find_twin(space, plan, home.entity, prepared, around)
    if twin is not None and twin.stops:
        return _say_again(space, plan, actor, prepared, home, twin, reason)
    prepared = _judged_here(space, plan, home.entity, prepared, around, twin)
    return _write(space, plan, actor, prepared, home, around, reason)


def _judged_here(
    space: Space, plan: Plan, entity: Entity, prepared: Prepared, around: Neighbours, twin: Twin | None
) -> Prepared:
    """The draft with what those gates say that ask the store. Raises GateRefused where one refuses."""
    if twin is not None:
        prepared = prepared.told(twin.verdict)
    prepared = prepared.told(restated(space, plan, entity, prepared, around))
    return within_budget(space, plan, entity.id, prepared)


def _write(
    space: Space,
    plan: Plan,
    actor: Actor,
    prepared: Prepared,
    home: Resolved,
    around: Neighbours,
    reason: str | None,
) -> Receipt:
    draft = prepared.draft
    mentions = [
        resolve_ref(space, plan, actor, ref, draft.on_ambiguous, ("mentions", str(number)))
        for number, ref in enumerate(draft.mentions)
    ]
    outdated = _outdated(plan, home.entity, prepared, around)
    memory = _hang(space, plan, actor, prepared, home, mentions)
    space.facts.keep(memory, around.text)
    declared = _supersede(space, plan, actor, memory, draft.supersedes, reason)
    _link(space, plan, actor, memory, draft)
    bring(space, plan, memory, draft.vector)
    if memory.permalink is not None:
        settle(space, plan, actor, memory)
    detected, conflicts = apply(space, plan, actor, memory, outdated)
    return Receipt(
        WriteOutcome.COMMITTED,
        memory,
        home.resolution,
        tuple(mention.resolution for mention in mentions),
        (*declared, *detected),
        conflicts,
        findings=prepared.findings,
    )


def _outdated(plan: Plan, entity: Entity, prepared: Prepared, around: Neighbours) -> list[tuple[Memory, Verdict]]:
    """What the new memory replaces or contradicts by its words, beyond what its writer names."""
    found = {older.id: (older, verdict) for older, verdict in said_once_more(plan, entity, prepared)}
    found |= {older.id: (older, verdict) for older, verdict in replaced(around, prepared)}
    return [pair for older_id, pair in found.items() if older_id not in prepared.draft.supersedes]


def _say_again(
    space: Space, plan: Plan, actor: Actor, prepared: Prepared, home: Resolved, twin: Twin, reason: str | None
) -> Receipt:
    corroborate(plan, actor, twin.memory)
    # What the writer linked to it still holds, though its text is there already.
    retired = _supersede(space, plan, actor, twin.memory, prepared.draft.supersedes, reason)
    _link(space, plan, actor, twin.memory, prepared.draft)
    if twin.exact:
        lend(space, plan, twin.memory, prepared.draft.vector)
    return Receipt(
        WriteOutcome.DUPLICATE,
        twin.memory,
        home.resolution,
        superseded=retired,
        duplicate_of=twin.memory,
        findings=prepared.findings if twin.exact else (*prepared.findings, finding(twin.finding)),
    )


def _hang(
    space: Space, plan: Plan, actor: Actor, prepared: Prepared, home: Resolved, mentions: Sequence[Resolved]
) -> Memory:
    place = join(space, plan, prepared.draft.thread)
    memory = _build(space, plan, actor, prepared, home, mentions, place)
    if memory.paths:
        memory = path_mentions(space, plan, actor, memory)
    plan.add_memory(memory, twin_key(memory))
    plan.event(
        EventType.MEMORY_CREATED,
        actor.agent,
        memory_id=memory.id,
        entity_id=home.entity.id,
        **prepared.details,
    )
    return memory


def _build(
    space: Space,
    plan: Plan,
    actor: Actor,
    prepared: Prepared,
    home: Resolved,
    mentions: Sequence[Resolved],
    place: Place,
) -> Memory:
    draft = prepared.draft
    return Memory(
        id=space.ids("mem"),
        entity_id=home.entity.id,
        layer=prepared.layer,
        content=prepared.content,
        axes=prepared.axes,
        importance=prepared.importance,
        pinned=prepared.pinned,
        status=MemoryStatus.CURRENT,
        category=draft.category,
        confidence=draft.confidence,
        source=draft.source,
        version=1,
        created_at=plan.now,
        updated_at=plan.now,
        provenance=provenance_of(actor, draft.provenance),
        tags=prepared.tags,
        paths=prepared.paths,
        permalink=_permalink(plan, draft.permalink),
        mentions=tuple(Mention(m.entity.id, m.resolution.mention) for m in mentions),
        thread_id=place.thread_id,
        thread_position=place.position,
        valid_from=draft.valid_from,
        valid_to=draft.valid_to,
        claims=prepared.claims,
        metadata=prepared.metadata,
    )


def _permalink(plan: Plan, wanted: str | None) -> str | None:
    if wanted is None:
        return None
    return permalink_from(wanted, lambda permalink: plan.permalink_owner(permalink) is not None)


def _supersede(
    space: Space, plan: Plan, actor: Actor, memory: Memory, ids: Sequence[str], reason: str | None
) -> tuple[Memory, ...]:
    retired = []
    for older_id in dict.fromkeys(ids):
        path = ("supersedes", str(ids.index(older_id)))
        older = require_memory(plan, older_id, path)
        retired.append(retire(plan, space.ids, actor.agent, memory, older, reason, path=path))
    return tuple(retired)


def _link(space: Space, plan: Plan, actor: Actor, memory: Memory, draft: MemoryDraft) -> None:
    for number, link in enumerate(draft.links):
        path = ("links", str(number))
        target = require_memory(plan, link.to, (*path, "to"))
        connect(space, plan, actor, memory, link.relation, target, link.reason, path)
