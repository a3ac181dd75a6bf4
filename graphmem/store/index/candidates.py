"""Finds the memories that a question's terms hit, and the pool of the best of them that is ranked in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from graphmem.store.index.bm25 import NAME_WEIGHT, Scores, dampening, saturated
from graphmem.store.index.columns import Docs, among
from graphmem.store.index.conditions import Mask
from graphmem.store.index.postings import PostingsView
from graphmem.store.index.segments import Frequencies

BUDGET: Final = 250_000
"""Postings that are scored one by one, rarest terms first. More frequent terms are scored within the pool."""

_SAMPLE: Final = 2000


@dataclass(frozen=True, slots=True, eq=False)
class TermHits:
    """Where one term of the question is: docs by text with frequencies, docs by their entity's name, its rarity."""

    term: int
    docs: Docs
    frequencies: Frequencies
    named: Docs
    rarity: float

    @property
    def size(self) -> int:
        """How many postings there are to look at."""
        return len(self.docs) + len(self.named)


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """The selected docs that a question hit, with their scores by the first `scored` of its terms."""

    docs: Docs
    scores: Scores
    scored: int

    def count_of(self, docs: Docs) -> int:
        """How many of these docs were hit themselves."""
        return int(np.count_nonzero(among(docs, self.docs)))

    def without(self, docs: Docs) -> Matches:
        """The same without some docs, which are ascending."""
        left = ~among(self.docs, docs)
        return Matches(self.docs[left], self.scores[left], self.scored)

    def best(self, limit: int) -> Docs:
        """The docs with the best scores, best first; of equals those that came first."""
        chosen = self._promising(limit)
        if len(chosen) > limit:
            scores = self.scores[chosen]
            cut = np.partition(scores, len(chosen) - limit)[len(chosen) - limit]
            better, level = chosen[scores > cut], chosen[scores == cut]
            chosen = np.concatenate([better, level[: limit - len(better)]])
        best: Docs = self.docs[chosen[np.argsort(-self.scores[chosen], kind="stable")]]
        return best

    def _promising(self, limit: int) -> Docs:
        """Places that surely include the best `limit`: all, or those above what a sample says is low enough."""
        if len(self.scores) > _SAMPLE * 8:
            sample = np.sort(self.scores[:: len(self.scores) // _SAMPLE])
            share = min(1.0, 4.0 * limit / len(self.scores))
            above = np.flatnonzero(self.scores >= sample[int((1.0 - share) * (len(sample) - 1))])
            if len(above) >= limit:
                return above
        return np.arange(len(self.scores))


def matches(hits: Sequence[TermHits], view: PostingsView, allowed: Mask) -> Matches:
    """Score the selected docs by the rarest terms, as far as the budget goes, and note all that match at all.

    `hits` come smallest first.
    """
    scores = np.zeros(len(allowed), dtype=np.float32)
    touched = np.zeros(len(allowed), dtype=np.bool_)
    spent = np.cumsum([hit.size for hit in hits])
    scored = max(1, int(np.count_nonzero(spent <= BUDGET))) if len(hits) else 0
    for hit in hits[:scored]:
        damp = dampening(view.lengths[hit.docs], view.mean_length)
        scores[hit.docs] += saturated(hit.frequencies, damp) * np.float32(hit.rarity)
        scores[hit.named] += np.float32(NAME_WEIGHT * hit.rarity)
    for hit in hits[scored:]:
        touched[hit.docs] = True
        touched[hit.named] = True
    docs = np.flatnonzero(((scores > 0) | touched) & allowed)
    return Matches(docs, scores[docs], scored)
