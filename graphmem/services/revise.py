"""Changing what is remembered: update, supersede, forget, restore, erase.

Nothing but erase takes anything away: every other change is a new version, and the earlier ones stay
readable. Protection holds however a memory came to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphmem.domain.draft import MemoryDraft, WriteOutcome
from graphmem.domain.errors import InvalidState, Protected, VersionConflict
from graphmem.domain.model import Actor, EventType, Layer, Memory, MemoryStatus
from graphmem.services import asides
from graphmem.services.holding import waiting
from graphmem.services.idempotency import keep_answer, recall_answer
from graphmem.services.linking import require_memory
from graphmem.services.note_links import settle, weave_anew
from graphmem.services.prepare import Prepared, admit
from graphmem.services.receipts import EraseReceipt, MemoryReceipt, SupersedeReceipt
from graphmem.services.refusals import told
from graphmem.services.remember import walk
from graphmem.services.space import Space
from graphmem.services.supersession import current_heads, reinstate, valid_end
from graphmem.services.sweep import sweep
from graphmem.services.tombstones import bury
from graphmem.store.links import superseded, superseders
from graphmem.store.plan import Plan


def require_version(plan: Plan, memory_id: str, expected: int | None) -> Memory:
    """The memory, at the version the caller has read. Raises NotFound or VersionConflict."""
    memory = require_memory(plan, memory_id)
    if expected is not None and expected != memory.version:
        raise VersionConflict(
            f"{memory_id} is at version {memory.version}, not {expected}: read it again and decide anew",
            ("expectedVersion",),
            memory,
        )
    return memory


def require_unprotected(memory: Memory, override: str | None, action: str) -> None:
    """Raise Protected for a protected memory, unless an override says why (linksee, without its holes)."""
    if memory.protected and override is None:
        why = "in the caveat layer" if memory.layer is Layer.CAVEAT else "pinned"
        raise Protected(
            f"{memory.id} is {why} and can't be {action}: send overrideProtection with the reason",
            ("overrideProtection",),
        )


def once(plan: Plan, actor: Actor, key: str | None, asked: object, work: Callable[[], MemoryReceipt]) -> MemoryReceipt:
    """Do the work, or give the first answer again when its idempotency key is known."""
    if (answer := recall_answer(plan, actor.agent, key, asked)) is not None:
        memory, held = plan.memory(answer["memory"]), waiting(plan, answer.get("pending"))
        return MemoryReceipt(WriteOutcome(answer["outcome"]), memory, replayed=True, pending=held)
    receipt = work()
    kept = _kept(receipt)
    keep_answer(plan, actor.agent, key, asked, kept)
    return receipt


def _kept(receipt: MemoryReceipt | SupersedeReceipt) -> dict[str, str]:
    """What to keep of an answer: ids, never text."""
    kept = {"outcome": str(receipt.outcome), "memory": receipt.memory.id if receipt.memory else ""}
    return kept if receipt.pending is None else kept | {"pending": receipt.pending.id}


@told
def supersede(
    space: Space,
    actor: Actor,
    memory_id: str,
    expected_version: int | None,
    replacement: MemoryDraft,
    reason: str | None = None,
) -> SupersedeReceipt:
    """Write a memory in the place of the current head of a line.

    Raises InvalidState when the memory is not current: a line has one head, and this names it.
    """
    reason = asides.reason(space, reason)
    key, asked = replacement.idempotency_key, ["supersede", memory_id, expected_version, replacement, reason]

    def unit(plan: Plan, prepared: Prepared) -> SupersedeReceipt:
        if (answer := recall_answer(plan, actor.agent, key, asked)) is not None:
            newer, older = plan.memory(answer["memory"]), plan.memory(answer["superseded"])
            held = waiting(plan, answer.get("pending"))
            return SupersedeReceipt(WriteOutcome(answer["outcome"]), newer, older, pending=held)
        receipt = _supersede(space, plan, actor, prepared, require_version(plan, memory_id, expected_version), reason)
        keep_answer(plan, actor.agent, key, asked, _kept(receipt) | {"superseded": memory_id})
        return receipt

    # A rewording is nearly the same as what it replaces, and still no duplicate.
    prepared = replace(admit(space, replacement), apart=True)
    return space.write(lambda plan: unit(plan, prepared))


def _supersede(
    space: Space, plan: Plan, actor: Actor, prepared: Prepared, older: Memory, reason: str | None
) -> SupersedeReceipt:
    _require_current(plan, older)
    draft = prepared.draft
    in_place = replace(prepared, draft=replace(draft, supersedes=(*draft.supersedes, older.id)))
    receipt = walk(space, plan, actor, in_place, reason)
    return SupersedeReceipt(receipt.outcome, receipt.memory, plan.memory(older.id), receipt.findings, receipt.pending)


def _require_current(plan: Plan, memory: Memory) -> None:
    if memory.status is MemoryStatus.CURRENT:
        return
    heads = ", ".join(head.id for head in current_heads(plan, memory) if head.id != memory.id)
    hint = f"; supersede {heads} instead" if heads else ": restore it first"
    raise InvalidState(f"{memory.id} is {memory.status} already{hint}", ("id",))


@told
def forget(
    space: Space,
    actor: Actor,
    memory_id: str,
    expected_version: int | None = None,
    reason: str | None = None,
    override_protection: str | None = None,
    idempotency_key: str | None = None,
) -> MemoryReceipt:
    """Put a memory out of sight; `restore` brings it back.

    What it replaced stays replaced: forgetting an answer does not make an outdated one right again. `restore` on
    that one makes it current; erasing or unlinking the newer one does so by itself, as nothing replaces it then.

    Raises NotFound, VersionConflict, Protected, and InvalidState when it is forgotten already.
    """
    reason = asides.reason(space, reason)
    override_protection = asides.override(space, override_protection)
    asked = ["forget", memory_id, expected_version, reason, override_protection]

    def unit(plan: Plan) -> MemoryReceipt:
        return once(
            plan,
            actor,
            idempotency_key,
            asked,
            lambda: _forget(plan, actor, memory_id, expected_version, reason, override_protection),
        )

    return space.write(unit)


def _forget(
    plan: Plan, actor: Actor, memory_id: str, expected: int | None, reason: str | None, override: str | None
) -> MemoryReceipt:
    memory = require_version(plan, memory_id, expected)
    if memory.status is MemoryStatus.FORGOTTEN:
        raise InvalidState(f"{memory_id} is forgotten already; restoreMemory brings it back", ("id",))
    require_unprotected(memory, override, "forgotten")
    after = put_out_of_sight(plan, actor, memory, reason, override)
    return MemoryReceipt(WriteOutcome.COMMITTED, after)


def put_out_of_sight(
    plan: Plan, actor: Actor, memory: Memory, reason: str | None, override: str | None = None
) -> Memory:
    """Plan the forgetting of a memory that may be forgotten."""
    after = _changed(plan, actor, memory, status=MemoryStatus.FORGOTTEN)
    _tell(plan, actor, EventType.MEMORY_FORGOTTEN, memory, reason, override)
    return after


def _changed(plan: Plan, actor: Actor, memory: Memory, *, status: MemoryStatus) -> Memory:
    after = replace(memory, status=status, version=memory.version + 1, updated_at=plan.now)
    return plan.change_memory(after, actor.agent)


def _tell(
    plan: Plan, actor: Actor, kind: EventType, memory: Memory, reason: str | None, override: str | None = None
) -> None:
    details = {} if override is None else {"override_protection": override}
    plan.event(
        kind,
        actor.agent,
        memory_id=memory.id,
        entity_id=memory.entity_id,
        reason=reason,
        **details,
    )


def restore(space: Space, actor: Actor, memory_id: str) -> MemoryReceipt:
    """Bring a forgotten memory back, or make a superseded one current again by taking its successors' links back.

    Raises NotFound, InvalidState for a memory that is current, and CycleRefused for a note that by now is to
    replace what replaces it.
    """

    def unit(plan: Plan) -> MemoryReceipt:
        memory = require_memory(plan, memory_id)
        if memory.status is MemoryStatus.CURRENT:
            raise InvalidState(f"{memory_id} is current: there is nothing to restore", ("id",))
        if memory.status is MemoryStatus.SUPERSEDED:
            return MemoryReceipt(WriteOutcome.COMMITTED, _unretire(plan, actor, memory))
        return MemoryReceipt(WriteOutcome.COMMITTED, _remember_again(space, plan, actor, memory))

    return space.write(unit)


def _remember_again(space: Space, plan: Plan, actor: Actor, memory: Memory) -> Memory:
    """Plan that a forgotten memory is back; what replaced it may have gone meanwhile."""
    replaced = superseders(plan.links_of(memory.id), memory.id)
    status = MemoryStatus.SUPERSEDED if replaced else MemoryStatus.CURRENT
    back = replace(
        memory,
        status=status,
        valid_to=valid_end(plan, memory),
        version=memory.version + 1,
        updated_at=plan.now,
    )
    _tell(plan, actor, EventType.MEMORY_RESTORED, memory, None)
    plan.change_memory(back, actor.agent)
    if back.permalink is not None:
        settle(space, plan, actor, back)
    return back


def _unretire(plan: Plan, actor: Actor, memory: Memory) -> Memory | None:
    for link in superseders(plan.links_of(memory.id), memory.id):
        plan.put_link(replace(link, removed_at=plan.now))
        plan.event(
            EventType.LINK_REMOVED,
            actor.agent,
            memory_id=link.source_id,
            link=link.id,
            relation=link.relation,
            target=link.target_id,
        )
    return reinstate(plan, actor.agent, memory)


@told
def erase(
    space: Space, actor: Actor, memory_id: str, reason: str, override_protection: str | None = None
) -> EraseReceipt:
    """Take a memory away for good: text, versions, links and index entries; a keyed hash is left.

    Entities that nothing speaks of any more are swept. Raises NotFound and Protected.
    """
    reason = asides.required_reason(space, reason)
    override_protection = asides.override(space, override_protection)

    def unit(plan: Plan) -> EraseReceipt:
        memory = require_memory(plan, memory_id)
        require_unprotected(memory, override_protection, "erased")
        bury(plan, memory)
        links = plan.links_of(memory.id)
        for link in links:
            plan.put_link(replace(link, removed_at=plan.now))
        plan.erase_memory(memory)
        _tell(plan, actor, EventType.MEMORY_ERASED, memory, reason, override_protection)
        for link in superseded(links, memory.id):
            if (older := plan.memory(link.target_id)) is not None:
                reinstate(plan, actor.agent, older)
        if memory.permalink is not None:
            weave_anew(space, plan, actor, links, memory)
        return EraseReceipt(memory.id, sweep(space, plan, actor, memory))

    receipt = space.write(unit)
    space.state.forget_saved()
    space.database.checkpoint()
    return receipt
