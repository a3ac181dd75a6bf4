"""A sheet to draw on with matplotlib: one unit is one point, y grows downwards.

Owns what every picture has in common: letters that the viewer's own fonts draw, so that every script and emoji
shows; the same file for the same picture; a title and a description for those who can't see it. matplotlib is
loaded here, when something is drawn.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any, Final

from graphmem.graphs.look import INK, PAPER
from graphmem.graphs.picture import Picture

Point = tuple[float, float]

FONTS: Final = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', 'Noto Sans CJK SC', "
    "'Noto Color Emoji', 'Segoe UI Emoji', 'Apple Color Emoji', sans-serif"
)
_COMMON: Final = f"max-width:100%;height:auto;stroke-linejoin:round;font-family:{FONTS}"
_REPEATED: Final = re.compile(
    r' font-family: [^;"]*;| transform="rotate\(-0 [^"]*"|<style type="text/css">.*?</style>|<metadata>.*?</metadata>',
    re.DOTALL,
)
_POINTS_PER_INCH: Final = 72
_SETTINGS: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "graphmem",
    "text.parse_math": False,
    "text.usetex": False,
    "path.simplify": False,
}
_UNDATED: Final[dict[str, Any]] = {"Date": None, "Creator": None, "Format": None, "Type": None}


class Canvas:
    """One sheet. Coordinates are points, from the upper left corner."""

    def __init__(self, width: float, height: float) -> None:
        """Take a clean sheet. Raises ImportError naming the extra where matplotlib is missing."""
        try:
            from matplotlib.figure import Figure
        except ImportError as missing:
            raise ImportError("pictures need matplotlib: pip install 'graphmem[notebooks]'") from missing
        self.width, self.height = width, height
        self._figure = Figure(figsize=(width / _POINTS_PER_INCH, height / _POINTS_PER_INCH), facecolor=PAPER)
        self._axes: Any = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_xlim(0, width)
        self._axes.set_ylim(height, 0)

    def text(self, at: Point, words: str, size: float, **look: Any) -> None:
        """Write on one line; `ha` and `va` say which point of it is meant. Nothing in it is markup."""
        look = {"color": INK, "ha": "left", "va": "baseline", "zorder": 5} | look
        self._axes.text(*at, words, fontsize=size, parse_math=False, **look)

    def box(self, corner: Point, size: Point, *, radius: float = 5, **look: Any) -> None:
        """Draw a box with round corners."""
        from matplotlib.patches import FancyBboxPatch

        round_ = f"round,pad=0,rounding_size={radius}"
        self._axes.add_patch(FancyBboxPatch(corner, *size, boxstyle=round_, **{"zorder": 3, "clip_on": False} | look))

    def polygon(self, corners: Sequence[Point], **look: Any) -> None:
        """Draw a closed shape."""
        from matplotlib.patches import Polygon

        self._axes.add_patch(Polygon(corners, closed=True, **{"zorder": 3, "clip_on": False} | look))

    def disc(self, center: Point, radius: float, **look: Any) -> None:
        """Draw a circle."""
        from matplotlib.patches import Circle

        self._axes.add_patch(Circle(center, radius, **{"zorder": 3, "clip_on": False} | look))

    def line(self, points: Sequence[Point], **look: Any) -> None:
        """Draw straight from point to point."""
        self._axes.plot(*zip(*points, strict=True), **{"color": INK, "zorder": 1, "clip_on": False} | look)

    def curve(self, points: Sequence[Point], **look: Any) -> None:
        """Draw a smooth arrow: a first point, then three for each piece (two handles and its end)."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        path = Path(points, [Path.MOVETO, *[Path.CURVE4] * (len(points) - 1)])
        plain: dict[str, Any] = {"zorder": 2, "edgecolor": INK, "linewidth": 1.0, "clip_on": False}
        look = plain | look
        self._axes.add_patch(PathPatch(path, fill=False, capstyle="butt", **look))
        head = _arrow_head(points[-2], points[-1], 4.5 + look["linewidth"])
        self.polygon(head, facecolor=look["edgecolor"], edgecolor="none", zorder=look["zorder"])

    def finish(self, title: str, alt: str) -> Picture:
        """Turn the sheet into a picture: the same drawing always gives the same text."""
        sheet = io.StringIO()
        with _settings():
            self._figure.savefig(sheet, format="svg", metadata=_UNDATED)
        return Picture(_described(sheet.getvalue(), title, alt), f"{title}: {alt}")


def _arrow_head(handle: Point, end: Point, length: float) -> list[Point]:
    """A slim triangle whose tip is the end, pointing as the curve comes in."""
    across, down = end[0] - handle[0], end[1] - handle[1]
    way = max((across**2 + down**2) ** 0.5, 1e-6)
    ahead = across / way * length, down / way * length
    aside = -ahead[1] * 0.42, ahead[0] * 0.42
    foot = end[0] - ahead[0], end[1] - ahead[1]
    return [end, (foot[0] + aside[0], foot[1] + aside[1]), (foot[0] - aside[0], foot[1] - aside[1])]


@contextmanager
def _settings() -> Iterator[None]:
    import matplotlib as mpl

    with mpl.rc_context(_SETTINGS), warnings.catch_warnings():
        # A glyph that matplotlib's own font lacks is the viewer's to draw.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def _described(svg: str, title: str, alt: str) -> str:
    """Say once what all texts and lines have in common, and what the picture shows.

    A style sheet would hold for the whole page that the picture stands in; attributes of its root don't.
    """
    head, _, rest = svg[svg.index("<svg") :].partition(">")
    label = f"<title>{escape(title)}</title><desc>{escape(alt)}</desc>"
    return f'{head} role="img" style="{_COMMON}">{label}{_REPEATED.sub("", rest)}'
