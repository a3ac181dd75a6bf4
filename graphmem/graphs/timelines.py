"""The picture of an entity's memories in time: when each held, in its layer's colour."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from graphmem.client.answers.memory import LinkedMemory, MemorySummary
from graphmem.domain.kinds import Relation
from graphmem.graphs.bars import Replacement, draw_bars
from graphmem.graphs.picture import Picture
from graphmem.graphs.sheet import Sheet


def draw_timeline(memories: Iterable[MemorySummary], title: str = "", now: datetime | None = None) -> Picture:
    """Draw validity bars, the oldest first, at most 40; an open end reaches to `now`.

    Memories that come with their links (`Client.linked_memories`) are joined to what they replaced.
    """
    shown = sorted(memories, key=lambda memory: (memory.holds_from, memory.id))
    if not shown:
        return Sheet((0, 20), title or "0 memories in time").finish("There is nothing to show.")
    replaced = [
        Replacement(link.source, link.target)
        for memory in shown
        if isinstance(memory, LinkedMemory)
        for link in memory.links
        if link.relation is Relation.SUPERSEDES
    ]
    return draw_bars(shown, replaced, title or f"{len(shown)} memories in time", now)
