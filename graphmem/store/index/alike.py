"""Finds the few memories of an entity that share enough words with a text, for the write path.

Owns a quick choice, not a verdict: whether two texts say the same is decided in the domain. It reads no text, since
fetching one from the store costs more than all of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import MemoryStatus
from graphmem.store.index.bm25 import rarity
from graphmem.store.index.columns import Docs
from graphmem.store.index.lexical import LexicalIndex
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.selection import Selection
from graphmem.store.index.text import terms

TELLING: Final = 10
"""Terms of the text that are looked for, the rarest ones: what two texts that say the same surely share."""

COMMON: Final = 0.1
"""Part of the terms (Jaccard) that two texts must share; the domain's rules ask for .15 of the content words."""

_DATED: Final = 5
"""Terms of a memory that are its date's."""

_CURRENT: Final = frozenset({MemoryStatus.CURRENT})


def alike(index: RecallIndex, text: str, entity_ids: Sequence[str], limit: int, common: float = COMMON) -> list[str]:
    """Ids of at most `limit` current memories on the entities that share words with a text.

    Of more than that the ones with its rarest words; `common` is the part of the terms they must share at least.
    """
    catalog, lexical = index.catalog, index.lexical
    with catalog.lock:
        docs = catalog.select(Selection(entity_ids=tuple(entity_ids), statuses=_CURRENT))
        if not len(docs):
            return []
        said = set(terms(text))
        known = [number for term in said if (number := lexical.vocabulary.known(term)) is not None]
        if len(docs) > limit:
            docs = _sharing_the_rarest(lexical, known, docs, limit)
        shared, lengths = _shared(lexical, known, docs)
        enough = (shared > 0) & (shared >= common * (len(said) + lengths - shared))
        return catalog.ids_of(docs[enough])


def _sharing_the_rarest(lexical: LexicalIndex, known: Sequence[int], docs: Docs, limit: int) -> Docs:
    view = lexical.postings.view()
    scores = np.zeros(len(docs))
    for term in sorted(known, key=lambda term: int(view.document_frequency[term]))[:TELLING]:
        found = view.postings(term)[0]
        at = np.searchsorted(docs, found)
        at[at == len(docs)] = 0
        scores[at[docs[at] == found]] += float(rarity(len(found), view.documents))
    best = np.argsort(-scores, kind="stable")[:limit]
    return docs[best[scores[best] > 0]]


def _shared(
    lexical: LexicalIndex, known: Sequence[int], docs: Docs
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How many of the terms each doc has, and how many terms it has besides those of its date."""
    owners, held, _ = lexical.postings.entries(docs)
    lengths = np.bincount(owners, minlength=len(docs))
    shared = np.bincount(owners[np.isin(held, known)], minlength=len(docs))
    return shared, np.maximum(lengths - _DATED, shared)
