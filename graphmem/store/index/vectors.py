"""Vectors of one model by doc number: kept and compared. They are made in `embedders` or by the caller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.vectors import VECTOR_MAX
from graphmem.store.index.columns import Docs, among, grown

Vector = npt.NDArray[np.float32]

NEAREST: Final = 20
"""Only so many memories gain by their meaning: of short turns most are a little like any question."""


@dataclass(frozen=True, slots=True, eq=False)
class VectorView:
    """Some docs that have a vector, at their places among the vectors of all docs."""

    docs: Docs
    places: npt.NDArray[np.int32]
    vectors: Vector

    def likeness(self, question: Vector) -> LikeDocs:
        """How like the question each doc is: the cosine, from 0 at the first behind the nearest to 1 at the best."""
        if not len(self.docs):
            return LikeDocs(self.docs, np.zeros(0, dtype=np.float32))
        whole = 2 * len(self.docs) > len(self.vectors)
        cosines = (self.vectors @ question)[self.places] if whole else self.vectors[self.places] @ question
        rank = max(0, len(cosines) - NEAREST - 1)
        floor, best = float(np.partition(cosines, rank)[rank]), float(cosines.max())
        if best <= floor:
            return LikeDocs(self.docs, np.ones(len(cosines), dtype=np.float32))
        return LikeDocs(self.docs, np.clip((cosines - floor) / (best - floor), 0.0, 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class LikeDocs:
    """Docs, ascending, and how like a question each is, from 0 to 1."""

    docs: Docs
    values: Vector

    def best(self, limit: int) -> Docs:
        """The docs that are most alike."""
        if len(self.docs) <= limit:
            return self.docs
        best: Docs = self.docs[np.argpartition(-self.values, limit)[:limit]]
        return best

    def of(self, docs: Docs) -> Vector:
        """The value of each doc, 0 for those that are not here."""
        values = np.zeros(len(docs), dtype=np.float32)
        here = among(docs, self.docs)
        values[here] = self.values[self.docs.searchsorted(docs[here])]
        return values


NONE_ALIKE: Final = LikeDocs(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
"""Without vectors nothing is alike."""


class VectorStore:
    """Unit vectors of docs, all of one size; four bytes a number, and nothing for a doc that has none.

    One thread writes, under the owner's lock.
    """

    def __init__(self, dimension: int) -> None:
        """Raises ValueError for a dimension that no model has."""
        if not 0 < dimension <= VECTOR_MAX:
            raise ValueError(f"a vector has 1 to {VECTOR_MAX} numbers, not {dimension}")
        self.dimension = dimension
        self._vectors: Vector = np.zeros((0, dimension), dtype=np.float32)
        # Where the vector of a doc is, counted from 1; 0 where it has none.
        self._places: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._used = 0
        self._free: list[int] = []

    def __len__(self) -> int:
        """How many docs have a vector."""
        return self._used - len(self._free)

    def put(self, docs: Docs, vectors: npt.NDArray[Any]) -> None:
        """Keep a vector for each doc, none of them twice. Raises ValueError where they don't fit (see `checked`)."""
        units = checked(vectors, self.dimension)
        if len(units) != len(docs):
            raise ValueError(f"{len(docs)} memories need as many vectors, not {len(units)}")
        self._places = grown(self._places, int(docs.max(initial=-1)) + 1)
        fresh = docs[self._places[docs] == 0]
        self._places[fresh] = self._room(len(fresh))
        self._vectors[self._places[docs] - 1] = units

    def _room(self, count: int) -> list[int]:
        again = [self._free.pop() for _ in range(min(count, len(self._free)))]
        more = range(self._used + 1, self._used + 1 + count - len(again))
        self._used += len(more)
        if self._used > len(self._vectors):
            taller = np.zeros((max(self._used, len(self._vectors) * 3 // 2), self.dimension), dtype=np.float32)
            taller[: len(self._vectors)] = self._vectors
            self._vectors = taller
        return [*again, *more]

    def drop(self, docs: Docs) -> None:
        """Forget the vectors of docs; those without any are no error."""
        having = docs[self.having(docs)]
        places = self._places[having]
        self._places[having] = 0
        self._vectors[places - 1] = 0
        self._free.extend(places.tolist())

    def having(self, docs: Docs) -> npt.NDArray[np.bool_]:
        """Which docs have a vector."""
        there = np.zeros(len(docs), dtype=np.bool_)
        inside = docs < len(self._places)
        there[inside] = self._places[docs[inside]] > 0
        return there

    def of(self, doc: int) -> Vector | None:
        """The vector of a doc."""
        place = int(self._places[doc]) if doc < len(self._places) else 0
        return self._vectors[place - 1] if place else None

    def compared(self, docs: Docs) -> VectorView:
        """Those of the docs that have a vector, ready to be compared."""
        having = docs[self.having(docs)]
        return VectorView(having, self._places[having] - 1, self._vectors[: self._used])


def checked(vectors: npt.ArrayLike, dimension: int) -> Vector:
    """Vectors as rows of unit length. Raises ValueError for another dimension, NaN, infinity or a zero vector."""
    rows = np.asarray(vectors, dtype=np.float32)
    if rows.ndim != 2 or rows.shape[1] != dimension:
        raise ValueError(f"a vector must have {dimension} numbers, not {rows.shape[-1] if rows.ndim else 0}")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not (lengths > 0).all():
        raise ValueError("a vector must have finite numbers that are not all zero")
    units: Vector = rows / lengths
    return units
