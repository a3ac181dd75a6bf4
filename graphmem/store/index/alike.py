"""Finds the few memories of an entity that share enough words with a text, for the write path.

Owns a quick choice, not a verdict: whether two texts say the same is decided in the domain. It reads no text, since
fetching one from the store costs more than all of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from graphmem.domain.model import MemoryStatus
from graphmem.store.index.bm25 import rarity
from graphmem.store.index.columns import STATUSES, Docs, union
from graphmem.store.index.lexical import LexicalIndex
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.text import terms

TELLING: Final = 10
"""Terms of the text that are looked for, the rarest ones: what two texts that say the same surely share."""

COMMON: Final = 0.1
"""Part of the terms (Jaccard) that two texts must share; the domain's rules ask for .15 of the content words."""

_DATED: Final = 5
"""Terms of a memory that are its date's."""

_CURRENT: Final = STATUSES.number(MemoryStatus.CURRENT)


def alike(index: RecallIndex, text: str, entity_ids: Sequence[str], limit: int, common: float = COMMON) -> list[str]:
    """Ids of at most `limit` current memories on the entities that share words with a text.

    Of more than that the ones with its rarest words; `common` is the part of the terms they must share at least.
    """
    catalog, lexical = index.catalog, index.lexical
    with catalog.lock:
        docs = union([catalog.rows.of_entity(entity_id) for entity_id in entity_ids])
        docs = docs[catalog.rows.columns.status[docs] == _CURRENT]
        if not len(docs):
            return []
        said = set(terms(text))
        known = {number for term in said if (number := lexical.vocabulary.known(term)) is not None}
        if len(docs) > limit:
            docs = _sharing_the_rarest(lexical, known, docs, limit)
        terms_held = lexical.postings.terms(docs)
        near = [_is_near(known, held, len(said), common) for held in terms_held]
        return catalog.ids_of(docs[np.array(near, dtype=np.bool_)])


def _sharing_the_rarest(lexical: LexicalIndex, known: set[int], docs: Docs, limit: int) -> Docs:
    view = lexical.postings.view()
    scores = np.zeros(len(docs))
    for term in sorted(known, key=lambda term: (int(view.document_frequency[term]), term))[:TELLING]:
        found = view.postings(term)[0]
        at = np.searchsorted(docs, found)
        at[at == len(docs)] = 0
        scores[at[docs[at] == found]] += float(rarity(len(found), view.documents))
    best = np.argsort(-scores, kind="stable")[:limit]
    return docs[best[scores[best] > 0]]


def _is_near(known: set[int], held: Sequence[int], said: int, common: float) -> bool:
    """Whether a memory with the terms `held` shares enough of the `said` terms, of which some are `known` here."""
    shared = len(known.intersection(held))
    return shared > 0 and shared >= common * (said + max(0, len(held) - _DATED - shared))
