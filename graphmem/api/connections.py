"""Relay connections with keyset cursors: pages of the domain, as clients turn them.

Owns the shapes and the paging arguments; slicing and cursors are the services' own.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.fields import attribute, computed
from graphmem.api.inputs.memory_filter import page_request
from graphmem.api.types.lazy import LazyEntity, LazyEvent, LazyMemory, LazyThread
from graphmem.api.types.version import MemoryVersion
from graphmem.domain.draft import Page

First = Annotated[int | None, strawberry.argument(description="At most so many, from the start.")]
After = Annotated[str | None, strawberry.argument(description="Only what follows this cursor.")]
Last = Annotated[int | None, strawberry.argument(description="At most so many, from the end.")]
Before = Annotated[str | None, strawberry.argument(description="Only what precedes this cursor.")]


class Edge(NamedTuple):
    """One item of a page with its cursor."""

    cursor: str
    node: Any


def edges_of(page: Page[Any]) -> list[Edge]:
    """Pair a page's items with their cursors."""
    return [Edge(*pair) for pair in zip(page.cursors, page.items, strict=True)]


def spent(context: RequestContext, page: Page[Any]) -> Page[Any]:
    """Count a page's items against what one request may draw; raises LimitExceeded past it."""
    context.spend(len(page.items))
    return page


def _start(page: Page[Any]) -> str | None:
    return page.cursors[0] if page.cursors else None


def _end(page: Page[Any]) -> str | None:
    return page.cursors[-1] if page.cursors else None


@strawberry.type(description="Where a page lies in its list.")
class PageInfo:
    """Drawn from a Page."""

    has_next_page: bool = attribute("has_next", "Whether anything follows the page.")
    has_previous_page: bool = attribute("has_previous", "Whether anything precedes the page.")
    start_cursor: str | None = computed(_start, "The first item's cursor; null when empty.")
    end_cursor: str | None = computed(_end, "The last item's cursor; null when empty.")


def _page_info() -> Any:
    return computed(lambda page: page, "Where the page lies in the list.")


def _nodes() -> Any:
    return attribute("items", "The items, without their cursors.")


def _edges() -> Any:
    return computed(edges_of, "The items with their cursors.")


def _cursor() -> Any:
    return strawberry.field(description="Where it stands in this list; opaque.")


def _node() -> Any:
    return strawberry.field(description="The item.")


def _total() -> Any:
    return attribute("total", "How many there are on all pages.")


@strawberry.type(description="A memory in a list.")
class MemoryEdge:
    """Drawn from an Edge."""

    cursor: str = _cursor()
    node: LazyMemory = _node()


@strawberry.type(description="A page of memories.")
class MemoryConnection:
    """Drawn from a Page of `model.Memory`."""

    edges: list[MemoryEdge] = _edges()
    nodes: list[LazyMemory] = _nodes()
    page_info: PageInfo = _page_info()
    total_count: int = _total()


@strawberry.type(description="A version in a list.")
class MemoryVersionEdge:
    """Drawn from an Edge."""

    cursor: str = _cursor()
    node: MemoryVersion = _node()


@strawberry.type(description="A page of a memory's versions, oldest first.")
class MemoryVersionConnection:
    """Drawn from a Page of `model.MemoryVersion`."""

    edges: list[MemoryVersionEdge] = _edges()
    nodes: list[MemoryVersion] = _nodes()
    page_info: PageInfo = _page_info()


@strawberry.type(description="An entity in a list.")
class EntityEdge:
    """Drawn from an Edge."""

    cursor: str = _cursor()
    node: LazyEntity = _node()


@strawberry.type(description="A page of entities.")
class EntityConnection:
    """Drawn from a Page of `model.Entity`."""

    edges: list[EntityEdge] = _edges()
    nodes: list[LazyEntity] = _nodes()
    page_info: PageInfo = _page_info()
    total_count: int = _total()


@strawberry.type(description="An entity that shares memories with another one.")
class RelatedEntityEdge:
    """Drawn from an Edge whose node is an entity with a count."""

    cursor: str = _cursor()
    node: LazyEntity = computed(lambda edge: edge.node[0], "The other entity.")
    shared_memories: int = computed(lambda edge: edge.node[1], "How many memories speak of both.")


@strawberry.type(description="A page of entities that share memories with one, most shared first.")
class RelatedEntityConnection:
    """Drawn from a Page of pairs of `model.Entity` and count."""

    edges: list[RelatedEntityEdge] = _edges()
    page_info: PageInfo = _page_info()


@strawberry.type(description="A thread in a list.")
class ThreadEdge:
    """Drawn from an Edge."""

    cursor: str = _cursor()
    node: LazyThread = _node()


@strawberry.type(description="A page of threads.")
class ThreadConnection:
    """Drawn from a Page of `model.Thread`."""

    edges: list[ThreadEdge] = _edges()
    nodes: list[LazyThread] = _nodes()
    page_info: PageInfo = _page_info()


@strawberry.type(description="An event in a list.")
class EventEdge:
    """Drawn from an Edge."""

    cursor: str = _cursor()
    node: LazyEvent = _node()


@strawberry.type(description="A page of events.")
class EventConnection:
    """Drawn from a Page of `model.Event`."""

    edges: list[EventEdge] = _edges()
    nodes: list[LazyEvent] = _nodes()
    page_info: PageInfo = _page_info()


__all__ = [
    "After",
    "Before",
    "EntityConnection",
    "EventConnection",
    "First",
    "Last",
    "MemoryConnection",
    "MemoryVersionConnection",
    "RelatedEntityConnection",
    "ThreadConnection",
    "page_request",
    "spent",
]
