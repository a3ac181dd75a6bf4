"""Answers one question from the index: finds, scores and ranks, and says why. Changes nothing.

The lock is held twice and briefly: to see which memories are meant and where the question's terms are, and to
read what the best of them consist of. What comes in between sees a snapshot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import MemoryStatus, Micros
from graphmem.store.index.candidates import Matches, matches
from graphmem.store.index.catalog import Catalog
from graphmem.store.index.columns import NOTHING, STATUSES, among, distinct
from graphmem.store.index.conditions import Mask, selected, selection_mask
from graphmem.store.index.lexical import LexicalIndex, Question
from graphmem.store.index.name_forms import side_by_side
from graphmem.store.index.pool import Corpus, Entries, PoolScores, Surroundings, no_scores, pool_scores
from graphmem.store.index.ranking import Priors, Ranking, by_score, priors, unasked
from graphmem.store.index.results import Hit, Parts, SearchResult
from graphmem.store.index.selection import Selection
from graphmem.store.index.text import question_terms
from graphmem.store.index.threads import ThreadView
from graphmem.store.index.vector_models import Meant, VectorModels
from graphmem.store.index.vectors import NEAREST, NONE_ALIKE, LikeDocs

POOL: Final = 200
"""Memories that are ranked in full, whatever the page; those behind keep the order of their own scores."""

SURROUNDED: Final = 48
"""The best of the pool whose neighbours join it: an answer often follows what was asked."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Which part of the ranked list is wanted."""

    offset: int = 0
    limit: int = 10

    @property
    def end(self) -> int:
        """The position behind the last one that is wanted."""
        return self.offset + self.limit

    def after(self, length: int) -> Slice:
        """The same slice, seen from the end of a first list of that length."""
        offset = max(0, self.offset - length)
        return Slice(offset, max(0, self.end - length - offset))


@dataclass(frozen=True, slots=True, eq=False)
class _Gathered:
    """What was read of the pool under the lock."""

    pool: Surroundings
    entries: Entries
    factors: Priors
    on_named: npt.NDArray[np.bool_]


class Search:
    """Searches in one selection of memories; `now` is what heat and recency are measured from."""

    def __init__(
        self, catalog: Catalog, lexical: LexicalIndex, vectors: VectorModels, selection: Selection, now: Micros
    ) -> None:
        self._lock = catalog.lock
        self._rows = catalog.rows
        self._lexical = lexical
        self._vectors = vectors
        self._selection = selection
        self._now = now

    def run(self, query: str, meant: Meant | None, wanted: Slice) -> SearchResult:
        """The slice of the ranked list for a question; without one, what matters most by itself.

        `meant` is the question as a vector; without it only words count. Raises ValueError where it doesn't fit.
        """
        words = question_terms(query)
        if not words and meant is None:
            return self._unasked(wanted)
        pairs = list(side_by_side(query))
        with self._lock:
            question = self._lexical.question(words, self._rows.entity, pairs)
            allowed = selection_mask(self._rows, self._selection)
            corpus = self._corpus(question)
            compared = None if meant is None else self._vectors.compared(meant, np.flatnonzero(allowed))
        alike = NONE_ALIKE if compared is None else compared.likeness()
        found = matches(question.hits, question.view, allowed)
        with self._lock:
            gathered = self._gather(question, found, allowed, alike)
        text = _text(corpus, question, found, gathered)
        ranking = Ranking.of(text, gathered.on_named, alike.of(text.docs), gathered.factors)
        result = self._result(question, found, ranking, wanted)
        return result if compared is None else replace(result, compared=len(alike.docs), ignored=compared.ignored)

    def _unasked(self, wanted: Slice) -> SearchResult:
        with self._lock:
            docs = selected(self._rows, self._selection)
            everything = len(docs) > self._rows.columns.size // 4
            where = slice(0, self._rows.columns.size) if everything else docs
            scores = unasked(self._rows, where, self._now)
            scores = scores[docs] if everything else scores
            order = by_score(self._rows, docs, scores, wanted.end)[wanted.offset :]
            ids = self._rows.ids.ids(docs[order])
        hits = [Hit(memory_id, score, Parts()) for memory_id, score in zip(ids, scores[order].tolist(), strict=True)]
        return SearchResult(len(docs), tuple(hits))

    def _corpus(self, question: Question) -> Corpus:
        tokens = self._lexical.thread_tokens
        units, view = tokens.units, question.view
        threads = ThreadView(self._rows.columns.thread, tokens.tokens, units, view.tokens / max(units, 1))
        return Corpus(view.document_frequency, view.documents, view.mean_length, threads)

    def _gather(self, question: Question, found: Matches, allowed: Mask, alike: LikeDocs) -> _Gathered:
        columns = self._rows.columns
        best = found.best(POOL)
        around = self._rows.neighbours.around(best[:SURROUNDED])
        joining = around[(around != NOTHING) & (around < len(allowed))]
        docs = distinct(np.sort(np.concatenate([best, joining[allowed[joining]], alike.best(NEAREST)])))
        docs = docs[columns.alive[docs]]
        around = self._rows.neighbours.around(docs)
        around[columns.status[around] == STATUSES.number(MemoryStatus.FORGOTTEN)] = NOTHING
        pool = Surroundings(docs, around)
        everyone, postings = pool.everyone(), self._lexical.postings
        entries = Entries(everyone, postings.lengths(everyone), *postings.entries(everyone))
        members = () if question.named is None else self._lexical.names.members(question.named)
        on_named = among(columns.entity[docs], np.sort(np.array(members, dtype=np.int64)))
        return _Gathered(pool, entries, priors(self._rows, docs, self._now), on_named)

    def _result(self, question: Question, found: Matches, ranking: Ranking, wanted: Slice) -> SearchResult:
        text = ranking.text
        order = by_score(self._rows, text.docs, ranking.scores)
        hits = [
            Hit(
                self._rows.ids.id(int(text.docs[at])),
                float(ranking.scores[at]),
                ranking.parts(at),
                question.words_at(text.matched[:, at]),
            )
            for at in order[wanted.offset : wanted.end].tolist()
        ]
        total = len(order) + len(found.docs) - found.count_of(text.docs)
        if len(order) < min(wanted.end, total):
            hits += self._behind(question, found.without(text.docs), ranking.scale, wanted.after(len(order)))
        named = None if question.named is None else self._rows.entities.value(question.named)
        return SearchResult(total, tuple(hits), named)

    def _behind(self, question: Question, found: Matches, scale: float, wanted: Slice) -> list[Hit]:
        """The hits behind the pool, by their own scores alone."""
        order = by_score(self._rows, found.docs, found.scores, wanted.end)[wanted.offset :]
        docs = found.docs[order]
        matched = question.matched(docs)
        return [
            Hit(memory_id, share, Parts(own=share), question.words_at(matched[:, at]))
            for at, (memory_id, share) in enumerate(
                zip(self._rows.ids.ids(docs), (found.scores[order] / scale).tolist(), strict=True)
            )
        ]


def _text(corpus: Corpus, question: Question, found: Matches, gathered: _Gathered) -> PoolScores:
    if not question.hits:
        return no_scores(gathered.pool.docs)
    return pool_scores(corpus, question.hits, found.scored, gathered.entries, gathered.pool)
