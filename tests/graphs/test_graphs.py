"""Answers as networkx graphs and as pictures: the same each time, hostile text and any script included."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import graphmem
from graphmem.graphs import (
    chain_network,
    draw_chain,
    draw_health,
    draw_lines,
    draw_neighbourhood,
    draw_timeline,
    graphml,
    network,
    node_link,
)
from graphmem.graphs.palette import tint
from graphmem.graphs.picture import MOST_LABELS, Canvas, shortened


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[graphmem.Client]:
    """A client on a store of its own, with a goal, a line of three, a work and strange names."""
    with graphmem.connect(tmp_path_factory.mktemp("graphs") / "store") as client:
        goal = client.remember("Sign in must be quick", about="Portal", layer="goal", thread="t").memory
        first = client.remember("Use passwords", about="Portal", layer="decision", thread="t").memory
        second = client.remember("Use magic links", about="Portal", layer="decision", supersedes=[first]).memory
        links = [graphmem.NewLink(goal, "resolves")]
        third = client.remember("Use passkeys", about="Portal", layer="decision", supersedes=[second], links=links)
        works = [graphmem.NewLink(third.memory, "implements")]
        client.remember("Passkeys are built", about="Portal", layer="implementation", links=works)
        client.remember("<script>alert(1)</script> & 東京 🚀 $x_1$", about="Portal", layer="caveat", mentions=["東京"])
        yield client


def title_of(client: graphmem.Client, title: str) -> str:
    """The id of the memory with a title."""
    every = client.memories(graphmem.Filter(statuses=["current", "superseded"]))
    return next(found.id for found in every if found.title == title)


def texts(svg: str) -> str:
    """All text of a picture."""
    return " ".join(ElementTree.fromstring(svg).itertext())


def test_a_neighbourhood_is_a_network(memory: graphmem.Client) -> None:
    portal = memory.entity("Portal")
    assert portal is not None
    graph = memory.graph(portal, hops=2)
    assert graph is not None
    made = network(graph)
    assert made.nodes[portal.id] == {"type": "entity", "label": "Portal", "kind": portal.kind.value}
    assert {kind for _, _, kind in made.edges(keys=True)} >= {"GOAL", "LEARNING", "SUPERSEDES", "MENTIONS", "IN_THREAD"}
    assert len(json.loads(json.dumps(node_link(made)))["nodes"]) == len(graph.nodes)
    assert ElementTree.fromstring(graphml(made)).tag.endswith("graphml")


def test_a_chain_is_a_network(memory: graphmem.Client) -> None:
    chain = memory.trace(memory=title_of(memory, "Use passkeys"))
    assert chain is not None
    made = chain_network(chain)
    assert [data["role"] for _, data in made.nodes(data=True)].count("decision") == 3
    assert all("inferred" in data for *_, data in made.edges(data=True))


def test_pictures_are_the_same_each_time_and_show_text_as_text(memory: graphmem.Client) -> None:
    portal = memory.entity("Portal")
    assert portal is not None
    graph = memory.graph(portal, hops=2)
    assert graph is not None
    one, two = draw_neighbourhood(graph), draw_neighbourhood(graph)
    assert one.svg == two.svg
    assert "<script>alert" not in one.svg
    assert "<script>" in texts(one.svg)
    assert "東京" in texts(one.svg)
    assert "nodes" in repr(one)


def test_a_chain_shows_what_replaced_what(memory: graphmem.Client, tmp_path: Path) -> None:
    chain = memory.trace(memory=title_of(memory, "Use passkeys"))
    assert chain is not None
    drawn = draw_chain(chain, "How we sign in")
    for part in ("How we sign in", "Use passwords", "Use magic links", "Use passkeys", "implements", "superseded"):
        assert part in texts(drawn.svg)
    assert "Use passkeys" in texts(draw_lines(chain).svg)
    assert drawn.save(tmp_path / "chain.svg").read_text() == drawn.svg


def test_time_and_health_are_drawn(memory: graphmem.Client) -> None:
    every = list(memory.memories(graphmem.Filter(statuses=["current", "superseded"])))
    assert "Use magic links" in texts(draw_timeline(every).svg)
    assert "0 memories" in texts(draw_timeline([]).svg)
    overview = memory.overview()
    drawn = draw_health(overview.layers, memory.memories(), {"possible duplicates": 3})
    assert "possible duplicates" in texts(drawn.svg)


def test_labels_are_cut_and_colours_fade() -> None:
    assert shortened("one\n two", 40) == "one two"
    assert len(shortened("x" * 100)) == 34
    assert tint("#000000", 1.0) == "#ffffff"
    assert MOST_LABELS == 40


def test_without_matplotlib_the_remedy_is_said(memory: graphmem.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"graphmem\[notebooks\]"):
        draw_timeline([])


def test_a_canvas_has_no_picture_before_its_end() -> None:
    with pytest.raises(RuntimeError):
        Canvas(None, None).finished()
