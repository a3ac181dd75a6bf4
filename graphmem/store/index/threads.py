"""How well whole threads answer a question: each thread, and each memory outside of any, counts as one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from graphmem.store.index.bm25 import THREAD_B, THREAD_K1, Scores, dampening, rarity, saturated
from graphmem.store.index.candidates import TermHits
from graphmem.store.index.columns import NOTHING, Docs, distinct, grown
from graphmem.store.index.packing import Arrays


class ThreadTokens:
    """How many tokens each thread has, and how many documents stand alone."""

    def __init__(self) -> None:
        self.tokens: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self.alone = 0

    def count(self, threads: npt.NDArray[Any], lengths: npt.NDArray[Any], sign: int) -> None:
        """Count documents of these lengths in (sign 1) or out of (sign -1) their threads."""
        inside = threads != NOTHING
        self.tokens = grown(self.tokens, int(threads.max(initial=NOTHING)) + 1)
        np.add.at(self.tokens, threads[inside], sign * lengths[inside].astype(np.int64))
        self.alone += sign * int(np.count_nonzero(lengths[~inside]))

    @property
    def units(self) -> int:
        """How many threads with text and lone documents there are."""
        return int(np.count_nonzero(self.tokens)) + self.alone

    def arrays(self) -> Arrays:
        """What is saved."""
        return {"tokens": self.tokens, "alone": np.array([self.alone])}

    @classmethod
    def restored(cls, arrays: Arrays) -> ThreadTokens:
        """The counts that were saved. Raises KeyError or ValueError for damaged arrays."""
        made = cls()
        made.tokens, made.alone = arrays["tokens"].astype(np.int64), int(arrays["alone"][0])
        return made


@dataclass(frozen=True, slots=True)
class ThreadView:
    """The threads at one moment: which one each doc is in, how long each is, and the mean length of all units."""

    thread_of: npt.NDArray[np.int32]
    tokens: npt.NDArray[np.int64]
    units: int
    mean: float

    def scores(
        self, docs: Docs, lengths: npt.NDArray[Any], hits: Sequence[TermHits], frequencies: npt.NDArray[Any]
    ) -> Scores:
        """BM25 of each doc's thread, or of the doc itself where it has none, for the terms that were hit.

        `frequencies` has a row for each hit and a column for each doc.
        """
        threads = self.thread_of[docs]
        inside = threads != NOTHING
        wanted = distinct(np.sort(threads[inside]))
        counts, tellings = self._counts(wanted, hits)
        damp = dampening(self.tokens[wanted], self.mean, THREAD_K1, THREAD_B)
        alone = dampening(lengths[~inside], self.mean, THREAD_K1, THREAD_B)
        scores = np.zeros(len(docs), dtype=np.float32)
        scores[inside] = (tellings @ saturated(counts, damp, THREAD_K1))[wanted.searchsorted(threads[inside])]
        scores[~inside] = tellings @ saturated(frequencies[:, ~inside], alone, THREAD_K1)
        return scores

    def _counts(self, wanted: Docs, hits: Sequence[TermHits]) -> tuple[npt.NDArray[Any], Scores]:
        """How often each wanted thread has each term, and how rare each term is among all units."""
        slots = np.full(len(self.tokens) + 1, NOTHING, dtype=np.int32)
        slots[wanted] = np.arange(len(wanted))
        seen = np.zeros(len(self.tokens) + 1, dtype=np.bool_)
        counts = np.zeros((len(hits), len(wanted)), dtype=np.float32)
        units = np.zeros(len(hits), dtype=np.int64)
        for row, hit in enumerate(hits):
            threads = self.thread_of[hit.docs]
            seen[threads] = True
            seen[NOTHING] = False
            units[row] = np.count_nonzero(seen) + np.count_nonzero(threads == NOTHING)
            seen[threads] = False
            slot = slots[threads]
            in_wanted = slot != NOTHING
            counts[row] = np.bincount(slot[in_wanted], hit.frequencies[in_wanted], len(wanted))
        return counts, rarity(units, self.units).astype(np.float32)
