"""From answers of a space to networkx graphs.

A graph is a MultiDiGraph. Nodes and edges are named by ids, and have only the attributes whose values are known;
instants are RFC 3339 texts, so that JSON and GraphML take them as they are.

| of | attributes |
|---|---|
| graph | `picture` ("neighbourhood", "chain", "subgraph"), `center` (a node), `truncated` (whether there is more) |
| any node | `sort` ("entity", "memory", "thread"), `label` |
| entity | `kind`, `key` |
| memory | `layer`, `type`, `state`, `status`, `importance`, `protected`, `version`, `about` (the entity's name), \
`entity` (its id), `created_at`, `valid_from`, `valid_to` |
| memory of a chain | `role`, `depth`, `direction`, `branch`, `missing` (what should follow and doesn't) |
| thread | `key` |
| edge | `type`, which is its key as well: a layer (entity to memory), `MENTIONS`, `IN_THREAD` or a relation; `at` |
| edge between memories | `reason`, `inferred` |

Edges point as in the data model: SUPERSEDES from newer to older, LED_TO from cause to effect. Their types have the
names of the API, other closed sets the values that the client's enums have. Owns these attributes.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import Enum
from typing import Any, Protocol

import networkx as nx

from graphmem.client.answers import (
    ChainLink,
    EntitySummary,
    Graph,
    LinkedMemory,
    MemorySummary,
    ThreadSummary,
    Trace,
)
from graphmem.client.answers.pictures import Node
from graphmem.client.inputs import Filter
from graphmem.client.naming import AsOf, EntityLike, Id, MemoryLike, ThreadLike
from graphmem.client.sync import Client

NODES_A_PAGE = 1_000
"""The most nodes that the service gives at once."""


class Centre(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


def neighbourhood(
    memory: Client, center: Centre | EntityLike, *, hops: int = 1, limit: int = 200, as_of: AsOf | None = None
) -> nx.MultiDiGraph:
    """The graph around a thing: an entity by name, or anything that an answer gave.

    At most `limit` nodes, nearest first; the service says what is left out. Raises LookupError for no such thing.
    """
    ident = _id_of(memory, center)
    page = memory.graph(ident, hops=hops, limit=min(limit, NODES_A_PAGE), as_of=as_of)
    if page is None:
        raise LookupError(f"nothing is known under {ident}")
    graph = network(page)
    while page.end_cursor is not None and len(graph) < limit:
        rest = min(limit - len(graph), NODES_A_PAGE)
        page = memory.graph(ident, hops=hops, limit=rest, after=page.end_cursor, as_of=as_of)
        if page is None:
            break
        _add_page(graph, page)
    return graph


def _id_of(memory: Client, center: Any) -> str:
    if isinstance(center, EntitySummary | MemorySummary | ThreadSummary | Id):
        return center.id
    found = memory.entity(center)
    if found is None:
        raise LookupError(f"no entity is known as {center!r}")
    return found.id


def network(page: Graph) -> nx.MultiDiGraph:
    """An answer of `Client.graph` as a graph."""
    graph = nx.MultiDiGraph(picture="neighbourhood", center=page.nodes[0].id if page.nodes else "")
    _add_page(graph, page)
    return graph


def _add_page(graph: nx.MultiDiGraph, page: Graph) -> None:
    for node in page.nodes:
        add_node(graph, node)
    for edge in page.edges:
        graph.add_edge(edge.source, edge.target, key=edge.type, **_known(type=edge.type, at=edge.at))
    graph.graph["truncated"] = page.truncated


def chain(
    memory: Client,
    *,
    start: MemoryLike | None = None,
    thread: ThreadLike | None = None,
    entity: EntityLike | None = None,
    direction: str = "both",
    limit: int = 200,
    as_of: AsOf | None = None,
) -> nx.MultiDiGraph:
    """The chain around a memory, a thread or an entity, of at most `limit` memories.

    Raises LookupError where there is no such start.
    """
    found = memory.trace(memory=start, thread=thread, entity=entity, direction=direction, max_steps=limit, as_of=as_of)
    if found is None:
        raise LookupError("there is nothing to start from")
    return chain_network(found)


def chain_network(trace: Trace) -> nx.MultiDiGraph:
    """An answer of `Client.trace` as a graph of its steps."""
    graph = nx.MultiDiGraph(picture="chain", center=trace.start.id, truncated=trace.truncated)
    missing = {end.memory.id: end.missing for end in trace.open_ends}
    for step in trace.steps:
        add_node(graph, step.memory)
        place = _known(role=step.role, depth=step.depth, direction=step.direction, branch=step.branch)
        graph.nodes[step.memory.id].update(place, **_known(missing=missing.get(step.memory.id)))
    _add_links(graph, trace.links)
    return graph


def subgraph(memory: Client, filter: Filter | None = None, *, limit: int = 200) -> nx.MultiDiGraph:
    """The newest memories that a filter means, at most `limit`, with their entities and threads and all edges."""
    listing = memory.linked_memories(filter, limit=limit)
    found = list(listing)
    graph = nx.MultiDiGraph(picture="subgraph", truncated=len(found) == limit and (listing.total() or 0) > limit)
    for one in found:
        _add_hung(graph, one)
    for one in found:
        _add_links(graph, one.links)
    return graph


def _add_hung(graph: nx.MultiDiGraph, one: LinkedMemory) -> None:
    add_node(graph, one)
    for entity in (one.entity, *(mention.entity for mention in one.mentions)):
        add_node(graph, entity)
    graph.add_edge(one.entity.id, one.id, key=one.layer.name, **_known(type=one.layer.name, at=one.created_at))
    for mention in one.mentions:
        graph.add_edge(one.id, mention.entity.id, key="MENTIONS", type="MENTIONS")
    if one.thread is not None:
        add_node(graph, one.thread)
        graph.add_edge(one.id, one.thread.id, key="IN_THREAD", type="IN_THREAD")


def _add_links(graph: nx.MultiDiGraph, links: Iterable[ChainLink]) -> None:
    for link in links:
        if link.source in graph and link.target in graph:
            told = _known(type=link.relation.name, at=link.created_at, reason=link.reason, inferred=link.inferred)
            graph.add_edge(link.source, link.target, key=link.relation.name, **told)


def add_node(graph: nx.MultiDiGraph, node: Node) -> None:
    """Add a thing with its attributes."""
    match node:
        case MemorySummary():
            graph.add_node(node.id, sort="memory", label=node.title, **_of_memory(node))
        case EntitySummary():
            graph.add_node(node.id, sort="entity", label=node.name, **_known(kind=node.kind, key=node.key))
        case _:
            graph.add_node(node.id, sort="thread", label=node.title or node.key, key=node.key)


def _of_memory(memory: MemorySummary) -> dict[str, Any]:
    return _known(
        layer=memory.layer,
        type=memory.type,
        state=memory.state,
        status=memory.status,
        importance=memory.importance,
        protected=memory.protected,
        version=memory.version,
        about=memory.entity.name,
        entity=memory.entity.id,
        created_at=memory.created_at,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
    )


def _known(**attributes: Any) -> dict[str, Any]:
    return {name: _plain(value) for name, value in attributes.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return value.isoformat() if isinstance(value, datetime) else value
