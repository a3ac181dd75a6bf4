"""Places what is around a centre: nearest on an inner ring, the rest further out, each near what it hangs on.

Owns positions only. The same graph always gives the same picture; nothing overlaps.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import networkx as nx

from graphmem.graphs.geometry import Box

Node = Hashable
Sizes = Mapping[Node, tuple[float, float]]

ORDER: Final = (
    "GOAL", "CONTEXT", "EMOTION", "IMPLEMENTATION", "CAVEAT", "LEARNING", "SUPERSEDES", "LED_TO", "IMPLEMENTS",
    "RESOLVES", "DEPENDS_ON", "EXTENDS", "CONTRADICTS", "MENTIONS", "IN_THREAD",
)  # fmt: skip
"""Which edges stand next to each other, clockwise from the top."""

GAP: Final = 22.0
"""Points between two boxes, so that an arrow between them can be seen."""

_FLAT: Final = 0.72
"""How high a ring is for its width: pages are wider than high, and so are cards."""

_EVEN: Final = 10
"""Up to so many nodes stand on one ring; more of them stand in several, as near as they find room."""

_STEP: Final = 9.0
_TURN: Final = 0.11
_TURNS: Final = 11
"""How places are tried: so many points further out, or so many radians aside, up to so many times."""

_DETOUR: Final = 70.0
"""Points further out that are worth one radian aside."""


def radial(graph: nx.MultiDiGraph, center: Node, sizes: Sizes) -> dict[Node, Box]:
    """A box for every node, the centre's in the middle."""
    placed = {center: Box(0, 0, *sizes[center])}
    angles: dict[Node, float] = {}
    flat = nx.Graph(graph)
    for hop, ring in enumerate(_rings(graph, flat, center)):
        wanted = _wanted(flat, ring, angles)
        ordered = sorted(ring, key=lambda node: wanted[node])
        rooms = [sizes[node] for node in ordered]
        if hop == 0 and len(ring) <= _EVEN:
            found = _on_one_ring([wanted[node] for node in ordered], rooms, placed[center])
        else:
            found = _wherever([wanted[node] for node in ordered], rooms, _starts(flat, ordered, placed), placed)
        for node, (angle, box) in zip(ordered, found, strict=True):
            angles[node], placed[node] = angle, box
    return placed


def _rings(graph: nx.MultiDiGraph, flat: nx.Graph, center: Node) -> list[list[Node]]:
    hops = nx.single_source_shortest_path_length(flat, center)
    far = 1 + max(hops.values())
    rings: dict[int, list[Node]] = {}
    for node in graph:
        if node != center:
            rings.setdefault(hops.get(node, far), []).append(node)
    found = [rings[hop] for hop in sorted(rings)]
    if found:
        found[0].sort(key=lambda node: _rank(graph, center, node))
    return found


def _rank(graph: nx.MultiDiGraph, center: Node, node: Node) -> int:
    types = [*graph.get_edge_data(center, node, default={}), *graph.get_edge_data(node, center, default={})]
    return min((ORDER.index(type_) for type_ in types if type_ in ORDER), default=len(ORDER))


def _wanted(flat: nx.Graph, ring: Sequence[Node], angles: Mapping[Node, float]) -> dict[Node, float]:
    """The angle each node would like: that of what it hangs on; an even share of the circle on the first ring."""
    even = {node: 2 * math.pi * place / len(ring) for place, node in enumerate(ring)}
    return {node: _mean([angles[near] for near in flat[node] if near in angles], even[node]) for node in ring}


def _mean(angles: Sequence[float], otherwise: float) -> float:
    total = sum((cmath.rect(1, angle) for angle in angles), 0j)
    return cmath.phase(total) % (2 * math.pi) if abs(total) > 1e-6 else otherwise


def _at(angle: float, radius: float, room: tuple[float, float]) -> Box:
    return Box(radius * math.sin(angle), -radius * _FLAT * math.cos(angle), *room)


def _on_one_ring(wanted: Sequence[float], rooms: Sequence[tuple[float, float]], center: Box) -> list[tuple[float, Box]]:
    """The smallest ring on which everything fits."""
    radius = 60.0
    while True:
        boxes = [_at(angle, radius, room) for angle, room in zip(wanted, rooms, strict=True)]
        if all(_is_free(box, (*boxes[:place], center)) for place, box in enumerate(boxes)):
            return list(zip(wanted, boxes, strict=True))
        radius += _STEP


def _starts(flat: nx.Graph, nodes: Iterable[Node], placed: Mapping[Node, Box]) -> list[float]:
    """How far out each node begins to look: beyond what it hangs on."""
    starts = []
    for node in nodes:
        near = [math.hypot(placed[one].x, placed[one].y / _FLAT) for one in flat[node] if one in placed]
        starts.append(min(near, default=0.0) + 60.0)
    return starts


def _wherever(
    wanted: Sequence[float], rooms: Sequence[tuple[float, float]], starts: Sequence[float], placed: Mapping[Node, Box]
) -> list[tuple[float, Box]]:
    """For each in turn the nearest free place, further out or a little aside."""
    taken = list(placed.values())
    found = []
    for angle, room, start in zip(wanted, rooms, starts, strict=True):
        for turned, radius in _tries(angle, start):
            box = _at(turned, radius, room)
            if _is_free(box, taken):
                break
        taken.append(box)
        found.append((turned % (2 * math.pi), box))
    return found


def _tries(angle: float, start: float) -> Iterator[tuple[float, float]]:
    asides = [side * turn * _TURN for turn in range(_TURNS) for side in (1, -1)]
    farthest = 0
    while True:
        # Rings of equal cost: the further aside, the nearer.
        for aside in asides:
            steps = farthest - round(abs(aside) * _DETOUR / _STEP)
            if steps >= 0:
                yield angle + aside, start + steps * _STEP
        farthest += 1


def _is_free(box: Box, taken: Iterable[Box]) -> bool:
    grown = box.grown(GAP / 2)
    return not any(grown.meets(other.grown(GAP / 2)) for other in taken)
