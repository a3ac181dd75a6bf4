"""Clearing away entities that nothing speaks of any more, after an erasure."""

from __future__ import annotations

from graphmem.domain.model import Actor, Entity, EventType, Memory
from graphmem.services.space import Space
from graphmem.store.index.selection import Selection
from graphmem.store.plan import Plan


def sweep(space: Space, plan: Plan, actor: Actor, erased: Memory) -> tuple[str, ...]:
    """Plan the removal of the entities that only the erased memory spoke of; returns their ids.

    What was merged stays or goes as one: an entity is not left behind for the sake of its merges.
    """
    named = (erased.entity_id, *(mention.entity_id for mention in erased.mentions))
    meant = {entity.id: entity for name in named if (entity := plan.canonical(name)) is not None}
    swept: list[str] = []
    for entity in meant.values():
        members = _members(plan, entity)
        if not any(_spoken_of(space, plan, member.id, erased) for member in members):
            for member in members:
                plan.sweep_entity(member)
                plan.event(EventType.ENTITY_SWEPT, actor.agent, entity_id=member.id)
                swept.append(member.id)
    return tuple(swept)


def _members(plan: Plan, entity: Entity) -> list[Entity]:
    """The entity and all that were merged into it, directly or not."""
    found = [entity]
    for member in found:
        merged = (plan.entity(merge.id) for merge in member.merged_from)
        found.extend(each for each in merged if each is not None)
    return found


def _spoken_of(space: Space, plan: Plan, entity_id: str, erased: Memory) -> bool:
    catalog = space.state.catalog
    hung = catalog.ids_of_entity(entity_id)
    mentioned = catalog.ids_of(catalog.select(Selection(mention_ids=(entity_id,), statuses=frozenset())))
    if any(plan.memory(name) is not None for name in (*hung, *mentioned) if name != erased.id):
        return True
    return plan.speaks_of(entity_id)
