"""Graphs as files that other tools read: node-link JSON and GraphML.

Owns what each format can't say: GraphML has no lone surrogates, and no control characters.
"""

from __future__ import annotations

import re
from typing import Any, Final

import networkx as nx

# Production 2 of XML 1.0: what a document may consist of.
_NO_XML: Final = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def node_link(graph: nx.MultiDiGraph) -> dict[str, Any]:
    """The graph in node-link form, ready for JSON; `networkx.node_link_graph(…, edges="edges")` reads it back."""
    data: dict[str, Any] = nx.node_link_data(graph, edges="edges")
    return data


def graphml(graph: nx.MultiDiGraph) -> str:
    """The graph as GraphML, for Gephi, yEd and others; `networkx.parse_graphml` reads it back."""
    clean = nx.MultiDiGraph(**_clean(graph.graph))
    clean.add_nodes_from((node, _clean(told)) for node, told in graph.nodes(data=True))
    clean.add_edges_from((*edge, _clean(told)) for *edge, told in graph.edges(keys=True, data=True))
    return "\n".join(nx.generate_graphml(clean))


def _clean(attributes: dict[str, Any]) -> dict[str, Any]:
    return {
        name: _NO_XML.sub("\ufffd", value) if isinstance(value, str) else value for name, value in attributes.items()
    }
