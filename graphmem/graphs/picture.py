"""One picture as SVG, the same for the same input: no dates, no random ids, text as text.

Owns matplotlib's settings and the way out. Text stays text, so that the reader's own fonts draw scripts that
this machine may lack.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

from graphmem.graphs.palette import INK, LAYERS, LETTERS, tint

MOST_LABELS = 40
"""Labels that a picture can still show so that they are read."""
LABEL = 34
"""Characters of a label."""

_SETTINGS: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 9,
    "svg.fonttype": "none",
    "svg.hashsalt": "graphmem",
    "text.parse_math": False,
}


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A finished picture; notebooks show it as it is, and its title where they can't."""

    svg: str
    title: str

    def __repr__(self) -> str:
        return f"<picture: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the SVG to a file and return its path."""
        target = Path(path)
        target.write_text(self.svg, encoding="utf-8")
        return target


class Canvas:
    """A figure under way, with its axes (matplotlib's, untyped)."""

    def __init__(self, figure: Any, axes: Any) -> None:
        self.figure = figure
        self.axes = axes
        self.picture: Picture | None = None

    def finished(self) -> Picture:
        """The picture, once the canvas is closed."""
        if self.picture is None:
            raise RuntimeError("the picture is finished when its canvas is closed")
        return self.picture


@contextmanager
def canvas(width: float, height: float, title: str) -> Iterator[Canvas]:
    """A blank figure, inches wide and high; it is drawn when the block ends.

    Raises ImportError with the remedy where matplotlib is missing.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise ImportError("drawing needs matplotlib: pip install 'graphmem[notebooks]'") from missing
    with mpl.rc_context(_SETTINGS), warnings.catch_warnings():
        # Fonts of this machine measure the text only; the reader's draw it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_title(title, loc="left", color=INK, fontsize=11, fontweight="bold")
        drawn = Canvas(figure, axes)
        yield drawn
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "graphmem", "Title": title})
        drawn.picture = Picture(out.getvalue(), title)


def days(moment: datetime) -> float:
    """A moment on matplotlib's date axis, in days."""
    from matplotlib import dates

    convert: Callable[[datetime], float] = dates.date2num
    return float(convert(moment))


def shortened(text: str, limit: int = LABEL) -> str:
    """A label that fits: one line, cut with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def layer_legend(drawn: Canvas, layers: Sequence[str], *, superseded: bool) -> None:
    """Explain the colours that were used, and the dashed line where there is one."""
    from matplotlib.patches import Patch

    shown = [layer for layer in LAYERS if layer in layers]
    handles = [
        Patch(facecolor=tint(LAYERS[layer]), edgecolor=LAYERS[layer], label=f"{LETTERS[layer]}  {layer}")
        for layer in shown
    ]
    if superseded:
        handles.append(Patch(facecolor="white", edgecolor=INK, linestyle="--", label="superseded"))
    if handles:
        drawn.figure.legend(
            handles=handles, loc="outside lower left", ncols=min(len(handles), 7), frameon=False, fontsize=8
        )
