"""Answers as networkx graphs, and those as text.

A node's attributes: `type` (entity, memory, thread), `label`, and for an entity `kind`, for a memory `layer`,
`status` and, in a chain, `role` and `depth`. An edge's key and `type` are the edge's type as in the data model
(GOAL, MENTIONS, SUPERSEDES, …); `at` is an ISO date where there is one, `inferred` and `reason` belong to links.
"""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import Any

import networkx as nx

from graphmem.client.answers.entity import EntitySummary
from graphmem.client.answers.memory import MemorySummary
from graphmem.client.answers.pictures import Graph, Node, Trace


def network(graph: Graph) -> nx.MultiDiGraph:
    """A neighbourhood as a networkx graph, nodes in the order of the answer."""
    made = nx.MultiDiGraph(truncated=graph.truncated)
    for node in graph.nodes:
        made.add_node(node.id, **_attributes(node))
    for edge in graph.edges:
        if edge.source in made and edge.target in made:
            made.add_edge(edge.source, edge.target, edge.type, **_edge(edge.type, edge.at))
    return made


def chain_network(trace: Trace) -> nx.MultiDiGraph:
    """A decision chain as a networkx graph, steps in order, links as they were made."""
    made = nx.MultiDiGraph(truncated=trace.truncated)
    for step in trace.steps:
        made.add_node(step.memory.id, **_attributes(step.memory), role=step.role.value, depth=step.depth)
    for link in trace.links:
        if link.source in made and link.target in made:
            kind = link.relation.value.upper()
            told = _edge(kind, link.created_at) | {"inferred": link.inferred, "reason": link.reason or ""}
            made.add_edge(link.source, link.target, kind, **told)
    return made


def _attributes(node: Node) -> dict[str, Any]:
    if isinstance(node, EntitySummary):
        return {"type": "entity", "label": node.name, "kind": node.kind.value}
    if isinstance(node, MemorySummary):
        return {
            "type": "memory",
            "label": node.title,
            "layer": node.layer.value,
            "status": node.status.value,
        }
    return {"type": "thread", "label": node.title or node.key}


def _edge(kind: str, at: datetime | None) -> dict[str, Any]:
    return {"type": kind} if at is None else {"type": kind, "at": at.isoformat()}


def node_link(graph: nx.MultiDiGraph) -> dict[str, Any]:
    """The graph in networkx's node-link form, ready for JSON."""
    data: dict[str, Any] = nx.node_link_data(graph, edges="edges")
    return data


def graphml(graph: nx.MultiDiGraph) -> str:
    """The graph as GraphML, for Gephi, yEd and the like."""
    out = BytesIO()
    nx.write_graphml(graph, out)
    return out.getvalue().decode()
