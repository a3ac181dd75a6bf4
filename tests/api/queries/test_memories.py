"""Reading memories, threads and nodes through GraphQL on a real space."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.domain.model import Scope
from tests.api.conftest import ATLAS, Client
from tests.conftest import Clock

LIST = """query ($filter: MemoryFilter, $order: MemoryOrder, $first: Int, $after: String, $last: Int, $before: String)
{ memories(filter: $filter, order: $order, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { content } } nodes { content } totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }"""


def contents(client: Client, **variables: Any) -> list[str]:
    return [node["content"] for node in client.ask(LIST, **variables)["memories"]["nodes"]]


@pytest.fixture
def five(client: Client, clock: Clock) -> Client:
    """A space with five memories, written one a day."""
    for number in range(1, 6):
        client.create(
            f"Memory {number}.",
            entity="Atlas" if number % 2 else "Hercules",
            layer="goal" if number < 3 else "learning",
            importance=number / 10,
            tags=["odd" if number % 2 else "even"],
            thread={"key": "t"},
            axes={"type": "FACT" if number == 1 else "NOTE"},
        )
        clock.turn(days=1)
    return client


def test_pages_join_up_both_ways(five: Client) -> None:
    forwards: list[str] = []
    after = None
    while True:
        page = five.ask(LIST, first=2, after=after)["memories"]
        assert page["totalCount"] == 5
        assert [edge["node"] for edge in page["edges"]] == page["nodes"]
        assert page["pageInfo"]["startCursor"] == page["edges"][0]["cursor"]
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        forwards += [node["content"] for node in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert forwards == [f"Memory {number}." for number in (5, 4, 3, 2, 1)]
    last = five.ask(LIST, last=2)["memories"]
    assert [node["content"] for node in last["nodes"]] == forwards[-2:]
    before = last["pageInfo"]["startCursor"]
    assert contents(five, last=2, before=before) == forwards[1:3]


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ({}, (5, 4, 3, 2, 1)),
        ({"layers": ["GOAL"]}, (2, 1)),
        ({"types": ["FACT"]}, (1,)),
        ({"tags": ["even"]}, (4, 2)),
        ({"thread": {"key": "t"}}, (5, 4, 3, 2, 1)),
        ({"thread": {"key": "unknown"}}, ()),
        ({"entities": [{"mention": {"name": "hercules"}}]}, (4, 2)),
        ({"kinds": ["PERSON", "PROJECT"]}, (5, 4, 3, 2, 1)),
        ({"kinds": ["PERSON"]}, ()),
        ({"kinds": ["PROJECT"], "entities": [{"mention": {"name": "hercules"}}]}, (4, 2)),
        ({"kinds": ["PERSON"], "entities": [{"mention": {"name": "hercules"}}]}, ()),
        ({"kinds": ["PROJECT"], "asOf": {"recorded": "2026-01-02T12:00:00Z"}}, (2, 1)),
        ({"kinds": ["PERSON"], "asOf": {"recorded": "2026-01-02T12:00:00Z"}}, ()),
        ({"minImportance": 0.4}, (5, 4)),
        ({"createdAfter": "2026-01-03T12:00:00Z"}, (5, 4)),
        ({"createdBefore": "2026-01-01T12:00:00Z"}, (1,)),
        ({"agent": "alice"}, (5, 4, 3, 2, 1)),
        ({"agent": "bob"}, ()),
        ({"statuses": ["FORGOTTEN"]}, ()),
        ({"statuses": None}, (5, 4, 3, 2, 1)),
        ({"asOf": {"recorded": "2026-01-02T12:00:00Z"}}, (2, 1)),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_filters(five: Client, wanted: dict[str, Any], numbers: tuple[int, ...]) -> None:
    assert contents(five, filter=wanted) == [f"Memory {number}." for number in numbers]


def test_orders(five: Client) -> None:
    rising = [f"Memory {number}." for number in (1, 2, 3, 4, 5)]
    for field in ("CREATED_AT", "UPDATED_AT", "IMPORTANCE"):
        assert contents(five, order={"field": field, "direction": "ASC"}) == rising
        assert contents(five, order={"field": field}) == rising[::-1]


@pytest.mark.parametrize(
    ("variables", "path"),
    [
        ({"first": -1}, ["first"]),
        ({"last": -1}, ["last"]),
        ({"first": 100_000}, ["first"]),
        ({"first": 1, "last": 1}, ["last"]),
        ({"after": "nonsense"}, ["after"]),
        ({"last": 1, "before": "bm9uc2Vuc2U"}, ["before"]),
        ({"filter": {"minImportance": 7}}, ["filter", "minImportance"]),
        ({"filter": {"createdAfter": "soon"}}, ["filter", "createdAfter"]),
        ({"filter": {"asOf": {"recorded": "soon"}}}, ["filter", "asOf", "recorded"]),
    ],
    ids=repr,
)
def test_what_can_not_be_asked_is_a_top_level_error(
    bystander: Client, variables: dict[str, Any], path: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    result = bystander.run(LIST, **variables)
    assert result.data is None
    assert result.errors is not None
    [error] = result.errors
    assert error.extensions is not None
    assert (error.extensions["code"], error.extensions["path"]) == ("INVALID", path)
    assert error.path == ["memories"]


def test_one_memory_by_id_or_permalink_now_or_then(client: Client, clock: Clock) -> None:
    made = client.create("Before.")
    clock.turn(days=1)
    client.do("updateMemory", {"id": made, "content": "After."}, "outcome")
    query = "query ($id: ID, $asOf: AsOfInput) { memory(id: $id, asOf: $asOf) { content version } }"
    assert client.ask(query, id=made)["memory"] == {"content": "After.", "version": 2}
    then = {"recorded": "2026-01-01T12:00:00Z"}
    assert client.ask(query, id=made, asOf=then)["memory"] == {"content": "Before.", "version": 1}
    assert client.ask(query, id="mem_0")["memory"] is None
    assert client.ask('{ memory(permalink: "no-such") { id } }')["memory"] is None


@pytest.mark.parametrize("arguments", ["", '(id: "mem_0", permalink: "x")', '(id: "mem_0", asOf: {valid: "soon"})'])
def test_a_memory_is_named_by_one_thing(bystander: Client, arguments: str, capfd: pytest.CaptureFixture[str]) -> None:
    result = bystander.run(f"{{ memory{arguments} {{ id }} }}")
    assert result.data == {"memory": None}
    assert result.errors is not None
    assert result.errors[0].extensions is not None
    assert result.errors[0].extensions["code"] == "INVALID"


def test_the_history_tells_each_version(client: Client, clock: Clock) -> None:
    made = client.create("Before.", axes={"why": "first"})
    clock.turn(days=1)
    client.do("updateMemory", {"id": made, "content": "After.", "axes": {"state": "DONE"}}, "outcome")
    query = """query ($id: ID) { memory(id: $id) { history(first: 5) {
        nodes { version content title type state altitude why by recordedFrom recordedTo }
        edges { cursor node { version } } pageInfo { hasNextPage } } } }"""
    history = client.ask(query, id=made)["memory"]["history"]
    first, second = history["nodes"]
    assert (first["version"], first["content"], first["why"]) == (1, "Before.", "first")
    assert (second["version"], second["content"], second["state"]) == (2, "After.", "DONE")
    assert first["recordedTo"] == second["recordedFrom"]
    assert second["recordedTo"] is None
    assert len(history["edges"]) == 2


def test_links_are_found_from_both_ends(client: Client) -> None:
    one, two, three = (client.create(f"{name}.") for name in ("One", "Two", "Three"))
    client.do("linkMemories", {"from": one, "relation": "LED_TO", "to": two}, "link { id }")
    client.do("linkMemories", {"from": two, "relation": "EXTENDS", "to": three}, "link { id }")
    query = """query ($id: ID, $way: LinkDirection, $only: [Relation!]) { memory(id: $id) {
        links(direction: $way, relations: $only) { relation from { id } to { id } } } }"""

    def relations(**variables: Any) -> list[str]:
        return [link["relation"] for link in client.ask(query, id=two, **variables)["memory"]["links"]]

    assert relations() == relations(way=None, only=None) == ["LED_TO", "EXTENDS"]
    assert relations(way="IN") == ["LED_TO"]
    assert relations(way="OUT") == ["EXTENDS"]
    assert relations(only=["EXTENDS"]) == ["EXTENDS"]


def test_threads_hold_their_memories_in_order(five: Client) -> None:
    query = """{ thread(ref: {key: "t"}) { id key title createdAt lastActivityAt
        memories(first: 3) { nodes { content threadPosition } totalCount pageInfo { hasNextPage } } } }"""
    thread = five.ask(query)["thread"]
    assert thread["memories"]["nodes"] == [
        {"content": f"Memory {number}.", "threadPosition": number - 1} for number in (1, 2, 3)
    ]
    assert (thread["memories"]["totalCount"], thread["memories"]["pageInfo"]["hasNextPage"]) == (5, True)
    assert thread["createdAt"] < thread["lastActivityAt"]
    some = '{ thread(ref: {key: "t"}) { memories(filter: {layers: [GOAL]}) { totalCount } } }'
    assert five.ask(some)["thread"]["memories"]["totalCount"] == 2
    assert five.ask("{ threads { nodes { key } edges { node { key } } } }")["threads"]["nodes"] == [{"key": "t"}]
    assert five.ask('{ thread(ref: {key: "none"}) { id } }')["thread"] is None


def test_a_filter_inside_a_thread_or_entity_can_not_name_another(
    five: Client, capfd: pytest.CaptureFixture[str]
) -> None:
    inside = '{ thread(ref: {key: "t"}) { memories(filter: {thread: {key: "x"}}) { totalCount } } }'
    result = five.run(inside)
    assert result.data == {"thread": None}
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "INVALID", "path": ["filter", "thread"]}


NODES = "query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }"


def test_nodes_of_every_kind(client: Client) -> None:
    made = client.create("One.", thread={"key": "t"})
    other = client.create("Two.")
    link = client.do("linkMemories", {"from": made, "relation": "LED_TO", "to": other}, "link { id }")["link"]["id"]
    read = client.ask(
        "query ($id: ID) { memory(id: $id) { entity { id } thread { id } } events { nodes { id } } }", id=made
    )
    entity, thread = read["memory"]["entity"]["id"], read["memory"]["thread"]["id"]
    event = read["events"]["nodes"][0]["id"]
    ids = [made, "mem_0", entity, thread, link, event, "evt_0", "evt_0000000000009999", "", "é", "ent_"]
    nodes = client.ask(NODES, ids=ids)["nodes"]
    assert [node and node["__typename"] for node in nodes] == [
        "Memory",
        None,
        "Entity",
        "Thread",
        "Link",
        "Event",
        *[None] * 5,
    ]
    assert [node["id"] for node in nodes if node] == [name for name in ids if name in [n["id"] for n in nodes if n]]
    one = client.ask("query ($id: ID!) { node(id: $id) { ... on Memory { content } } }", id=made)
    assert one["node"] == {"content": "One."}


def test_one_request_draws_so_much_and_no_more(client: Client, capfd: pytest.CaptureFixture[str]) -> None:
    ids = ["mem_0"] * (client.settings.max_nodes + 1)
    result = client.run(NODES, ids=ids)
    assert result.errors is not None
    assert result.errors[0].extensions is not None
    assert result.errors[0].extensions["code"] == "LIMIT_EXCEEDED"


READS = [
    "{ memories { totalCount } }",
    '{ memory(id: "m") { id } }',
    '{ node(id: "m") { id } }',
    '{ nodes(ids: ["m"]) { id } }',
    '{ thread(ref: {key: "t"}) { id } }',
    "{ threads { nodes { id } } }",
    '{ entity(ref: {key: "k"}) { id } }',
    "{ entities { totalCount } }",
    '{ resolveEntity(mention: {name: "n"}) { outcome } }',
    "{ possibleDuplicates { id } }",
    "{ events { nodes { id } } }",
    "{ stats { events } }",
]


@pytest.mark.parametrize("query", READS)
def test_reading_needs_its_scope(bystander: Client, query: str, capfd: pytest.CaptureFixture[str]) -> None:
    result = bystander.with_scopes(Scope.WRITE, Scope.FORGET, Scope.ADMIN).run(query)
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "FORBIDDEN", "path": []}
    assert bystander.with_scopes(Scope.READ).run(query).errors is None


def test_a_token_that_may_only_write_reads_nothing_around_its_memory(
    client: Client, capfd: pytest.CaptureFixture[str]
) -> None:
    writer = client.with_scopes(Scope.WRITE)
    fields = "outcome memory { content entity { name } }"
    given = {"entity": ATLAS, "layer": "goal", "content": "Mine."}
    payload = writer.do("createMemory", given, fields)
    assert payload["memory"] == {"content": "Mine.", "entity": {"name": "Atlas"}}
    document = """mutation ($input: CreateMemoryInput!) { createMemory(input: $input) {
        memory { entity { memories { totalCount } } } } }"""
    result = writer.run(document, input={**given, "content": "Mine too."})
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "FORBIDDEN", "path": []}
