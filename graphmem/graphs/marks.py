"""The signs of a picture: cards for memories, shapes for kinds, pills for threads, lines for edges, and the legend.

Owns how each is drawn. Where it stands is up to the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from graphmem.graphs.canvas import Canvas
from graphmem.graphs.geometry import Box, Point, point_on
from graphmem.graphs.lettering import clipped, width, wrapped
from graphmem.graphs.look import (
    ACCENT,
    CORNERS,
    EDGES,
    INK,
    KINDS,
    LAYERS,
    LINE,
    PALE,
    PAPER,
    SIGNS,
    SOFT,
    tint,
    words,
)

CARD: Final = (156.0, 45.0)
"""Width and height of a memory's card, in points: a line of facts and two of its title."""

SMALL: Final = 6.6
NORMAL: Final = 8.2
DASHED: Final = (0, (3.2, 2.4))
DOTTED: Final = (0, (1, 1.6))
_PADDING: Final = 7.0
_LINE: Final = 11.0


def dash_of(status: str | None) -> Any:
    """The line around a memory of a status: dashed when superseded, dotted when forgotten."""
    return {"superseded": DASHED, "forgotten": DOTTED}.get(status or "", "-")


def card(canvas: Canvas, box: Box, told: Mapping[str, Any], facts: str, *, marked: bool = False) -> None:
    """Draw a memory as a card: its layer's sign and name with some facts, and its title on two lines."""
    layer = str(told["layer"]).upper()
    colour, present = LAYERS[layer], told.get("status", "current") == "current"
    look = {
        "facecolor": tint(colour) if present else PAPER,
        "edgecolor": colour,
        "linestyle": dash_of(told.get("status")),
    }
    canvas.box(box.corner, (box.width, box.height), linewidth=2.4 if marked else 1.1, **look)
    left, top = box.corner[0] + _PADDING, box.corner[1]
    room = box.width - 2 * _PADDING
    canvas.text((left, top + 11.5), f"{SIGNS[layer]} {words(layer)}", SMALL, color=colour, weight="bold")
    canvas.text((box.right - _PADDING, top + 11.5), facts, SMALL, color=SOFT, ha="right")
    for number, line in enumerate(wrapped(str(told["label"]), room, NORMAL, 2)):
        canvas.text((left, top + 24 + number * _LINE), line, NORMAL, color=INK if present else SOFT)


def dot(canvas: Canvas, at: Point, told: Mapping[str, Any]) -> None:
    """Draw a memory for which there is no room as a small box without a label."""
    colour = LAYERS[str(told["layer"]).upper()]
    present = told.get("status", "current") == "current"
    canvas.box(
        (at[0] - 6, at[1] - 4), (12, 8), radius=2, facecolor=tint(colour, 0.55) if present else PAPER,
        edgecolor=colour, linewidth=1, linestyle=dash_of(told.get("status")),
    )  # fmt: skip


def shape(canvas: Canvas, at: Point, radius: float, kind: str, *, marked: bool = False) -> None:
    """Draw the shape of a kind of entity."""
    look = {"facecolor": INK, "edgecolor": ACCENT if marked else PAPER, "linewidth": 2.5 if marked else 1.0}
    if kind in CORNERS:
        canvas.polygon([(at[0] + x * radius, at[1] + y * radius) for x, y in CORNERS[kind]], **look)
    else:
        canvas.disc(at, radius, **look)


def entity(canvas: Canvas, box: Box, told: Mapping[str, Any], *, marked: bool = False) -> None:
    """Draw an entity: its shape, and its name beneath."""
    radius, size = (17.0, 10.5) if marked else (9.0, NORMAL)
    shape(canvas, (box.x, box.corner[1] + radius + 1), radius, str(told.get("kind", "other")).upper(), marked=marked)
    for number, line in enumerate(wrapped(str(told["label"]), box.width, size, 2)):
        at = box.x, box.corner[1] + 2 * radius + size + 3 + number * (size + 2.5)
        canvas.text(at, line, size, ha="center", weight="bold")


def thread(canvas: Canvas, box: Box, told: Mapping[str, Any]) -> None:
    """Draw a thread as a pill with its title or key."""
    canvas.box(
        box.corner, (box.width, box.height), radius=box.height / 2, facecolor=PAPER, edgecolor=SOFT, linewidth=1.1
    )
    label = clipped(str(told["label"]), box.width - 26, NORMAL)
    canvas.text((box.x, box.y + 3), f"⌁ {label}", NORMAL, color=SOFT, ha="center")


def line_of(type_: str, *, inferred: bool = False) -> dict[str, Any]:
    """The look of an edge: layers in their colour, replacements bold and dashed, mentions dotted."""
    if type_ in LAYERS:
        return {"edgecolor": LAYERS[type_], "linewidth": 1.1}
    if type_ == "SUPERSEDES":
        return {"edgecolor": INK, "linewidth": 1.8, "linestyle": DASHED}
    if type_ in ("MENTIONS", "IN_THREAD"):
        return {"edgecolor": PALE, "linewidth": 0.9, "linestyle": DOTTED if type_ == "MENTIONS" else "-"}
    return {"edgecolor": SOFT, "linewidth": 1.3, "linestyle": DOTTED if inferred else "-"}


class Labels:
    """Words on edges, where there is room for them."""

    def __init__(self, canvas: Canvas, taken: Iterable[Box]) -> None:
        self._canvas = canvas
        self._taken = list(taken)

    def along(self, curve: Sequence[Point], type_: str, *, inferred: bool = False) -> None:
        """Write on an edge how it reads; an edge too short for its words stays silent."""
        text = EDGES.get(type_, words(type_)) + (" (inferred)" if inferred else "")
        for share in (0.5, 0.35, 0.65):
            x, y = point_on(curve, share)
            box = Box(x, y, width(text, SMALL) + 4, 10)
            if not any(box.meets(other) for other in self._taken):
                self._taken.append(box)
                ground = {"facecolor": PAPER, "edgecolor": "none", "zorder": 2.5, "alpha": 0.9}
                self._canvas.box(box.corner, (box.width, box.height), radius=3, **ground)
                self._canvas.text((x, y + 2.4), text, SMALL, color=SOFT, ha="center", zorder=2.6)
                return


class Legend:
    """The signs that a picture uses, in rows of a width."""

    def __init__(self, room: float) -> None:
        self._room = room
        self._items: list[tuple[str, str]] = []

    def of(self, nodes: Iterable[Mapping[str, Any]], edges: Iterable[str]) -> Legend:
        """Take in whatever is drawn; each sign once, in a fixed order."""
        drawn, lines = list(nodes), set(edges)
        layers = {str(told["layer"]).upper() for told in drawn if "layer" in told}
        kinds = {str(told["kind"]).upper() for told in drawn if "kind" in told}
        statuses = {told.get("status") for told in drawn}
        self._items += [("layer", layer) for layer in LAYERS if layer in layers]
        self._items += [("kind", kind) for kind in KINDS if kind in kinds]
        self._items += [("thread", "thread")] if any(told.get("sort") == "thread" for told in drawn) else []
        self._items += [("status", status) for status in ("superseded", "forgotten") if status in statuses]
        self._items += [("edge", edge) for edge in EDGES if edge in lines]
        return self

    @property
    def height(self) -> float:
        """The room it takes, in points."""
        return 16.0 * len(self._rows()) + (8 if self._items else 0)

    def draw(self, canvas: Canvas, top: float, left: float) -> None:
        """Draw it under a thin line."""
        if self._items:
            canvas.line([(left, top), (left + self._room, top)], color=LINE, linewidth=0.7)
        for number, row in enumerate(self._rows()):
            x = left
            for sort, name in row:
                self._sign(canvas, (x, top + 15 + 16 * number), sort, name)
                x += self._width(sort, name)

    def _rows(self) -> list[list[tuple[str, str]]]:
        rows: list[list[tuple[str, str]]] = []
        used = self._room
        for item in self._items:
            if used + self._width(*item) > self._room:
                rows.append([])
                used = 0.0
            rows[-1].append(item)
            used += self._width(*item)
        return rows

    def _width(self, sort: str, name: str) -> float:
        return 26 + width(self._words(sort, name), 7.4) + 14

    def _words(self, sort: str, name: str) -> str:
        if sort == "layer":
            return f"{SIGNS[name]} {words(name)}"
        return EDGES[name] if sort == "edge" else words(name)

    def _sign(self, canvas: Canvas, at: Point, sort: str, name: str) -> None:
        x, y = at
        canvas.text((x + 26, y + 2.6), self._words(sort, name), 7.4, color=SOFT)
        if sort == "edge":
            canvas.curve([(x, y), (x + 7, y), (x + 14, y), (x + 21, y)], **line_of(name))
        elif sort == "kind":
            shape(canvas, (x + 12, y), 5.5, name)
        else:
            colour = LAYERS.get(name, SOFT)
            ground = tint(colour) if sort == "layer" else PAPER
            radius = 5 if sort == "thread" else 2.5
            canvas.box(
                (x + 3, y - 5), (18, 10), radius=radius, facecolor=ground, edgecolor=colour, linestyle=dash_of(name)
            )
