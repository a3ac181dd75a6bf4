"""Finds the few memories of an entity that share the most telling words with a text, for the write path.

Owns a quick choice, not a verdict: whether two texts say the same is decided in the domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from graphmem.domain.model import MemoryStatus
from graphmem.store.index.bm25 import rarity
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.selection import Selection
from graphmem.store.index.text import terms

TELLING: Final = 10
"""Terms of the text that are looked for, the rarest ones: what two texts that say the same surely share."""

_CURRENT: Final = frozenset({MemoryStatus.CURRENT})


def alike(index: RecallIndex, text: str, entity_ids: Sequence[str], limit: int) -> list[str]:
    """Ids of at most `limit` current memories on the entities that share rare words with a text, best first."""
    catalog = index.catalog
    with catalog.lock:
        docs = catalog.select(Selection(entity_ids=tuple(entity_ids), statuses=_CURRENT))
        if len(docs) <= limit:
            return catalog.ids_of(docs)
        view = index.lexical.postings.view()
        known = {number for term in set(terms(text)) if (number := index.lexical.vocabulary.known(term)) is not None}
        rarest = sorted(known, key=lambda term: int(view.document_frequency[term]))[:TELLING]
        scores = np.zeros(len(docs))
        for term in rarest:
            found = view.postings(term)[0]
            at = np.searchsorted(docs, found)
            at[at == len(docs)] = 0
            scores[at[docs[at] == found]] += float(rarity(len(found), view.documents))
        best = np.argsort(-scores, kind="stable")[:limit]
        return catalog.ids_of(docs[best[scores[best] > 0]])
