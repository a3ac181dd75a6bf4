"""Pictures: the same each time, any script, hostile text as text, at most 40 labels, an explanation of every sign."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

import graphmem
from graphmem.client.answers import EntitySummary, HeatBand, Memory, PossibleDuplicate
from graphmem.domain.kinds import EntityKind
from graphmem.graphs import (
    Picture,
    chain,
    draw_chain,
    draw_health,
    draw_lines,
    draw_neighbourhood,
    draw_timeline,
    neighbourhood,
)
from graphmem.graphs.look import LAYERS, tint, words
from tests.graphs.conftest import day

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: Picture) -> str:
    """All that is written in a picture, its title and description not counted."""
    root = ElementTree.fromstring(picture.svg)
    return " | ".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))


def test_a_neighbourhood(memory: graphmem.Client) -> None:
    picture = draw_neighbourhood(neighbourhood(memory, "Portal", hops=2), "The portal")
    written = texts(picture)
    for part in ("The portal", "Portal", "Use passkeys", "⌁ sign-in", "Mira Holm", "東京"):
        assert part in written
    for sign in ("◎ goal", "superseded", "replaces", "mentions", "on thread", "person", "company", "project"):
        assert sign in written
    assert "emotion" not in written


def test_an_answer_is_drawn_as_its_graph_is(memory: graphmem.Client) -> None:
    portal = memory.entity("Portal")
    assert portal is not None
    answer = memory.graph(portal)
    assert answer is not None
    assert draw_neighbourhood(answer) == draw_neighbourhood(neighbourhood(memory, portal))


def test_pictures_are_the_same_each_time(memory: graphmem.Client) -> None:
    graph = neighbourhood(memory, "Portal", hops=2)
    assert draw_neighbourhood(graph).svg == draw_neighbourhood(graph).svg


def test_texts_are_texts(memory: graphmem.Client) -> None:
    picture = draw_neighbourhood(neighbourhood(memory, "Portal"))
    assert "<script>" not in picture.svg
    assert "<script>alert(1)" in texts(picture)
    assert "$x" not in texts(picture) or "$" in texts(picture)


def test_a_picture_says_what_it_shows(memory: graphmem.Client, tmp_path: Path) -> None:
    picture = draw_chain(chain(memory, thread="sign-in"), "How we sign in")
    root = ElementTree.fromstring(picture.svg)
    assert root.get("role") == "img"
    assert [root.findtext(f"{SVG}{name}") for name in ("title", "desc")] == picture.alt.split(": ", 1)
    assert "2026-05-01 decision: Use passkeys" in picture.alt
    assert repr(picture) == f"<Picture: {picture.alt}>"
    assert picture.save(tmp_path / "chain.svg").read_text(encoding="utf-8") == picture._repr_svg_()


def test_a_chain_goes_downward_in_time(memory: graphmem.Client, every: dict[str, Memory]) -> None:
    picture = draw_chain(chain(memory, start=every["Use passkeys"]))
    root = ElementTree.fromstring(picture.svg)
    heights = {"".join(node.itertext()): float(node.get("y", "0")) for node in root.iter(f"{SVG}text")}
    order = ["Sign in must be quick", "Use passwords", "Use magic links", "Use passkeys", "Passkeys are built"]
    assert [heights[title] for title in order] == sorted(heights[title] for title in order)
    assert {"2026", "implements", "resolves", "led to", "no outcome yet"} <= set(heights)


def test_a_chain_of_one_day_shows_no_dates() -> None:
    graph = nx.MultiDiGraph(truncated=True)
    for number in range(2):
        told = {"layer": "goal", "role": "goal", "depth": number, "created_at": "2026-01-01T00:00:00+00:00"}
        graph.add_node(number, sort="memory", label=f"Step {number}", **told)
    graph.add_edge(0, 1, key="LED_TO", inferred=True)
    written = texts(draw_chain(graph))
    assert "2026" not in written
    assert "led to (inferred)" in written
    assert "goes on" in written


def test_more_than_forty_labels_are_too_many() -> None:
    graph = nx.MultiDiGraph(center=0, truncated=True)
    graph.add_node(0, sort="entity", label="Hub", kind="project")
    for number in range(1, 60):
        graph.add_node(number, sort="memory", label=f"Memory {number}", layer="context", type="note", role="context")
        graph.add_edge(0, number, key="CONTEXT")
    graph.add_node(60, sort="entity", label="Other", kind="person")
    graph.add_edge(1, 60, key="MENTIONS")
    written = texts(draw_neighbourhood(graph))
    assert written.count("Memory ") == 38
    assert "61 nodes, 21 of them without a label, and more that are not shown" in written
    few = graph.subgraph([0, 1, 2])
    assert "3 nodes, and more" in texts(draw_neighbourhood(few))
    memories = graph.subgraph(range(1, 60))
    assert "19 more memories are not shown" in texts(draw_chain(memories))


def test_lines_show_when_each_held(memory: graphmem.Client, every: dict[str, Memory]) -> None:
    trace = memory.trace(memory=every["Use passwords"])
    assert trace is not None
    picture = draw_lines(trace)
    assert "2026-03-01 – 2026-05-01" in texts(picture)
    assert "Use passwords (2026-02-01 to 2026-03-01); Use magic links" in picture.alt
    alone = replace(trace, lines=())
    assert draw_lines(alone).alt.startswith("Nothing was replaced")


def test_a_timeline_joins_what_was_replaced(memory: graphmem.Client) -> None:
    linked = list(memory.linked_memories(graphmem.Filter(statuses=["current", "superseded"])))
    assert "replaces" in texts(draw_timeline(linked, now=day(12)))
    assert "Feb 2026" in texts(draw_timeline(linked, now=day(7)))
    assert "1 memories in time" in texts(draw_timeline(linked[:1]))
    assert "0 memories" in texts(draw_timeline([]))


def test_a_long_timeline_is_cut(every: dict[str, Memory]) -> None:
    one = every["Use passkeys"]
    many = [replace(one, id=f"mem_{number}", valid_from=day(1) + timedelta(hours=number)) for number in range(50)]
    written = texts(draw_timeline(many))
    assert "10 more are not shown" in written
    moment = replace(one, valid_from=day(1), valid_to=day(1))
    assert "2026-01-01" in draw_timeline([moment, one]).alt


def test_health_counts_layers_heat_and_what_waits(memory: graphmem.Client, every: dict[str, Memory]) -> None:
    left, right = (EntitySummary(f"ent_{name}", EntityKind.PERSON, name, None) for name in ("Ann Lee", "Anne Lee"))
    pair = PossibleDuplicate("dup_1", left, right, 91.0, (), day(1), "c")
    hot = replace(every["Use passkeys"].heat, score=99.0, band=HeatBand.HOT)
    memories = [*every.values(), replace(every["Use passkeys"], heat=hot)]
    waiting = {"possible duplicates": 1, "open conflicts": 0}
    picture = draw_health(memory.overview().layers, memories, waiting, "Healthy?", [pair])
    for part in ("Healthy?", "Ann Lee ≟ Anne Lee", "91", "possible duplicates", "hot  1", "▲ caveat"):
        assert part in texts(picture)
    assert "1 possible duplicates" in picture.alt
    assert "waiting: nothing" in draw_health([], [], {}).alt


def test_nothing_is_drawn_as_nothing() -> None:
    assert "nothing to show" in draw_neighbourhood(nx.MultiDiGraph()).alt
    assert "nothing to show" in draw_chain(nx.MultiDiGraph()).alt


@pytest.mark.parametrize("kind", ["person", "company", "project", "concept", "file", "other"])
def test_every_kind_has_a_shape(kind: str) -> None:
    graph = nx.MultiDiGraph(center="n")
    graph.add_node("n", sort="entity", label="Thing", kind=kind)
    assert kind in texts(draw_neighbourhood(graph))


def contrast(colour: str) -> float:
    """WCAG's contrast of a colour on white."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


@pytest.mark.parametrize("layer", LAYERS)
def test_colours_can_be_read_on_white_and_are_the_explorers(layer: str) -> None:
    sheet = Path(graphmem.__file__).parent / "api/static/explore/css/base.css"
    assert contrast(LAYERS[layer]) >= 4.5
    assert f"--layer-{layer}: light-dark({LAYERS[layer]}," in sheet.read_text(encoding="utf-8")


def test_words_and_tints() -> None:
    assert words("IN_THREAD") == "in thread"
    assert tint("#000000", 0) == "#ffffff"


def test_without_matplotlib_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"graphmem\[notebooks\]"):
        draw_timeline([])
