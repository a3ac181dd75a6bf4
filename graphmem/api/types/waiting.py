"""A write that waits, in the words of `CreateMemoryInput`, so that what is shown could be sent again.

Owns the translation only; what waits is kept by the services.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graphmem.api.scalars import write_instant
from graphmem.services.receipts import PendingMemory

_ENUMS: Final = frozenset(
    ("kind", "altitude", "type", "state", "relation", "category", "confidence", "source", "on_ambiguous", "override")
)
_INSTANTS: Final = frozenset(("valid_from", "valid_to"))


def as_input(waiting: PendingMemory) -> dict[str, Any]:
    """Give the draft with the API's names, enum values and dates; the caller's metadata stays as it is."""
    return _fields(waiting.draft)


def _fields(draft: Mapping[str, Any]) -> dict[str, Any]:
    named = {_camel(key): _value(key, value) for key, value in draft.items()}
    if isinstance(draft.get("importance"), str):
        named["importanceLevel"] = named.pop("importance").upper()
    return named


def _value(key: str, value: Any) -> Any:
    if key == "metadata":
        return value
    if key in _INSTANTS:
        return write_instant(value)
    if isinstance(value, list):
        return [_value(key, each) for each in value]
    if isinstance(value, Mapping):
        return _fields(value)
    return value.replace("-", "_").upper() if key in _ENUMS else value


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
