"""Private sections: what stands between <private> and </private> is cut out before anything else sees it.

Owns the cut. Tags count in any case, sections nest, and one that is not closed hides the rest of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_TAG: Final = re.compile(r"<\s{0,8}(/?)\s{0,8}private(?:\s[^<>]{0,200})?>", re.I)


@dataclass(frozen=True, slots=True)
class PrivateCut:
    """A text without its private sections, and how many there were (a nested one is part of its outer)."""

    text: str
    sections: int


def cut_private(text: str) -> PrivateCut:
    """Cut private sections out of a text. A closing tag without an opening one is dropped."""
    if "<" not in text or not _TAG.search(text):
        return PrivateCut(text, 0)
    pieces: list[str] = []
    sections = depth = start = 0
    for tag in _TAG.finditer(text):
        if depth == 0:
            pieces.append(text[start : tag.start()])
        depth = max(0, depth - 1) if tag[1] else depth + 1
        if depth == 1 and not tag[1]:
            sections += 1
        start = tag.end()
    if depth == 0:
        pieces.append(text[start:])
    return PrivateCut(_closed_up(pieces), sections)


def _closed_up(pieces: list[str]) -> str:
    # Only the seams are tidied: spaces elsewhere may be indentation.
    text = pieces[0]
    for piece in pieces[1:]:
        if text[-1:].isspace() or not text:
            piece = piece.lstrip(" \t")
        text += piece
    return text.strip()
