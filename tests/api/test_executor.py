"""The short cut for plain fields gives what graphql-core gives, in data, order and errors."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
import strawberry
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from graphmem.api.context import RequestContext
from graphmem.api.executor import COMPLETE, LeafExecutor, shorten
from graphmem.api.fields import attribute, bind, computed, looked_up, resolved
from graphmem.api.scalars import SCALARS, DateTime, JSONObject
from graphmem.api.schema import build_schema
from graphmem.domain.errors import NotFound
from tests.api.conftest import Client


@strawberry.enum
class Colour(StrEnum):
    """Some leaf type that must be translated."""

    RED = "red"
    BLUE = "blue"


@strawberry.type
class Leaf:
    """One field for each way a leaf can be read, and to go wrong."""

    text: str
    maybe: str | None
    number: int
    share: float
    yes: bool
    id: strawberry.ID
    colour: Colour
    at: DateTime
    data: JSONObject | None
    words: list[str]
    gaps: list[str | None]
    colours: list[Colour] | None
    deep: str = attribute("inner.name", "An attribute of an attribute.")
    loud: str = computed(lambda leaf: leaf.text.upper(), "Worked out.")
    found: str | None = looked_up(lambda leaf, context: leaf.found(), "Looked up.")


async def _later(root: Any) -> str:
    return str(root.text)


@strawberry.type
class Branch:
    """An object with leaves, other objects, and a field that must be awaited."""

    name: str
    leaf: Leaf
    leaves: list[Leaf]
    later: str = resolved(_later, "Awaited.")


@strawberry.type
class Query:
    """The root."""

    branch: Branch | None = resolved(lambda: ROOT, "The branch.")


GOOD: dict[str, Any] = {
    "text": "t",
    "maybe": None,
    "number": 3,
    "share": 0.5,
    "yes": True,
    "id": "i",
    "colour": Colour.RED,
    "at": 0,
    "data": {"a": [1]},
    "words": ("a", "b"),
    "gaps": ["a", None],
    "colours": [Colour.BLUE],
    "inner": SimpleNamespace(name="deep"),
    "found": lambda: "here",
}


def leaf(**changes: Any) -> SimpleNamespace:
    return SimpleNamespace(**(GOOD | changes))


def missing() -> str:
    raise NotFound("gone", ("some_field",))


ROOT = SimpleNamespace(name="n", text="x")

ALL = "text maybe number share yes id colour at data words gaps colours deep loud found"


def build(executor: type[Any], *extensions: type[SchemaExtension]) -> strawberry.Schema:
    schema = strawberry.Schema(
        Query,
        config=StrawberryConfig(scalar_map=SCALARS),
        execution_context_class=executor,
        extensions=extensions,
    )
    bind(schema._schema)
    shorten(schema._schema)
    return schema


STOCK, QUICK = build(StrawberryGraphQLCoreExecutionContext), build(LeafExecutor)


def outcome(schema: strawberry.Schema, query: str) -> tuple[Any, Any]:
    result = schema.execute_sync(query)
    errors = [(error.message, error.path, error.extensions) for error in result.errors or ()]
    return repr(result.data), errors


QUERIES = [
    f"{{ branch {{ leaf {{ {ALL} }} }} }}",
    f"{{ branch {{ name leaves {{ {ALL} }} leaf {{ text }} }} }}",
    "{ branch { leaf { z: text a: text text __typename t: __typename number } } }",
    "{ branch { leaf { ...F text } leaves { ... on Leaf { number ...F } } } } fragment F on Leaf { id found }",
    "{ branch { leaf { text @skip(if: true) number @include(if: true) } } }",
    "{ branch { leaf { found text deep } leaves { found number } } }",
]

SOURCES = {
    "good": {},
    "maybe": {"maybe": "there", "data": None, "colours": None, "gaps": ()},
    "text is null": {"text": None},
    "text is no text": {"text": 7},
    "id is a number": {"id": 7},
    "number is too big": {"number": 2**40},
    "number is none": {"number": "x"},
    "share is not finite": {"share": float("nan")},
    "yes is null": {"yes": None},
    "yes is a number": {"yes": 1},
    "colour is unknown": {"colour": "green"},
    "colour is its value": {"colour": "red"},
    "colour is null": {"colour": None},
    "at is out of range": {"at": 2**63},
    "words hold a null": {"words": ["a", None]},
    "words are null": {"words": None},
    "words are no plain list": {"words": {"a": 1, "b": 2}.keys()},
    "words are no list": {"words": 7},
    "colours hold a stranger": {"colours": ["green"]},
    "inner is missing": {"inner": None},
    "looking up fails": {"found": missing},
}


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("changes", SOURCES.values(), ids=SOURCES)
def test_both_executors_answer_the_same(changes: dict[str, Any], query: str, capfd: pytest.CaptureFixture[str]) -> None:
    def run(schema: strawberry.Schema) -> tuple[Any, Any]:
        ROOT.leaf, ROOT.leaves = leaf(**changes), [leaf(**changes), leaf()]
        return outcome(schema, query)

    assert run(QUICK) == run(STOCK)


def test_an_expected_failure_of_a_look_up_has_code_and_path(capfd: pytest.CaptureFixture[str]) -> None:
    ROOT.leaf = leaf(found=missing)
    data, errors = outcome(QUICK, "{ branch { leaf { text found } } }")
    assert data == "{'branch': {'leaf': {'text': 't', 'found': None}}}"
    assert errors == [("gone", ["branch", "leaf", "found"], {"code": "NOT_FOUND", "path": ["someField"]})]


def test_what_must_be_awaited_keeps_its_place() -> None:
    ROOT.leaf = leaf()
    query = "{ branch { a: name later b: name leaf { text } } }"
    quick, stock = asyncio.run(QUICK.execute(query)), asyncio.run(STOCK.execute(query))
    assert quick.errors is None
    assert repr(quick.data) == repr(stock.data)


def test_fields_with_arguments_objects_and_look_ups_have_no_short_cut() -> None:
    fields = QUICK._schema.type_map["Leaf"].fields  # type: ignore[attr-defined]
    assert [name for name, field in fields.items() if COMPLETE not in field.extensions] == ["found"]
    fields = QUICK._schema.type_map["Branch"].fields  # type: ignore[attr-defined]
    assert [name for name, field in fields.items() if COMPLETE in field.extensions] == ["name"]


def test_extensions_that_watch_fields_see_all_of_them() -> None:
    seen: list[str] = []

    class Watch(SchemaExtension):
        """Counts fields."""

        def resolve(self, _next: Any, root: Any, info: Any, *args: Any, **kwargs: Any) -> Any:
            seen.append(info.field_name)
            return _next(root, info, *args, **kwargs)

    ROOT.leaf = leaf()
    build(LeafExecutor, Watch).execute_sync("{ branch { leaf { text number } } }")
    assert seen == ["branch", "leaf", "text", "number"]


DOCUMENTS = [
    """{ memories(first: 3) { totalCount pageInfo { hasNextPage endCursor }
        edges { cursor node { id title layer type state tags importance protected createdAt validTo metadata
        provenance { agent branch } mentions { surface entity { name } } entity { name aliases { name } }
        thread { key } links { relation to { id } } heat { band uses } history { nodes { version } } } } } }""",
    "{ entities { nodes { __typename id kind name layers { layer count } momentum { band } } } }",
    "{ events { nodes { id number type at details memory { title } } } stats { events layers { count } } }",
    '{ resolveEntity(mention: {name: "Atlas"}) { outcome tier score candidates { score reasons } } }',
    '{ a: memory(id: "mem_0") { id } b: node(id: "x") { __typename } serviceInfo { ready } viewer { scopes } }',
    '{ __schema { queryType { name fields { name } } } __type(name: "Layer") { enumValues { name } } }',
    "{ memories(first: -1) { totalCount } }",
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document[:30])
def test_the_whole_schema_answers_the_same(client: Client, document: str, capfd: pytest.CaptureFixture[str]) -> None:
    client.create("One.", tags=["a"], thread={"key": "t"}, metadata={"a": [1]})
    client.create("Two.", mentions=[{"mention": {"name": "Zeus"}}], layer="caveat")
    stock = build_schema()
    stock.execution_context_class = StrawberryGraphQLCoreExecutionContext
    context = RequestContext(client.space, client.actor, client.settings)
    slow = stock.execute_sync(document, {}, context)
    quick = client.run(document)
    assert repr(quick.data) == repr(slow.data)
    assert [(e.message, e.path, e.extensions) for e in quick.errors or ()] == [
        (e.message, e.path, e.extensions) for e in slow.errors or ()
    ]
