"""The graph around a node: bounded, fair, and never silently cut.

The nodes come in one fixed order: hop by hop, and within a hop one neighbour of each node and edge type in
turn, so that a hub can't push the others out. A page is a slice of that order; nothing is skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, zip_longest

from graphmem.domain.errors import Invalid
from graphmem.domain.model import AsOf, Entity, Memory, Micros, Thread
from graphmem.services.paging import GRAPH
from graphmem.services.space import Space
from graphmem.services.view import View, view_of

MAX_HOPS = 3
MAX_NODES = 1_000
"""The most nodes of one page: what a picture can still show."""

Node = Entity | Memory | Thread


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge as in the data model: layers from entity to memory, SUPERSEDES from newer to older."""

    source: str
    target: str
    type: str
    at: Micros | None = None


@dataclass(frozen=True, slots=True)
class EdgeCount:
    """How many edges of a type a node has, and how many of them the graph so far shows."""

    node: str
    type: str
    shown: int
    total: int


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A page of nodes, the edges among them and all earlier ones, and what is not shown yet."""

    nodes: tuple[Node, ...]
    edges: tuple[GraphEdge, ...]
    counts: tuple[EdgeCount, ...]
    truncated: bool
    end_cursor: str | None


def neighbourhood(
    space: Space,
    center: str,
    hops: int = 1,
    limit: int = 200,
    after: str | None = None,
    as_of: AsOf | None = None,
) -> Neighbourhood | None:
    """The nodes within `hops` of a node; None where there is no such node.

    Raises Invalid for hops outside 0–3, a limit outside 1–1,000, or a cursor that is not of this list.
    """
    if not 0 <= hops <= MAX_HOPS:
        raise Invalid(f"hops must be from 0 to {MAX_HOPS}, not {hops}", ("hops",))
    if not 1 <= limit <= MAX_NODES:
        raise Invalid(f"limit must be from 1 to {MAX_NODES}, not {limit}", ("limit",))
    start = 0 if after is None else _offset(after)
    walk = _Walk(view_of(space, as_of))
    root = walk.load(center)
    if root is None:
        return None
    order = list(islice(walk.order(root, hops), start + limit + 1))
    return _page(walk, order, start, limit)


def _offset(cursor: str) -> int:
    (offset,) = GRAPH.key(cursor)
    if offset < 0:
        raise Invalid("after is not a cursor of this graph: take it from endCursor", ("after",))
    return int(offset)


def _page(walk: _Walk, order: list[str], start: int, limit: int) -> Neighbourhood:
    truncated = len(order) > start + limit
    so_far = order[: start + limit]
    page = so_far[start:]
    known, fresh = set(so_far), set(page)
    edges = [
        edge
        for name in so_far
        for edge in walk.edges(name)
        if edge.source in known and edge.target in known and (edge.source in fresh or edge.target in fresh)
    ]
    return Neighbourhood(
        tuple(walk.nodes[name] for name in page),
        tuple(dict.fromkeys(edges)),
        tuple(count for name in page for count in _counts(name, walk.edges(name), known)),
        truncated,
        GRAPH.cursor((start + len(page),)) if truncated else None,
    )


def _counts(name: str, edges: list[GraphEdge], known: set[str]) -> Iterator[EdgeCount]:
    total = Counter(edge.type for edge in edges)
    shown = Counter(edge.type for edge in edges if edge.source in known and edge.target in known)
    for kind, count in sorted(total.items()):
        yield EdgeCount(name, kind, shown[kind], count)


@dataclass
class _Walk:
    """A walk outwards from a node; nodes and their edges are read once."""

    view: View
    nodes: dict[str, Node] = field(default_factory=dict)
    _edges: dict[str, list[GraphEdge]] = field(default_factory=dict)

    def load(self, name: str) -> str | None:
        """Read a node; returns the id it stands under, None where there is none to be seen."""
        if name in self.nodes:
            return name
        node = self.view.memory(name) or self.view.entity(name) or self.view.thread(name)
        if node is None:
            return None
        self.nodes[node.id] = node
        return node.id

    def order(self, root: str, hops: int) -> Iterator[str]:
        """Ids of all nodes within the hops, in the fixed order."""
        seen, ring = {root}, [root]
        yield root
        for _ in range(hops):
            outer = []
            for name in self._interleaved(ring):
                if name not in seen and (loaded := self.load(name)) is not None and loaded not in seen:
                    seen.update((name, loaded))
                    outer.append(loaded)
                    yield loaded
            ring = outer

    def _interleaved(self, ring: list[str]) -> Iterator[str]:
        groups: dict[tuple[str, str], list[str]] = {}
        for name in ring:
            for edge in self.edges(name):
                other = edge.target if edge.source == name else edge.source
                groups.setdefault((name, edge.type), []).append(other)
        for row in zip_longest(*groups.values()):
            yield from (name for name in row if name is not None)

    def edges(self, name: str) -> list[GraphEdge]:
        """All edges of a node that was loaded, to whatever is to be seen."""
        if name not in self._edges:
            node = self.nodes[name]
            if isinstance(node, Memory):
                self._edges[name] = list(dict.fromkeys(self._of_memory(node)))
            elif isinstance(node, Entity):
                self._edges[name] = list(self._of_entity(node))
            else:
                self._edges[name] = [_membership(memory, name) for memory in self.view.in_thread(name)]
        return self._edges[name]

    def _of_memory(self, memory: Memory) -> Iterator[GraphEdge]:
        yield GraphEdge(self.view.home(memory), memory.id, memory.layer.value.upper(), memory.created_at)
        for mention in memory.mentions:
            entity = self.view.entity(mention.entity_id)
            if entity is not None:
                yield GraphEdge(memory.id, entity.id, "MENTIONS", None)
        if memory.thread_id is not None:
            yield _membership(memory.id, memory.thread_id)
        for link in self.view.links_of(memory.id):
            other = link.target_id if link.source_id == memory.id else link.source_id
            if self.load(other) is None:
                continue
            yield GraphEdge(link.source_id, link.target_id, link.relation.value.upper(), link.created_at)

    def _of_entity(self, entity: Entity) -> Iterator[GraphEdge]:
        for hung in self.view.on_entity(entity.id):
            yield GraphEdge(entity.id, hung.memory_id, hung.layer.value.upper(), hung.at)
        for name in self.view.mentioning(entity.id):
            yield GraphEdge(name, entity.id, "MENTIONS", None)


def _membership(memory_id: str, thread_id: str) -> GraphEdge:
    return GraphEdge(memory_id, thread_id, "IN_THREAD", None)
