"""Finds the few memories of an entity that share enough words with a text, for the write path.

Owns a quick choice, not a verdict: whether two texts say the same is decided in the domain. It reads no text of a
committed memory, since fetching one from the store costs more than all of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
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

Marks = npt.NDArray[np.bool_]
_NO_TERMS: Final = np.zeros(0, dtype=np.int32)

Found = tuple[float, str]
"""The part of the terms that is shared, and whose they are."""

_Place = tuple[str, MemoryStatus]
"""An entity, and which of its memories."""


class _Held:
    """Committed memories and the numbers of their terms, all in one row: counted at once, however many they are."""

    def __init__(self, index: RecallIndex, docs: Docs) -> None:
        terms_of = index.lexical.postings.terms(docs)
        self._ids = index.catalog.ids_of(docs)
        self._lengths = np.fromiter(map(len, terms_of), np.int64, len(terms_of))
        self._owners = np.repeat(np.arange(len(terms_of)), self._lengths)
        self._terms = np.concatenate(terms_of) if terms_of else _NO_TERMS
        self.nothing = not terms_of

    def sharing(self, known: Marks, said: int) -> tuple[list[float], list[str]]:
        """The part of the terms that each memory that has any of the known ones shares with a text of so many."""
        shared = np.bincount(self._owners[known[self._terms]], minlength=len(self._ids))
        at = np.flatnonzero(shared)
        both = shared[at]
        shares = both / (said + np.maximum(self._lengths[at] - _DATED - both, 0))
        return shares.tolist(), [self._ids[each] for each in at.tolist()]


class Alike:
    """Finds what is like a text among committed and planned memories, for the length of one group of writes.

    What the memories of an entity say is read from the index once, so that a batch about one thing stays quick.
    """

    def __init__(self) -> None:
        self._committed: dict[_Place, _Held | None] = {}
        self._marks: Marks = np.zeros(0, dtype=np.bool_)
        self._marked_now: list[int] = []
        self._planned: dict[str, _Planned] = {}
        self._last: tuple[str, frozenset[str]] = ("", frozenset())

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
    ) -> list[str]:
        """Ids of at most `limit` memories on the entities that share words with a text, most alike first.

        Committed ones have the status; planned ones are looked at among the current, and may be anything by now.
        `common` is the part of the terms they must share at least; one is always needed.
        """
        said = self._terms(text)
        found = [each for entity_id in entity_ids for each in self._on(index, (entity_id, status), said, limit)]
        best = sorted((-share, name) for share, name in found if share >= common)
        return [name for _, name in best[:limit]]

    def _terms(self, text: str) -> frozenset[str]:
        # A text is looked for and then planned.
        if self._last[0] != text:
            self._last = (text, frozenset(terms(text)))
        return self._last[1]

    def _on(self, index: RecallIndex, place: _Place, said: Set[str], limit: int) -> Iterable[Found]:
        planned = self._planned.get(place[0]) if place[1] is MemoryStatus.CURRENT else None
        found = [] if planned is None else planned.sharing(said)
        held = self._held(index, place)
        if held is not None and held.nothing:
            return found
        if known := index.lexical.vocabulary.all_known(said):
            held = held or _with_rare_words(index, place, known, limit)
            found += zip(*held.sharing(self._marked(index, known), len(said)), strict=True)
        return found

    def _held(self, index: RecallIndex, place: _Place) -> _Held | None:
        if place not in self._committed:
            self._committed[place] = _read(index, place)
        return self._committed[place]

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


def _at(index: RecallIndex, place: _Place) -> Docs:
    entity_id, status = place
    rows = index.catalog.rows
    docs = rows.of_entity(entity_id)
    there: Docs = docs[rows.columns.status[docs] == STATUSES.number(status)]
    return there


def _read(index: RecallIndex, place: _Place) -> _Held | None:
    """An entity's memories of a status with their terms; None where they are many."""
    with index.catalog.lock:
        docs = _at(index, place)
        return _Held(index, docs) if len(docs) < MANY else None


def _with_rare_words(index: RecallIndex, place: _Place, known: Set[int], limit: int) -> _Held:
    """Those of an entity's many memories of a status that have the rarest of the terms."""
    with index.catalog.lock:
        return _Held(index, _with_the_rarest(index, known, _at(index, place), limit))


def _with_the_rarest(index: RecallIndex, known: Set[int], docs: Docs, limit: int) -> Docs:
    view = index.lexical.postings.view()
    scores = np.zeros(len(docs))
    for term in sorted(known, key=lambda term: (int(view.document_frequency[term]), term))[:TELLING]:
        found = view.postings(term)[0]
        at = np.searchsorted(docs, found)
        at[at == len(docs)] = 0
        scores[at[docs[at] == found]] += float(rarity(len(found), view.documents))
    best = np.argsort(-scores, kind="stable")[:limit]
    return docs[best[scores[best] > 0]]
