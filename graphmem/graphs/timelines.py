"""The picture of an entity's memories in time: when each held, in its layer's colour."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from graphmem.client.answers.memory import MemorySummary
from graphmem.graphs.palette import LAYERS, tint
from graphmem.graphs.picture import MOST_LABELS, Picture, canvas, days, layer_legend, shortened

LEAST = timedelta(hours=1)
"""A bar is at least so long, or a moment could not be seen."""


def draw_timeline(memories: Iterable[MemorySummary], title: str = "", now: datetime | None = None) -> Picture:
    """Draw validity bars, the oldest first, at most 40; an open end reaches to `now` and a little further."""
    shown = sorted(memories, key=lambda memory: (memory.holds_from, memory.id))[:MOST_LABELS]
    today = now or max((memory.created_at for memory in shown), default=datetime.now(UTC))
    with canvas(9, 1.4 + 0.4 * len(shown), title or f"{len(shown)} memories in time") as drawn:
        drawn.axes.set_axis_on()
        for row, memory in enumerate(shown):
            begin = memory.holds_from
            end = max(memory.valid_to or today, begin + LEAST)
            colour = LAYERS[memory.layer.value]
            over = memory.status.value != "current"
            drawn.axes.barh(
                row,
                days(end) - days(begin),
                left=days(begin),
                height=0.55,
                facecolor=tint(colour, 1.0 if over else 0.6),
                edgecolor=colour,
                linestyle="--" if over else "-",
            )
        drawn.axes.set_yticks(range(len(shown)), [shortened(memory.title, 40) for memory in shown], fontsize=8)
        drawn.axes.invert_yaxis()
        drawn.axes.xaxis_date()
        drawn.axes.spines[["top", "right", "left"]].set_visible(False)
        drawn.axes.tick_params(left=False)
        layers = [memory.layer.value for memory in shown]
        layer_legend(drawn, layers, superseded=any(memory.status.value == "superseded" for memory in shown))
    return drawn.finished()
