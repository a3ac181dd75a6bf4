"""Finds the few memories of an entity that share enough words with a text, for the write path.

Owns a quick choice, not a verdict: whether two texts say the same is decided in the domain. It reads no text of a
committed memory, since fetching one from the store costs more than all of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import Memory, MemoryStatus
from graphmem.store.index.bm25 import rarity
from graphmem.store.index.columns import STATUSES, Docs
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.text import terms

COMMON: Final = 0.1
"""Part of the terms (Jaccard) that two texts must share; the domain's rules ask for .15 of the content words."""

MANY: Final = 200
"""Committed memories of one entity from which on they are not read one by one, but looked up by rare words."""

TELLING: Final = 10
"""Terms of the text that are then looked for, the rarest ones: what two texts that say the same surely share."""

_DATED: Final = 5
"""Terms of a committed memory that are its date's."""

_SPARSE: Final = 20
"""Docs that lie further apart than this on average are sorted to be counted."""

Marks = npt.NDArray[np.bool_]
_NO_TERMS: Final = np.zeros(0, dtype=np.int32)

Found = tuple[float, str]
"""The part of the terms that is shared, and whose they are."""

_NOBODY: Final = np.zeros(0, dtype=np.int64)

_Place = tuple[str, MemoryStatus]
"""An entity, and which of its memories."""


class _Held:
    """Committed memories and the numbers of their terms, all in one row: counted at once, however many they are."""

    def __init__(self, index: RecallIndex, docs: Docs) -> None:
        terms_of = index.lexical.postings.terms(docs)
        self._docs, self._ids_of = docs, index.catalog.ids_of
        self._lengths = np.fromiter(map(len, terms_of), np.int64, len(terms_of))
        self._owners = np.repeat(np.arange(len(terms_of)), self._lengths)
        self._terms = np.concatenate(terms_of) if terms_of else _NO_TERMS
        self.nothing = not terms_of

    def sharing(self, known: Marks, said: int, common: float) -> Iterable[Found]:
        """The part of the terms that memories share with a text of so many, where it has any of the known ones."""
        shared = np.bincount(self._owners[known[self._terms]])
        at = np.flatnonzero(shared)
        both = shared[at]
        shares = both / (said + np.maximum(self._lengths[at] - _DATED - both, 0))
        enough = shares >= common
        return zip(shares[enough].tolist(), self._ids_of(self._docs[at[enough]]), strict=True)


@dataclass(frozen=True, slots=True)
class _Rare:
    """Memories of an entity that have any of a text's rarest words, ascending, and how much these tell."""

    docs: Docs
    scores: npt.NDArray[np.float64]

    def best(self, index: RecallIndex, status: MemoryStatus, limit: int) -> _Held:
        """Those of a status that have the most telling words."""
        there = index.catalog.rows.columns.status[self.docs] == STATUSES.number(status)
        docs, scores = self.docs[there], self.scores[there]
        if len(docs) > limit:
            # Most fall behind for certain; only the rest is worth sorting.
            ahead = scores >= np.partition(scores, -limit)[-limit]
            docs, scores = docs[ahead], scores[ahead]
        return _Held(index, docs[np.argsort(-scores, kind="stable")[:limit]])


class Alike:
    """Finds what is like a text among committed and planned memories, for the length of one group of writes.

    What the memories of an entity say is read from the index once, so that a batch about one thing stays quick.
    """

    def __init__(self) -> None:
        self._committed: dict[_Place, _Held | None] = {}
        self._docs_on: dict[str, Docs] = {}
        self._marks: Marks = np.zeros(0, dtype=np.bool_)
        self._marked_now: list[int] = []
        self._planned: dict[str, _Planned] = {}
        self._last: tuple[str, frozenset[str]] = ("", frozenset())
        self._rare: tuple[tuple[str, Set[str]], _Rare] = (("", frozenset()), _Rare(_NOBODY, np.zeros(0)))

    def add(self, memory: Memory) -> None:
        """Take in a memory that is planned."""
        self._planned.setdefault(memory.entity_id, _Planned()).add(memory.id, self._terms(memory.content))

    def find(
        self,
        index: RecallIndex,
        text: str,
        entity_ids: Sequence[str],
        limit: int,
        common: float = COMMON,
        status: MemoryStatus = MemoryStatus.CURRENT,
    ) -> list[Found]:
        """At most `limit` memories on the entities that share words with a text, most alike first.

        Committed ones have the status; planned ones are looked at among the current, and may be anything by now.
        `common` is the part of the terms they must share at least; one is always needed.
        """
        said = self._terms(text)
        asked = (said, limit, common)
        found = [each for entity_id in entity_ids for each in self._on(index, (entity_id, status), *asked)]
        best = sorted((-share, name) for share, name in found)
        return [(-share, name) for share, name in best[:limit]]

    def _terms(self, text: str) -> frozenset[str]:
        # A text is looked for and then planned.
        if self._last[0] != text:
            self._last = (text, frozenset(terms(text)))
        return self._last[1]

    def _on(self, index: RecallIndex, place: _Place, said: Set[str], limit: int, common: float) -> Iterable[Found]:
        planned = self._planned.get(place[0]) if place[1] is MemoryStatus.CURRENT else None
        found = [] if planned is None else [each for each in planned.sharing(said) if each[0] >= common]
        held = self._held(index, place)
        if held is not None and held.nothing:
            return found
        if known := index.lexical.vocabulary.all_known(said):
            held = held or self._with_rare_words(index, place, said, known, limit)
            found += held.sharing(self._marked(index, known), len(said), common)
        return found

    def _held(self, index: RecallIndex, place: _Place) -> _Held | None:
        if place not in self._committed:
            entity_id, status = place
            with index.catalog.lock:
                many = _are_many(index, entity_id)
                self._committed[place] = None if many else _read(index, self._docs(index, entity_id), status)
        return self._committed[place]

    def _docs(self, index: RecallIndex, entity_id: str) -> Docs:
        if entity_id not in self._docs_on:
            self._docs_on[entity_id] = index.catalog.rows.of_entity(entity_id)
        return self._docs_on[entity_id]

    def _with_rare_words(self, index: RecallIndex, place: _Place, said: Set[str], known: Set[int], limit: int) -> _Held:
        """Those of an entity's many memories of a status that have the rarest of the terms."""
        entity_id, status = place
        with index.catalog.lock:
            # The same words are looked for among the current memories and then among the forgotten ones.
            if self._rare[0] != (entity_id, said):
                self._rare = ((entity_id, said), _with_the_rarest(index, known, entity_id))
            return self._rare[1].best(index, status, limit)

    def _marked(self, index: RecallIndex, known: Set[int]) -> Marks:
        """For each term that there is, whether it is among the known ones; good until the next call."""
        if len(self._marks) < len(index.lexical.vocabulary):
            self._marks = np.zeros(len(index.lexical.vocabulary), dtype=np.bool_)
        self._marks[self._marked_now] = False
        self._marked_now = list(known)
        self._marks[self._marked_now] = True
        return self._marks


class _Planned:
    """The terms of planned memories, and which memories have each."""

    def __init__(self) -> None:
        self._holders: dict[str, list[int]] = {}
        self._ids: list[str] = []
        self._lengths: list[int] = []

    def add(self, memory_id: str, held: Set[str]) -> None:
        """Take in a memory."""
        for term in held:
            self._holders.setdefault(term, []).append(len(self._ids))
        self._ids.append(memory_id)
        self._lengths.append(len(held))

    def sharing(self, said: Set[str]) -> list[Found]:
        """The memories that have any of the terms, with the part that is shared."""
        shared = Counter(chain.from_iterable(holders for term in said if (holders := self._holders.get(term))))
        lengths, union = self._lengths, len(said)
        return [(count / (union + lengths[at] - count), self._ids[at]) for at, count in shared.items()]


def _are_many(index: RecallIndex, entity_id: str) -> bool:
    rows = index.catalog.rows
    number = rows.entities.known(entity_id)
    return number is not None and rows.entity.roughly(number) >= MANY


def _read(index: RecallIndex, docs: Docs, status: MemoryStatus) -> _Held | None:
    """Those of an entity's memories that have a status, with their terms; None where they are many."""
    docs = docs[index.catalog.rows.columns.status[docs] == STATUSES.number(status)]
    return _Held(index, docs) if len(docs) < MANY else None


def _with_the_rarest(index: RecallIndex, known: Set[int], entity_id: str) -> _Rare:
    view, rows = index.lexical.postings.view(), index.catalog.rows
    rarest = sorted(known, key=lambda term: (int(view.document_frequency[term]), term))[:TELLING]
    docs, which = view.carriers(rarest)
    telling = np.concatenate([[0.0], rarity(np.bincount(which, minlength=len(rarest) + 1)[1:], view.documents)])
    here = rows.columns.entity[docs] == rows.entities.known(entity_id)
    return _Rare(*_summed(docs[here], telling[which[here]]))


def _summed(docs: Docs, weights: npt.NDArray[np.float64]) -> tuple[Docs, npt.NDArray[np.float64]]:
    """The docs once each, ascending, with the sum of their weights."""
    first = int(docs.min()) if len(docs) else 0
    if len(docs) and docs.max() - first > _SPARSE * len(docs):
        once, order = np.unique(docs, return_inverse=True)
        return once, np.bincount(order, weights).astype(np.float64, copy=False)
    # Docs that lie near each other are counted in a row of all of them, which is quicker than sorting.
    sums = np.bincount(docs - first, weights).astype(np.float64, copy=False)
    at = np.flatnonzero(sums)
    return at + first, sums[at]
