"""Brings text, importance, heat, recency and protection together into one score; sorts with the id as tie-break.

Owns the weights of everything that is not text. The shares of the text are made in `pool`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.layers import importance_weight
from graphmem.domain.model import Layer, Micros
from graphmem.store.index.bm25 import NAMED_FACTOR
from graphmem.store.index.columns import LAYERS, Docs
from graphmem.store.index.heat import heat
from graphmem.store.index.pool import PoolScores
from graphmem.store.index.results import Parts
from graphmem.store.index.rows import Rows
from graphmem.store.index.usage import DAY

Values = npt.NDArray[np.float64]

HEAT_WEIGHT: Final = 0.1
"""A memory at heat 100 counts a tenth more than a frozen one."""

RECENCY_WEIGHT: Final = 0.1
"""A memory of today counts a tenth more than an old one (bettermemory)."""

RECENCY_DAYS: Final = 30.0
"""After so many days the bonus has fallen to 37 % (bettermemory)."""

PROTECTION_WEIGHT: Final = 0.05
"""Caveats and pinned memories count a little more: to overlook them costs most."""

VECTOR_WEIGHT: Final = 0.3
"""The most that likeness of meaning adds, where the best words give 1: min-max fusion over the nearest."""

UNASKED_HEAT: Final = 0.5
"""Without a question, heat makes half of the score and importance the other half."""

_STEPS: Final = np.linspace(0.0, 1.0, 1001)
_WEIGHTS: Final = np.array([importance_weight(float(step)) for step in _STEPS])


@dataclass(frozen=True, slots=True, eq=False)
class Priors:
    """What memories weigh before any question, as factors; the importance's run from .8 to 1.5."""

    importance: Values
    heat: Values
    recency: Values
    protection: Values

    @property
    def product(self) -> Values:
        """All four together."""
        return self.importance * self.heat * self.recency * self.protection


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The final score of each doc of the pool, and what it is made of."""

    text: PoolScores
    entity: Values
    vector: Values
    factors: Priors
    scale: float
    scores: Values

    @classmethod
    def of(
        cls, text: PoolScores, on_named: npt.NDArray[np.bool_], likeness: npt.NDArray[np.floating], factors: Priors
    ) -> Ranking:
        """Bring the shares of text and vector and the factors together; the best words of all give 1."""
        entity = np.where(on_named, NAMED_FACTOR, 1.0)
        told = text.total * entity
        scale = float(told.max(initial=0.0)) or 1.0
        vector = VECTOR_WEIGHT * likeness.astype(np.float64)
        return cls(text, entity, vector, factors, scale, (told / scale + vector) * factors.product)

    def parts(self, at: int) -> Parts:
        """What the score of the doc at that place is made of."""
        text, factors = self.text, self.factors
        shares = (float(share[at]) / self.scale for share in (text.own, text.feedback, text.context, text.thread))
        own, feedback, context, thread = shares
        return Parts(
            own=own,
            feedback=feedback,
            context=context,
            thread=thread,
            vector=float(self.vector[at]),
            entity=float(self.entity[at]),
            importance=float(factors.importance[at]),
            heat=float(factors.heat[at]),
            recency=float(factors.recency[at]),
            protection=float(factors.protection[at]),
        )


def priors(rows: Rows, docs: Docs, now: Micros) -> Priors:
    """The factors of the docs, as of `now`."""
    columns = rows.columns
    age = np.maximum(now - columns.updated_at[docs], 0) / DAY
    protected = columns.pinned[docs] | (columns.layer[docs] == LAYERS.number(Layer.CAVEAT))
    return Priors(
        np.interp(columns.importance[docs], _STEPS, _WEIGHTS),
        1.0 + HEAT_WEIGHT / 100.0 * heat(rows, docs, now),
        1.0 + RECENCY_WEIGHT * np.exp(-age / RECENCY_DAYS),
        1.0 + PROTECTION_WEIGHT * protected,
    )


def unasked(rows: Rows, where: Docs | slice, now: Micros) -> Values:
    """Scores from 0 to 1 for when there is no question: heat, which knows recency and use, and importance."""
    scores: Values = UNASKED_HEAT / 100.0 * heat(rows, where, now)
    scores += (1.0 - UNASKED_HEAT) * rows.columns.importance[where]
    return scores


def by_score(rows: Rows, docs: Docs, scores: npt.NDArray[np.floating], limit: int | None = None) -> Docs:
    """Places in `docs`, best score first, of equals the smaller id first; only the first `limit` if given."""
    places = np.arange(len(docs))
    if limit is not None and 0 < limit < len(docs):
        places = np.flatnonzero(scores >= np.partition(scores, len(docs) - limit)[len(docs) - limit])
    chosen = docs[places]
    order: Docs = places[np.lexsort((rows.ids.low[chosen], rows.ids.high[chosen], -scores[places]))]
    return order[:limit]
