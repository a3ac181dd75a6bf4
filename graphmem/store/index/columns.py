"""The catalog's columns: a growable numpy array for each small fact about a memory. Holds no text."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import (
    FOREVER,
    Altitude,
    Category,
    Confidence,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Micros,
    Source,
)

Docs = npt.NDArray[np.int64]
"""Doc numbers: rows of the catalog."""

NEVER: Final[Micros] = -(2**63)
"""A memory that was never used: the smallest INT64."""

NOTHING: Final = -1
"""In a column of numbers of names: there is none."""


class Codes:
    """Numbers the members of an enum, so that a column of them takes one byte a row."""

    def __init__(self, enum: type[StrEnum]) -> None:
        self._members: tuple[Any, ...] = tuple(enum)
        self._numbers = {member: number for number, member in enumerate(self._members)}

    def __len__(self) -> int:
        return len(self._members)

    def number(self, member: StrEnum) -> int:
        """The member's number."""
        return self._numbers[member]

    def member(self, number: int) -> Any:
        """The member with that number."""
        return self._members[number]

    def table(self, members: frozenset[Any]) -> npt.NDArray[np.bool_]:
        """A look-up table by number: True for the given members."""
        return np.array([member in members for member in self._members], dtype=np.bool_)


LAYERS: Final = Codes(Layer)
TYPES: Final = Codes(MemoryType)
STATES: Final = Codes(MemoryState)
ALTITUDES: Final = Codes(Altitude)
STATUSES: Final = Codes(MemoryStatus)
CATEGORIES: Final = Codes(Category)
CONFIDENCES: Final = Codes(Confidence)
SOURCES: Final = Codes(Source)

_TYPES: Final[dict[str, type[np.generic]]] = {
    "alive": np.bool_,
    "layer": np.uint8,
    "type": np.uint8,
    "state": np.uint8,
    "altitude": np.uint8,
    "status": np.uint8,
    "category": np.uint8,
    "confidence": np.uint8,
    "source": np.uint8,
    "pinned": np.bool_,
    "importance": np.float64,
    "version": np.int32,
    "created_at": np.int64,
    "updated_at": np.int64,
    "valid_from": np.int64,
    "valid_to": np.int64,
    "entity": np.int32,
    "thread": np.int32,
    "agent": np.int32,
    "branch": np.int32,
    "thread_position": np.int32,
    "uses": np.int32,
    "last_used": np.int64,
    "applied": np.uint16,
    "ignored": np.uint16,
    "wrong": np.uint16,
    "corroborations": np.uint16,
    "confirmed": np.int64,
    "claimed": np.bool_,
    "drifted": np.bool_,
}
"""Every column and its type: 104 bytes a memory together."""


class Columns:
    """The rows, column by column. A row's number is the memory's doc number and never changes."""

    alive: npt.NDArray[np.bool_]
    layer: npt.NDArray[np.uint8]
    type: npt.NDArray[np.uint8]
    state: npt.NDArray[np.uint8]
    altitude: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    category: npt.NDArray[np.uint8]
    confidence: npt.NDArray[np.uint8]
    source: npt.NDArray[np.uint8]
    pinned: npt.NDArray[np.bool_]
    importance: npt.NDArray[np.float64]
    version: npt.NDArray[np.int32]
    created_at: npt.NDArray[np.int64]
    updated_at: npt.NDArray[np.int64]
    valid_from: npt.NDArray[np.int64]
    valid_to: npt.NDArray[np.int64]
    entity: npt.NDArray[np.int32]
    thread: npt.NDArray[np.int32]
    agent: npt.NDArray[np.int32]
    branch: npt.NDArray[np.int32]
    thread_position: npt.NDArray[np.int32]
    uses: npt.NDArray[np.int32]
    last_used: npt.NDArray[np.int64]
    applied: npt.NDArray[np.uint16]
    ignored: npt.NDArray[np.uint16]
    wrong: npt.NDArray[np.uint16]
    corroborations: npt.NDArray[np.uint16]
    confirmed: npt.NDArray[np.int64]
    claimed: npt.NDArray[np.bool_]
    drifted: npt.NDArray[np.bool_]

    def __init__(self) -> None:
        self.size = 0
        for name, kind in _TYPES.items():
            setattr(self, name, np.zeros(0, dtype=kind))

    def grow(self, size: int) -> None:
        """Make room for rows up to `size`; fresh rows are zero and were never used."""
        for name in _TYPES:
            setattr(self, name, grown(getattr(self, name), size))
        self.last_used[self.size : size] = NEVER
        self.confirmed[self.size : size] = NEVER
        self.thread[self.size : size] = NOTHING
        self.size = max(self.size, size)

    def write(self, docs: Docs, memories: Sequence[Memory]) -> None:
        """Write what the memories say into their rows; the use counters stay as they are."""
        for name, values in _facts(memories).items():
            getattr(self, name)[docs] = values
        self.alive[docs] = True

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The columns by name, cut to the rows in use."""
        return {name: getattr(self, name)[: self.size] for name in _TYPES}

    @classmethod
    def restored(cls, arrays: dict[str, npt.NDArray[Any]]) -> Columns:
        """The columns that were saved. Raises KeyError or ValueError where they don't fit together."""
        made = cls()
        for name, kind in _TYPES.items():
            setattr(made, name, np.array(arrays[name], dtype=kind))
        made.size = len(made.alive)
        if any(len(getattr(made, name)) != made.size for name in _TYPES):
            raise ValueError("columns of different lengths")
        return made


def distinct(docs: npt.NDArray[Any]) -> Docs:
    """Docs that are sorted already, each of them once."""
    first = np.ones(len(docs), dtype=np.bool_)
    np.not_equal(docs[1:], docs[:-1], out=first[1:])
    once: Docs = docs[first].astype(np.int64, copy=False)
    return once


def union(postings: Sequence[Docs]) -> Docs:
    """The docs of several postings, each of them once, ascending."""
    if len(postings) == 1:
        return postings[0]
    return distinct(np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *postings])))


def among(docs: npt.NDArray[Any], sorted_docs: Docs) -> npt.NDArray[np.bool_]:
    """Which docs are among others that are ascending."""
    if not len(sorted_docs):
        return np.zeros(len(docs), dtype=np.bool_)
    at = np.minimum(sorted_docs.searchsorted(docs), len(sorted_docs) - 1)
    there: npt.NDArray[np.bool_] = sorted_docs[at] == docs
    return there


def grown(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """The array itself while it is long enough, else a longer copy that is zero beyond the old end."""
    if size <= len(array):
        return array
    larger = np.zeros(max(size, len(array) * 3 // 2, 64), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def _facts(memories: Sequence[Memory]) -> dict[str, list[Any]]:
    return {
        "layer": [LAYERS.number(m.layer) for m in memories],
        "type": [TYPES.number(m.axes.type) for m in memories],
        "state": [STATES.number(m.axes.state) for m in memories],
        "altitude": [ALTITUDES.number(m.axes.altitude) for m in memories],
        "status": [STATUSES.number(m.status) for m in memories],
        "category": [CATEGORIES.number(m.category) for m in memories],
        "confidence": [CONFIDENCES.number(m.confidence) for m in memories],
        "source": [SOURCES.number(m.source) for m in memories],
        "pinned": [m.pinned for m in memories],
        "importance": [m.importance for m in memories],
        "version": [m.version for m in memories],
        "created_at": [m.created_at for m in memories],
        "updated_at": [m.updated_at for m in memories],
        "valid_from": [m.created_at if m.valid_from is None else m.valid_from for m in memories],
        "valid_to": [FOREVER if m.valid_to is None else m.valid_to for m in memories],
        "claimed": [bool(m.claims) for m in memories],
        "drifted": [any(not claim.holds for claim in m.claims) for m in memories],
        "thread_position": [-1 if m.thread_position is None else m.thread_position for m in memories],
    }
