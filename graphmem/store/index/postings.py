"""Which terms a document has and which documents have a term, kept while documents come, change and go.

Owns both directions of the index and its snapshots. Terms and docs are numbers; scores are made in `lexical`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.store.index.columns import Docs, grown
from graphmem.store.index.packing import Arrays
from graphmem.store.index.segments import Frequencies, Segment, Terms, frozen, merged

TAIL: Final = 32_768
"""Entries that are looked through one by one before they are frozen into a segment."""

_FAN_IN: Final = 8
_TOP_LEVEL: Final = 2
"""Eight segments become one, twice: a write never waits for more than a merge of two million postings."""

Document = tuple[Sequence[int], Sequence[int]]
"""Distinct terms and how often each stands there, at most 255."""


@dataclass(frozen=True, slots=True)
class PostingsView:
    """The postings at one moment. Later documents are not seen; frequencies of removed ones may fade to 0."""

    segments: tuple[Segment, ...]
    terms: Terms
    frequencies: Frequencies
    tail_docs: npt.NDArray[np.int32]
    tail_start: int
    lengths: npt.NDArray[np.int32]
    document_frequency: npt.NDArray[np.int32]
    documents: int
    tokens: int

    @property
    def mean_length(self) -> float:
        """Tokens of an average document."""
        return self.tokens / max(self.documents, 1)

    def postings(self, term: int) -> tuple[Docs, Frequencies]:
        """The docs that have a term, and how often."""
        docs: list[npt.NDArray[np.int32]] = []
        frequencies: list[Frequencies] = []
        for segment in self.segments:
            span = segment.span(term)
            if span.stop:
                docs.append(segment.docs[span])
                frequencies.append(segment.frequencies[span])
        late = np.flatnonzero(self.terms[self.tail_start :] == term)
        if len(late):
            docs.append(self.tail_docs[late])
            frequencies.append(self.frequencies[self.tail_start + late])
        found = np.concatenate([*docs, np.zeros(0, np.int32)]).astype(np.int64)
        counted = np.concatenate([*frequencies, np.zeros(0, np.uint8)])
        live = counted > 0
        return (found, counted) if live.all() else (found[live], counted[live])

    def carriers(self, terms: Sequence[int]) -> tuple[Docs, npt.NDArray[np.uint8]]:
        """The docs that have any of at most 255 terms, once for each, and which of them by its place, from 1.

        What came late is looked through once for all of them.
        """
        numbers = np.array(terms, dtype=np.int32)
        places = np.zeros(len(self.document_frequency), dtype=np.uint8)
        places[numbers] = np.arange(1, len(terms) + 1)
        late = places[self.terms[self.tail_start :]]
        at = np.flatnonzero(late)
        docs, lengths = [self.tail_docs[at]], [len(at)]
        counted = [self.frequencies[self.tail_start + at]]
        for segment in self.segments:
            for span in segment.spans(numbers):
                docs.append(segment.docs[span])
                counted.append(segment.frequencies[span])
                lengths.append(span.stop - span.start)
        which = np.repeat(np.tile(np.arange(1, len(terms) + 1, dtype=np.uint8), len(self.segments)), lengths[1:])
        live = np.concatenate(counted) > 0
        return np.concatenate(docs)[live].astype(np.int64), np.concatenate([late[at], which])[live]


class Postings:
    """Documents by number. One thread writes under the owner's lock; readers take a `view` under it."""

    def __init__(self) -> None:
        self._segments: tuple[Segment, ...] = ()
        self._terms: Terms = np.zeros(0, dtype=np.int32)
        self._frequencies: Frequencies = np.zeros(0, dtype=np.uint8)
        self._size = 0
        self._tail_docs: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._tail_start = 0
        self._starts: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._counts: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._lengths: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._document_frequency: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._documents = self._tokens = 0

    def grow(self, docs: int, terms: int) -> None:
        """Make room for docs and terms up to these numbers."""
        self._starts, self._counts = grown(self._starts, docs), grown(self._counts, docs)
        self._lengths = grown(self._lengths, docs)
        self._document_frequency = grown(self._document_frequency, terms)

    def put(self, docs: Docs, documents: Sequence[Document]) -> Docs:
        """Let each doc have exactly this document from now on; gives the docs that had another one, or none."""
        changed = [
            (doc, document)
            for doc, document in zip(docs.tolist(), documents, strict=True)
            if not self._has(doc, document)
        ]
        for doc, _ in changed:
            self.remove(doc)
        if changed:
            self._append(changed)
        if self._size - self._tail_start >= TAIL:
            self._freeze()
        return np.array([doc for doc, _ in changed], dtype=np.int64)

    def remove(self, doc: int) -> None:
        """Take a document out; one that isn't there is no error."""
        start, count = int(self._starts[doc]), int(self._counts[doc])
        if not count:
            return
        terms = self._terms[start : start + count]
        self._document_frequency[terms] -= 1
        for segment in self._segments:
            if segment.start <= start < segment.end:
                segment.strike(terms, doc)
        self._frequencies[start : start + count] = 0
        self._documents -= 1
        self._tokens -= int(self._lengths[doc])
        self._counts[doc] = self._lengths[doc] = 0

    def entries(self, docs: Docs) -> tuple[Docs, Terms, Frequencies]:
        """All entries of the docs: position in `docs`, term, frequency. Only under the lock: documents move."""
        counts = self._counts[docs]
        owners = np.repeat(np.arange(len(docs)), counts)
        ends = np.cumsum(counts)
        places = np.arange(len(owners)) + np.repeat(self._starts[docs] - ends + counts, counts)
        return owners, self._terms[places], self._frequencies[places]

    def terms(self, docs: Docs) -> list[npt.NDArray[np.int32]]:
        """The terms of each of a few docs. Only under the lock: documents move."""
        places = zip(self._starts[docs].tolist(), self._counts[docs].tolist(), strict=True)
        return [self._terms[start : start + count] for start, count in places]

    def lengths(self, docs: Docs) -> npt.NDArray[np.int32]:
        """How many tokens each doc has."""
        return self._lengths[docs]

    def view(self) -> PostingsView:
        """What a reader sees from now on."""
        return PostingsView(
            self._segments,
            self._terms[: self._size],
            self._frequencies[: self._size],
            self._tail_docs,
            self._tail_start,
            self._lengths,
            self._document_frequency,
            self._documents,
            self._tokens,
        )

    def _has(self, doc: int, document: Document) -> bool:
        start, count = int(self._starts[doc]), int(self._counts[doc])
        terms, frequencies = document
        return (
            count == len(terms)
            and self._terms[start : start + count].tolist() == list(terms)
            and self._frequencies[start : start + count].tolist() == list(frequencies)
        )

    def _append(self, changed: Sequence[tuple[int, Document]]) -> None:
        docs = np.array([doc for doc, _ in changed], dtype=np.int64)
        counts = np.array([len(document[0]) for _, document in changed], dtype=np.int64)
        terms = np.array([term for _, document in changed for term in document[0]], dtype=np.int32)
        end, tail = self._size + len(terms), self._size - self._tail_start
        self._terms, self._frequencies = grown(self._terms, end), grown(self._frequencies, end)
        self._tail_docs = grown(self._tail_docs, end - self._tail_start)
        self._terms[self._size : end] = terms
        self._frequencies[self._size : end] = [f for _, document in changed for f in document[1]]
        self._tail_docs[tail : tail + len(terms)] = np.repeat(docs, counts)
        self._starts[docs] = self._size + np.cumsum(counts) - counts
        self._counts[docs] = counts
        self._lengths[docs] = [sum(document[1]) for _, document in changed]
        np.add.at(self._document_frequency, terms, 1)
        self._documents += int(np.count_nonzero(counts))
        self._tokens += int(self._lengths[docs].sum())
        self._size = end

    def _freeze(self) -> None:
        start, end = self._tail_start, self._size
        tail = self._tail_docs[: end - start]
        fresh = frozen(start, end, 0, self._terms[start:end], tail, self._frequencies[start:end])
        segments = [*self._segments, fresh]
        while segments[-1].level < _TOP_LEVEL and _level_run(segments) >= _FAN_IN:
            segments[-_FAN_IN:] = [merged(segments[-_FAN_IN:])]
        self._segments = tuple(segments)
        self._tail_start = end
        self._tail_docs = np.zeros(TAIL * 2, dtype=np.int32)

    def compact(self) -> None:
        """Close the gaps of removed documents and make one segment; takes about a second per million docs."""
        arrays = self.arrays()
        fresh = Postings.restored(arrays, len(self._document_frequency))
        vars(self).update(vars(fresh))

    def arrays(self) -> Arrays:
        """What is saved: the documents one after another, none of the removed ones."""
        docs = np.flatnonzero(self._counts)
        _, terms, frequencies = self.entries(docs)
        return {
            "terms": terms,
            "frequencies": frequencies,
            "docs": docs.astype(np.int32),
            "counts": self._counts[docs],
            "rows": np.array([len(self._counts)]),
        }

    @classmethod
    def restored(cls, arrays: Arrays, terms: int) -> Postings:
        """The postings that were saved. Raises KeyError or ValueError where the arrays don't fit together."""
        made, docs, counts = cls(), arrays["docs"].astype(np.int64), arrays["counts"].astype(np.int64)
        made._terms, made._frequencies = arrays["terms"].astype(np.int32), arrays["frequencies"].astype(np.uint8)
        made._size = made._tail_start = len(made._terms)
        if not len(docs) == len(counts) or not made._size == len(made._frequencies) == counts.sum():
            raise ValueError("documents and entries do not fit together")
        made.grow(int(arrays["rows"][0]), terms)
        owners = np.repeat(docs, counts)
        made._starts[docs] = np.cumsum(counts) - counts
        made._counts[docs] = counts
        made._lengths[: len(made._counts)] = np.bincount(owners, made._frequencies, len(made._counts))
        made._document_frequency[:] = np.bincount(made._terms, minlength=len(made._document_frequency))
        made._documents, made._tokens = len(docs), int(made._lengths.sum())
        made._segments = (frozen(0, made._size, _TOP_LEVEL + 1, made._terms, owners, made._frequencies),)
        return made


def _level_run(segments: Sequence[Segment]) -> int:
    run = 0
    for segment in reversed(segments):
        if segment.level != segments[-1].level:
            break
        run += 1
    return run
