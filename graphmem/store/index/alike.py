"""Finds the few memories of an entity that share enough words with a text, for the write path.

Owns a quick choice, not a verdict: whether two texts say the same is decided in the domain. It reads no text of a
committed memory, since fetching one from the store costs more than all of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from heapq import nsmallest
from itertools import chain
from typing import Final

import numpy as np

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

_CURRENT: Final = STATUSES.number(MemoryStatus.CURRENT)

Found = tuple[float, str]
"""The part of the terms that is shared, and whose they are."""

_Held = tuple[str, list[int]]
"""A memory and its terms by number."""


class Alike:
    """Finds what is like a text among committed and planned memories, for the length of one group of writes.

    What the memories of an entity say is read from the index once, so that a batch about one thing stays quick.
    """

    def __init__(self) -> None:
        self._committed: dict[str, list[_Held] | None] = {}
        self._planned: dict[str, _Planned] = {}
        self._last: tuple[str, frozenset[str]] = ("", frozenset())

    def add(self, memory: Memory) -> None:
        """Take in a memory that is planned."""
        self._planned.setdefault(memory.entity_id, _Planned()).add(memory.id, self._terms(memory.content))

    def find(
        self, index: RecallIndex, text: str, entity_ids: Sequence[str], limit: int, common: float = COMMON
    ) -> list[str]:
        """Ids of at most `limit` memories on the entities that share words with a text, most alike first.

        Committed ones are current; planned ones may be anything by now. `common` is the part of the terms they must
        share at least; one is always needed.
        """
        said = self._terms(text)
        found = [each for entity_id in entity_ids for each in self._on(index, entity_id, said, limit)]
        best = nsmallest(limit, ((-share, name) for share, name in found if share >= common))
        return [name for _, name in best]

    def _terms(self, text: str) -> frozenset[str]:
        # A text is looked for and then planned.
        if self._last[0] != text:
            self._last = (text, frozenset(terms(text)))
        return self._last[1]

    def _on(self, index: RecallIndex, entity_id: str, said: Set[str], limit: int) -> Iterator[Found]:
        if (planned := self._planned.get(entity_id)) is not None:
            yield from planned.sharing(said)
        known = index.lexical.vocabulary.all_known(said)
        if not known:
            return
        if entity_id not in self._committed:
            self._committed[entity_id] = _read(index, entity_id)
        held = self._committed[entity_id]
        for name, numbers in _with_rare_words(index, entity_id, known, limit) if held is None else held:
            if shared := len(known.intersection(numbers)):
                yield _share(shared, len(said), len(numbers) - _DATED), name


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

    def sharing(self, said: Set[str]) -> Iterator[Found]:
        """Which memories have any of the terms."""
        shared = Counter(chain.from_iterable(self._holders.get(term, ()) for term in said))
        for at, count in shared.items():
            yield _share(count, len(said), self._lengths[at]), self._ids[at]


def _share(shared: int, said: int, held: int) -> float:
    return shared / (said + max(held - shared, 0))


def _current(index: RecallIndex, entity_id: str) -> Docs:
    rows = index.catalog.rows
    docs = rows.of_entity(entity_id)
    current: Docs = docs[rows.columns.status[docs] == _CURRENT]
    return current


def _held(index: RecallIndex, docs: Docs) -> list[_Held]:
    return list(zip(index.catalog.ids_of(docs), index.lexical.postings.terms(docs), strict=True))


def _read(index: RecallIndex, entity_id: str) -> list[_Held] | None:
    """An entity's current memories with their terms; None where they are many."""
    with index.catalog.lock:
        docs = _current(index, entity_id)
        return _held(index, docs) if len(docs) < MANY else None


def _with_rare_words(index: RecallIndex, entity_id: str, known: Set[int], limit: int) -> list[_Held]:
    """Those of an entity's many current memories that have the rarest of the terms."""
    with index.catalog.lock:
        return _held(index, _with_the_rarest(index, known, _current(index, entity_id), limit))


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
