"""Clearing away entities that nothing speaks of any more, after an erasure."""

from __future__ import annotations

from graphmem.domain.model import Actor, EventType, Memory
from graphmem.services.space import Space
from graphmem.store.index.selection import Selection
from graphmem.store.plan import Plan


def sweep(space: Space, plan: Plan, actor: Actor, erased: Memory) -> tuple[str, ...]:
    """Plan the removal of the entities that only the erased memory spoke of; returns their ids."""
    named = dict.fromkeys((erased.entity_id, *(mention.entity_id for mention in erased.mentions)))
    swept = []
    for entity_id in named:
        entity = plan.entity(entity_id)
        if entity is None or entity.merged_into is not None or entity.merged_from:
            continue
        if not _spoken_of(space, plan, entity_id, erased):
            plan.sweep_entity(entity)
            plan.event(EventType.ENTITY_SWEPT, actor.agent, entity_id=entity_id)
            swept.append(entity_id)
    return tuple(swept)


def _spoken_of(space: Space, plan: Plan, entity_id: str, erased: Memory) -> bool:
    catalog = space.state.catalog
    hung = catalog.ids_of_entity(entity_id)
    mentioned = catalog.ids_of(catalog.select(Selection(mention_ids=(entity_id,), statuses=frozenset())))
    if any(plan.memory(name) is not None for name in (*hung, *mentioned) if name != erased.id):
        return True
    return plan.speaks_of(entity_id)
