"""From JSON to the answers' dataclasses, by their annotations.

Owns the reading of values: a field `valid_from: datetime | None` is read from `validFrom`. A field that is under
another name, or read in another way, says so in its metadata. Enums are read by the names of the schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import Field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

Read = Callable[[Any], Any]


def decode(kind: type[T], value: Any) -> T:
    """Read a value as a type. Raises KeyError or ValueError where the answer isn't of that shape."""
    return cast(T, reader(cast(Hashable, kind))(value))


def camel(name: str) -> str:
    """Spell a Python name as the schema does: `valid_from` is `validFrom`."""
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


@cache
def reader(kind: Any) -> Read:
    """Make the function that reads a type."""
    if kind is datetime:
        return datetime.fromisoformat
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda name: kind[name]
    if is_dataclass(kind):
        return _record(cast(type, kind))
    if get_origin(kind) in (Union, UnionType):
        return _union(get_args(kind))
    if get_origin(kind) is tuple:
        item = reader(get_args(kind)[0])
        return lambda values: tuple(map(item, values))
    return lambda value: value


def _record(kind: type) -> Read:
    hints = get_type_hints(kind)
    parts = [_part(field, hints[field.name]) for field in fields(kind)]

    def read(value: Mapping[str, Any]) -> Any:
        return kind(**{name: take(value[key]) for name, key, take in parts})

    return read


def _part(field: Field[Any], hint: Any) -> tuple[str, str, Read]:
    told = field.metadata
    return field.name, told.get("name", camel(field.name)), told.get("read") or reader(hint)


def _union(kinds: tuple[Any, ...]) -> Read:
    known = [kind for kind in kinds if kind is not NoneType]
    if len(known) == 1:
        one = reader(known[0])
        return lambda value: None if value is None else one(value)
    # Which one it is, the service says; `EntitySummary` draws the type `Entity`.
    by_name = {kind.__name__.removesuffix("Summary"): reader(kind) for kind in known}
    return lambda value: None if value is None else by_name[value["__typename"]](value)
