"""What the keeping of the store leaves alone: memories that somebody relies on, put there, or brought back."""

from __future__ import annotations

from graphmem.domain.model import Layer, Memory, MemoryStatus, Relation
from graphmem.services.space import Space
from graphmem.store.plan import Plan
from graphmem.store.record import RecordKind


class Sparing:
    """Tells what is spared, by what is in dispute at the time it is made."""

    def __init__(self, space: Space) -> None:
        records = space.state.records.all(RecordKind.CONFLICT)
        self._disputed = {record.body[end] for record in records for end in ("older", "newer")}

    def spares(self, plan: Plan, memory: Memory) -> bool:
        """Whether a memory is left alone.

        Goals and what is protected (linksee); and ours: notes, since they are somebody's document, claims, since
        they are checked, links, since a chain must not break, open conflicts, and what was restored before.
        """
        return (
            memory.status is not MemoryStatus.CURRENT
            or memory.layer is Layer.GOAL
            or memory.protected
            or memory.permalink is not None
            or bool(memory.claims)
            or memory.id in self._disputed
            or any(link.relation is not Relation.SUPERSEDES for link in plan.links_of(memory.id))
            or _was_restored(plan, memory)
        )


def _was_restored(plan: Plan, memory: Memory) -> bool:
    earlier = (plan.version(memory.id, number) for number in range(1, memory.version))
    return any(version is not None and version.status is not MemoryStatus.CURRENT for version in earlier)
