"""What each scope opens: the table in the documentation, held against every field of the schema."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    get_named_type,
)
from strawberry.types.execution import ExecutionResult

from graphmem.api.context import RequestContext
from graphmem.domain.model import Scope
from tests.api.conftest import SCHEMA, Client

DOCS = Path(__file__).parents[2] / "docs" / "operations.md"
ROW = re.compile(r"\| (?:`([A-Z]+)`|any token) \| ((?:`\w+`(?:, )?)+) \|")
ROOTS = {
    kind: root.fields
    for kind, root in (
        ("query", SCHEMA._schema.query_type),
        ("mutation", SCHEMA._schema.mutation_type),
        ("subscription", SCHEMA._schema.subscription_type),
    )
    if root is not None
}
FIELDS = [(kind, name) for kind, fields in ROOTS.items() for name in fields]


def documented() -> dict[str, Scope | None]:
    """The table: which scope a field needs, None where any token will do."""
    found = ROW.findall(DOCS.read_text(encoding="utf-8"))
    return {name: Scope[scope] if scope else None for scope, row in found for name in re.findall(r"`(\w+)`", row)}


def least(type_: Any) -> Any:
    """The least that an input type takes, of things that are not there."""
    if isinstance(type_, GraphQLNonNull):
        return least(type_.of_type)
    if isinstance(type_, GraphQLList):
        return []
    if isinstance(type_, GraphQLEnumType):
        return next(iter(type_.values))
    if isinstance(type_, GraphQLInputObjectType):
        one_of = type_.extensions["strawberry-definition"].is_one_of
        wanted = list(type_.fields.items())[:1] if one_of else type_.fields.items()
        return {name: least(field.type) for name, field in wanted if one_of or isinstance(field.type, GraphQLNonNull)}
    return {"ID": "mem_0", "Int": 1, "Boolean": True}.get(type_.name, "nothing")


def asked(kind: str, name: str) -> tuple[str, dict[str, Any]]:
    """A document that asks for a field with the least it takes, and its variables."""
    field: GraphQLField = ROOTS[kind][name]
    given = {key: arg for key, arg in field.args.items() if isinstance(arg.type, GraphQLNonNull)}
    if kind == "subscription":
        # An unreadable cursor ends it at once, where it is let in.
        given = {"after": field.args["after"]}
    declared = ", ".join(f"${key}: {arg.type}" for key, arg in given.items())
    passed = ", ".join(f"{key}: ${key}" for key in given)
    answer = get_named_type(field.type)
    failures = "errors { code }" if isinstance(answer, GraphQLObjectType) and "errors" in answer.fields else ""
    document = f"{kind} {f'({declared})' if declared else ''} {{ {name}{f'({passed})' if passed else ''} "
    return f"{document} {{ __typename {failures} }} }}", {key: least(arg.type) for key, arg in given.items()}


def codes(client: Client, kind: str, name: str) -> list[str]:
    """The codes of all failures, top-level ones and those of a payload."""
    document, variables = asked(kind, name)
    if kind == "subscription":
        result = asyncio.run(first(client, document, variables))
    else:
        result = client.run(document, **variables)
    data = (result.data or {}).get(name) or {}
    inner = data.get("errors", ()) if isinstance(data, dict) else ()
    return [error.extensions["code"] for error in result.errors or ()] + [error["code"] for error in inner]


async def first(client: Client, document: str, variables: dict[str, Any]) -> ExecutionResult:
    """The first result of a subscription."""
    context = RequestContext(client.space, client.actor, client.settings)
    results = await SCHEMA.subscribe(document, variables, context)
    assert isinstance(results, AsyncGenerator)
    result = await anext(results)
    await results.aclose()
    assert isinstance(result, ExecutionResult)
    return result


def test_the_table_names_every_field_of_the_schema() -> None:
    assert sorted(documented()) == sorted(name for _, name in FIELDS)


@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_a_field_needs_the_scope_of_the_table_and_no_other(bystander: Client, kind: str, name: str) -> None:
    needed = documented()[name]
    without = codes(bystander.with_scopes(*(set(Scope) - {needed})), kind, name)
    assert ("FORBIDDEN" in without) == (needed is not None)
    only = codes(bystander.with_scopes(*([needed] if needed else [])), kind, name)
    assert "FORBIDDEN" not in only
    assert "BAD_REQUEST" not in only


def test_who_may_only_write_reads_no_further_than_what_it_wrote(bystander: Client) -> None:
    given = {"entity": {"mention": {"name": "Atlas"}}, "layer": "context", "content": "It carries the sky."}
    document = """mutation ($input: CreateMemoryInput!) { createMemory(input: $input) {
        memory { id content entity { name memories { nodes { content } } } } } }"""
    result = bystander.with_scopes(Scope.WRITE).run(document, input=given)
    assert [error.extensions["code"] for error in result.errors or ()] == ["FORBIDDEN"]
