"""What leads to what: the role of a memory in a chain, the causal sense of a link, links inferred from threads.

Owns single links. Walking along them is in `chain_walk`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from graphmem.domain.model import Layer, Link, Memory, MemoryType, Relation


class TraceRole(StrEnum):
    """The part a memory plays in a chain."""

    GOAL = "goal"
    CONTEXT = "context"
    DECISION = "decision"
    IMPLEMENTATION = "implementation"
    OUTCOME = "outcome"
    CAVEAT = "caveat"
    LEARNING = "learning"


_ROLE_OF_LAYER: Final = {Layer.GOAL: TraceRole.GOAL, Layer.CAVEAT: TraceRole.CAVEAT}
_ROLE_OF_TYPE: Final = {
    MemoryType.OUTCOME: TraceRole.OUTCOME,
    MemoryType.DECISION: TraceRole.DECISION,
    MemoryType.WORK: TraceRole.IMPLEMENTATION,
    MemoryType.SOLUTION: TraceRole.IMPLEMENTATION,
    MemoryType.LEARNING: TraceRole.LEARNING,
    MemoryType.GOTCHA: TraceRole.CAVEAT,
    MemoryType.CONVENTION: TraceRole.CAVEAT,
}
_ROLE_OTHERWISE: Final = {Layer.IMPLEMENTATION: TraceRole.IMPLEMENTATION, Layer.LEARNING: TraceRole.LEARNING}

# What usually leads to a role inside a thread: the nearest of the first group, else of the next.
_LED_BY: Final[dict[TraceRole, tuple[tuple[TraceRole, ...], ...]]] = {
    TraceRole.GOAL: ((TraceRole.CONTEXT, TraceRole.LEARNING, TraceRole.OUTCOME),),
    TraceRole.CONTEXT: (),
    TraceRole.DECISION: ((TraceRole.GOAL, TraceRole.CONTEXT, TraceRole.LEARNING, TraceRole.CAVEAT, TraceRole.OUTCOME),),
    TraceRole.IMPLEMENTATION: ((TraceRole.DECISION,), (TraceRole.GOAL,)),
    TraceRole.OUTCOME: ((TraceRole.IMPLEMENTATION,), (TraceRole.DECISION,)),
    TraceRole.CAVEAT: ((TraceRole.IMPLEMENTATION, TraceRole.OUTCOME, TraceRole.DECISION),),
    TraceRole.LEARNING: ((TraceRole.OUTCOME, TraceRole.IMPLEMENTATION, TraceRole.DECISION),),
}


def role_of(memory: Memory) -> TraceRole:
    """Give a memory's role: goals and caveats by their layer, then by type, then by layer."""
    by_layer = _ROLE_OF_LAYER.get(memory.layer)
    by_type = _ROLE_OF_TYPE.get(memory.axes.type)
    return by_layer or by_type or _ROLE_OTHERWISE.get(memory.layer, TraceRole.CONTEXT)


def cause_and_effect(link: Link) -> tuple[str, str]:
    """Give the ids of what came first and of what came of it.

    Only LED_TO points forward in time; what implements, resolves, extends, replaces or depends comes later
    than what it points at.
    """
    if link.relation is Relation.LED_TO:
        return link.source_id, link.target_id
    return link.target_id, link.source_id


def inferred_links(thread: Sequence[Memory], explained: frozenset[str] = frozenset()) -> Iterator[Link]:
    """Give the links that the order of a thread and the roles in it suggest, marked as inferred.

    `explained` are the memories whose cause is known from an explicit link: nothing is guessed for them.
    """
    latest: dict[TraceRole, tuple[int, Memory]] = {}
    for position, memory in enumerate(thread):
        role = role_of(memory)
        if memory.id not in explained and (cause := _nearest(latest, _LED_BY[role])):
            yield _inferred(cause, memory)
        latest[role] = (position, memory)


def _nearest(latest: dict[TraceRole, tuple[int, Memory]], groups: tuple[tuple[TraceRole, ...], ...]) -> Memory | None:
    for group in groups:
        found = [latest[role] for role in group if role in latest]
        if found:
            return max(found, key=lambda pair: pair[0])[1]
    return None


def _inferred(cause: Memory, effect: Memory) -> Link:
    implements = role_of(cause) is TraceRole.DECISION and role_of(effect) is TraceRole.IMPLEMENTATION
    relation = Relation.IMPLEMENTS if implements else Relation.LED_TO
    source, target = (effect, cause) if implements else (cause, effect)
    return Link(
        id=f"inferred_{cause.id}_{effect.id}",
        source_id=source.id,
        relation=relation,
        target_id=target.id,
        reason="the order in the thread",
        inferred=True,
        created_at=effect.created_at,
    )
