"""Pages of ordered lists by keyset cursors: stable while writes happen, nothing skipped, nothing twice.

A cursor is the sort key of a row, opaque to callers.
"""

from __future__ import annotations

import base64
import binascii
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import orjson

from graphmem.domain.draft import Page, PageRequest
from graphmem.domain.errors import Invalid
from graphmem.domain.limits import INT64

T = TypeVar("T")
Key = tuple[Any, ...]

DEFAULT_FIRST = 20
MAX_FIRST = 500
"""Rows of a page: the default, and the most."""


def encode_cursor(key: Key) -> str:
    """The opaque cursor of a sort key."""
    return base64.urlsafe_b64encode(orjson.dumps(key)).decode().rstrip("=")


def decode_cursor(cursor: str, shape: tuple[type, ...], field: str = "after") -> Key:
    """The sort key of a cursor, which has parts of these types. Raises Invalid for what no such list handed out."""
    try:
        key = orjson.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError):
        key = None
    if not isinstance(key, list) or len(key) != len(shape) or not all(map(_fits, key, shape)):
        raise Invalid(f"{field} is not a cursor of this list: take it from pageInfo or an edge", (field,))
    return tuple(key)


def _fits(part: Any, kind: type) -> bool:
    if kind is str:
        return isinstance(part, str)
    numbers = (int,) if kind is int else (int, float)
    return type(part) in numbers and abs(part) < INT64


def page_size(page: PageRequest, default: int = DEFAULT_FIRST, maximum: int = MAX_FIRST) -> tuple[int, bool]:
    """How many rows are asked for, and whether from the end. Raises Invalid for sizes that make no sense."""
    if page.first is not None and page.last is not None:
        raise Invalid("ask for first or last, not both", ("last",))
    name, size = ("last", page.last) if page.last is not None else ("first", page.first)
    size = default if size is None else size
    if not 0 <= size <= maximum:
        raise Invalid(f"{name} must be from 0 to {maximum}, not {size}", (name,))
    return size, page.last is not None


def page_of(
    items: Sequence[T],
    key: Callable[[T], Key],
    page: PageRequest,
    default: int = DEFAULT_FIRST,
    *,
    descending: bool = False,
) -> Page[T]:
    """One page of a list that is sorted by `key`."""
    size, backwards = page_size(page, default)
    keys = [key(item) for item in items]
    low, high = _bounds(keys, page, descending)
    start, end = (max(low, high - size), high) if backwards else (low, min(high, low + size))
    end = max(start, end)
    return Page(
        tuple(items[start:end]),
        tuple(encode_cursor(k) for k in keys[start:end]),
        end < len(items),
        start > 0,
        len(items),
    )


def _bounds(keys: list[Key], page: PageRequest, descending: bool) -> tuple[int, int]:
    """Where the rows behind `after` begin and those ahead of `before` end."""
    if not keys:
        return 0, 0
    shape = tuple(type(part) for part in keys[0])
    ascending = keys[::-1] if descending else keys
    low, high = 0, len(keys)
    if page.after is not None:
        cursor = decode_cursor(page.after, shape)
        low = len(keys) - bisect_left(ascending, cursor) if descending else bisect_right(keys, cursor)
    if page.before is not None:
        cursor = decode_cursor(page.before, shape, "before")
        high = len(keys) - bisect_right(ascending, cursor) if descending else bisect_left(keys, cursor)
    return low, high
