"""How a type of the schema is drawn from a plain value of the domain, without copying it.

Owns three kinds of fields (an attribute, a computed value, a look-up in the space) and the binding that
gives each its reader. Fields with arguments are ordinary Strawberry resolvers.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

import strawberry
from graphql import GraphQLField, GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema
from strawberry.types.field import StrawberryField

from graphmem.api.answers import graphql_error
from graphmem.api.context import RequestContext
from graphmem.domain.errors import Problem, Problems

Read = Callable[[Any], Any]
LookUp = Callable[[Any, RequestContext], Any]
Resolve = Callable[[Any, GraphQLResolveInfo[RequestContext]], Any]

READ: Final = "graphmem-read"
"""Under this name a bound GraphQL field keeps the function from its source to its value."""

_LOOK_UP: Final = "graphmem-look-up"


def attribute(path: str, description: str, *, name: str | None = None) -> Any:
    """A field read from an attribute of the source with another name, for example `axes.title`."""
    return computed(attrgetter(path), description, name=name)


def computed(read: Read, description: str, *, name: str | None = None) -> Any:
    """A field worked out from its source alone."""
    return strawberry.field(description=description, name=name, metadata={READ: read})


def looked_up(look_up: LookUp, description: str, *, name: str | None = None) -> Any:
    """A field for which something else in the space must be read; it is, only when asked for."""
    return strawberry.field(description=description, name=name, metadata={_LOOK_UP: look_up})


def resolved(resolver: Callable[..., Any], description: str) -> Any:
    """A field with arguments, answered by an ordinary resolver that returns the value to draw."""
    return strawberry.field(resolver=resolver, description=description)


def drawn(value: object) -> Any:
    """Hand a domain value to a field whose GraphQL type is drawn from it."""
    return value


def bind(schema: GraphQLSchema) -> None:
    """Give every field without arguments its reader, in place of Strawberry's generic one."""
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLObjectType) and not kind.name.startswith("__"):
            for field in kind.fields.values():
                _bind_field(field)


def _bind_field(field: GraphQLField) -> None:
    declared: StrawberryField = field.extensions["strawberry-definition"]
    if not declared.is_basic_field:
        return
    look_up = declared.metadata.get(_LOOK_UP)
    if look_up is not None:
        field.resolve = _looking_up(look_up)
        return
    read = declared.metadata.get(READ) or attrgetter(declared.python_name)
    field.extensions[READ] = read
    field.resolve = _reading(read)


def _reading(read: Read) -> Resolve:
    return lambda source, _info: read(source)


def _looking_up(look_up: LookUp) -> Resolve:
    def resolve(source: Any, info: GraphQLResolveInfo[RequestContext]) -> Any:
        try:
            return look_up(source, info.context)
        except (Problem, Problems) as failure:
            raise graphql_error(failure) from failure

    return resolve
