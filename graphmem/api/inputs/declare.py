"""How an input type is declared, and how its fields are read.

Owns the bridge between a coerced GraphQL input and the domain: input classes declare the schema and are
never instantiated; a resolver gets the mapping that graphql-core coerced, keyed by GraphQL names, and a
conversion beside the class reads it. Building Strawberry's objects first costs 175 µs for one memory,
more than writing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import strawberry

from graphmem.api.scalars import Unreadable
from graphmem.domain.draft import UNSET, Unset
from graphmem.domain.errors import Invalid

C = TypeVar("C", bound=type)

LEFT_OUT: Any = strawberry.UNSET
"""The default of an argument that may be left out; false in a condition, and no default in the schema."""

Raw = Mapping[str, Any]
"""A coerced input object: GraphQL names to values, defaults filled in, left-out fields absent."""


def declaration(description: str, *, one_of: bool = False) -> Callable[[C], C]:
    """Declare an input type of the schema whose values reach resolvers as `Raw`."""

    def declare(cls: C) -> C:
        declared = strawberry.input(cls, description=description, one_of=one_of)
        declared.__strawberry_definition__.from_input = _as_coerced  # type: ignore[attr-defined]
        return declared

    return declare


def _as_coerced(_cls: type, value: Raw, _context: object) -> Raw:
    return value


def argument(input_type: object, description: str, name: str | None = None) -> Any:
    """Annotate an argument that is declared as the input type and arrives as `Raw`."""
    return strawberry.argument(description=description, name=name, graphql_type=input_type)


def optional(description: str) -> Any:
    """Declare a field that may be left out, which leaves it out of `Raw` too."""
    return strawberry.field(default=LEFT_OUT, description=description)


def items(raw: Raw, name: str) -> tuple[Any, ...]:
    """Read a list; left out and null are both empty."""
    return tuple(raw.get(name) or ())


def readable(raw: Raw, name: str) -> Any:
    """Read a date or a JSON object; raises Invalid where the scalar couldn't read it."""
    value = raw.get(name)
    if type(value) is Unreadable:
        raise Invalid(value.message, (name,))
    return value


def nullable(raw: Raw, name: str) -> Any | Unset:
    """Read a field of a patch that null clears; UNSET when left out."""
    return readable(raw, name) if name in raw else UNSET


def kept(raw: Raw, name: str) -> Any | Unset:
    """Read a field of a patch that can't be cleared; UNSET when left out, Invalid when null."""
    if name not in raw:
        return UNSET
    if (value := raw[name]) is None:
        raise Invalid(f"{name} can't be null: leave it out to keep it", (name,))
    return value
