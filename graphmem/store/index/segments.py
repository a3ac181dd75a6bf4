"""Frozen postings: for each term the docs that have it, and how often. Knows no documents and no scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Terms = npt.NDArray[np.int32]
Frequencies = npt.NDArray[np.uint8]

_DOC_BITS: Final = 28
_FREQUENCY_BITS: Final = 8
_DOC_MASK: Final = (1 << _DOC_BITS) - 1
_FREQUENCY_MASK: Final = (1 << _FREQUENCY_BITS) - 1


@dataclass(frozen=True, slots=True)
class Segment:
    """Postings of the forward entries from `start` to `end`, sorted by term and doc; 5 bytes each.

    Only frequencies ever change: a posting of a removed document is set to 0. `level` grows with each merge.
    """

    start: int
    end: int
    level: int
    terms: Terms
    offsets: npt.NDArray[np.int64]
    docs: npt.NDArray[np.int32]
    frequencies: Frequencies

    def span(self, term: int) -> slice:
        """Where the term's postings are; an empty slice for a term that isn't here."""
        at = int(self.terms.searchsorted(term))
        if at == len(self.terms) or self.terms[at] != term:
            return slice(0, 0)
        return slice(int(self.offsets[at]), int(self.offsets[at + 1]))

    def spans(self, terms: Terms) -> list[slice]:
        """Where the postings of several terms are, found in one search."""
        at = np.minimum(self.terms.searchsorted(terms), max(len(self.terms) - 1, 0))
        there = self.terms[at] == terms if len(self.terms) else np.zeros(len(terms), dtype=np.bool_)
        starts, ends = self.offsets[at].tolist(), self.offsets[at + there].tolist()
        return list(map(slice, starts, ends))

    def strike(self, terms: Terms, doc: int) -> None:
        """Set the postings of a document with these terms to 0."""
        for term in terms.tolist():
            span = self.span(term)
            at = span.start + int(self.docs[span].searchsorted(doc))
            if at < span.stop and self.docs[at] == doc:
                self.frequencies[at] = 0


def frozen(
    start: int, end: int, level: int, terms: npt.NDArray[Any], docs: npt.NDArray[Any], frequencies: npt.NDArray[Any]
) -> Segment:
    """Make a segment of entries in any order; those with frequency 0 are left out.

    Term, doc and frequency are packed into one integer each, since one sort is far cheaper than an argsort.
    """
    live = frequencies > 0
    packed = terms[live].astype(np.uint64) << np.uint64(_DOC_BITS + _FREQUENCY_BITS)
    packed |= docs[live].astype(np.uint64) << np.uint64(_FREQUENCY_BITS)
    packed |= frequencies[live].astype(np.uint64)
    packed.sort()
    of_term = (packed >> np.uint64(_DOC_BITS + _FREQUENCY_BITS)).astype(np.int32)
    first = np.flatnonzero(np.diff(of_term, prepend=-1))
    return Segment(
        start,
        end,
        level,
        of_term[first],
        np.append(first, len(packed)),
        ((packed >> np.uint64(_FREQUENCY_BITS)) & np.uint64(_DOC_MASK)).astype(np.int32),
        (packed & np.uint64(_FREQUENCY_MASK)).astype(np.uint8),
    )


def merged(segments: Sequence[Segment]) -> Segment:
    """One segment out of several neighbouring ones."""
    return frozen(
        segments[0].start,
        segments[-1].end,
        segments[-1].level + 1,
        np.concatenate([np.repeat(s.terms, np.diff(s.offsets)) for s in segments]),
        np.concatenate([s.docs for s in segments]),
        np.concatenate([s.frequencies for s in segments]),
    )
