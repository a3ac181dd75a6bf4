"""The picture of what replaced what: lines of supersession, each bar the time for which a memory held."""

from __future__ import annotations

from graphmem.client.answers.memory import MemorySummary
from graphmem.client.answers.pictures import Trace
from graphmem.graphs.bars import Replacement, draw_bars
from graphmem.graphs.picture import Picture
from graphmem.graphs.sheet import Sheet


def draw_lines(trace: Trace, title: str = "") -> Picture:
    """Draw the lines of supersession of a chain one below the other, oldest first; at most 40 memories."""
    shown: dict[str, MemorySummary] = {}
    for line in trace.lines:
        family = sorted((*line.older, line.head), key=lambda memory: (memory.holds_from, memory.id))
        shown |= {memory.id: memory for memory in family if memory.id not in shown}
    if not shown:
        return Sheet((0, 20), title or "Nothing was replaced").finish("There is nothing to show.")
    arrows = dict.fromkeys(Replacement(link.source, link.target) for line in trace.lines for link in line.links)
    return draw_bars(list(shown.values()), list(arrows), title or "What replaced what, and when")
