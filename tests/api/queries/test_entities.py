"""Reading entities and resolving mentions through GraphQL on a real space."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Client
from tests.conftest import Clock

ENTITY = """query ($ref: EntityRef!, $asOf: AsOfInput) { entity(ref: $ref, asOf: $asOf) {
    __typename id kind name key aliases { name source addedAt } attributes version createdAt updatedAt
    mergedFrom { id name at by } momentum { score band } layers { layer count } } }"""


def named(name: str) -> dict[str, Any]:
    return {"mention": {"name": name, "kind": "PROJECT"}}


def test_an_entity_is_found_by_name_key_or_id(client: Client) -> None:
    client.create("One.", layer="caveat")
    client.create("Two.")
    entity = client.ask(ENTITY, ref=named("atlas"))["entity"]
    assert (entity["name"], entity["kind"], entity["version"]) == ("Atlas", "PROJECT", 1)
    assert {row["layer"]: row["count"] for row in entity["layers"]} == {
        "GOAL": 0,
        "CONTEXT": 1,
        "EMOTION": 0,
        "IMPLEMENTATION": 0,
        "CAVEAT": 1,
        "LEARNING": 0,
    }
    assert 0 <= entity["momentum"]["score"] <= 10
    client.do("updateEntity", {"id": entity["id"], "key": "k:atlas"}, "entity { id }")
    changed = client.ask(ENTITY, ref={"key": "k:atlas"})["entity"]
    assert changed["id"] == entity["id"]
    assert client.ask(ENTITY, ref={"id": entity["id"]})["entity"] == changed
    for ref in ({"id": "ent_0"}, {"key": "no"}, named("Nobody")):
        assert client.ask(ENTITY, ref=ref)["entity"] is None


def test_an_entity_as_it_was(client: Client, clock: Clock) -> None:
    client.create("One.")
    first = client.ask(ENTITY, ref=named("Atlas"))["entity"]
    clock.turn(days=1)
    client.do("updateEntity", {"id": first["id"], "name": "Hercules"}, "entity { id }")
    then = {"recorded": "2026-01-01T12:00:00Z"}
    assert client.ask(ENTITY, ref={"id": first["id"]}, asOf=then)["entity"]["name"] == "Atlas"
    assert client.ask(ENTITY, ref={"id": first["id"]})["entity"]["name"] == "Hercules"


@pytest.fixture
def pantheon(client: Client) -> Client:
    """A space with entities of two kinds that share memories."""
    client.create("One.", entity="Atlas", mentions=[named("Hercules")])
    client.create("Two.", entity="Atlas", mentions=[named("Hercules"), named("Zeus")])
    client.create("Three.", entity="Élan")
    person = {"mention": {"name": "Ada Lovelace", "kind": "PERSON"}}
    client.do("createMemory", {"entity": person, "layer": "goal", "content": "Four."}, "outcome")
    return client


NAMES = """query ($kinds: [EntityKind!], $prefix: String, $first: Int, $after: String)
{ entities(kinds: $kinds, namePrefix: $prefix, first: $first, after: $after)
  { nodes { name } edges { cursor node { name } } totalCount pageInfo { endCursor hasNextPage } } }"""


@pytest.mark.parametrize(
    ("variables", "names"),
    [
        ({}, ["Ada Lovelace", "Atlas", "Hercules", "Zeus", "Élan"]),
        ({"kinds": ["PERSON"]}, ["Ada Lovelace"]),
        ({"prefix": "a"}, ["Ada Lovelace", "Atlas"]),
        ({"prefix": "elan"}, ["Élan"]),
        ({"kinds": ["PROJECT"], "prefix": "A"}, ["Atlas"]),
        ({"kinds": None, "prefix": None, "first": None}, ["Ada Lovelace", "Atlas", "Hercules", "Zeus", "Élan"]),
    ],
    ids=repr,
)
def test_entities_by_kind_and_prefix(pantheon: Client, variables: dict[str, Any], names: list[str]) -> None:
    page = pantheon.ask(NAMES, **variables)["entities"]
    assert [node["name"] for node in page["nodes"]] == names
    assert page["totalCount"] == len(names)


def test_entities_in_pages(pantheon: Client) -> None:
    page = pantheon.ask(NAMES, first=2)["entities"]
    assert page["pageInfo"]["hasNextPage"] is True
    rest = pantheon.ask(NAMES, first=9, after=page["pageInfo"]["endCursor"])["entities"]
    assert [node["name"] for node in rest["nodes"]] == ["Hercules", "Zeus", "Élan"]


def test_related_entities_share_memories(pantheon: Client) -> None:
    query = """query ($ref: EntityRef!) { entity(ref: $ref) { related(first: 5) {
        edges { cursor sharedMemories node { name } } pageInfo { hasNextPage } } } }"""
    edges = pantheon.ask(query, ref=named("Atlas"))["entity"]["related"]["edges"]
    assert [(edge["node"]["name"], edge["sharedMemories"]) for edge in edges] == [("Hercules", 2), ("Zeus", 1)]


def test_the_memories_of_an_entity(pantheon: Client, capfd: pytest.CaptureFixture[str]) -> None:
    query = """query ($ref: EntityRef!, $filter: MemoryFilter, $order: MemoryOrder) { entity(ref: $ref) {
        memories(filter: $filter, order: $order, first: 5) { nodes { content mentions { entity { name } } } } } }"""
    atlas = pantheon.ask(query, ref=named("Atlas"), order={"direction": "ASC"})["entity"]["memories"]
    assert [node["content"] for node in atlas["nodes"]] == ["One.", "Two."]
    none = pantheon.ask(query, ref=named("Atlas"), filter={"layers": ["GOAL"]})["entity"]["memories"]
    assert none["nodes"] == []
    result = pantheon.run(query, ref=named("Atlas"), filter={"entities": [{"id": "ent_0"}]})
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "INVALID", "path": ["filter", "entities"]}


def test_the_timeline_of_an_entity(pantheon: Client) -> None:
    query = """query ($ref: EntityRef!) { entity(ref: $ref) { timeline(first: 10) {
        nodes { type number agent entity { name } } } } }"""
    events = pantheon.ask(query, ref=named("Atlas"))["entity"]["timeline"]["nodes"]
    assert [event["type"] for event in events] == ["ENTITY_CREATED", "MEMORY_CREATED", "MEMORY_CREATED"]
    assert [event["number"] for event in events] == sorted(event["number"] for event in events)
    assert {event["entity"]["name"] for event in events} == {"Atlas"}


RESOLVE = """query ($mention: EntityMention!) { resolveEntity(mention: $mention) {
    mention outcome entity { name } tier matched score explanation
    candidates { entity { name } score matched reasons blockedBy } } }"""


def test_a_mention_is_resolved_and_nothing_is_written(client: Client) -> None:
    client.create("One.", entity="MCPServer")
    found = client.ask(RESOLVE, mention={"name": "mcp_server", "kind": "PROJECT"})["resolveEntity"]
    assert (found["outcome"], found["entity"], found["tier"]) == ("MATCHED", {"name": "MCPServer"}, "NAME")
    unknown = client.ask(RESOLVE, mention={"name": "Nobody"})["resolveEntity"]
    assert (unknown["outcome"], unknown["entity"], unknown["tier"]) == ("NEW", None, None)
    assert unknown["explanation"]
    assert client.ask("{ stats { entities } }")["stats"]["entities"] == 1


def test_a_mention_that_is_none_is_a_top_level_error(bystander: Client, capfd: pytest.CaptureFixture[str]) -> None:
    result = bystander.run(RESOLVE, mention={"name": "\ud800"})
    assert result.data is None
    assert result.errors is not None
    assert result.errors[0].extensions is not None
    assert result.errors[0].extensions["path"] == ["mention", "name"]
    result.errors[0].message.encode()
