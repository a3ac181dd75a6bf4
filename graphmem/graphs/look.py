"""How the graph looks: colour is the layer, shape the kind, dashed is superseded.

Owns colours, signs and words; the explorer's are the same. Each colour is dark enough for white paper and has a
sign besides, so that a picture can be read in black and white.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

INK: Final = "#1b1c1f"
SOFT: Final = "#5b5e66"
PALE: Final = "#8b8d94"
LINE: Final = "#c9c8c2"
PAPER: Final = "#ffffff"
ACCENT: Final = "#0b57d0"

LAYERS: Final[Mapping[str, str]] = {
    "GOAL": "#0a5fc2",
    "CONTEXT": "#55606f",
    "EMOTION": "#ad2f79",
    "IMPLEMENTATION": "#0f7247",
    "CAVEAT": "#b04300",
    "LEARNING": "#6540bf",
}
"""The colour of each layer."""

SIGNS: Final[Mapping[str, str]] = {
    "GOAL": "◎",
    "CONTEXT": "≡",
    "EMOTION": "♥",
    "IMPLEMENTATION": "▣",
    "CAVEAT": "▲",
    "LEARNING": "✦",
}
"""The sign of each layer, for those who see no colours."""

EDGES: Final[Mapping[str, str]] = {
    "SUPERSEDES": "replaces",
    "LED_TO": "led to",
    "IMPLEMENTS": "implements",
    "RESOLVES": "resolves",
    "DEPENDS_ON": "depends on",
    "EXTENDS": "extends",
    "CONTRADICTS": "contradicts",
    "MENTIONS": "mentions",
    "IN_THREAD": "on thread",
}
"""How an edge reads from its start."""

KINDS: Final = ("PERSON", "COMPANY", "PROJECT", "CONCEPT", "FILE", "OTHER")

CORNERS: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "COMPANY": ((-0.5, -0.87), (0.5, -0.87), (1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0)),
    "PROJECT": (
        (-0.4, -0.93), (0.4, -0.93), (0.93, -0.4), (0.93, 0.4),
        (0.4, 0.93), (-0.4, 0.93), (-0.93, 0.4), (-0.93, -0.4),
    ),
    "CONCEPT": ((0, -1.05), (1.05, 0), (0, 1.05), (-1.05, 0)),
    "FILE": ((-1, -0.75), (0.4, -0.75), (1.05, 0), (0.4, 0.75), (-1, 0.75)),
    "OTHER": ((0, -1), (1, 0.85), (-1, 0.85)),
}  # fmt: skip
"""The corners of each kind's shape, y downwards, for a radius of 1. A person is a circle."""


def words(name: str) -> str:
    """A value of a closed set in words: IN_PROGRESS is "in progress"."""
    return name.lower().replace("_", " ")


def tint(colour: str, share: float = 0.13) -> str:
    """A colour mixed with paper, for the ground of a text."""
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(part * share + 255 * (1 - share)):02x}" for part in parts)
