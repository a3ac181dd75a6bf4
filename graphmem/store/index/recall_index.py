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
from graphmem.store.index.embedders import Embedder
from graphmem.store.index.lexical import LexicalIndex
from graphmem.store.index.results import SearchResult
from graphmem.store.index.search import Search, Slice
from graphmem.store.index.selection import EVERYTHING_CURRENT, Selection
from graphmem.store.index.text import question_terms
from graphmem.store.index.vectors import Vector, VectorStore, checked


class RecallIndex:
    """Memories by what they say and what they are. One thread writes; any thread searches."""

    def __init__(
        self,
        catalog: Catalog | None = None,
        lexical: LexicalIndex | None = None,
        vectors: VectorStore | None = None,
    ) -> None:
        self.catalog = catalog or Catalog()
        self.lexical = lexical or LexicalIndex()
        self.vectors = vectors or VectorStore()
        self._embedder: Embedder | None = None

    def upsert(self, memories: Sequence[Memory]) -> None:
        """Take in the memories' present state; the next search sees all of them, or none yet."""
        latest = list({memory.id: memory for memory in memories}.values())
        texts = [document_terms(memory) for memory in latest]
        with self.catalog.lock:
            rows = self.catalog.rows
            self._count_threads(rows.ids.docs(memory.id for memory in latest), -1)
            docs = self.catalog.upsert(latest)
            self.lexical.grow(rows.columns.size)
            self.vectors.drop(self.lexical.put(docs, texts))
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
        called = [list(question_terms(name)) for name in names]
        with self.catalog.lock:
            number = self.catalog.rows.entities.number
            whole = dict.fromkeys((number(entity_id), *map(number, members)))
            self.lexical.name_entity(number(entity_id), called, tuple(whole))

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
        vector: npt.ArrayLike | None = None,
    ) -> SearchResult:
        """One slice of the memories that answer the question, best first; the slice never changes the order.

        `vector` is the question's, from the caller; without one it is made where there is an embedder.
        Raises ValueError for a vector that does not fit those of the memories.
        """
        asked = self._question_vector(query, vector)
        return Search(self.catalog, self.lexical, self.vectors, selection, now).run(query, asked, Slice(offset, limit))

    def _question_vector(self, query: str, given: npt.ArrayLike | None) -> Vector | None:
        made = given
        if made is None and self._embedder is not None and query.strip():
            made = self._embedder.question(query)
        if made is None:
            return None
        unit: Vector = checked(np.asarray(made)[np.newaxis], self.vectors.dimension)[0]
        return unit

    def use_embedder(self, embedder: Embedder | None) -> None:
        """Look for meaning too, with this model from now on; vectors of another model are thrown away.

        With None questions get no vector of ours; the caller may bring them.
        """
        with self.catalog.lock:
            self._embedder = embedder
            if embedder is not None:
                self.vectors.use(embedder.model, embedder.dimension)

    def use_vectors(self, model: str, dimension: int) -> None:
        """Take vectors that the caller brings; those of another model are thrown away. Raises ValueError."""
        with self.catalog.lock:
            self._embedder = None
            self.vectors.use(model, dimension)

    def put_vectors(
        self, memory_ids: Sequence[str], vectors: npt.ArrayLike, versions: Sequence[int] | None = None
    ) -> int:
        """Give memories their vectors; those that are gone, or not at the version given, are left out.

        Returns how many were taken. Raises ValueError for NaN, zero vectors and wrong sizes, and takes none then.
        """
        rows = checked(vectors, self.vectors.dimension)
        if len(rows) != len(memory_ids):
            raise ValueError(f"{len(memory_ids)} memories need as many vectors, not {len(rows)}")
        with self.catalog.lock:
            present = [self.catalog.version_of(memory_id) for memory_id in memory_ids]
            wanted = present if versions is None else versions
            fits = [at for at, version in enumerate(present) if version is not None and version == wanted[at]]
            docs = self.catalog.rows.ids.docs(memory_ids[at] for at in fits)
            self.vectors.put(docs, rows[fits])
        return len(fits)

    def lacking_vectors(self, limit: int) -> list[str]:
        """Ids of memories without a vector of the present model, newest first, at most `limit`."""
        with self.catalog.lock:
            alive = np.flatnonzero(self.catalog.rows.columns.alive[: self.catalog.rows.columns.size])
            lacking = alive[~self.vectors.having(alive)]
            return self.catalog.rows.ids.ids(lacking[::-1][:limit])

    def embedded(self) -> tuple[int, int]:
        """How many memories have a vector of the present model, and how many there are."""
        with self.catalog.lock:
            return len(self.vectors), len(self.catalog)

    def compact(self) -> None:
        """Close the gaps that changes left, so that searches are quickest; about a second per million memories."""
        with self.catalog.lock:
            self.lexical.postings.compact()
