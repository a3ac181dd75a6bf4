"""Finds stored paths that equal, contain or lie under a given one. Spelling is `domain.notes`' business."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from graphmem.domain.notes import without_anchor
from graphmem.store.index.inverted import Interner

_AFTER_SLASH = "0"
"""The character after "/": the end of the range of everything under a folder."""


class Paths:
    """Numbers of paths without their anchors, and the paths in order: a folder's contents are one range."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        self.numbers = Interner(values)
        self._ordered = sorted(self.numbers.values())

    def values(self) -> Sequence[str]:
        """All paths in order of their numbers."""
        return self.numbers.values()

    def number(self, path: str) -> int:
        """The path's number; a new one where it is new."""
        spelled = without_anchor(path)
        if self.numbers.known(spelled) is None:
            insort(self._ordered, spelled)
        return self.numbers.number(spelled)

    def related(self, path: str) -> list[int]:
        """Numbers of the stored paths that equal `path`, are a folder above it, or lie under it."""
        spelled = without_anchor(path)
        parts = spelled.split("/")
        above = ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
        start = bisect_left(self._ordered, spelled + "/")
        end = bisect_left(self._ordered, spelled + _AFTER_SLASH)
        found = (self.numbers.known(name) for name in (*above, *self._ordered[start:end]))
        return [number for number in found if number is not None]
