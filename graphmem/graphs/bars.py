"""Rows of bars over an axis of time: each bar is the time for which a memory held.

Owns what timelines and lines of supersession have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from graphmem.client.answers.memory import MemorySummary
from graphmem.domain.kinds import MemoryStatus
from graphmem.graphs.calendar_axis import TimeAxis
from graphmem.graphs.geometry import Point, bow
from graphmem.graphs.lettering import width, wrapped
from graphmem.graphs.look import INK, LAYERS, LINE, PAPER, SIGNS, SOFT, tint
from graphmem.graphs.marks import NORMAL, SMALL, dash_of, line_of
from graphmem.graphs.picture import Picture
from graphmem.graphs.sheet import MOST_LABELS, Sheet

_NAMES: Final = 200.0
_TIME: Final = 430.0
_ROW: Final = 34.0
_BAR: Final = 15.0
_HEAD: Final = 18.0
_TIP: Final = 7.0
_LEAST: Final = 3.0
"""Points: a moment must be seen as well."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """That the memory of one row replaced that of another."""

    newer: str
    older: str


def draw_bars(
    memories: Sequence[MemorySummary],
    replacements: Sequence[Replacement],
    title: str,
    until: datetime | None = None,
) -> Picture:
    """Draw one row for each of at most 40 memories, in their order.

    An open end reaches to `until`, or a little further than the last beginning.
    """
    shown = list(memories)[:MOST_LABELS]
    hidden = len(memories) - len(shown)
    rows = {memory.id: row for row, memory in enumerate(shown)}
    drawn = [arrow for arrow in replacements if arrow.newer in rows and arrow.older in rows]
    sheet = Sheet(
        (_NAMES + _TIME, _HEAD + _ROW * len(shown)),
        title,
        f"{hidden} more are not shown" if hidden else "",
        nodes=[{"layer": memory.layer.value, "status": memory.status.value} for memory in shown],
        edges=["SUPERSEDES"] if drawn else [],
    )
    axis = _axis(shown, until, sheet.origin[0] + _NAMES)
    bars = _Bars(sheet, axis)
    bars.scale(len(shown))
    for row, memory in enumerate(shown):
        bars.row(row, memory)
    for arrow in drawn:
        bars.arrow(shown[rows[arrow.newer]], rows[arrow.newer], shown[rows[arrow.older]], rows[arrow.older])
    return sheet.finish(_said(shown))


def _axis(shown: Sequence[MemorySummary], until: datetime | None, left: float) -> TimeAxis:
    begin = min(memory.holds_from for memory in shown)
    last = max([memory.holds_from for memory in shown] + [memory.valid_to for memory in shown if memory.valid_to])
    span = max(last - begin, timedelta(seconds=1))
    end = until if until is not None and until > last else last + span * 0.12
    return TimeAxis(begin - span * 0.02, end, left, _TIME)


class _Bars:
    """Draws the rows of one picture."""

    def __init__(self, sheet: Sheet, axis: TimeAxis) -> None:
        self._canvas = sheet.canvas
        self._left, self._top = sheet.origin
        self._axis = axis

    def scale(self, rows: int) -> None:
        """Draw the axis above, and a thin line down from each mark."""
        bottom = self._top + _HEAD + rows * _ROW
        for moment, label in self._axis.marks():
            x = self._axis.x(moment)
            self._canvas.line([(x, self._top + 12), (x, bottom)], color=LINE, linewidth=0.6)
            self._canvas.text((x, self._top + 8), label, SMALL + 0.6, color=SOFT, ha="center")

    def row(self, row: int, memory: MemorySummary) -> None:
        """Draw a memory's name at the left, and its bar."""
        colour = LAYERS[memory.layer.name]
        present = memory.status is MemoryStatus.CURRENT
        y = self._middle(row)
        lines = wrapped(memory.title, _NAMES - 34, NORMAL, 2)
        self._canvas.text((self._left, y + 3.5), SIGNS[memory.layer.name], 10, color=colour)
        for number, line in enumerate(lines):
            at = self._left + 16, y + 3 + (number - (len(lines) - 1) / 2) * 10.5
            self._canvas.text(at, line, NORMAL, color=INK if present else SOFT)
        look = {"facecolor": tint(colour, 0.3) if present else PAPER, "edgecolor": colour, "linewidth": 1.2}
        self._bar(memory, y, look | {"linestyle": dash_of(memory.status.value)})

    def _bar(self, memory: MemorySummary, y: float, look: dict[str, Any]) -> None:
        start, end = self._ends(memory)
        top, bottom = y - _BAR / 2, y + _BAR / 2
        if memory.valid_to is None:
            # It still holds: the bar has a point, not an end.
            self._canvas.polygon(
                [(start, top), (end - _TIP, top), (end, y), (end - _TIP, bottom), (start, bottom)], **look
            )
        else:
            self._canvas.box((start, top), (end - start, _BAR), radius=2, **look)
        self._dates(memory, start, end, y)

    def _dates(self, memory: MemorySummary, start: float, end: float, y: float) -> None:
        form = "%Y-%m-%d" if self._axis.end - self._axis.begin > timedelta(days=3) else "%H:%M:%S"
        begun = f"{memory.holds_from:{form}} –"
        whole = f"{begun} {memory.valid_to:{form}}" if memory.valid_to is not None else begun
        for text in (whole, begun):
            if width(text, SMALL) <= end - start - 2 * _TIP:
                self._canvas.text((start + 5, y + 2.5), text, SMALL, color=SOFT)
                return
        right = end + 5 + width(whole, SMALL) <= self._axis.left + self._axis.width
        at, side = ((end + 5, y + 2.5), "left") if right else ((start - 5, y + 2.5), "right")
        self._canvas.text(at, whole, SMALL, color=SOFT, ha=side)

    def arrow(self, newer: MemorySummary, row: int, older: MemorySummary, other: int) -> None:
        """Draw what replaced what: from the newer one's beginning to the older one's end."""
        side = 1 if row > other else -1
        start: Point = (self._ends(newer)[0], self._middle(row) - side * _BAR / 2)
        end: Point = (min(self._ends(older)[1], start[0]), self._middle(other) + side * (_BAR / 2 + 1.5))
        reach = abs(row - other)
        self._canvas.curve(
            bow(start, end, side * (6 + 5 * (reach - 1))), **line_of("SUPERSEDES") | {"linewidth": 1.4, "zorder": 4}
        )

    def _ends(self, memory: MemorySummary) -> tuple[float, float]:
        start = self._axis.x(memory.holds_from)
        end = self._axis.x(memory.valid_to or self._axis.end)
        return start, max(end, start + (_LEAST if memory.valid_to else _TIP + _LEAST))

    def _middle(self, row: int) -> float:
        return self._top + _HEAD + _ROW * (row + 0.5)


def _said(shown: Sequence[MemorySummary]) -> str:
    return f"Each bar is the time for which a memory held: {'; '.join(map(_span, shown))}."


def _span(memory: MemorySummary) -> str:
    until = f"{memory.valid_to:%Y-%m-%d}" if memory.valid_to is not None else "now"
    return f"{memory.title} ({memory.holds_from:%Y-%m-%d} to {until})"
