"""Whatever a client sends that its types allow: an answer or an expected failure, never a fault."""

from __future__ import annotations

from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLScalarType,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strawberry.types.execution import ExecutionResult

from tests.api.conftest import ERRORS, SCHEMA, Client

TEXT = st.one_of(
    st.text(max_size=20),
    st.text(st.characters(categories=["Cs", "Cc", "Lo"]), max_size=5),
    st.sampled_from(["", " ", "mem_0", "ent_0", "caveat", "why", "x" * 70_000, "src/a.py", "../x", "\x00"]),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
DATE = st.one_of(TEXT, st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"), st.integers())
SCALARS: dict[str, st.SearchStrategy[Any]] = {
    "String": TEXT,
    "ID": TEXT | st.integers(),
    "Int": st.integers(-(2**31), 2**31 - 1),
    "Float": st.floats() | st.integers(-3, 3),
    "Boolean": st.booleans(),
    "DateTime": DATE,
    "JSONObject": JSON,
}


def values(type_: Any) -> st.SearchStrategy[Any]:
    """Values that an input type lets through to the resolver."""
    if isinstance(type_, GraphQLNonNull):
        return given_values(type_.of_type)
    return st.none() | given_values(type_)


def given_values(type_: Any) -> st.SearchStrategy[Any]:
    if isinstance(type_, GraphQLList):
        return st.lists(values(type_.of_type), max_size=3)
    if isinstance(type_, GraphQLEnumType):
        return st.sampled_from(list(type_.values))
    if isinstance(type_, GraphQLScalarType):
        return SCALARS[type_.name]
    assert isinstance(type_, GraphQLInputObjectType)
    fields = {name: st.deferred(lambda t=field.type: values(t)) for name, field in type_.fields.items()}
    if type_.extensions["strawberry-definition"].is_one_of:
        return st.one_of([st.fixed_dictionaries({name: given_values(type_.fields[name].type)}) for name in fields])
    needed = {name for name, field in type_.fields.items() if isinstance(field.type, GraphQLNonNull)}
    optional = {name: strategy for name, strategy in fields.items() if name not in needed}
    return st.fixed_dictionaries(
        {name: strategy for name, strategy in fields.items() if name in needed}, optional=optional
    )


def faults(result: ExecutionResult) -> list[GraphQLError]:
    """Errors that no client caused."""
    return [
        error
        for error in result.errors or ()
        if error.original_error is not None and not isinstance(error.original_error, GraphQLError)
    ]


FIELDS = SCHEMA._schema.mutation_type.fields  # type: ignore[union-attr]


@pytest.mark.parametrize("mutation", [name for name in sorted(FIELDS) if "input" in FIELDS[name].args])
def test_no_mutation_faults(bystander: Client, mutation: str, capfd: pytest.CaptureFixture[str]) -> None:
    type_ = FIELDS[mutation].args["input"].type
    document = f"mutation ($input: {type_}) {{ {mutation}(input: $input) {{ {ERRORS} }} }}"

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(values(type_))
    def run(sent: Any) -> None:
        result = bystander.run(document, input=sent)
        assert faults(result) == []
        if result.data is not None:
            for error in result.data[mutation]["errors"]:
                assert error["message"].encode()
                assert error["path"] == [] or error["path"][0] == "input"

    run()


QUERIES = {
    "memories": "nodes { id }",
    "memory": "id",
    "node": "id",
    "nodes": "id",
    "entity": "id",
    "entities": "nodes { id }",
    "resolveEntity": "outcome",
    "possibleDuplicates": "id",
    "thread": "id",
    "threads": "nodes { id }",
    "events": "nodes { id }",
    "graph": "truncated",
    "overview": "hot { id }",
    "brief": "bytes",
    "previewMemory": "outcome errors { path }",
    "recall": "tokens",
    "previewForget": "count",
    "conflicts": "id",
    "trace": "truncated markdown mermaid",
}


@pytest.mark.parametrize("query", QUERIES)
def test_no_query_faults(bystander: Client, query: str, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = SCHEMA._schema.query_type.fields[query].args  # type: ignore[union-attr]
    declared = ", ".join(f"${name}: {argument.type}" for name, argument in arguments.items())
    passed = ", ".join(f"{name}: ${name}" for name in arguments)
    document = f"query ({declared}) {{ {query}({passed}) {{ {QUERIES[query]} }} }}"
    needed = {n: values(a.type) for n, a in arguments.items() if isinstance(a.type, GraphQLNonNull)}
    optional = {n: values(a.type) for n, a in arguments.items() if n not in needed}

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.fixed_dictionaries(needed, optional=optional))
    def run(sent: dict[str, Any]) -> None:
        result = bystander.run(document, **sent)
        assert faults(result) == []
        for error in result.errors or ():
            assert error.path is None or "code" in (error.extensions or {})

    run()
