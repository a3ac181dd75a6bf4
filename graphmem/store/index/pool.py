"""Scores the pool in full: every term, feedback, and what surrounds each memory in its thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from graphmem.store.index import bm25
from graphmem.store.index.bm25 import Scores, dampening, rarity, saturated
from graphmem.store.index.candidates import TermHits
from graphmem.store.index.columns import NOTHING, Docs, among, distinct
from graphmem.store.index.segments import Terms
from graphmem.store.index.threads import ThreadView


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """Everything that stands in some docs (ascending): for each entry the doc's column, the term, the count."""

    docs: Docs
    lengths: npt.NDArray[np.int32]
    columns: Docs
    terms: Terms
    counts: npt.NDArray[np.uint8]

    def matrix(self, terms: Sequence[int]) -> npt.NDArray[np.float32]:
        """How often each of the terms (rows) stands in each doc (columns)."""
        matrix = np.zeros((len(terms), len(self.docs)), dtype=np.float32)
        wanted = np.asarray(terms, dtype=np.int32)
        # Finding rows through the terms' low bits, as many as tell them apart, is far cheaper than a search.
        bits = np.int32(_apart(wanted))
        rows = np.full(int(bits) + 1, NOTHING, dtype=np.int16)
        rows[wanted & bits] = np.arange(len(terms))
        row = rows[self.terms & bits]
        at = np.flatnonzero(row != NOTHING)
        at = at[wanted[row[at]] == self.terms[at]]
        matrix[row[at], self.columns[at]] = self.counts[at]
        return matrix


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """The figures of the whole index that scores depend on."""

    document_frequency: npt.NDArray[np.int32]
    documents: int
    mean_length: float
    threads: ThreadView


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """For each doc of the pool (columns) who is one before, one after, two before, two after; -1 for nobody."""

    docs: Docs
    around: npt.NDArray[np.int32]

    def everyone(self) -> Docs:
        """The pool and all around it, ascending, each once."""
        return distinct(np.sort(np.concatenate([self.docs, self.around[self.around != NOTHING]])))


@dataclass(frozen=True, slots=True, eq=False)
class PoolScores:
    """What each part of the text gives each doc of the pool, and which terms (rows) it or its entity's name has."""

    docs: Docs
    own: Scores
    feedback: Scores
    context: Scores
    thread: Scores
    matched: npt.NDArray[np.bool_]

    @property
    def total(self) -> Scores:
        """All shares together."""
        return self.own + self.feedback + self.context + self.thread


def no_scores(docs: Docs) -> PoolScores:
    """The scores of a pool that no term brought together."""
    zeros = np.zeros(len(docs), dtype=np.float32)
    return PoolScores(docs, zeros, zeros, zeros, zeros, np.zeros((0, len(docs)), dtype=np.bool_))


def pool_scores(
    corpus: Corpus, hits: Sequence[TermHits], scored: int, entries: Entries, pool: Surroundings
) -> PoolScores:
    """Score the pool for all hits; its threads for the first `scored` of them, which are the rarest."""
    rarities = np.array([hit.rarity for hit in hits], dtype=np.float32)
    frequencies = entries.matrix([hit.term for hit in hits])
    named = np.stack([among(entries.docs, hit.named) for hit in hits])
    damp = dampening(entries.lengths, corpus.mean_length)
    own = rarities @ saturated(frequencies, damp) + bm25.NAME_WEIGHT * (rarities @ named)
    place = entries.docs.searchsorted(pool.docs)
    feedback = _feedback(corpus, hits, entries, place, own[place]) * bm25.FEEDBACK_WEIGHT
    base = own + feedback
    beside = entries.docs.searchsorted(np.maximum(pool.around, 0))
    there = pool.around != NOTHING
    neighbours = np.where(there, base[beside], 0)
    context = bm25.BEFORE_WEIGHT * neighbours[0] + bm25.AFTER_WEIGHT * neighbours[1]
    counts, lengths = frequencies[:, place], entries.lengths[place]
    for row in range(len(beside)):
        counts = counts + frequencies[:, beside[row]] * there[row]
        lengths = lengths + entries.lengths[beside[row]] * there[row]
    passage = dampening(lengths, corpus.mean_length * (1 + len(beside)))
    context += bm25.PASSAGE_WEIGHT * (rarities @ saturated(counts, passage))
    alone = frequencies[:scored, place]
    thread = corpus.threads.scores(pool.docs, entries.lengths[place], hits[:scored], alone)
    return PoolScores(
        pool.docs,
        own[place],
        feedback[place],
        context,
        bm25.THREAD_WEIGHT * thread,
        (frequencies[:, place] > 0) | named[:, place],
    )


def _feedback(corpus: Corpus, hits: Sequence[TermHits], entries: Entries, place: Docs, own: Scores) -> Scores:
    """What the most telling terms of the best docs give every doc."""
    best = np.argsort(-own, kind="stable")[: bm25.FEEDBACK_DOCS]
    terms = _telling(corpus, entries, place[best], own[best], [hit.term for hit in hits])
    rarities = rarity(corpus.document_frequency[terms], corpus.documents).astype(np.float32)
    frequencies = entries.matrix(terms)
    given: Scores = rarities @ saturated(frequencies, dampening(entries.lengths, corpus.mean_length))
    return given


def _telling(corpus: Corpus, entries: Entries, columns: Docs, weights: Scores, asked: Sequence[int]) -> list[int]:
    """The terms that tell most about a few docs, each doc counted with its weight.

    None that was asked for, and none that stands in one memory only: it would praise just that one.
    """
    value: dict[int, float] = {}
    spans = entries.columns.searchsorted(columns), entries.columns.searchsorted(columns, side="right")
    for start, end, weight in zip(*spans, weights.tolist(), strict=True):
        for term in entries.terms[start:end].tolist():
            value[term] = value.get(term, 0.0) + weight
    for term in asked:
        value.pop(term, None)
    terms = np.array(sorted(value), dtype=np.int32)
    terms = terms[corpus.document_frequency[terms] > 1]
    worth = rarity(corpus.document_frequency[terms], corpus.documents) * [value[term] for term in terms.tolist()]
    best: list[int] = terms[np.argsort(-worth, kind="stable")[: bm25.FEEDBACK_TERMS]].tolist()
    return best


def _apart(terms: Terms) -> int:
    """The smallest mask of low bits that no two of the terms share."""
    mask = 255
    while len(set((terms & mask).tolist())) < len(terms):
        mask = mask * 2 + 1
    return mask
