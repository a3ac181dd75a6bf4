"""Where things stand: nothing overlaps, time goes downward, the same graph gives the same places."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.graphs.geometry import Box, around, bow, part_of, point_on
from graphmem.graphs.layered import WIDEST, layered
from graphmem.graphs.radial import radial

CARD = (150.0, 45.0)


def overlapping(boxes: list[Box]) -> int:
    """How many pairs overlap."""
    return sum(one.meets(other) for place, one in enumerate(boxes) for other in boxes[:place])


@st.composite
def graphs(draw: st.DrawFn) -> nx.MultiDiGraph:
    """Any graph of a few nodes, connected or not."""
    count = draw(st.integers(1, 24))
    ends = st.integers(0, count - 1)
    made = nx.MultiDiGraph()
    made.add_nodes_from(range(count))
    for source, target in draw(st.lists(st.tuples(ends, ends), max_size=40)):
        made.add_edge(source, target, key="LED_TO")
    return made


@settings(max_examples=40, deadline=None)
@given(graphs())
def test_around_a_centre_nothing_overlaps(graph: nx.MultiDiGraph) -> None:
    sizes = {node: CARD if node % 3 else (60.0, 30.0) for node in graph}
    boxes = radial(graph, 0, sizes)
    assert set(boxes) == set(graph)
    assert (boxes[0].x, boxes[0].y) == (0, 0)
    assert overlapping(list(boxes.values())) == 0
    assert radial(graph, 0, sizes) == boxes


def test_the_inner_ring_is_in_the_order_of_the_layers() -> None:
    graph = nx.MultiDiGraph()
    for node, type_ in enumerate(["CAVEAT", "GOAL", "MENTIONS", "CONTEXT"], 1):
        graph.add_edge(0, node, key=type_)
    boxes = radial(graph, 0, dict.fromkeys(graph, (40.0, 20.0)))
    top, right, bottom, left = (boxes[node] for node in (2, 4, 1, 3))
    assert top.y < right.y < bottom.y
    assert right.y == pytest.approx(left.y)
    assert left.x < top.x < right.x


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_rows_go_downward_in_time(graph: nx.MultiDiGraph) -> None:
    edges = [(source, target) for source, target in graph.edges() if source != target]
    rows = layered(list(graph), edges, CARD)
    assert overlapping(list(rows.boxes.values())) == 0
    places = {node: place for place, row in enumerate(rows.rows) for node in row}
    assert [places[node] for node in graph] == sorted(places.values())
    assert all(len(row) <= WIDEST for row in rows.rows)
    for one, other in edges:
        assert rows.boxes[one].y != rows.boxes[other].y
    for (upper, lower), lane in rows.lanes.items():
        heights = [rows.boxes[upper].y, *(y for passed in lane for _, y in passed), rows.boxes[lower].y]
        assert heights == sorted(heights)


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_lanes_pass_beside_cards(graph: nx.MultiDiGraph) -> None:
    edges = [(source, target) for source, target in graph.edges() if source != target]
    rows = layered(list(graph), edges, CARD)
    points = [Box(x, (y0 + y1) / 2, 1, 1) for lane in rows.lanes.values() for (x, y0), (_, y1) in lane]
    assert not any(point.meets(box) for point in points for box in rows.boxes.values())


def test_boxes_and_curves() -> None:
    box = Box(10, 10, 20, 10)
    assert box.holds((20, 15))
    assert not box.holds((21, 10))
    assert around([box, box.moved(20, 0)]) == Box(20, 10, 40, 10)
    assert around([]) == Box(0, 0, 0, 0)
    curve = bow((0, 0), (100, 0), 10)
    assert point_on(curve, 0.5) == pytest.approx((50, -10))
    assert point_on(curve, 1.0) == pytest.approx((100, 0))
    assert bow((0, 0), (0, 0), 5)[0] == (0, 0)
    part = part_of(curve, 0.25, 0.75)
    assert [part[0], part[-1]] == [pytest.approx(point_on(curve, share)) for share in (0.25, 0.75)]
    assert point_on(part, 0.5) == pytest.approx(point_on(curve, 0.5))
