"""The graph of a space for networkx, and as pictures.

    neighbourhood, chain, subgraph            a bounded part of a space as a networkx MultiDiGraph, in one call
    network, chain_network                    the same from an answer of the client
    node_link, graphml                        such a graph for other tools
    draw_neighbourhood, draw_chain, draw_lines, draw_timeline, draw_health      pictures, as SVG

Owns nothing but these names. What nodes and edges tell is in `building`; pictures need matplotlib
(`pip install 'graphmem[notebooks]'`), which is loaded when something is drawn.
"""

from __future__ import annotations

from graphmem.graphs.building import chain, chain_network, neighbourhood, network, subgraph
from graphmem.graphs.chains import draw_chain
from graphmem.graphs.exchange import graphml, node_link
from graphmem.graphs.health import draw_health
from graphmem.graphs.lines import draw_lines
from graphmem.graphs.neighbourhoods import draw_neighbourhood
from graphmem.graphs.picture import Picture
from graphmem.graphs.timelines import draw_timeline

__all__ = [
    "Picture",
    "chain",
    "chain_network",
    "draw_chain",
    "draw_health",
    "draw_lines",
    "draw_neighbourhood",
    "draw_timeline",
    "graphml",
    "neighbourhood",
    "network",
    "node_link",
    "subgraph",
]
