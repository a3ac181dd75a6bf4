"""Answers of a client as networkx graphs and as pictures.

    network(graph) / chain_network(trace)     a networkx MultiDiGraph, ids as nodes
    node_link(network) / graphml(network)     the same as text that other tools read
    draw_neighbourhood, draw_chain, draw_lines, draw_timeline, draw_health      SVG pictures

Needs networkx; drawing also needs matplotlib (`pip install graphmem[notebooks]`), imported only then.
"""

from __future__ import annotations

from graphmem.graphs.chains import draw_chain, draw_lines
from graphmem.graphs.health import draw_health
from graphmem.graphs.neighbourhoods import draw_neighbourhood
from graphmem.graphs.networks import chain_network, graphml, network, node_link
from graphmem.graphs.picture import Picture
from graphmem.graphs.timelines import draw_timeline

__all__ = [
    "Picture",
    "chain_network",
    "draw_chain",
    "draw_health",
    "draw_lines",
    "draw_neighbourhood",
    "draw_timeline",
    "graphml",
    "network",
    "node_link",
]
