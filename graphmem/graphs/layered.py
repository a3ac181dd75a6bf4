"""Places a chain in rows, time downward: what came later stands lower, and next to what it belongs to.

Owns positions only. A row holds memories of one stretch of time, none of which leads to another of the same row.
An edge across several rows gets a lane of its own, so that it runs past the cards, not behind them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from graphmem.graphs.geometry import Box, Point

Node = Hashable
Pair = tuple[Node, Node]

LANE: Final = 12.0
"""Width of the lane of a passing edge, in points."""

ACROSS: Final = 26.0
DOWN: Final = 46.0
"""Room between cards beside and below each other, in points."""

SWEEPS: Final = 12
WIDEST: Final = 4
"""Cards in a row at most."""


@dataclass(frozen=True, slots=True)
class Passing:
    """Where an edge passes a row."""

    edge: Pair
    row: int


@dataclass(frozen=True, slots=True)
class Rows:
    """Where everything stands: boxes by node, and for each edge the rows that it passes, each from above to below."""

    boxes: Mapping[Node, Box]
    lanes: Mapping[Pair, tuple[tuple[Point, Point], ...]]
    rows: tuple[tuple[Node, ...], ...]


def layered(nodes: Sequence[Node], edges: Iterable[Pair], size: tuple[float, float]) -> Rows:
    """Rows of nodes given in order of time, and of edges given as pairs; each node takes the same room."""
    pairs = list(dict.fromkeys(edges))
    rows = _rows(nodes, pairs)
    row_of = {node: place for place, row in enumerate(rows) for node in row}
    downward = [(one, other) if row_of[one] <= row_of[other] else (other, one) for one, other in pairs]
    filled, near = _with_lanes(rows, row_of, downward)
    _untangle(filled, near)
    centers = _straighten(filled, near, size[0])
    height = size[1] + DOWN
    boxes = {node: Box(centers[node], row_of[node] * height + size[1] / 2, *size) for node in nodes}
    lanes = {
        pair: tuple(
            ((centers[Passing(pair, row)], row * height), (centers[Passing(pair, row)], row * height + size[1]))
            for row in range(row_of[pair[0]] + 1, row_of[pair[1]])
        )
        for pair in downward
    }
    return Rows(boxes, lanes, tuple(tuple(row) for row in rows))


def _rows(nodes: Sequence[Node], edges: Iterable[Pair]) -> list[list[Node]]:
    tied: dict[Node, set[Node]] = defaultdict(set)
    for one, other in edges:
        tied[one].add(other)
        tied[other].add(one)
    rows: list[list[Node]] = []
    for node in nodes:
        if not rows or len(rows[-1]) >= WIDEST or not tied[node].isdisjoint(rows[-1]):
            rows.append([])
        rows[-1].append(node)
    return rows


def _with_lanes(
    rows: Sequence[Sequence[Node]], row_of: Mapping[Node, int], edges: Iterable[Pair]
) -> tuple[list[list[Node]], dict[Node, list[Node]]]:
    """The rows with lanes in them, and for everything in a row what it is tied to in the rows beside."""
    filled: list[list[Node]] = [list(row) for row in rows]
    near: dict[Node, list[Node]] = defaultdict(list)
    for pair in edges:
        above, below = pair
        stops: list[Node] = [above, *(Passing(pair, row) for row in range(row_of[above] + 1, row_of[below])), below]
        for stop in stops[1:-1]:
            if isinstance(stop, Passing):
                filled[stop.row].append(stop)
        for one, other in pairwise(stops):
            near[one].append(other)
            near[other].append(one)
    return filled, near


def _untangle(rows: list[list[Node]], near: Mapping[Node, Sequence[Node]]) -> None:
    """Order each row by where its neighbours stand (the barycentre rule), down and up again."""
    for sweep in range(SWEEPS):
        places = {node: place - len(row) / 2 for row in rows for place, node in enumerate(row)}
        order = range(1, len(rows)) if sweep % 2 == 0 else range(len(rows) - 2, -1, -1)
        for number in order:
            beside = set(rows[number - 1 if sweep % 2 == 0 else number + 1])
            rows[number].sort(key=lambda node: _middle([places[o] for o in near[node] if o in beside], places[node]))
            places |= {node: place - len(rows[number]) / 2 for place, node in enumerate(rows[number])}


def _middle(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _straighten(rows: Sequence[Sequence[Node]], near: Mapping[Node, Sequence[Node]], width: float) -> dict[Node, float]:
    """Move everything towards the middle of what it is tied to, as far as its neighbours in the row allow."""
    centers = _packed(rows, width)
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = [_middle([centers[other] for other in near[node]], centers[node]) for node in row]
            for node, center in zip(row, _apart(wanted, [_width(node, width) for node in row]), strict=True):
                centers[node] = center
    return centers


def _packed(rows: Sequence[Sequence[Node]], width: float) -> dict[Node, float]:
    centers: dict[Node, float] = {}
    for row in rows:
        widths = [_width(node, width) for node in row]
        for node, center in zip(row, _apart([0.0] * len(row), widths), strict=True):
            centers[node] = center
    return centers


def _width(node: Node, width: float) -> float:
    return LANE if isinstance(node, Passing) else width


def _apart(wanted: Sequence[float], widths: Sequence[float]) -> list[float]:
    """Centres in the same order, far enough apart, as near to the wanted ones as can be (isotonic regression)."""
    offsets = [0.0]
    for one, other in pairwise(widths):
        offsets.append(offsets[-1] + (one + other) / 2 + ACROSS)
    blocks: list[tuple[float, int]] = []
    for value, offset in zip(wanted, offsets, strict=True):
        mean, count = value - offset, 1
        while blocks and blocks[-1][0] > mean:
            before, many = blocks.pop()
            mean, count = (before * many + mean * count) / (many + count), many + count
        blocks.append((mean, count))
    level = [mean for mean, count in blocks for _ in range(count)]
    return [mean + offset for mean, offset in zip(level, offsets, strict=True)]
