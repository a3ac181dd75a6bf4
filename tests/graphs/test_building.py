"""Parts of a space as networkx graphs, in one call, and out to other tools."""

from __future__ import annotations

import json
from collections import Counter
from xml.etree import ElementTree

import networkx as nx
import pytest

import graphmem
from graphmem import Filter, Id
from graphmem.client.answers import Memory
from graphmem.graphs import chain, chain_network, graphml, neighbourhood, network, node_link, subgraph

BOTH = ["current", "superseded"]


def test_a_neighbourhood_in_one_call(memory: graphmem.Client) -> None:
    made = neighbourhood(memory, "portal")
    portal = memory.entity("Portal")
    assert portal is not None
    assert made.graph == {"picture": "neighbourhood", "center": portal.id, "truncated": False}
    told = {"sort": "entity", "label": "Portal", "kind": "project", "key": "git:portal"}
    assert made.nodes[portal.id] == told
    types = Counter(type_ for _, _, type_ in made.edges(keys=True))
    assert types == {"LEARNING": 3, "SUPERSEDES": 2} | dict.fromkeys(
        ("GOAL", "IMPLEMENTATION", "CAVEAT", "RESOLVES", "LED_TO", "IMPLEMENTS"), 1
    )


def test_what_nobody_said_is_not_there(memory: graphmem.Client, every: dict[str, Memory]) -> None:
    one = every["Use passkeys"]
    told = neighbourhood(memory, one, hops=0).nodes[one.id]
    assert "valid_to" not in told
    assert (told["layer"], told["type"], told["about"]) == ("learning", "decision", "Portal")
    assert told["valid_from"] == "2026-05-01T00:00:00+00:00"


def test_a_neighbourhood_is_bounded_and_read_in_pages(memory: graphmem.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert neighbourhood(memory, "Portal", limit=3).graph["truncated"]
    whole = neighbourhood(memory, "Portal", hops=2)
    monkeypatch.setattr("graphmem.graphs.building.NODES_A_PAGE", 4)
    paged = neighbourhood(memory, "Portal", hops=2)
    assert list(paged) == list(whole)
    assert set(paged.edges(keys=True)) == set(whole.edges(keys=True))
    assert not paged.graph["truncated"]


@pytest.mark.parametrize("center", ["Nobody", Id("ent_none")])
def test_what_is_unknown_has_no_neighbourhood(memory: graphmem.Client, center: str | Id) -> None:
    with pytest.raises(LookupError):
        neighbourhood(memory, center)


def test_a_chain_in_one_call(memory: graphmem.Client, every: dict[str, Memory]) -> None:
    made = chain(memory, start=every["Use passkeys"])
    assert [told["role"] for _, told in made.nodes(data=True)].count("decision") == 3
    assert made.nodes[every["Use passkeys"].id]["depth"] == 0
    resolves = made.edges[every["Use passkeys"].id, every["Sign in must be quick"].id, "RESOLVES"]
    assert (resolves["reason"], resolves["inferred"]) == ("it is one tap", False)
    assert set(chain(memory, thread="sign-in")) >= set(made)
    assert made.nodes[every["Passkeys are built"].id]["missing"] == "outcome"
    with pytest.raises(LookupError):
        chain(memory, entity="Nobody")


def test_answers_become_graphs_as_well(memory: graphmem.Client, every: dict[str, Memory]) -> None:
    trace = memory.trace(memory=every["Use passkeys"])
    graph = memory.graph(every["Use passkeys"])
    assert trace is not None
    assert graph is not None
    assert len(chain_network(trace)) == len(trace.steps)
    assert len(network(graph)) == len(graph.nodes)


def test_a_subgraph_of_what_a_filter_means(memory: graphmem.Client) -> None:
    made = subgraph(memory, Filter(statuses=BOTH))
    sorts = [told["sort"] for _, told in made.nodes(data=True)]
    assert (sorts.count("memory"), sorts.count("entity"), sorts.count("thread")) == (6, 4, 1)
    types = {type_ for _, _, type_ in made.edges(keys=True)}
    assert types >= {"GOAL", "MENTIONS", "IN_THREAD", "SUPERSEDES", "LED_TO"}
    assert not made.graph["truncated"]
    cut = subgraph(memory, Filter(statuses=BOTH), limit=2)
    assert cut.graph["truncated"]
    assert all(link in cut for edge in cut.edges() for link in edge)


def test_a_graph_goes_out_and_comes_back(memory: graphmem.Client) -> None:
    made = subgraph(memory, Filter(statuses=BOTH))
    back = nx.node_link_graph(json.loads(json.dumps(node_link(made))), edges="edges")
    assert (back.nodes, set(back.edges(keys=True))) == (made.nodes, set(made.edges(keys=True)))
    text = graphml(made)
    assert ElementTree.fromstring(text).tag.endswith("graphml")
    read = nx.parse_graphml(text, force_multigraph=True)
    assert nx.get_node_attributes(read, "label") == nx.get_node_attributes(made, "label")


def test_graphml_has_only_characters_that_xml_knows() -> None:
    odd = nx.MultiDiGraph(name="a\x00b")
    odd.add_node("n", label="tab\tand \x1b escape", importance=0.5)
    odd.add_edge("n", "n", key="LED_TO", type="LED_TO", reason="\ud800")
    text = graphml(odd)
    read = nx.parse_graphml(text)
    assert read.nodes["n"] == {"label": "tab\tand \ufffd escape", "importance": 0.5}
    assert read.graph["name"] == "a\ufffdb"
