"""Bounded pieces of the graph, as clients draw them."""

from __future__ import annotations

import strawberry

from graphmem.api.fields import attribute
from graphmem.api.scalars import DateTime
from graphmem.api.types.node import Node


@strawberry.type(description="An edge as in the data model, from one node's id to another's.")
class GraphEdge:
    """Drawn from `neighbourhood.GraphEdge`."""

    from_: strawberry.ID = attribute("source", "The node it starts at.", name="from")
    to: strawberry.ID = attribute("target", "The node it points to.")
    type: str = strawberry.field(
        description="A layer (entity to memory), MENTIONS, IN_THREAD, or a relation such as SUPERSEDES."
    )
    at: DateTime | None = strawberry.field(description="When it was made, where that is known.")


@strawberry.type(description="How many edges of one type a node has, and how many of them are shown.")
class EdgeCount:
    """Drawn from `neighbourhood.EdgeCount`."""

    node: strawberry.ID = strawberry.field(description="The node.")
    type: str = strawberry.field(description="The type of edge.")
    shown: int = strawberry.field(description="How many of them lead to nodes shown so far.")
    total: int = strawberry.field(description="How many of them there are.")


@strawberry.type(description="The nodes around one node, hop by hop, with the edges among them.")
class Graph:
    """Drawn from `neighbourhood.Neighbourhood`."""

    nodes: list[Node] = strawberry.field(description="Entities, memories and threads, nearest first.")
    edges: list[GraphEdge] = strawberry.field(
        description="Edges among these nodes, and between them and the nodes of earlier pages."
    )
    counts: list[EdgeCount] = strawberry.field(description="For each node, its edges by type.")
    truncated: bool = strawberry.field(description="Whether there is more within the hops.")
    end_cursor: str | None = strawberry.field(description="What `after` takes for the rest; null at the end.")
