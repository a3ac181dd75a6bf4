"""The picture of what is around a thing: each memory in its layer's colour, each entity in the shape of its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import networkx as nx

from graphmem.client.answers.pictures import Graph
from graphmem.graphs import marks
from graphmem.graphs.building import network
from graphmem.graphs.geometry import Box, Point, around, bow, part_of, point_on
from graphmem.graphs.lettering import width, wrapped
from graphmem.graphs.look import words
from graphmem.graphs.picture import Picture
from graphmem.graphs.radial import Node, radial
from graphmem.graphs.sheet import MOST_LABELS, Sheet

_NAME: Final = 104.0
_FINE: Final = 400
"""In so many steps a curve is looked at."""

_DOT: Final = (14.0, 10.0)


def draw_neighbourhood(graph: Graph | nx.MultiDiGraph, title: str = "") -> Picture:
    """Draw what is around a node, from an answer or as networkx has it; at most 40 nodes carry a label."""
    shown = network(graph) if isinstance(graph, Graph) else graph
    if not len(shown):
        return Sheet((0, 20), title or "Nothing here").finish("There is nothing to show.")
    center = shown.graph.get("center")
    center = center if center in shown else max(shown, key=shown.degree)
    labelled = _labelled(shown, center)
    sizes = {node: _size(shown.nodes[node], node in labelled, node == center) for node in shown}
    boxes = radial(shown, center, sizes)
    return _drawn(shown, center, labelled, boxes, title or _title(shown, center))


def _title(shown: nx.MultiDiGraph, center: Node) -> str:
    return f"Around {shown.nodes[center]['label']}"


def _labelled(shown: nx.MultiDiGraph, center: Node) -> set[Node]:
    """The centre, then entities and threads, then what has most edges."""
    order = {node: place for place, node in enumerate(shown)}

    def rank(node: Node) -> tuple[bool, bool, int, int]:
        return node != center, shown.nodes[node]["sort"] == "memory", -shown.degree(node), order[node]

    return set(sorted(shown, key=rank)[:MOST_LABELS])


def _size(told: Mapping[str, Any], labelled: bool, center: bool) -> tuple[float, float]:
    if not labelled:
        return _DOT
    if told["sort"] == "memory":
        return marks.CARD
    if told["sort"] == "thread":
        return min(width(str(told["label"]), marks.NORMAL) + 34, 150), 20
    size = 10.5 if center else marks.NORMAL
    lines = wrapped(str(told["label"]), _NAME + 30 * center, size, 2)
    room = max([width(line, size) * 1.08 for line in lines] + [36])
    return room, (36 if center else 20) + len(lines) * (size + 2.5) + 4


def _drawn(shown: nx.MultiDiGraph, center: Node, labelled: set[Node], boxes: Mapping[Node, Box], title: str) -> Picture:
    whole = around(boxes.values())
    hidden = len(shown) - len(labelled)
    note = f"{len(shown)} nodes, {hidden} of them without a label" if hidden else ""
    note += ", and more that are not shown" if shown.graph.get("truncated") and note else ""
    note = note or (f"{len(shown)} nodes, and more that are not shown" if shown.graph.get("truncated") else "")
    sheet = Sheet(
        (whole.width, whole.height),
        title,
        note,
        nodes=[told for _, told in shown.nodes(data=True)],
        edges={type_ for _, _, type_ in shown.edges(keys=True)},
    )
    left, top = sheet.origin[0] - whole.corner[0], sheet.origin[1] - whole.corner[1]
    placed = {node: box.moved(left, top) for node, box in boxes.items()}
    _edges(sheet, shown, placed, placed[center].center)
    for node, told in shown.nodes(data=True):
        _node(sheet, told, placed[node], node in labelled, node == center)
    return sheet.finish(_said(shown, center))


def _node(sheet: Sheet, told: Mapping[str, Any], box: Box, labelled: bool, center: bool) -> None:
    if told["sort"] == "entity" and labelled:
        marks.entity(sheet.canvas, box, told, marked=center)
    elif told["sort"] == "entity":
        marks.shape(sheet.canvas, box.center, 5, str(told.get("kind", "other")).upper())
    elif told["sort"] == "thread":
        marks.thread(sheet.canvas, box, told)
    elif labelled:
        marks.card(sheet.canvas, box, told, _facts(told), marked=center)
    else:
        marks.dot(sheet.canvas, box.center, told)


def _facts(told: Mapping[str, Any]) -> str:
    since = str(told.get("valid_from", ""))[:10]
    return " · ".join(part for part in (words(str(told.get("type", ""))), since) if part)


def _edges(sheet: Sheet, shown: nx.MultiDiGraph, placed: Mapping[Node, Box], middle: Point) -> None:
    labels = marks.Labels(sheet.canvas, placed.values())
    several: Counter[frozenset[Node]] = Counter()
    for source, target, type_ in shown.edges(keys=True):
        spoken = _between(shown, (source, target))
        bend = _bend(placed[source].center, placed[target].center, middle) if spoken else 0.0
        bend *= 1 + 0.8 * several[frozenset((source, target))]
        several[frozenset((source, target))] += 1
        curve = _trimmed(placed[source], placed[target], bend)
        inferred = bool(shown.edges[source, target, type_].get("inferred"))
        sheet.canvas.curve(curve, **marks.line_of(type_, inferred=inferred))
        if spoken and type_ != "SUPERSEDES":
            labels.along(curve, type_, inferred=inferred)


def _between(shown: nx.MultiDiGraph, edge: Sequence[Node]) -> bool:
    return all(shown.nodes[node]["sort"] == "memory" for node in edge[:2])


def _bend(source: Point, target: Point, middle: Point) -> float:
    """Edges between memories bow away from the centre, so that they don't cross what is there."""
    across, down = target[0] - source[0], target[1] - source[1]
    side = across * (middle[1] - source[1]) - down * (middle[0] - source[0])
    return (1 if side > 0 else -1) * min(26.0, 0.14 * (abs(across) + abs(down)))


def _trimmed(source: Box, target: Box, bend: float) -> list[Point]:
    """The part of a curve between two boxes that lies outside of both."""
    curve = bow(source.center, target.center, bend)
    shares = [number / _FINE for number in range(_FINE + 1)]
    leaves = max(share for share in shares if source.grown(1).holds(point_on(curve, share)))
    enters = min(share for share in shares if target.grown(2).holds(point_on(curve, share)))
    return part_of(curve, leaves, enters) if leaves < enters else curve


def _said(shown: nx.MultiDiGraph, center: Node) -> str:
    around_it = [f"{told['sort']} {told['label']}" for node, told in shown.nodes(data=True) if node != center]
    rest = f" and {len(around_it) - MOST_LABELS} more" if len(around_it) > MOST_LABELS else ""
    return f"Around {shown.nodes[center]['label']}: {'; '.join(around_it[:MOST_LABELS])}{rest}."
