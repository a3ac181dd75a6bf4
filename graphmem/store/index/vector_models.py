"""The vectors of a space by the model they are from. Vectors of two models are never compared with each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from graphmem.store.index.columns import Docs
from graphmem.store.index.vectors import NONE_ALIKE, LikeDocs, Vector, VectorStore, VectorView, checked


@dataclass(frozen=True, slots=True)
class ModelCount:
    """How many memories have a vector of a model, and how many numbers such a vector has."""

    model: str
    dimension: int
    memories: int


@dataclass(frozen=True, slots=True, eq=False)
class Meant:
    """What a question means, by a model: what is compared with the vectors of that model."""

    model: str
    vector: npt.ArrayLike


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The docs that a question is compared with, and how many have vectors of other models only."""

    question: Vector
    view: VectorView
    ignored: int

    def likeness(self) -> LikeDocs:
        """How like the question each of the docs is."""
        return self.view.likeness(self.question)


class VectorModels:
    """A store of vectors for each model. One thread writes, under the owner's lock."""

    def __init__(self) -> None:
        self._stores: dict[str, VectorStore] = {}

    def put(self, model: str, docs: Docs, vectors: npt.ArrayLike) -> None:
        """Keep vectors of a model, in the place of those the docs have of it.

        Raises ValueError where they don't fit together, or not those that the model has.
        """
        rows = np.asarray(vectors, dtype=np.float32)
        store = self._stores.get(model) or VectorStore(rows.shape[-1] if rows.ndim else 0)
        store.put(docs, rows)
        self._stores[model] = store

    def drop(self, docs: Docs, models: Iterable[str] | None = None) -> None:
        """Forget the docs' vectors, of some models or of all; a model without any vector is forgotten itself."""
        for model in list(self._stores if models is None else models):
            if (store := self._stores.get(model)) is not None:
                store.drop(docs)
                if not len(store):
                    del self._stores[model]

    def of(self, doc: int) -> dict[str, Vector]:
        """The vectors of a doc by model."""
        found = ((model, store.of(doc)) for model, store in self._stores.items())
        return {model: vector for model, vector in found if vector is not None}

    def dimension(self, model: str) -> int | None:
        """How many numbers the vectors of a model have; None while there are none."""
        store = self._stores.get(model)
        return None if store is None else store.dimension

    def having(self, docs: Docs, model: str) -> npt.NDArray[np.bool_]:
        """Which docs have a vector of a model."""
        store = self._stores.get(model)
        return np.zeros(len(docs), dtype=np.bool_) if store is None else store.having(docs)

    def counts(self) -> list[ModelCount]:
        """The models there are vectors of, by name."""
        return [ModelCount(model, store.dimension, len(store)) for model, store in sorted(self._stores.items())]

    def compared(self, meant: Meant, docs: Docs) -> Comparison:
        """Make ready to compare a question with those of the docs that have a vector of its model.

        Raises ValueError for a vector of another size, NaN, infinity or zeros.
        """
        store = self._stores.get(meant.model)
        vector = np.asarray(meant.vector, dtype=np.float32)
        question: Vector = checked(vector[np.newaxis], store.dimension if store else vector.size)[0]
        others = np.zeros(len(docs), dtype=np.bool_)
        for model in self._stores:
            others |= self.having(docs, model)
        view = VectorView(NONE_ALIKE.docs, NO_PLACES, NO_VECTORS) if store is None else store.compared(docs)
        return Comparison(question, view, int(np.count_nonzero(others)) - len(view.docs))


NO_PLACES = np.zeros(0, dtype=np.int32)
NO_VECTORS: Vector = np.zeros((0, 0), dtype=np.float32)
