"""A page for a picture: its title above, a note beneath it, the legend at the bottom.

Owns the margins. What stands in between is up to the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from graphmem.graphs.canvas import Canvas
from graphmem.graphs.geometry import Point
from graphmem.graphs.lettering import width, wrapped
from graphmem.graphs.look import INK, SOFT
from graphmem.graphs.marks import Legend
from graphmem.graphs.picture import Picture

MARGIN: Final = 16.0
NARROWEST: Final = 420.0
MOST_LABELS: Final = 40
"""Labels that a picture can still show so that they are read."""

_TITLE: Final = 12.0
_NOTE: Final = 8.0


class Sheet:
    """A page with room for a body of a size; `origin` is the body's upper left corner."""

    def __init__(
        self,
        body: tuple[float, float],
        title: str,
        note: str = "",
        *,
        nodes: Iterable[Mapping[str, Any]] = (),
        edges: Iterable[str] = (),
    ) -> None:
        room = max(body[0], NARROWEST, min(width(title, _TITLE) * 1.1, 700))
        self._title = wrapped(title, room, _TITLE, 2)
        self._legend = Legend(room).of(nodes, edges)
        top = MARGIN + len(self._title) * 16 + (13 if note else 0) + (6 if title or note else 0)
        self._foot = top + body[1] + 12
        self.canvas = Canvas(room + 2 * MARGIN, self._foot + self._legend.height + MARGIN / 2)
        self.origin: Point = (MARGIN + (room - body[0]) / 2, top)
        self._head(note)
        self._legend.draw(self.canvas, self._foot, MARGIN)

    def _head(self, note: str) -> None:
        for number, line in enumerate(self._title):
            self.canvas.text((MARGIN, MARGIN + 10 + number * 16), line, _TITLE, color=INK, weight="bold")
        self.canvas.text((MARGIN, MARGIN + 8 + len(self._title) * 16), note, _NOTE, color=SOFT)

    def finish(self, alt: str) -> Picture:
        """The finished picture; `alt` says in words what it shows."""
        return self.canvas.finish(" ".join(self._title), alt)
