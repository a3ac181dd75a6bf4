"""What a use case is before anybody sends it: an operation, its variables, and how its answer is read.

Owns these values only. Each use case builds one, once; the synchronous and the asynchronous client send the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from graphmem.client.decoding import decode

T = TypeVar("T")

PAGE: Final = 100
"""Items asked for at once when a list is read page by page."""


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """One operation to send. `read` turns the field at its top into the answer."""

    operation: str
    variables: dict[str, Any]
    read: Callable[[Any], T]


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list. `total_count` is None for lists that don't count, `end_cursor` at the end."""

    nodes: tuple[T, ...]
    total_count: int | None
    end_cursor: str | None


Pages = Generator[Ask[Page[T]], Page[T], None]
"""Asks for a list's pages one after the other; each is sent the page that was got."""


@dataclass(frozen=True, slots=True)
class Series(Generic[T]):
    """A list that is read page by page; `pages` begins it anew each time, `limit` ends it."""

    pages: Callable[[], Pages[T]]
    limit: int | None = None


def listed(
    operation: str, variables: dict[str, Any], read: Callable[[Any], Page[T]], limit: int | None = None
) -> Series[T]:
    """Make the series in which each page is asked for after the last one's end."""
    first = PAGE if limit is None else max(1, min(limit, PAGE))

    def ask(after: str | None) -> Ask[Page[T]]:
        return Ask(operation, {**variables, "first": first, "after": after}, read)

    def pages() -> Pages[T]:
        page = yield ask(None)
        while page.end_cursor is not None:
            page = yield ask(page.end_cursor)

    return Series(pages, limit)


def connection(kind: type[T], field: str | None = None) -> Callable[[Any], Page[T]]:
    """Make the reader of a connection's page, which may be a field of an object; it is empty where there is none."""

    def read(answer: Any) -> Page[T]:
        if answer is not None and field is not None:
            answer = answer[field]
        if answer is None:
            return Page((), None, None)
        info = answer["pageInfo"]
        end = info["endCursor"] if info["hasNextPage"] else None
        return Page(tuple(decode(kind, node) for node in answer["nodes"]), answer.get("totalCount"), end)

    return read


def plain_list(kind: type[T]) -> Callable[[Any], Page[T]]:
    """Make the reader of a page that is a bare list, whose items have a cursor each."""

    def read(answer: Any) -> Page[T]:
        end = answer[-1]["cursor"] if len(answer) == PAGE else None
        return Page(tuple(decode(kind, node) for node in answer), None, end)

    return read
