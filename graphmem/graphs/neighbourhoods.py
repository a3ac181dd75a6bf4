"""The picture of a neighbourhood: what hangs on what, around one node."""

from __future__ import annotations

from typing import Any

import networkx as nx

from graphmem.client.answers.pictures import Graph
from graphmem.graphs.networks import network
from graphmem.graphs.palette import FAINT, INK, KINDS, LAYERS, LETTERS, PAPER, tint
from graphmem.graphs.picture import MOST_LABELS, Canvas, Picture, canvas, layer_legend, shortened

SEED = 7
"""Layouts begin from this seed, so that a picture is the same each time."""

Places = dict[str, tuple[float, float]]


def draw_neighbourhood(graph: Graph, title: str = "") -> Picture:
    """Draw a neighbourhood; at most 40 nodes carry a label, those with most edges."""
    shown = network(graph)
    places: Places = nx.spring_layout(nx.Graph(shown), seed=SEED, k=2.2 / max(len(shown), 1) ** 0.5, iterations=200)
    with canvas(9, 6.5, title or _title(graph)) as drawn:
        _edges(drawn, shown, places)
        _memories(drawn, shown, places)
        _entities(drawn, shown, places)
        _labels(drawn, shown, places)
        layers = [data["layer"] for _, data in shown.nodes(data=True) if data["type"] == "memory"]
        layer_legend(drawn, layers, superseded=any(_superseded(data) for _, data in shown.nodes(data=True)))
    return drawn.finished()


def _title(graph: Graph) -> str:
    more = sum(count.total - count.shown for count in graph.counts)
    return f"{len(graph.nodes)} nodes" + (f", {more} more edges not shown" if more > 0 else "")


def _superseded(data: dict[str, Any]) -> bool:
    return bool(data.get("status") == "superseded")


def _edges(drawn: Canvas, shown: nx.MultiDiGraph, places: Places) -> None:
    for source, target, data in shown.edges(data=True):
        replaces = data["type"] == "SUPERSEDES"
        arrow = {
            "arrowstyle": "-|>" if replaces or data["type"] not in {"MENTIONS", "IN_THREAD"} else "-",
            "color": INK if replaces else LAYERS.get(data["type"].lower(), FAINT),
            "linewidth": 1.4 if replaces else 0.8,
            "linestyle": ":" if data["type"] == "MENTIONS" else "-",
            "shrinkA": 9,
            "shrinkB": 9,
        }
        drawn.axes.annotate("", xy=places[target], xytext=places[source], arrowprops=arrow)


def _memories(drawn: Canvas, shown: nx.MultiDiGraph, places: Places) -> None:
    for name, data in shown.nodes(data=True):
        if data["type"] == "entity":
            continue
        colour = LAYERS.get(data.get("layer", ""), FAINT)
        box = {
            "boxstyle": "round,pad=0.35",
            "facecolor": PAPER if _superseded(data) else tint(colour),
            "edgecolor": colour,
            "linestyle": "--" if _superseded(data) else "-",
        }
        letter = LETTERS.get(data.get("layer", ""), "≡")
        drawn.axes.text(*places[name], letter, ha="center", va="center", color=colour, fontsize=8, bbox=box)


def _entities(drawn: Canvas, shown: nx.MultiDiGraph, places: Places) -> None:
    for name, data in shown.nodes(data=True):
        if data["type"] == "entity":
            x, y = places[name]
            drawn.axes.scatter([x], [y], s=150, marker=KINDS[data["kind"]], color=INK, zorder=3)


def _labels(drawn: Canvas, shown: nx.MultiDiGraph, places: Places) -> None:
    ranked = sorted(shown, key=lambda name: (shown.nodes[name]["type"] != "entity", -shown.degree(name), name))
    for name in ranked[:MOST_LABELS]:
        data = shown.nodes[name]
        x, y = places[name]
        weight = "bold" if data["type"] == "entity" else "normal"
        drawn.axes.annotate(
            shortened(data["label"]),
            (x, y),
            xytext=(0, -12),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=7.5,
            fontweight=weight,
            color=INK,
        )
    xs, ys = zip(*places.values(), strict=True)
    # Text does not count when matplotlib sizes the axes, and most nodes are text.
    drawn.axes.set_xlim(min(xs) - 0.25, max(xs) + 0.25)
    drawn.axes.set_ylim(min(ys) - 0.2, max(ys) + 0.15)
