"""The space at a glance: which entities are lively, what is hot and cold, which decisions wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.domain.draft import MemoryOrderField
from graphmem.domain.errors import Invalid
from graphmem.domain.heat import Momentum
from graphmem.domain.model import Entity, Layer, Memory, MemoryState, MemoryType, Relation
from graphmem.services.liveliness import momentum
from graphmem.services.read import stats
from graphmem.services.space import Space
from graphmem.store.activity import WEEK
from graphmem.store.index.paging import Order, PageKey
from graphmem.store.index.selection import Selection

MAX_LIMIT = 100
CONSIDERED = 500
"""Entities whose momentum is computed: the most written about this week."""

_ANSWERED = frozenset({Relation.IMPLEMENTS, Relation.LED_TO, Relation.RESOLVES})


@dataclass(frozen=True, slots=True)
class Overview:
    """The liveliest entities first; memories hottest first, coldest first, newest first."""

    entities: tuple[tuple[Entity, Momentum], ...]
    layers: Mapping[Layer, int]
    hot: tuple[Memory, ...]
    cold: tuple[Memory, ...]
    open_decisions: tuple[Memory, ...]


def overview(space: Space, limit: int = 10) -> Overview:
    """The space at a glance, `limit` rows of each. Raises Invalid for a limit outside 1–100."""
    if not 1 <= limit <= MAX_LIMIT:
        raise Invalid(f"limit must be from 1 to {MAX_LIMIT}, not {limit}", ("limit",))
    return Overview(
        _lively(space, limit),
        stats(space).layers,
        _by_heat(space, limit, descending=True),
        _by_heat(space, limit, descending=False),
        _open_decisions(space, limit),
    )


def _lively(space: Space, limit: int) -> tuple[tuple[Entity, Momentum], ...]:
    state = space.state
    active = state.activity.most_active(space.clock() - WEEK, CONSIDERED)
    found = {e.id: e for name in active if (e := state.entities.canonical(name)) is not None}
    if len(found) < limit:
        latest = sorted(state.entities.standing(), key=lambda e: (-e.updated_at, e.id))[:limit]
        found |= {entity.id: entity for entity in latest if entity.id not in found}
    ranked = [(entity, momentum(space, entity.id)) for entity in found.values()]
    ranked.sort(key=lambda pair: (-pair[1].score, pair[0].name.casefold(), pair[0].id))
    return tuple(ranked[:limit])


def _by_heat(space: Space, limit: int, *, descending: bool) -> tuple[Memory, ...]:
    order = Order(MemoryOrderField.HEAT, descending, space.clock())
    return _fetched(space, space.state.catalog.page(Selection(), order, None, limit))


def _fetched(space: Space, keys: list[PageKey]) -> tuple[Memory, ...]:
    found = space.state.memories.many(key.id for key in keys)
    return tuple(memory for memory in found if memory is not None)


def _open_decisions(space: Space, limit: int) -> tuple[Memory, ...]:
    """Decisions that nothing carried out yet, newest first."""
    waiting = Selection(
        types=frozenset({MemoryType.DECISION}),
        states=frozenset(MemoryState) - {MemoryState.DONE, MemoryState.SUPERSEDED, MemoryState.PARKED},
    )
    keys = space.state.catalog.page(waiting, Order(), None, CONSIDERED)
    unanswered = [key for key in keys if not _answered(space, key.id)]
    return _fetched(space, unanswered[:limit])


def _answered(space: Space, memory_id: str) -> bool:
    return any(
        link.relation in _ANSWERED and (link.relation is Relation.LED_TO) == (link.source_id == memory_id)
        for link in space.state.links.standing(memory_id)
    )
