"""Which memories carry a value (entity, thread, tag, path, mention), and which values a memory carries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from graphmem.store.index.columns import Docs, distinct, grown

_DEAD: Final = -1
_TAIL: Final = 8192
_TAIL_SHARE: Final = 32
"""Pairs that are looked through one by one before they are sorted in: so many, or this part of all."""

_FEW: Final = 16
"""Up to so many values it is quicker to compare with each than to build numpy's table."""


class Interner:
    """Gives each distinct string a small number, in order of arrival."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        self._values = list(values)
        self._numbers = {value: number for number, value in enumerate(self._values)}

    def __len__(self) -> int:
        return len(self._values)

    def number(self, value: str) -> int:
        """The value's number; a new one where it is new."""
        number = self._numbers.setdefault(value, len(self._values))
        if number == len(self._values):
            self._values.append(value)
        return number

    def known(self, value: str) -> int | None:
        """The value's number, or None where it never came."""
        return self._numbers.get(value)

    def all_known(self, values: Iterable[str]) -> set[int]:
        """The numbers of those values that ever came."""
        numbers = set(map(self._numbers.get, values))
        numbers.discard(None)
        return cast("set[int]", numbers)

    def value(self, number: int) -> str:
        """The value with that number."""
        return self._values[number]

    def values(self) -> Sequence[str]:
        """All values in order of their numbers."""
        return self._values


class Inverted:
    """Pairs of a doc and a value, found from both sides.

    Pairs are appended and struck out, never moved; older ones are also kept sorted by value.
    Takes 16 bytes a pair, no Python object for a doc or a value.
    """

    def __init__(self) -> None:
        self._size = 0
        self._values: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._docs: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._start: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._count: npt.NDArray[np.uint16] = np.zeros(0, dtype=np.uint16)
        self._struck = 0
        self._sort()

    def docs(self, value: int) -> Docs:
        """The docs that carry the value, ascending."""
        tail = np.flatnonzero(self._values[self._sorted_size : self._size] == value)
        return self._docs_at([self._sorted_slots(value), self._sorted_size + tail])

    def roughly(self, value: int) -> int:
        """About how many docs carry the value, told at once: what came and went of late is not counted."""
        return int(self._offsets[value + 1] - self._offsets[value]) if value + 1 < len(self._offsets) else 0

    def docs_of_any(self, values: Sequence[int]) -> Docs:
        """The docs that carry at least one of the values, ascending."""
        if len(values) == 1:
            return self.docs(values[0])
        late = self._values[self._sorted_size : self._size]
        tail = np.flatnonzero(np.isin(late, values) if len(values) > _FEW else _any_of(late, values))
        slots = [self._sorted_slots(value) for value in values]
        return distinct(self._docs_at([*slots, self._sorted_size + tail]))

    def _docs_at(self, slots: Sequence[npt.NDArray[Any]]) -> Docs:
        found: Docs = np.sort(self._docs[np.concatenate(slots)]).astype(np.int64)
        return found

    def _sorted_slots(self, value: int) -> npt.NDArray[np.int32]:
        if value + 1 >= len(self._offsets):
            return self._by_value[:0]
        slots = self._by_value[self._offsets[value] : self._offsets[value + 1]]
        live: npt.NDArray[np.int32] = slots[self._values[slots] == value]
        return live

    def values(self, doc: int) -> list[int]:
        """The values of a doc, in the order given."""
        if doc >= len(self._start):
            return []
        start = int(self._start[doc])
        carried: list[int] = self._values[start : start + int(self._count[doc])].tolist()
        return carried

    def put(self, docs: Docs, values: Sequence[Sequence[int]]) -> None:
        """Let each doc carry exactly these values from now on."""
        changed = [
            (doc, carried)
            for doc, carried in zip(docs.tolist(), values, strict=True)
            if self.values(doc) != list(carried)
        ]
        for doc, _ in changed:
            self._strike(doc)
        self._append([pair for pair in changed if pair[1]])
        if self._size - self._sorted_size >= max(_TAIL, self._size // _TAIL_SHARE):
            self._sort()

    def _strike(self, doc: int) -> None:
        if doc < len(self._start) and self._count[doc]:
            start, count = int(self._start[doc]), int(self._count[doc])
            self._values[start : start + count] = _DEAD
            self._count[doc] = 0
            self._struck += count

    def _append(self, pairs: Sequence[tuple[int, Sequence[int]]]) -> None:
        if not pairs:
            return
        docs = np.array([doc for doc, _ in pairs], dtype=np.int64)
        counts = np.array([len(carried) for _, carried in pairs], dtype=np.int64)
        flat = [value for _, carried in pairs for value in carried]
        end = self._size + len(flat)
        self._values, self._docs = grown(self._values, end), grown(self._docs, end)
        highest = int(docs.max()) + 1
        self._start, self._count = grown(self._start, highest), grown(self._count, highest)
        self._values[self._size : end] = flat
        self._docs[self._size : end] = np.repeat(docs, counts)
        self._start[docs] = self._size + np.cumsum(counts) - counts
        self._count[docs] = counts
        self._size = end

    def _sort(self) -> None:
        if self._struck > self._size // 2:
            self._close_gaps()
        values = self._values[: self._size]
        live = np.flatnonzero(values != _DEAD)
        order = live[np.argsort(values[live], kind="stable")]
        self._by_value = order.astype(np.int32)
        highest = int(values.max()) + 1 if self._size else 0
        self._offsets = np.searchsorted(values[order], np.arange(highest + 1))
        self._sorted_size = self._size

    def _close_gaps(self) -> None:
        live = self._values[: self._size] != _DEAD
        moved = np.cumsum(live) - live
        carrying = np.flatnonzero(self._count)
        self._start[carrying] = moved[self._start[carrying]]
        self._values = self._values[: self._size][live]
        self._docs = self._docs[: self._size][live]
        self._size, self._struck = len(self._values), 0

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is saved: the pairs in the order of their docs' last change."""
        live = self._values[: self._size] != _DEAD
        return {"values": self._values[: self._size][live], "docs": self._docs[: self._size][live]}

    @classmethod
    def restored(cls, arrays: dict[str, npt.NDArray[Any]]) -> Inverted:
        """The pairs that were saved. Raises KeyError or ValueError where they don't fit together."""
        made = cls()
        made._values = np.array(arrays["values"], dtype=np.int32)
        made._docs = np.array(arrays["docs"], dtype=np.int32)
        made._size = len(made._values)
        if made._size != len(made._docs) or (made._size and made._docs.min() < 0):
            raise ValueError("values and docs do not fit together")
        if made._size:
            first = np.flatnonzero(np.diff(made._docs, prepend=-1))
            highest = int(made._docs.max()) + 1
            made._start, made._count = grown(made._start, highest), grown(made._count, highest)
            made._start[made._docs[first]] = first
            made._count[made._docs[first]] = np.diff(first, append=made._size)
        made._sort()
        return made


def _any_of(late: npt.NDArray[np.int32], values: Sequence[int]) -> npt.NDArray[np.bool_]:
    found = np.zeros(len(late), dtype=np.bool_)
    for value in values:
        found |= late == value
    return found
