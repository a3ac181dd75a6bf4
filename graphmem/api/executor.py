"""A quicker way to complete the plain fields of an object: read the attribute, write the scalar.

Owns the short cut only. graphql-core builds a path, a resolve info and an argument dict for each leaf of
each item; none of it is needed where a field has no arguments and its reader is bound (`fields.bind`).
Whatever is not such a field, and whatever goes wrong, takes graphql-core's own way, so that results and
errors are the same. Relies on `execute_fields`, which graphql-core may change; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NoReturn

from graphql import (
    GraphQLBoolean,
    GraphQLEnumType,
    GraphQLID,
    GraphQLLeafType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLString,
    is_leaf_type,
)
from graphql.execution.collect_fields import GroupedFieldSet
from graphql.pyutils import Path
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from graphmem.api.fields import READ, Read

Write = Callable[[Any], Any]

_TYPENAME: Final = "__typename"
COMPLETE: Final = "graphmem-complete"
"""Under this name a shortened GraphQL field keeps the function from its source to its finished value."""

# Types whose inner values are their outer ones: only the check is left to do.
_SAME: Final[Mapping[str, type]] = {GraphQLString.name: str, GraphQLID.name: str, GraphQLBoolean.name: bool}


class _Detour(Exception):
    """The value needs graphql-core's own way."""


def _detour() -> NoReturn:
    raise _Detour


def shorten(schema: GraphQLSchema) -> None:
    """Note on each plain field of a bound schema the short cut from its source to its finished value."""
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLObjectType):
            for field in kind.fields.values():
                read, write = field.extensions.get(READ), _writer(field.type)
                if read and write:
                    field.extensions[COMPLETE] = _completion(read, write)


def _completion(read: Read, write: Write) -> Callable[[Any], Any]:
    return lambda source: write(read(source))


def _writer(type_: GraphQLOutputType) -> Write | None:
    if isinstance(type_, GraphQLNonNull):
        return _required(type_.of_type)
    inner = _required(type_)
    return (lambda value: None if value is None else inner(value)) if inner else None


def _required(type_: GraphQLOutputType) -> Write | None:
    if isinstance(type_, GraphQLList):
        item = _writer(type_.of_type)
        return (lambda values: [item(value) for value in _plain_list(values)]) if item else None
    return _leaf(type_) if is_leaf_type(type_) else None


def _plain_list(values: Any) -> Any:
    return values if isinstance(values, (list, tuple)) else _detour()


def _leaf(type_: GraphQLLeafType) -> Write:
    if (same := _SAME.get(type_.name)) is not None:
        return lambda value: value if type(value) is same else _other(type_, value)
    if isinstance(type_, GraphQLEnumType):
        names = {value.value: name for name, value in type_.values.items()}
        return lambda value: names[value]
    return lambda value: _other(type_, value)


def _other(type_: GraphQLLeafType, value: Any) -> Any:
    return _detour() if value is None else type_.coerce_output_value(value)


class LeafExecutor(StrawberryGraphQLCoreExecutionContext):
    """Strawberry's executor with the short cut for plain fields."""

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,
        path: Path | None,
        grouped_field_set: GroupedFieldSet,
        position_context: Any,
    ) -> Any:
        """Complete an object's fields, the plain ones directly; their order stays as asked for."""
        if self.middleware_manager and self.middleware_manager.middlewares:
            return super().execute_fields(parent_type, source_value, path, grouped_field_set, position_context)
        done: dict[str, Any] = {}
        rest: GroupedFieldSet = {}
        fields = parent_type.fields
        for name, details in grouped_field_set.items():
            asked = details[0].node.name.value
            if asked == _TYPENAME:
                done[name] = parent_type.name
                continue
            field = fields.get(asked)  # `__schema` and `__type` are not among them
            complete = field.extensions.get(COMPLETE) if field else None
            try:
                done[name] = complete(source_value) if complete else _detour()
            except Exception:
                rest[name] = details
        if not rest:
            return done
        completed = super().execute_fields(parent_type, source_value, path, rest, position_context)
        return _joined(grouped_field_set, done, completed)


def _joined(names: Iterable[str], done: dict[str, Any], rest: Any) -> Any:
    if isinstance(rest, dict):
        all_ = done | rest
        return {name: all_[name] for name in names if name in all_}

    async def join() -> Any:
        return _joined(names, done, await rest)

    return join()
