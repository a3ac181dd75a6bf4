"""Neighbourhood, overview, brief and preview through GraphQL on a real space."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import ATLAS, Client
from tests.conftest import Clock

GRAPH = """query ($center: ID!, $hops: Int, $limit: Int, $after: String, $asOf: AsOfInput) {
  graph(center: $center, hops: $hops, limit: $limit, after: $after, asOf: $asOf) {
    nodes { __typename id ... on Entity { name } ... on Memory { content } ... on Thread { key } }
    edges { from to type at } counts { node type shown total } truncated endCursor } }"""


def test_the_graph_around_an_entity(client: Client) -> None:
    first = client.create("One.", layer="goal", thread={"key": "t"})
    second = client.create("Two.", layer="caveat", mentions=[{"mention": {"name": "Zeus"}}])
    client.do("linkMemories", {"from": first, "relation": "LED_TO", "to": second}, "link { id }")
    entity = client.ask("query ($id: ID) { memory(id: $id) { entity { id } } }", id=first)["memory"]["entity"]["id"]
    graph = client.ask(GRAPH, center=entity, hops=2)["graph"]
    assert [node["__typename"] for node in graph["nodes"]].count("Memory") == 2
    assert {node.get("name") or node.get("key") or node["content"] for node in graph["nodes"]} == {
        "Atlas",
        "One.",
        "Two.",
        "Zeus",
        "t",
    }
    kinds = {(edge["from"], edge["to"]): edge["type"] for edge in graph["edges"]}
    assert kinds[entity, first] == "GOAL"
    assert kinds[entity, second] == "CAVEAT"
    assert kinds[first, second] == "LED_TO"
    assert (graph["truncated"], graph["endCursor"]) == (False, None)
    page = client.ask(GRAPH, center=entity, limit=1)["graph"]
    assert page["truncated"] is True
    counts = {count["type"]: (count["shown"], count["total"]) for count in page["counts"]}
    assert counts == {"GOAL": (0, 1), "CAVEAT": (0, 1)}
    rest = client.ask(GRAPH, center=entity, hops=None, limit=None, after=page["endCursor"])["graph"]
    assert {node["id"] for node in rest["nodes"]} == {first, second}
    assert client.ask(GRAPH, center="mem_0")["graph"] is None


def test_the_overview(client: Client) -> None:
    made = client.create("We will use NATS.", axes={"type": "DECISION", "state": "DECIDED"})
    query = """query ($limit: Int) { overview(limit: $limit) { entities { name momentum { band } }
        layers { layer count } hot { id } cold { id } openDecisions { id } } }"""
    overview = client.ask(query)["overview"]
    assert [entity["name"] for entity in overview["entities"]] == ["Atlas"]
    assert {row["layer"]: row["count"] for row in overview["layers"]}["CONTEXT"] == 1
    assert overview["hot"] == overview["cold"] == overview["openDecisions"] == [{"id": made}]
    assert client.ask(query, limit=None)["overview"] == overview


def test_the_brief(client: Client) -> None:
    client.create("Handle with care.", layer="caveat", paths=["src/a.py"])
    client.create("It is old.", paths=["src/a.py"])
    query = """query ($paths: [String!], $entities: [EntityRef!], $maxBytes: Int) {
        brief(paths: $paths, entities: $entities, maxBytes: $maxBytes) {
            text bytes items { memory { layer } excerpt path } cut { layer count } } }"""
    brief = client.ask(query, paths=["src"])["brief"]
    assert [item["excerpt"] for item in brief["items"]] == ["Handle with care.", "It is old."]
    assert {item["path"] for item in brief["items"]} == {"src/a.py"}
    assert brief["bytes"] == len(brief["text"].encode())
    assert brief["cut"] == []
    assert client.ask(query, entities=[ATLAS], maxBytes=None)["brief"]["items"]
    short = client.ask(query, paths=["src"], maxBytes=100)["brief"]
    assert short["bytes"] <= 100
    assert sum(row["count"] for row in short["cut"]) == 2 - len(short["items"])
    assert client.ask(query)["brief"]["items"] == []


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ('{ graph(center: "x", hops: 9) { truncated } }', ["hops"]),
        ('{ graph(center: "x", limit: 0) { truncated } }', ["limit"]),
        ('{ graph(center: "x", after: "nonsense") { truncated } }', ["after"]),
        ('{ graph(center: "x", asOf: {valid: "soon"}) { truncated } }', ["asOf", "valid"]),
        ("{ overview(limit: 0) { hot { id } } }", ["limit"]),
        ("{ brief(maxBytes: 1) { text } }", ["maxBytes"]),
    ],
)
def test_what_no_picture_can_be_made_of(
    bystander: Client, query: str, path: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    result = bystander.run(query)
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "INVALID", "path": path}


PREVIEW = """query ($input: CreateMemoryInput!) { previewMemory(input: $input) {
    outcome memory { content } resolution { outcome } errors { code path } } }"""


def test_a_preview_writes_nothing(bystander: Client) -> None:
    given = {"entity": ATLAS, "layer": "goal", "content": "A thought."}
    preview = bystander.ask(PREVIEW, input=given)["previewMemory"]
    assert (preview["outcome"], preview["resolution"], preview["errors"]) == ("PREVIEW", {"outcome": "NEW"}, [])
    refused = bystander.ask(PREVIEW, input={**given, "content": ""})["previewMemory"]
    assert (refused["outcome"], refused["memory"]) == ("REFUSED", None)
    assert refused["errors"] == [{"code": "INVALID", "path": ["input", "content"]}]
    assert bystander.ask("{ stats { events } }")["stats"]["events"] == 0


DIFF = """query ($id: ID!, $from: AsOfInput!, $to: AsOfInput) { node(id: $id) { ... on Entity {
    diff(from: $from, to: $to) { added { content } changed { memory { content } axes before { content }
    after { content } } superseded { id } forgotten renamedFrom merges { name } } } } }"""


def test_what_became_of_an_entity(client: Client, clock: Clock, capfd: pytest.CaptureFixture[str]) -> None:
    kept, gone = client.create("Before."), client.create("Gone.")
    entity = client.ask("query ($id: ID) { memory(id: $id) { entity { id } } }", id=kept)["memory"]["entity"]["id"]
    clock.turn(days=2)
    client.do("updateMemory", {"id": kept, "content": "After."}, "outcome")
    client.do("forgetMemory", {"id": gone}, "outcome")
    client.do("updateEntity", {"id": entity, "name": "Titan"}, "entity { id }")
    client.create("New.", entity="Titan")
    day: dict[str, Any] = {"recorded": "2026-01-02T00:00:00Z"}
    diff = client.ask(DIFF, id=entity, **{"from": day})["node"]["diff"]
    assert diff["added"] == [{"content": "New."}]
    [changed] = diff["changed"]
    assert (changed["before"]["content"], changed["after"]["content"]) == ("Before.", "After.")
    assert "WHAT" in changed["axes"]
    assert (diff["forgotten"], diff["renamedFrom"], diff["merges"]) == ([gone], "Atlas", [])
    early = {"recorded": "2025-01-01T00:00:00Z"}
    for given, code in ((early, "NOT_FOUND"), ({"recorded": "soon"}, "INVALID")):
        result = client.run(DIFF, id=entity, **{"from": early, "to": given})
        assert result.errors is not None
        assert result.errors[0].extensions is not None
        assert (result.errors[0].extensions["code"], result.errors[0].extensions["path"][0]) == (code, "to")
