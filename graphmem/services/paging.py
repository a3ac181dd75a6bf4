"""Pages of ordered lists by keyset cursors: stable while writes happen, nothing skipped, nothing twice.

A cursor is the kind of list with the sort key of a row, opaque to callers.
"""

from __future__ import annotations

import base64
import binascii
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import orjson

from graphmem.domain.draft import MemoryOrderField, Page, PageRequest
from graphmem.domain.errors import Invalid
from graphmem.domain.limits import INT64

T = TypeVar("T")
Key = tuple[Any, ...]

DEFAULT_FIRST = 20
MAX_FIRST = 500
"""Rows of a page: the default, and the most."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A kind of list: the name that its cursors carry, and the types of its sort key."""

    name: str
    shape: tuple[type, ...]

    def cursor(self, key: Key) -> str:
        """The opaque cursor of a sort key."""
        return base64.urlsafe_b64encode(orjson.dumps((self.name, *key))).decode().rstrip("=")

    def key(self, cursor: str, field: str = "after") -> Key:
        """The sort key of a cursor. Raises Invalid for what no list handed out, and for a cursor of another one."""
        try:
            name, *key = orjson.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        except (binascii.Error, ValueError, TypeError):
            name, key = None, []
        if name != self.name or len(key) != len(self.shape) or not all(map(_fits, key, self.shape)):
            kind = f"a cursor of the {name}" if name in _NAMES else "no cursor"
            raise Invalid(f"{field} is {kind}, not of the {self.name}: take it from pageInfo or an edge", (field,))
        return tuple(key)


CONFLICTS: Final = Listing("conflicts", (int, str))
DUPLICATES: Final = Listing("possible duplicates", (int, str))
ENTITIES: Final = Listing("entities", (str, str))
EVENTS: Final = Listing("events", (int,))
GRAPH: Final = Listing("graph", (int,))
HITS: Final = Listing("recall", (int,))
RELATED: Final = Listing("related entities", (int, str))
THREADS: Final = Listing("threads", (int, str))
THREAD_MEMORIES: Final = Listing("memories of a thread", (int, str))
VERSIONS: Final = Listing("versions", (int,))
MEMORIES: Final = {order: Listing(f"memories by {order}", (float, str)) for order in MemoryOrderField}
"""The feed and a timeline are parts of the events; memories have a list for each field they are ordered by."""

_LISTINGS: Final = (CONFLICTS, DUPLICATES, ENTITIES, EVENTS, GRAPH, HITS, RELATED, THREADS, THREAD_MEMORIES, VERSIONS)
_NAMES: Final = tuple(listing.name for listing in (*_LISTINGS, *MEMORIES.values()))


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
    listing: Listing,
    default: int = DEFAULT_FIRST,
    *,
    descending: bool = False,
) -> Page[T]:
    """One page of a list that is sorted by `key`: what lies between `after` and `before`, from either end (Relay)."""
    size, backwards = page_size(page, default)
    keys = [key(item) for item in items]
    low, high = _bounds(keys, page, listing, descending)
    start, end = (max(low, high - size), high) if backwards else (low, min(high, low + size))
    end = max(start, end)
    return Page(
        tuple(items[start:end]),
        tuple(listing.cursor(k) for k in keys[start:end]),
        end < len(items),
        start > 0,
        len(items),
    )


def _bounds(keys: list[Key], page: PageRequest, listing: Listing, descending: bool) -> tuple[int, int]:
    """Where the rows behind `after` begin and those ahead of `before` end."""
    ascending = keys[::-1] if descending else keys
    low, high = 0, len(keys)
    if page.after is not None:
        cursor = listing.key(page.after)
        low = len(keys) - bisect_left(ascending, cursor) if descending else bisect_right(keys, cursor)
    if page.before is not None:
        cursor = listing.key(page.before, "before")
        high = len(keys) - bisect_right(ascending, cursor) if descending else bisect_left(keys, cursor)
    return low, high
