"""The schema as a whole: committed, described, and faithful to the draft that clients are written against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    build_schema,
    is_specified_scalar_type,
    print_type,
)

from graphmem.api.schema import build_schema as build
from graphmem.api.schema import print_schema

ROOT = Path(__file__).parents[2]
DRAFT = ROOT / ".." / "shared" / "design" / "schema-draft.graphql"


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return build()._schema


def own_types(schema: GraphQLSchema) -> list[GraphQLNamedType]:
    return [
        type_
        for name, type_ in schema.type_map.items()
        if not name.startswith("__") and not is_specified_scalar_type(type_)
    ]


def undescribed(type_: GraphQLNamedType) -> Iterator[str]:
    if not type_.description:
        yield type_.name
    if isinstance(type_, GraphQLEnumType):
        yield from (f"{type_.name}.{name}" for name, value in type_.values.items() if not value.description)
    fields: dict[str, Any] = getattr(type_, "fields", {})
    for name, field in fields.items():
        if not field.description:
            yield f"{type_.name}.{name}"
        for argument, definition in getattr(field, "args", {}).items():
            if not definition.description:
                yield f"{type_.name}.{name}({argument})"


def test_the_committed_schema_is_the_present_one() -> None:
    committed = (ROOT / "schema.graphql").read_text(encoding="utf-8")
    assert committed == print_schema(), "run: graphmem schema > schema.graphql"


def test_everything_is_described(schema: GraphQLSchema) -> None:
    assert [name for type_ in own_types(schema) for name in undescribed(type_)] == []


def test_the_committed_schema_reads_back(schema: GraphQLSchema) -> None:
    read = build_schema((ROOT / "schema.graphql").read_text(encoding="utf-8"))
    assert {type_.name for type_ in own_types(read)} == {type_.name for type_ in own_types(schema)}


def lines(type_: GraphQLNamedType) -> dict[str, str]:
    """Print a type without its descriptions: each member's name with the line that defines it."""
    bare = print_type(_bare(type_)).splitlines()[1:-1]
    return {line.strip().partition("(")[0].partition(":")[0]: line.strip() for line in bare}


def _bare(type_: Any) -> Any:
    type_.description = None
    if isinstance(type_, GraphQLEnumType):
        for value in type_.values.values():
            value.description = None
    for field in getattr(type_, "fields", {}).values():
        field.description = None
        for argument in getattr(field, "args", {}).values():
            argument.description = None
    return type_


def drafted(draft: GraphQLSchema) -> list[GraphQLNamedType]:
    kinds = (GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType)
    return [type_ for type_ in own_types(draft) if isinstance(type_, kinds)]


@pytest.mark.data
def test_the_draft_is_kept() -> None:
    if not DRAFT.is_file():
        pytest.skip("the folder shared/ is not beside this checkout")
    present = build_schema((ROOT / "schema.graphql").read_text(encoding="utf-8"))
    missing, changed = [], []
    for type_ in drafted(build_schema(DRAFT.read_text(encoding="utf-8"))):
        kept = lines(present.type_map[type_.name])
        for name, line in lines(type_).items():
            if name not in kept:
                missing.append(f"{type_.name}.{name}")
            elif kept[name] != line:
                changed.append((line, kept[name]))
    assert (missing, changed) == ([], [])
