"""Blocking of names by shared letter groups: which few of a million names are worth comparing with this one.

Owns the groups and their postings. What a comparison says is `domain.matching`; entities are `names`.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graphmem.domain.letters import is_cjk

_START: Final = "\x02"
_END: Final = "\x03"
_SIZE: Final = 3
_MOST_KNOWN: Final = 255
_FIRST_CAPACITY: Final = 1024

_POSTINGS_BUDGET: Final = 40_000
"""Postings read for one look-up; the rarest groups come first, so a common word costs nothing."""
_LEAST_GROUPS: Final = 4
_SOME: Final = 4
_MANY: Final = 10
_LEAST_SHARE: Final = 4
"""A name must share more than a quarter of the smaller one's groups; one edit in five letters leaves two of five."""

Slots = NDArray[np.uint32]
_NO_SLOT: Final = np.uint32(2**32 - 1)


def groups(squashed: str) -> frozenset[str]:
    """Trigrams with the ends marked; in scripts without spaces characters and pairs of them."""
    if is_cjk(squashed):
        pairs = map("".join, pairwise(squashed))
        return frozenset((*pairs, *(char for char in squashed if not char.isascii())))
    marked = f"{_START}{squashed}{_END}"
    return frozenset(marked[at : at + _SIZE] for at in range(len(marked) - _SIZE + 1))


class Grams:
    """Postings of letter groups over numbered slots. Slots only grow; a slot never changes its groups.

    One writer may add while readers look up: a reader copies each posting in one step.
    """

    def __init__(self) -> None:
        self._postings: dict[str, array[int]] = {}
        self._sizes = np.zeros(_FIRST_CAPACITY, np.uint8)
        self._count = 0

    def add(self, squashed: str) -> None:
        """Adds the next slot."""
        slot, found = self._count, groups(squashed)
        if slot == len(self._sizes):
            self._sizes = np.concatenate((self._sizes, np.zeros(slot, np.uint8)))
        self._sizes[slot] = min(len(found), _MOST_KNOWN)
        self._count += 1
        postings = self._postings
        for group in found:
            posting = postings.get(group)
            if posting is None:
                postings[group] = array("I", (slot,))
            else:
                posting.append(slot)

    def starting(self, squashed: str) -> list[int] | None:
        """Slots that may start with the letters; None where the letters are too few to tell."""
        if is_cjk(squashed):
            group = squashed[:2]
        elif len(squashed) >= _SIZE - 1:
            group = _START + squashed[: _SIZE - 1]
        else:
            return None
        return self._postings.get(group, array("I")).tolist()

    def near(self, squashed: str, limit: int) -> list[int]:
        """Up to `limit` slots that share most groups with the name, best first."""
        wanted = groups(squashed)
        chosen = self._rarest(wanted)
        if not chosen:
            return []
        slots, shared = _shared_by(chosen)
        sizes = self._sizes[slots]
        smaller = np.minimum(len(chosen), sizes)
        enough = np.flatnonzero(shared * _LEAST_SHARE > smaller)
        slots, shared, sizes, smaller = slots[enough], shared[enough], sizes[enough], smaller[enough]
        size = len(wanted)
        likeness = shared / smaller + np.minimum(size, sizes) / np.maximum(size, sizes) / 2
        best = np.argsort(-likeness, kind="stable")[:limit]
        return [int(slot) for slot in slots[best]]

    def _rarest(self, wanted: frozenset[str]) -> list[Slots]:
        known = [posting for group in wanted if (posting := self._postings.get(group)) is not None]
        known.sort(key=len)
        chosen: list[Slots] = []
        total = 0
        for posting in known:
            total += len(posting)
            if total > _POSTINGS_BUDGET and len(chosen) >= _LEAST_GROUPS:
                break
            chosen.append(np.frombuffer(posting.tobytes(), np.uint32))
        return chosen


def _shared_by(chosen: list[Slots]) -> tuple[Slots, NDArray[np.int64]]:
    """The slots that enough postings have (of few postings one, of many three), and how many have each."""
    least = 1 + (len(chosen) >= _SOME) + (len(chosen) >= _MANY)
    ordered = np.sort(np.concatenate(chosen))
    repeated = ordered[: len(ordered) - least + 1]
    repeated = repeated[repeated == ordered[least - 1 :]]
    first = np.flatnonzero(np.diff(repeated, prepend=_NO_SLOT))
    return repeated[first], np.diff(first, append=len(repeated)) + least - 1
