"""Finds the memories that need a look, and those that may be drawn together or let go: on the columns, at once.

Owns the conditions, which are bettermemory's and linksee's. What is proposed or done about it, the services
decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.heat import DROP_FROM
from graphmem.domain.model import Category, Layer, MemoryState, MemoryStatus, Micros
from graphmem.store.index.columns import CATEGORIES, LAYERS, STATES, STATUSES, Docs
from graphmem.store.index.heat import heat, risk
from graphmem.store.index.rows import Rows
from graphmem.store.index.usage import DAY

UNTOUCHED: Final[Micros] = 30 * DAY
"""Nobody changed or confirmed it for so long (bettermemory; linksee for work in progress)."""

FIRST_USES: Final = 2
"""Days after the first recall in which nobody could have applied it yet (bettermemory)."""

OFTEN: Final = 30
"""Recalls from which a memory that is applied should have been confirmed by somebody (bettermemory)."""

SETTLED: Final[Micros] = 7 * DAY
"""Younger memories are not drawn together (linksee)."""

LUKEWARM: Final = 30.0
"""Heat from which a memory is not drawn together (linksee)."""

_DRAWN_TOGETHER: Final = frozenset({Layer.CONTEXT, Layer.EMOTION, Layer.IMPLEMENTATION})

_Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Docs that need a look, by reason, ascending."""

    dead_weight: Docs
    drifted: Docs
    cold_endorsement: Docs
    never_recalled: Docs
    stale: Docs


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Docs on one entity in one layer, by age."""

    entity_id: str
    layer: Layer
    docs: Docs


def survey(rows: Rows, now: Micros, disputed: Docs) -> Survey:
    """Survey all current memories, as of `now`.

    Dead weight is recalled and never applied; that means something only where outcomes are reported at all, and
    not for what is disputed. What is protected is there on purpose and never a burden.
    """
    columns, whole = rows.columns, slice(0, rows.columns.size)
    current = _current(rows)
    age = now - np.maximum(np.maximum(columns.created_at, columns.updated_at), columns.confirmed)[whole]
    idle = current & ~_protected(rows) & ~_is_ambient(rows) & (age > UNTOUCHED)
    uses, applied = columns.uses[whole], columns.applied[whole]
    early = uses - rows.use_log.since(now, FIRST_USES, columns.size)
    reported = bool(applied.any() or columns.ignored[whole].any() or columns.wrong[whole].any())
    goal = columns.layer[whole] == LAYERS.number(Layer.GOAL)
    in_progress = columns.state[whole] == STATES.number(MemoryState.IN_PROGRESS)
    confirmed = columns.confirmed[whole] > 0
    dead = idle & (early > 0) & (applied == 0) & reported
    dead[disputed] = False
    return Survey(
        dead_weight=np.flatnonzero(dead),
        drifted=np.flatnonzero(current & columns.drifted[whole]),
        cold_endorsement=np.flatnonzero(current & (uses - applied >= OFTEN) & (applied > 0) & ~confirmed),
        never_recalled=np.flatnonzero(idle & ~goal & (uses == 0)),
        stale=np.flatnonzero(current & in_progress & ~goal & (now - columns.updated_at[whole] > UNTOUCHED)),
    )


def cold_groups(rows: Rows, now: Micros) -> Iterator[Group]:
    """Cold, settled, unprotected memories without claims, by entity and layer; also where there is only one.

    Only context, emotion and implementation: goals and what was learned stay as they are (linksee).
    """
    columns, whole = rows.columns, slice(0, rows.columns.size)
    cold = _current(rows) & ~_protected(rows) & ~columns.claimed[whole]
    cold &= LAYERS.table(_DRAWN_TOGETHER)[columns.layer[whole]]
    cold &= now - columns.created_at[whole] >= SETTLED
    docs = np.flatnonzero(cold)
    docs = docs[heat(rows, docs, now) < LUKEWARM]
    docs = docs[np.lexsort((docs, columns.created_at[docs], columns.layer[docs], columns.entity[docs]))]
    place = columns.entity[docs].astype(np.int64) * len(LAYERS) + columns.layer[docs]
    for part in np.split(docs, np.flatnonzero(np.diff(place)) + 1) if len(docs) else ():
        entity = rows.entities.value(int(columns.entity[part[0]]))
        yield Group(entity, LAYERS.member(int(columns.layer[part[0]])), part)


def risky(rows: Rows, now: Micros) -> tuple[Docs, npt.NDArray[np.float64]]:
    """Current memories that are so cold, unimportant and old that they may be let go, riskiest first; and the risk.

    What makes claims about the code is looked after otherwise.
    """
    docs = np.flatnonzero(_current(rows) & ~_protected(rows) & ~rows.columns.claimed[: rows.columns.size])
    risks = risk(rows, docs, now)
    chosen = np.flatnonzero(risks >= DROP_FROM)
    order = chosen[np.argsort(-risks[chosen], kind="stable")]
    return docs[order], risks[order]


def _current(rows: Rows) -> _Mask:
    columns = rows.columns
    current: _Mask = columns.status == STATUSES.number(MemoryStatus.CURRENT)
    return (columns.alive & current)[: columns.size]


def _protected(rows: Rows) -> _Mask:
    columns = rows.columns
    protected: _Mask = columns.pinned | (columns.layer == LAYERS.number(Layer.CAVEAT))
    return protected[: columns.size]


def _is_ambient(rows: Rows) -> _Mask:
    ambient: _Mask = rows.columns.category[: rows.columns.size] == CATEGORIES.number(Category.AMBIENT)
    return ambient
