"""The recall index: catalog and text as one, kept in step with the store's commits.

Owns what comes in and goes out. It is derived: the store can rebuild it at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import Memory, Micros
from graphmem.store.index.catalog import Catalog
from graphmem.store.index.columns import Docs
from graphmem.store.index.document import document_terms
from graphmem.store.index.lexical import LexicalIndex
from graphmem.store.index.name_forms import name_forms
from graphmem.store.index.results import SearchResult
from graphmem.store.index.search import Search, Slice
from graphmem.store.index.selection import EVERYTHING_CURRENT, Selection
from graphmem.store.index.vector_models import Meant, ModelCount, VectorModels


class RecallIndex:
    """Memories by what they say and what they are. One thread writes; any thread searches."""

    def __init__(
        self,
        catalog: Catalog | None = None,
        lexical: LexicalIndex | None = None,
    ) -> None:
        self.catalog = catalog or Catalog()
        self.lexical = lexical or LexicalIndex()
        self.vectors = VectorModels()

    def upsert(self, memories: Sequence[Memory]) -> None:
        """Take in the memories' present state; the next search sees all of them, or none yet.

        Their vectors stay: whether they still fit the text, whoever changed it has decided.
        """
        latest = list({memory.id: memory for memory in memories}.values())
        texts = [document_terms(memory) for memory in latest]
        with self.catalog.lock:
            rows = self.catalog.rows
            self._count_threads(rows.ids.docs(memory.id for memory in latest), -1)
            docs = self.catalog.upsert(latest)
            self.lexical.grow(rows.columns.size)
            self.lexical.put(docs, texts)
            self._count_threads(docs, 1)

    def _count_threads(self, docs: Docs, sign: int) -> None:
        lengths = self.lexical.postings.lengths(docs)
        self.lexical.thread_tokens.count(self.catalog.rows.columns.thread[docs], lengths, sign)

    def remove(self, memory_ids: Iterable[str]) -> None:
        """Take memories out for good (erased); unknown ids are no error."""
        with self.catalog.lock:
            docs = self.catalog.rows.ids.docs(memory_ids)
            self._count_threads(docs, -1)
            self.vectors.drop(docs)
            for doc in docs.tolist():
                self.lexical.postings.remove(doc)
            for memory_id in self.catalog.rows.ids.ids(docs):
                self.catalog.remove(memory_id)

    def name_entity(self, entity_id: str, names: Iterable[str], members: Iterable[str] = ()) -> None:
        """Let an entity be called by exactly these names; `members` are those merged into it.

        Its memories are found by its names from now on; none of them is touched.
        """
        self.name_entities([(entity_id, names, members)])

    def name_entities(self, entities: Iterable[tuple[str, Iterable[str], Iterable[str]]]) -> None:
        """`name_entity` for many, each once."""
        called = [
            (entity_id, [form for name in names for form in name_forms(name)], members)
            for entity_id, names, members in entities
        ]
        with self.catalog.lock:
            number = self.catalog.rows.entities.number
            self.lexical.name_entities(
                (number(entity_id), forms, tuple(dict.fromkeys(map(number, (entity_id, *members)))))
                for entity_id, forms, members in called
            )

    def drop_entity(self, entity_id: str) -> None:
        """Forget what an entity is called (swept, or merged into another); an unknown one is no error."""
        with self.catalog.lock:
            number = self.catalog.rows.entities.known(entity_id)
            if number is not None:
                self.lexical.names.drop(number)

    def search(
        self,
        query: str,
        selection: Selection = EVERYTHING_CURRENT,
        *,
        now: Micros,
        limit: int = 10,
        offset: int = 0,
        meant: Meant | None = None,
    ) -> SearchResult:
        """One slice of the memories that answer the question, best first; the slice never changes the order.

        `meant` is the question as a vector; without it words alone count. Raises ValueError for one that does not
        fit those of the memories.
        """
        return Search(self.catalog, self.lexical, self.vectors, selection, now).run(query, meant, Slice(offset, limit))

    def put_vectors(self, model: str, memory_ids: Sequence[str], vectors: npt.ArrayLike) -> None:
        """Give memories, none of them twice, their vectors of a model; those that are gone are left out.

        Raises ValueError for NaN, zero vectors and sizes that don't fit, and takes none then.
        """
        rows = np.asarray(vectors)
        with self.catalog.lock:
            docs = [self.catalog.rows.ids.doc(memory_id) for memory_id in memory_ids]
            known = np.array([doc for doc in docs if doc is not None], dtype=np.int64)
            self.vectors.put(model, known, rows[[doc is not None for doc in docs]])

    def drop_vectors(self, memory_ids: Iterable[str], models: Iterable[str] | None = None) -> None:
        """Forget the vectors of memories, of some models or of all; unknown ids are no error."""
        with self.catalog.lock:
            self.vectors.drop(self.catalog.rows.ids.docs(memory_ids), models)

    def vectors_of(self, memory_id: str) -> dict[str, bytes]:
        """The vectors of a memory by model, as `domain.vectors` keeps them."""
        with self.catalog.lock:
            doc = self.catalog.rows.ids.doc(memory_id)
            found = {} if doc is None else self.vectors.of(doc)
            return {model: vector.astype("<f4").tobytes() for model, vector in found.items()}

    def vector_counts(self) -> list[ModelCount]:
        """The models there are vectors of, by name."""
        with self.catalog.lock:
            return self.vectors.counts()

    def lacking_vectors(self, model: str, limit: int) -> list[str]:
        """Ids of memories without a vector of a model, newest first, at most `limit`."""
        with self.catalog.lock:
            alive = np.flatnonzero(self.catalog.rows.columns.alive[: self.catalog.rows.columns.size])
            lacking = alive[~self.vectors.having(alive, model)]
            return self.catalog.rows.ids.ids(lacking[::-1][:limit])

    def compact(self) -> None:
        """Close the gaps that changes left, so that searches are quickest; about a second per million memories."""
        with self.catalog.lock:
            self.lexical.postings.compact()
