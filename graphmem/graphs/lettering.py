"""How much room a text takes, and how it is broken into lines, in any script.

Owns estimates: a picture's texts are drawn by whoever views it, in fonts of their own. Nothing is cut inside of
what a reader takes for one character.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

_NARROW: Final = frozenset("iljtfrI.,:;|!'`()[]{}-/ \u00a0")
_BROAD: Final = frozenset("mwMWQOGD@%&—…")
_JOINER: Final = "\u200d"
_ELLIPSIS: Final = "…"


def clusters(text: str) -> list[str]:
    """The text in pieces that a reader takes for one character each: accents, flags and joined emoji stay whole."""
    pieces: list[str] = []
    for character in text:
        if pieces and (_clings(character) or pieces[-1].endswith(_JOINER) or _completes_flag(pieces[-1], character)):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _clings(character: str) -> bool:
    skin = "\U0001f3fb" <= character <= "\U0001f3ff"
    return skin or character == _JOINER or unicodedata.category(character) in ("Mn", "Mc", "Me")


def _completes_flag(piece: str, character: str) -> bool:
    letters = "\U0001f1e6", "\U0001f1ff"
    return len(piece) == 1 and letters[0] <= piece <= letters[1] and letters[0] <= character <= letters[1]


def width(text: str, size: float) -> float:
    """About how wide a text is, in points, at a size in points; rather too wide than too narrow."""
    return sum(map(_ems, clusters(text))) * size


def _ems(cluster: str) -> float:
    first = cluster[0]
    if unicodedata.east_asian_width(first) in ("W", "F"):
        return 1.05
    if first in _NARROW:
        return 0.36
    if first in _BROAD:
        return 0.88
    return 0.68 if first.isupper() else 0.58


def one_line(text: str) -> str:
    """The text on one line, without characters that can't be seen."""
    plain = " ".join(text.split())
    return "".join(c for c in plain if c == _JOINER or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co"))


def wrapped(text: str, room: float, size: float, lines: int) -> list[str]:
    """Break a text into at most so many lines of a width in points; what doesn't fit ends in an ellipsis."""
    found: list[str] = []
    line = ""
    for word in _words(one_line(text)):
        if width(line + word.rstrip(), size) <= room:
            line += word
            continue
        if line.strip():
            found.append(line.rstrip())
        *full, line = _pieces(word, room, size)
        found += full
    found += [line.rstrip()] if line.strip() else []
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], _cut(found[lines - 1], room, size)]


def clipped(text: str, room: float, size: float) -> str:
    """A text on one line of a width in points; what doesn't fit ends in an ellipsis."""
    return next(iter(wrapped(text, room, size, 1)), "")


def _words(text: str) -> Iterator[str]:
    """Pieces between which a line may break: after a space, and around every wide character."""
    word = ""
    for cluster in clusters(text):
        if unicodedata.east_asian_width(cluster[0]) in ("W", "F"):
            if word:
                yield word
            yield cluster
            word = ""
        elif cluster == " ":
            yield word + cluster
            word = ""
        else:
            word += cluster
    if word:
        yield word


def _pieces(word: str, room: float, size: float) -> list[str]:
    pieces = [""]
    for cluster in clusters(word):
        if pieces[-1] and width(pieces[-1] + cluster, size) > room and cluster != " ":
            pieces.append("")
        pieces[-1] += cluster
    return pieces


def _cut(line: str, room: float, size: float) -> str:
    kept = clusters(line)
    while kept and width("".join(kept) + _ELLIPSIS, size) > room:
        kept.pop()
    return "".join(kept).rstrip() + _ELLIPSIS
