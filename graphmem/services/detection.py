"""What a new memory does to the older ones of its entity: says the same, replaces, or contradicts one.

The rules are in `graphmem.domain.duplicates` and `supersession`; this finds the few texts worth comparing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.domain.duplicates import NEAR, exact_fingerprint, near_duplicate
from graphmem.domain.model import Actor, Entity, EventType, Memory, MemoryStatus
from graphmem.domain.supersession import Verdict, VerdictKind, detect
from graphmem.services.facts import Compared
from graphmem.services.prepare import Prepared
from graphmem.services.receipts import Conflict
from graphmem.services.space import Space
from graphmem.services.supersession import retire
from graphmem.store.index.alike import COMMON
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind

COMPARED = 40
"""Older memories that a new one is compared with: those that share most words with it."""

LIKELY = 0.25
"""Part of the index's terms that texts share which say nearly the same; the verdict's own .75 is of content words."""

FORGOTTEN_COMPARED = 10
"""Forgotten ones among them: only what says nearly the same matters, and that shares most words."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A new text and the current memories of its entity that are most like it, with their texts."""

    text: Compared
    memories: tuple[Memory, ...]
    texts: tuple[Compared, ...]
    shares: tuple[float, ...]


def neighbours(space: Space, plan: Plan, entity: Entity, prepared: Prepared) -> Neighbours:
    """Gather what a new memory is compared with, the group's own earlier writes included."""
    members = space.state.entities.members(entity.id)
    # A single value may be exchanged in a text of hardly any other words.
    common = 0.0 if prepared.draft.single_valued else COMMON
    found = plan.alike.find(space.state.index, prepared.content, members, COMPARED, common)
    known = ((share, plan.memory(name)) for share, name in found)
    current = MemoryStatus.CURRENT
    near = [(share, m) for share, m in known if m is not None and _comparable(plan, entity, prepared, m, current)]
    memories = tuple(memory for _, memory in near)
    texts = tuple(map(space.facts.of, memories))
    return Neighbours(Compared(prepared.content), memories, texts, tuple(share for share, _ in near))


def _comparable(plan: Plan, entity: Entity, prepared: Prepared, memory: Memory, status: MemoryStatus) -> bool:
    """Of the status, on the entity, and not about another stretch of valid time that the caller named."""
    asked = (prepared.draft.valid_from, prepared.draft.valid_to)
    apart = asked != (None, None) and asked != (memory.valid_from, memory.valid_to)
    return memory.status is status and plan.home(memory) == entity.id and not apart


def forgotten_alike(
    space: Space, plan: Plan, entity: Entity, prepared: Prepared, around: Neighbours
) -> Iterator[Memory]:
    """The forgotten memories of the entity that say nearly the same, in whatever layer (bettermemory's tombstones)."""
    members = space.state.entities.members(entity.id)
    gone = MemoryStatus.FORGOTTEN
    found = plan.alike.find(space.state.index, prepared.content, members, FORGOTTEN_COMPARED, LIKELY, gone)
    for _, name in found:
        memory = plan.memory(name)
        if memory is None or not _comparable(plan, entity, prepared, memory, gone):
            continue
        if _says_nearly(space, around, prepared, memory):
            yield memory


def _says_nearly(space: Space, around: Neighbours, prepared: Prepared, memory: Memory) -> bool:
    near = near_duplicate(around.text.same, space.facts.of(memory).same) >= NEAR
    return near or exact_fingerprint(memory.content) == exact_fingerprint(prepared.content)


def near_twin(around: Neighbours, prepared: Prepared) -> tuple[Memory, float] | None:
    """The memory of the same layer that says nearly the same, with the likeness (Jaccard, .75 and more).

    What the new memory replaces is no duplicate of it, however much of the wording stays.
    """
    scored = [
        (near_duplicate(around.text.same, text.same), memory)
        for memory, text, share in zip(around.memories, around.texts, around.shares, strict=True)
        if share >= LIKELY and memory.layer is prepared.layer and memory.id not in prepared.draft.supersedes
    ]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return (best[1], best[0]) if best[1] is not None and best[0] >= NEAR else None


def replaced(around: Neighbours, prepared: Prepared) -> list[tuple[Memory, Verdict]]:
    """The memories that the new text replaces or contradicts, with the reason."""
    # What is too long to be a fact replaces nothing, and need not be compared.
    if not around.memories or not around.text.fact.claim_sized:
        return []
    verdicts = detect(
        around.text.fact,
        [text.fact for text in around.texts],
        single_valued=prepared.draft.single_valued,
    )
    return [(around.memories[verdict.index], verdict) for verdict in verdicts]


def apply(
    space: Space, plan: Plan, actor: Actor, newer: Memory, found: list[tuple[Memory, Verdict]]
) -> tuple[tuple[Memory, ...], tuple[Conflict, ...]]:
    """Retire what is replaced and queue what is contradicted; returns both."""
    retired, conflicts = [], []
    for older, verdict in found:
        if verdict.kind is VerdictKind.CONFLICT:
            conflicts.append(_queue(space, plan, actor, newer, older, verdict.reason))
        else:
            retired.append(retire(plan, space.ids, actor.agent, newer, older, verdict.reason, inferred=True))
    return tuple(retired), tuple(conflicts)


def _queue(space: Space, plan: Plan, actor: Actor, newer: Memory, older: Memory, reason: str) -> Conflict:
    conflict = Conflict(space.ids("cnf"), older.id, newer.id, reason, plan.now)
    body = {"older": older.id, "newer": newer.id, "reason": reason}
    plan.put_record(Record(conflict.id, RecordKind.CONFLICT, plan.now, body))
    plan.event(
        EventType.CONFLICT_RAISED,
        actor.agent,
        memory_id=newer.id,
        entity_id=newer.entity_id,
        conflict=conflict.id,
        older=older.id,
    )
    return conflict
