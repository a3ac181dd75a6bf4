"""The picture of a chain of decisions: time goes downward, arrows point as in the data model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import networkx as nx

from graphmem.client.answers.pictures import Trace
from graphmem.graphs import marks
from graphmem.graphs.building import chain_network
from graphmem.graphs.geometry import Box, Point, around
from graphmem.graphs.layered import Node, Rows, layered
from graphmem.graphs.look import ACCENT, SOFT, words
from graphmem.graphs.picture import Picture
from graphmem.graphs.sheet import MOST_LABELS, Sheet

_CARD: Final = (196.0, 46.0)
_RAIL: Final = 58.0
"""Room for the years at the left, in points."""


def draw_chain(trace: Trace | nx.MultiDiGraph, title: str = "") -> Picture:
    """Draw a chain from top to bottom, from an answer or as networkx has it; at most 40 memories."""
    whole = chain_network(trace) if isinstance(trace, Trace) else trace
    if not len(whole):
        return Sheet((0, 20), title or "A chain without steps").finish("There is nothing to show.")
    nearest = sorted(whole, key=lambda node: whole.nodes[node].get("depth", 0))[:MOST_LABELS]
    shown = whole.subgraph(nearest)
    order = {node: place for place, node in enumerate(whole)}
    nodes = sorted(shown, key=lambda node: (_day(shown.nodes[node]), order[node]))
    rows = layered(nodes, [(source, target) for source, target in shown.edges()], _CARD)
    return _drawn(shown, rows, title or f"A chain of {len(whole)} memories", len(whole) - len(shown))


def _day(told: Mapping[str, Any]) -> str:
    return str(told.get("valid_from") or told.get("created_at") or "")[:10]


def _drawn(shown: nx.MultiDiGraph, rows: Rows, title: str, hidden: int) -> Picture:
    dated = len({_day(told) for _, told in shown.nodes(data=True)}) > 1
    lanes = [Box(x, y, 4, 4) for lane in rows.lanes.values() for passed in lane for x, y in passed]
    whole = around([*rows.boxes.values(), *lanes])
    rail = _RAIL if dated else 0.0
    note = f"{hidden} more memories are not shown" if hidden else ""
    note = note or ("the chain goes on beyond what was asked for" if shown.graph.get("truncated") else "")
    sheet = Sheet(
        (whole.width + rail, whole.height),
        title,
        note,
        nodes=[told for _, told in shown.nodes(data=True)],
        edges={type_ for _, _, type_ in shown.edges(keys=True)},
    )
    left, top = sheet.origin[0] + rail - whole.corner[0], sheet.origin[1] - whole.corner[1]
    placed = {node: box.moved(left, top) for node, box in rows.boxes.items()}
    if dated:
        _years(sheet, shown, rows, placed)
    _edges(sheet, shown, rows, placed, (left, top))
    starts = [node for node, told in shown.nodes(data=True) if told.get("depth") == 0]
    for node, told in shown.nodes(data=True):
        facts = f"{words(str(told['role']))}{f' · {_day(told)}' if dated else ''}"
        marks.card(sheet.canvas, placed[node], told, facts, marked=starts == [node])
        _missing(sheet, told, placed[node])
    return sheet.finish(_said(shown, rows))


def _years(sheet: Sheet, shown: nx.MultiDiGraph, rows: Rows, placed: Mapping[Node, Box]) -> None:
    last = ""
    for row in rows.rows:
        years = sorted(_day(shown.nodes[node])[:4] for node in row)
        label = years[0] if years[0] == years[-1] else f"{years[0]}–{years[-1][2:]}"
        if label != last:
            sheet.canvas.text((sheet.origin[0], placed[row[0]].y + 4), label, 10.5, color=SOFT, weight="bold")
        last = label


def _missing(sheet: Sheet, told: Mapping[str, Any], box: Box) -> None:
    if "missing" in told:
        text = f"no {words(str(told['missing']))} yet"
        sheet.canvas.text((box.x, box.bottom + 9), text, marks.SMALL, color=ACCENT, ha="center", style="italic")


def _edges(sheet: Sheet, shown: nx.MultiDiGraph, rows: Rows, placed: Mapping[Node, Box], offset: Point) -> None:
    lanes = {
        pair: [[(x + offset[0], y + offset[1]) for x, y in passed] for passed in lane]
        for pair, lane in rows.lanes.items()
    }
    ends = _ends(lanes, placed)
    labels = marks.Labels(sheet.canvas, placed.values())
    for source, target, type_ in shown.edges(keys=True):
        pair = (source, target) if (source, target) in lanes else (target, source)
        curve = _through(ends[pair, True], lanes[pair], ends[pair, False])
        curve = curve if pair == (source, target) else curve[::-1]
        inferred = bool(shown.edges[source, target, type_].get("inferred"))
        sheet.canvas.curve(curve, **marks.line_of(type_, inferred=inferred))
        if type_ != "SUPERSEDES":
            labels.along(curve, type_, inferred=inferred)


def _ends(
    lanes: Mapping[tuple[Node, Node], list[list[Point]]], placed: Mapping[Node, Box]
) -> dict[tuple[tuple[Node, Node], bool], Point]:
    """Where each edge leaves the upper card (True) and meets the lower one: side by side, in the order they lead."""
    sides: dict[tuple[Node, bool], list[tuple[float, tuple[Node, Node]]]] = {}
    for (upper, lower), lane in lanes.items():
        sides.setdefault((upper, True), []).append((lane[0][0][0] if lane else placed[lower].x, (upper, lower)))
        sides.setdefault((lower, False), []).append((lane[-1][-1][0] if lane else placed[upper].x, (upper, lower)))
    found: dict[tuple[tuple[Node, Node], bool], Point] = {}
    for (node, above), edges in sides.items():
        box = placed[node]
        for number, (_, pair) in enumerate(sorted(edges, key=lambda edge: edge[0])):
            share = (number + 1) / (len(edges) + 1)
            y = box.bottom + 1.5 if above else box.corner[1] - 1.5
            found[pair, above] = box.corner[0] + box.width * (0.2 + share * 0.6), y
    return found


def _through(start: Point, lane: list[list[Point]], end: Point) -> list[Point]:
    """A smooth curve from above to below, straight where it passes a row."""
    curve = [start]
    for enter, leave in lane:
        curve += [*_bend(curve[-1], enter), enter, leave, leave]
    return [*curve, *_bend(curve[-1], end)]


def _bend(above: Point, below: Point) -> list[Point]:
    reach = (below[1] - above[1]) * 0.5
    return [(above[0], above[1] + reach), (below[0], below[1] - reach), below]


def _said(shown: nx.MultiDiGraph, rows: Rows) -> str:
    steps = [shown.nodes[node] for row in rows.rows for node in row]
    parts = [f"{_day(told)} {words(str(told.get('role', 'memory')))}: {told['label']}" for told in steps]
    return f"From top to bottom: {'; '.join(parts)}."
