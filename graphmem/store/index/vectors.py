"""Embeddings by doc number: kept, compared, saved. Owns no model: vectors are made in `embedders` or by the caller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from graphmem.store.index.columns import Docs, among, grown
from graphmem.store.index.packing import Arrays, packed_strings, part, prefixed, unpacked_strings

Vector = npt.NDArray[np.float32]

NEAREST: Final = 20
"""Only so many memories gain by their meaning: of short turns most are a little like any question."""

LARGEST: Final = 4096
"""Most numbers in a vector: more than any model in use gives."""


@dataclass(frozen=True, slots=True, eq=False)
class VectorView:
    """Some docs that have a vector, and the vectors of all docs."""

    docs: Docs
    vectors: Vector

    def likeness(self, question: Vector) -> LikeDocs:
        """How like the question each doc is: the cosine, from 0 at the first behind the nearest to 1 at the best."""
        if not len(self.docs):
            return LikeDocs(self.docs, np.zeros(0, dtype=np.float32))
        whole = 2 * len(self.docs) > len(self.vectors)
        cosines = (self.vectors @ question)[self.docs] if whole else self.vectors[self.docs] @ question
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
    """One unit vector a doc, all of one model; four bytes a number. One thread writes, under the owner's lock."""

    def __init__(self, model: str | None = None, dimension: int = 0) -> None:
        self.model = model
        self.dimension = dimension
        self._vectors: Vector = np.zeros((0, dimension), dtype=np.float32)
        self._there: npt.NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)

    def __len__(self) -> int:
        """How many docs have a vector."""
        return int(np.count_nonzero(self._there))

    def use(self, model: str, dimension: int) -> None:
        """Keep vectors of this model from now on; those of another one are thrown away.

        Raises ValueError for a dimension that no model has.
        """
        if not 0 < dimension <= LARGEST:
            raise ValueError(f"a vector has 1 to {LARGEST} numbers, not {dimension}")
        if (model, dimension) != (self.model, self.dimension):
            self.__init__(model, dimension)  # type: ignore[misc]

    def put(self, docs: Docs, vectors: npt.NDArray[Any]) -> None:
        """Keep a vector for each doc. Raises ValueError where they don't fit (see `checked`)."""
        units = checked(vectors, self.dimension)
        if len(units) != len(docs):
            raise ValueError(f"{len(docs)} memories need as many vectors, not {len(units)}")
        rows = int(docs.max(initial=-1)) + 1
        self._there = grown(self._there, rows)
        if rows > len(self._vectors):
            taller = np.zeros((len(self._there), self.dimension), dtype=np.float32)
            taller[: len(self._vectors)] = self._vectors
            self._vectors = taller
        self._vectors[docs] = units
        self._there[docs] = True

    def drop(self, docs: Docs) -> None:
        """Forget the vectors of docs; those without any are no error."""
        inside = docs[docs < len(self._there)]
        self._there[inside] = False
        self._vectors[inside] = 0

    def having(self, docs: Docs) -> npt.NDArray[np.bool_]:
        """Which docs have a vector."""
        return among(docs, np.flatnonzero(self._there))

    def compared(self, docs: Docs) -> VectorView:
        """Those of the docs that have a vector, ready to be compared."""
        return VectorView(docs[self.having(docs)], self._vectors)

    def arrays(self) -> Arrays:
        """What is saved."""
        docs = np.flatnonzero(self._there)
        model = packed_strings([] if self.model is None else [self.model])
        return {"docs": docs, "vectors": self._vectors[docs], **prefixed("model", model)}

    @classmethod
    def restored(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> VectorStore:
        """The vectors that were saved. Raises KeyError or ValueError where the arrays don't fit together."""
        models = unpacked_strings(part("model", arrays))
        made = cls()
        if models:
            made.use(models[0], arrays["vectors"].shape[1])
            made.put(arrays["docs"], arrays["vectors"])
        return made


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
