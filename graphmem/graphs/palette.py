"""What colours, shapes and lines mean, in every picture and in the explorer alike.

Colour is the layer, shape the kind, a dashed line means superseded. Each layer also has a letter, so that a
picture in black and white can be read.
"""

from __future__ import annotations

from typing import Final

LAYERS: Final = {
    "goal": "#1f6feb",
    "context": "#6e7781",
    "emotion": "#bf3989",
    "implementation": "#1a7f37",
    "caveat": "#bc4c00",
    "learning": "#8250df",
}
"""Colour of each layer; all have a contrast of 4.5 and more on white."""

LETTERS: Final = {
    "goal": "G",
    "context": "X",
    "emotion": "E",
    "implementation": "I",
    "caveat": "!",
    "learning": "L",
}
"""Letter of each layer, drawn in its memories."""

KINDS: Final = {
    "person": "o",
    "company": "p",
    "project": "s",
    "concept": "D",
    "file": "h",
    "other": "^",
}
"""Marker of each kind of entity."""

INK: Final = "#1f2328"
PAPER: Final = "#ffffff"
FAINT: Final = "#8c959f"


def tint(colour: str, share: float = 0.85) -> str:
    """A lighter shade: `share` of white in it, from 0 to 1."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)
