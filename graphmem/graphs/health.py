"""The picture of a space's health: what its layers hold, how warm memories are, and what waits for a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from graphmem.client.answers.entity import LayerCount
from graphmem.client.answers.memory import Memory
from graphmem.graphs.palette import FAINT, INK, LAYERS, LETTERS, tint
from graphmem.graphs.picture import Canvas, Picture, canvas

BANDS = ("hot", "warm", "cold", "frozen")


def draw_health(
    layers: Sequence[LayerCount], memories: Iterable[Memory], waiting: Mapping[str, int], title: str = ""
) -> Picture:
    """Draw three groups of bars on one scale: memories by layer, memories by heat, and queues.

    Args:
        layers: current memories by layer (`overview`).
        memories: those whose heat is counted.
        waiting: queue lengths by name, for example possible duplicates and open conflicts.
    """
    heat = Counter(memory.heat.band.value for memory in memories)
    rows = [
        (f"{LETTERS[count.layer.value]}  {count.layer.value}", count.count, LAYERS[count.layer.value])
        for count in layers
    ]
    rows += [(band, heat[band], INK) for band in BANDS]
    rows += [(name, count, FAINT) for name, count in waiting.items()]
    with canvas(8, 1.2 + 0.3 * len(rows), title or "Health of the space") as drawn:
        drawn.axes.set_axis_on()
        for place, (_, count, colour) in enumerate(rows):
            _bar(drawn, place, count, colour)
        drawn.axes.set_yticks(range(len(rows)), [name for name, _, _ in rows], fontsize=8)
        drawn.axes.invert_yaxis()
        drawn.axes.spines[["top", "right", "left"]].set_visible(False)
        drawn.axes.tick_params(left=False)
        for border in (len(layers) - 0.5, len(layers) + len(BANDS) - 0.5):
            drawn.axes.axhline(border, color=FAINT, linewidth=0.6, linestyle=":")
    return drawn.finished()


def _bar(drawn: Canvas, place: int, count: int, colour: str) -> None:
    drawn.axes.barh(place, count, height=0.6, facecolor=tint(colour, 0.6), edgecolor=colour)
    drawn.axes.text(count, place, f" {count}", va="center", fontsize=8, color=INK)
