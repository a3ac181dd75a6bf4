"""Where an error points: at the very field that the client sent, whatever the operation."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from graphmem.api.context import RequestContext
from graphmem.api.failures import draw_errors
from tests.api.conftest import SCHEMA, Client

Path = list[str]
FILTERS: list[tuple[dict[str, Any], Path]] = [
    ({"paths": ["a.py", "../x"]}, ["paths", "1"]),
    ({"paths": ["/etc/passwd"]}, ["paths", "0"]),
    ({"paths": ["\u200b"]}, ["paths", "0"]),
    ({"tags": ["fine", "no [brackets]"]}, ["tags", "1"]),
    ({"tags": ["x" * 65]}, ["tags", "0"]),
    ({"tags": ["#"]}, ["tags", "0"]),
    ({"tags": ["t"] * 101}, ["tags"]),
    ({"minImportance": 1.5}, ["minImportance"]),
    ({"createdAfter": "yesterday"}, ["createdAfter"]),
    ({"createdBefore": "2026-02-30T00:00:00Z"}, ["createdBefore"]),
    ({"agent": ""}, ["agent"]),
    ({"agent": "\u0000"}, ["agent"]),
    ({"branch": "\ud800"}, ["branch"]),
    ({"thread": {"key": " "}}, ["thread", "key"]),
    ({"thread": {"id": "\u2060"}}, ["thread", "id"]),
    ({"entities": [{"id": "ent_0"}, {"mention": {"name": "\ufeff"}}]}, ["entities", "1", "mention", "name"]),
    ({"entities": [{"key": ""}]}, ["entities", "0", "key"]),
    ({"entities": [{"id": "e"}] * 101}, ["entities"]),
    (
        {"entities": [{"mention": {"name": "Atlas", "kind": "PERSON", "key": "k:atlas"}}]},
        ["entities", "0", "mention", "key"],
    ),
]
PAST: list[tuple[dict[str, Any], Path]] = [({"asOf": {"recorded": "then"}}, ["asOf", "recorded"])]

MEMORIES = "query ($filter: MemoryFilter) { memories(filter: $filter) { nodes { id } } }"
PREVIEW = "query ($filter: MemoryFilter!) { previewForget(filter: $filter) { count } }"
RECALL = "query ($input: RecallInput!) { recall(input: $input) { tokens } }"
OF_ENTITY = (
    'query ($filter: MemoryFilter) { entity(ref: {key: "k:atlas"}) { memories(filter: $filter) { nodes { id } } } }'
)
OF_THREAD = 'query ($filter: MemoryFilter) { thread(ref: {key: "t"}) { memories(filter: $filter) { nodes { id } } } }'
TRACE = "query ($input: TraceInput!) { trace(input: $input) { truncated } }"
BRIEF = "query ($e: [EntityRef!]) { brief(entities: $e) { bytes } }"
FEED = "subscription ($filter: MemoryFilter) { memoryChanged(filter: $filter) { cursor } }"


@pytest.fixture(scope="module")
def known(bystander: Client) -> Client:
    """A space with an entity under a key and a thread under one."""
    about = {"mention": {"name": "Atlas", "kind": "PROJECT", "key": "k:atlas"}}
    given = {"entity": about, "layer": "context", "content": "It is so.", "thread": {"key": "t"}}
    assert bystander.do("createMemory", given, "outcome")["outcome"] == "COMMITTED"
    return bystander


def paths(client: Client, document: str, **variables: Any) -> list[Path]:
    """The paths of everything that is wrong with a query, which must fail as expected."""
    result = client.run(document, **variables)
    assert result.errors, result.data
    (error,) = result.errors
    assert error.extensions is not None
    assert error.extensions["code"] in ("INVALID", "LIMIT_EXCEEDED", "KIND_CONFLICT", "INVALID_STATE", "NOT_FOUND")
    return [problem["path"] for problem in error.extensions.get("problems", [error.extensions])]


@pytest.mark.parametrize(("wrong", "path"), FILTERS + PAST, ids=ascii)
def test_a_filter_goes_by_its_own_fields_everywhere(known: Client, wrong: dict[str, Any], path: Path) -> None:
    assert paths(known, MEMORIES, filter=wrong) == [["filter", *path]]
    assert paths(known, RECALL, input={"filter": wrong}) == [["input", "filter", *path]]
    assert paths(known, OF_THREAD, filter=wrong) == [["filter", *(path[:1] if "thread" in wrong else path)]]
    if "entities" not in wrong:
        assert paths(known, OF_ENTITY, filter=wrong) == [["filter", *path]]


@pytest.mark.parametrize(("wrong", "path"), FILTERS, ids=ascii)
def test_forgetting_by_a_filter_points_below_the_input(known: Client, wrong: dict[str, Any], path: Path) -> None:
    assert paths(known, PREVIEW, filter=wrong) == [["filter", *path]]
    given = {"filter": wrong, "expectedCount": 0, "reason": "test"}
    errors = known.do("forgetMemories", given, "forgotten")["errors"]
    assert [error["path"] for error in errors] == [["input", "filter", *path]]


def heard(client: Client, wrong: dict[str, Any]) -> Any:
    """The first result of a feed with this filter."""

    async def run() -> Any:
        context = RequestContext(client.space, client.actor, client.settings)
        async with aclosing(await SCHEMA.subscribe(FEED, {"filter": wrong}, context)) as results:  # type: ignore[type-var]
            return await asyncio.wait_for(anext(results), 10)

    return asyncio.run(run())


@pytest.mark.parametrize(("wrong", "path"), [*FILTERS[:-1], ({"asOf": {"valid": None}}, ["asOf"])], ids=ascii)
def test_a_feed_refuses_what_other_lists_refuse(known: Client, wrong: dict[str, Any], path: Path) -> None:
    (error,) = heard(known, wrong).errors
    assert error.extensions["path"] == ["filter", *path]


BLANK = {"mention": {"name": "\u200b"}}
QUERIES: list[tuple[str, dict[str, Any], Path]] = [
    (RECALL, {"input": {"limit": 0}}, ["input", "limit"]),
    (RECALL, {"input": {"maxTokens": 0}}, ["input", "maxTokens"]),
    (RECALL, {"input": {"query": "\u0000"}}, ["input", "query"]),
    (RECALL, {"input": {"after": "nonsense"}}, ["input", "after"]),
    (RECALL, {"input": {"entities": [{"id": "e"}, BLANK]}}, ["input", "entities", "1", "mention", "name"]),
    (RECALL, {"input": {"entities": [{"key": " "}]}}, ["input", "entities", "0", "key"]),
    (RECALL, {"input": {"entities": [{"id": "e"}] * 101}}, ["input", "entities"]),
    (TRACE, {"input": {"from": {"entity": BLANK}}}, ["input", "from", "entity", "mention", "name"]),
    (TRACE, {"input": {"from": {"entity": {"key": ""}}}}, ["input", "from", "entity", "key"]),
    (TRACE, {"input": {"from": {"thread": {"key": ""}}}}, ["input", "from", "thread", "key"]),
    (TRACE, {"input": {"from": {"memory": "m"}, "maxDepth": 0}}, ["input", "maxDepth"]),
    (TRACE, {"input": {"from": {"memory": "m"}, "maxSteps": 1001}}, ["input", "maxSteps"]),
    (TRACE, {"input": {"from": {"memory": "m"}, "asOf": {"valid": "x"}}}, ["input", "asOf", "valid"]),
    ("query ($ref: EntityRef!) { entity(ref: $ref) { id } }", {"ref": BLANK}, ["ref", "mention", "name"]),
    ("query ($ref: ThreadRef!) { thread(ref: $ref) { id } }", {"ref": {"key": ""}}, ["ref", "key"]),
    (
        "query ($mention: EntityMention!) { resolveEntity(mention: $mention) { outcome } }",
        {"mention": {"name": "Atlas", "kind": "PERSON", "key": "k:atlas"}},
        ["mention", "key"],
    ),
    (
        "query ($mention: EntityMention!) { resolveEntity(mention: $mention) { outcome } }",
        {"mention": {"name": "x", "aliases": ["y", ""]}},
        ["mention", "aliases", "1"],
    ),
    ("{ graph(center: \"x\", hops: 4) { truncated } }", {}, ["hops"]),
    ("{ graph(center: \"x\", limit: 0) { truncated } }", {}, ["limit"]),
    ("{ graph(center: \"x\", after: \"y\") { truncated } }", {}, ["after"]),
    ("{ graph(center: \"x\", asOf: {recorded: \"y\"}) { truncated } }", {}, ["asOf", "recorded"]),
    ("{ overview(limit: 0) { hot { id } } }", {}, ["limit"]),
    ("{ brief(maxBytes: 1) { bytes } }", {}, ["maxBytes"]),
    ("{ brief(paths: [\"a\", \"/b\"]) { bytes } }", {}, ["paths", "1"]),
    (BRIEF, {"e": [{"id": "x"}, {"key": ""}]}, ["entities", "1", "key"]),
    ("{ memory(id: \"x\", asOf: {recorded: \"y\"}) { id } }", {}, ["asOf", "recorded"]),
    ("{ memory { id } }", {}, ["id"]),
    ("{ events(entity: \"\\u0000\") { nodes { id } } }", {}, ["entity"]),
    ("{ entity(ref: {key: \"k:atlas\"}) { diff(from: {recorded: \"x\"}) { forgotten } } }", {}, ["from", "recorded"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "variables", "path"), QUERIES, ids=ascii)
def test_a_query_names_the_argument(known: Client, document: str, variables: dict[str, Any], path: Path) -> None:
    assert paths(known, document, **variables) == [path]


ATLAS = {"mention": {"name": "Atlas", "kind": "PROJECT", "key": "k:atlas"}}
PERSON = {"mention": {"name": "Atlas", "kind": "PERSON", "key": "k:atlas"}}
CREATE = {"entity": ATLAS, "layer": "context", "content": "It is not so."}
SECRET = "password = hunter2Abc9XyZ12Q"
MUTATIONS: list[tuple[str, dict[str, Any], Path]] = [
    ("createMemory", {**CREATE, "entity": PERSON}, ["entity", "mention", "key"]),
    ("createMemory", {**CREATE, "mentions": [ATLAS, PERSON]}, ["mentions", "1", "mention", "key"]),
    ("createMemory", {**CREATE, "entity": {"id": "ent_0"}}, ["entity", "id"]),
    ("createMemory", {**CREATE, "mentions": [{"key": "none"}]}, ["mentions", "0", "key"]),
    ("createMemory", {**CREATE, "layer": "nowhere"}, ["layer"]),
    ("createMemory", {**CREATE, "filter": "nothing"}, ["filter"]),
    ("createMemory", {**CREATE, "paths": ["a", "../b"]}, ["paths", "1"]),
    ("createMemory", {**CREATE, "tags": ["[", "b"]}, ["tags", "0"]),
    ("createMemory", {**CREATE, "supersedes": ["mem_0"]}, ["supersedes", "0"]),
    ("createMemory", {**CREATE, "links": [{"to": "mem_0", "relation": "EXTENDS"}]}, ["links", "0", "to"]),
    ("createMemory", {**CREATE, "thread": {"id": "thr_0"}}, ["thread", "id"]),
    ("createMemory", {**CREATE, "validFrom": "2026-01-02T00:00:00Z", "validTo": "2026-01-01T00:00:00Z"}, ["validTo"]),
    ("createMemory", {**CREATE, "claims": ["a.py", "/etc/passwd"]}, ["claims", "1"]),
    ("createMemory", {**CREATE, "idempotencyKey": ""}, ["idempotencyKey"]),
    ("muteScope", {"entity": {"mention": {"name": "\u200b"}}}, ["entity", "mention", "name"]),
    ("muteScope", {"tag": "\u200b"}, ["tag"]),
    ("muteScope", {"tag": "no [brackets]"}, ["tag"]),
    ("muteScope", {"entity": {"key": "none"}}, ["entity"]),
    ("updateMemory", {"id": "mem_0"}, ["id"]),
    ("recordUse", {"memory": "mem_0", "outcome": "APPLIED"}, ["memory"]),
    ("linkMemories", {"from": "mem_0", "relation": "EXTENDS", "to": "mem_1"}, ["from"]),
    ("upsertNote", {"title": "\u200b", "body": "x"}, ["title"]),
    ("upsertNote", {"title": "x", "body": "x", "entity": PERSON}, ["entity", "mention", "key"]),
    ("upsertNote", {"title": "x", "body": "\u200b"}, ["body"]),
    ("upsertNote", {"title": "x", "body": SECRET}, ["body"]),
    ("upsertNote", {"title": f"x {SECRET}", "body": "x"}, ["title"]),
    ("upsertNote", {"title": "x", "body": "x", "paths": ["../x"]}, ["paths", "0"]),
    ("createMemory", {**CREATE, "axes": {"title": SECRET}}, ["axes", "title"]),
    ("createMemory", {**CREATE, "axes": {"title": "Fine", "why": SECRET}}, ["axes", "why"]),
    ("createMemory", {**CREATE, "axes": {"affects": ["fine", SECRET]}}, ["axes", "affects", "1"]),
    ("createMemory", {**CREATE, "axes": {"nextAction": SECRET}}, ["axes", "nextAction"]),
    ("createMemory", {**CREATE, "content": SECRET, "axes": {"title": SECRET}}, ["content"]),
    ("splitEntity", {"entity": "ent_0", "memories": [], "name": "x"}, ["memories"]),
    ("splitEntity", {"entity": "ent_0", "memories": ["m"], "name": "x"}, ["entity"]),
    ("confirmMemory", {"pending": "pnd_0"}, ["pending"]),
    ("resolveConflict", {"conflict": "cnf_0", "decision": "DISMISS"}, ["conflict"]),
]


@pytest.mark.parametrize(("mutation", "given", "path"), MUTATIONS, ids=ascii)
def test_a_mutation_names_the_field_of_its_input(
    known: Client, mutation: str, given: dict[str, Any], path: Path
) -> None:
    errors = known.do(mutation, given, "__typename")["errors"]
    assert [error["path"] for error in errors] == [["input", *path]]


def test_in_a_batch_and_in_a_replacement_the_field_lies_deeper(known: Client) -> None:
    wrong = {**CREATE, "entity": PERSON}
    given = {"memories": [{**CREATE, "content": "Fine in the end."}, wrong]}
    errors = known.do("createMemories", given, "committed")["errors"]
    assert [error["path"] for error in errors] == [["input", "memories", "1", "entity", "mention", "key"]]
    older = known.create("An older one", "Replaced")
    for replacement, path in (
        (wrong, ["entity", "mention", "key"]),
        ({**CREATE, "supersedes": ["mem_0"]}, ["supersedes", "0"]),
        ({**CREATE, "supersedes": [older, older, "mem_0"]}, ["supersedes", "2"]),
    ):
        errors = known.do("supersedeMemory", {"id": older, "replacement": replacement}, "outcome")["errors"]
        assert [error["path"] for error in errors] == [["input", "replacement", *path]]


def test_a_change_names_the_axis_that_holds_a_secret(known: Client) -> None:
    known_id = known.create("Nothing secret is said here", "Changed")
    for axes, path in (
        ({"title": SECRET}, ["title"]),
        ({"why": SECRET}, ["why"]),
        ({"affects": [SECRET]}, ["affects", "0"]),
    ):
        errors = known.do("updateMemory", {"id": known_id, "axes": axes}, "outcome")["errors"]
        assert [error["path"] for error in errors] == [["input", "axes", *path]]


LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("mutation", "given"),
    [
        ("createMemory", {**CREATE, "layer": LONG}),
        ("createMemory", {**CREATE, "filter": LONG}),
        ("createMemory", {**CREATE, "filter": "word " * 10_000}),
        ("createMemory", {**CREATE, "entity": {"key": "k" * 300}}),
        ("createMemory", {**CREATE, "validFrom": LONG}),
        ("createMemory", {**CREATE, "content": '{"what": "x", "type": "' + "t" * 60_000 + '"}'}),
        ("createMemory", {**CREATE, "tags": [LONG]}),
        ("createMemory", {**CREATE, "paths": ["/" + "p" * 299]}),
        ("createMemory", {**CREATE, "claims": ["../" + "p" * 1000]}),
        ("updateMemory", {"id": LONG}),
        ("removeEntityAlias", {"entity": "e" * 100_000, "name": LONG}),
        ("mergeEntities", {"survivor": LONG, "duplicates": [LONG]}),
        ("unmergeEntity", {"survivor": LONG, "merged": LONG}),
        ("unlinkMemories", {"link": LONG}),
        ("confirmMemory", {"pending": LONG}),
        ("resolveConflict", {"conflict": LONG, "decision": "DISMISS"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_an_error_repeats_of_the_input_is_cut(known: Client, mutation: str, given: dict[str, Any]) -> None:
    errors = known.do(mutation, given, "__typename")["errors"]
    assert errors
    for error in errors:
        assert len(error["message"]) < 600


@pytest.mark.parametrize(
    ("document", "variables"),
    [
        ("query ($f: MemoryFilter) { memories(filter: $f) { nodes { id } } }", {"f": {"layers": [LONG]}}),
        ("query ($n: Int) { memories(first: $n) { nodes { id } } }", {"n": LONG}),
        (f"{{ memories(filter: {{layers: [{LONG}]}}) {{ nodes {{ id }} }} }}", {}),
        (f"{{ {LONG} }}", {}),
        (f'{{ memories(first: "{LONG}") {{ nodes {{ id }} }} }}', {}),
    ],
    ids=lambda value: "",
)
def test_so_is_what_graphql_itself_repeats(known: Client, document: str, variables: dict[str, Any]) -> None:
    for error in draw_errors(known.run(document, **variables).errors or []):
        assert error["extensions"]["code"] == "BAD_REQUEST"
        assert len(error["message"]) < 600
