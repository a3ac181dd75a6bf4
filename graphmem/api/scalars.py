"""The scalars of the schema: instants, ids, the caller's own JSON, and a Float that lets the service judge.

Owns how a leaf value is read and written. A text that is no date, or metadata that is no object, becomes
`Unreadable` rather than a request error, so that the caller gets it back in the payload with its path.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NewType

import strawberry
from graphql import (
    ConstValueNode,
    GraphQLFloat,
    GraphQLNamedType,
    GraphQLScalarType,
    StringValueNode,
    print_ast,
    value_from_ast_untyped,
)
from strawberry.types.scalar import ScalarDefinition

from graphmem.clock import to_datetime, to_micros
from graphmem.domain.model import Micros

DateTime = NewType("DateTime", int)
"""An instant of the schema: microseconds since the epoch inside, RFC 3339 outside."""

JSONObject = NewType("JSONObject", dict)  # type: ignore[type-arg]
"""A JSON object of the caller's own data."""

_ECHO: Final = 60
"""How much of an unreadable value is repeated in its message, in characters."""

# RFC 3339 section 5.6; fromisoformat alone would let week dates and bare dates through.
_RFC3339: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)")
_FIRST: Final = to_micros(datetime.fromisoformat("0001-01-01T00:00:00Z"))
_LAST: Final = to_micros(datetime.fromisoformat("9999-12-31T23:59:59.999999Z"))


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A value that its scalar can't read; `message` says what was sent and what to send instead."""

    message: str


def read_instant(value: object) -> Micros | Unreadable:
    """Read an RFC 3339 date-time with its offset as microseconds since the epoch."""
    if not isinstance(value, str) or not _RFC3339.fullmatch(value):
        return _no_date(value)
    try:
        instant = to_micros(datetime.fromisoformat(value.upper()))
    except ValueError:
        return _no_date(value)
    return instant if _FIRST <= instant <= _LAST else _no_date(value)


def write_instant(value: Micros) -> str:
    """Write microseconds since the epoch as RFC 3339 in UTC, always with six decimals."""
    return to_datetime(value).isoformat(timespec="microseconds")[:-6] + "Z"


def read_object(value: object) -> dict[str, Any] | Unreadable:
    """Take a JSON object as it is; its size and depth are checked by the service."""
    if isinstance(value, dict):
        return value
    return Unreadable(f'{_echo(value)} is no JSON object; send one, for example {{"ticket": 7}}')


def write_object(value: Mapping[str, Any]) -> dict[str, Any]:
    """Hand a mapping to the JSON encoder, which takes plain dicts only."""
    return value if type(value) is dict else dict(value)


def _no_date(value: object) -> Unreadable:
    return Unreadable(f"{_echo(value)} is no date; write RFC 3339 with a zone, for example 2026-01-31T12:00:00Z")


def _echo(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _ECHO else text[: _ECHO - 1] + "…"


def _read_instant_literal(node: ConstValueNode) -> Micros | Unreadable:
    return read_instant(node.value if isinstance(node, StringValueNode) else print_ast(node))


def _read_object_literal(node: ConstValueNode) -> dict[str, Any] | Unreadable:
    return read_object(value_from_ast_untyped(node))


def _read_float(value: object) -> float:
    # NaN and infinities are judged by the service, which can name the field and the remedy.
    return value if isinstance(value, float) else GraphQLFloat.coerce_input_value(value)


class _JudgedFloat(GraphQLScalarType):
    """A Float of our own: graphql-core keeps the name for itself unless a class lets it go."""

    reserved_types: Mapping[str, GraphQLNamedType] = {}


def _definition(scalar: GraphQLScalarType, origin: object) -> ScalarDefinition:
    return ScalarDefinition(
        name=scalar.name,
        description=scalar.description,
        specified_by_url=scalar.specified_by_url,
        serialize=None,
        parse_value=None,
        parse_literal=None,
        origin=origin,  # type: ignore[arg-type]
        implementation=scalar,
    )


_DATE_TIME: Final = GraphQLScalarType(
    "DateTime",
    description="An instant: RFC 3339 with its offset when sent, UTC with microseconds when returned.",
    specified_by_url="https://scalars.graphql.org/andimarek/date-time.html",
    coerce_output_value=write_instant,
    coerce_input_value=read_instant,
    coerce_input_literal=_read_instant_literal,
)
_JSON_OBJECT: Final = GraphQLScalarType(
    "JSONObject",
    description="A JSON object of the caller's own data, at most 16 KiB.",
    coerce_output_value=write_object,
    coerce_input_value=read_object,
    coerce_input_literal=_read_object_literal,
)
_FLOAT: Final = _JudgedFloat(
    "Float",
    description=GraphQLFloat.description,
    coerce_output_value=GraphQLFloat.coerce_output_value,
    coerce_input_value=_read_float,
    coerce_input_literal=GraphQLFloat.coerce_input_literal,
)

SCALARS: Final[Mapping[object, ScalarDefinition]] = {
    DateTime: _definition(_DATE_TIME, DateTime),
    JSONObject: _definition(_JSON_OBJECT, JSONObject),
    float: _definition(_FLOAT, float),
}
"""What Strawberry is told about each; `strawberry.ID` needs nothing."""

ID = strawberry.ID
