"""How warm a memory and how lively an entity is now; the formulas are in `graphmem.domain.heat`."""

from __future__ import annotations

from graphmem.domain.draft import MemoryOrderField
from graphmem.domain.heat import DAY, Heat, Momentum
from graphmem.domain.heat import heat as heat_formula
from graphmem.domain.heat import momentum as momentum_formula
from graphmem.services.space import Space
from graphmem.store.activity import WEEK, WINDOW
from graphmem.store.index.paging import Order
from graphmem.store.index.selection import Selection


def heat(space: Space, memory_id: str) -> Heat:
    """A memory's heat now, from its uses; cold and zero for an unknown id."""
    now = space.clock()
    uses = space.state.catalog.uses_of(memory_id, now)
    memory = space.state.memory(memory_id)
    return heat_formula(
        uses_30d=uses.last_30_days,
        uses_90d=uses.last_90_days,
        uses=uses.total,
        last_used_at=uses.last_at,
        created_at=memory.created_at if memory else now,
        importance=memory.importance if memory else 0.0,
        now=now,
    )


def momentum(space: Space, entity_id: str) -> Momentum:
    """An entity's momentum now, from what was written about it and what was merged into it."""
    now, state = space.clock(), space.state
    members = state.entities.members(entity_id)
    before = state.activity.count(members, now - WINDOW, now - WEEK)
    return momentum_formula(
        mean_importance_7d=_mean_importance(space, tuple(members), now - WEEK),
        events_24h=state.activity.count(members, now - DAY, now),
        events_7d=state.activity.count(members, now - WEEK, now),
        weekly_mean=before / (WINDOW // WEEK - 1),
    )


def _mean_importance(space: Space, members: tuple[str, ...], since: int) -> float:
    recent = Selection(entity_ids=members, created_after=since)
    keys = space.state.catalog.page(recent, Order(MemoryOrderField.IMPORTANCE), None, 1_000)
    return sum(key.value for key in keys) / len(keys) if keys else 0.0
