"""A memory's paths as entities: each is a file that the memory mentions, so a file leads to all that touches it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from graphmem.domain.model import Actor, Entity, EntityKind, EventType, Memory, Mention
from graphmem.domain.notes import without_anchor
from graphmem.services.space import Space
from graphmem.store.entities import names_of
from graphmem.store.plan import Plan

ROLE: Final = "path"
"""The role of a mention that comes from a path."""


def path_key(path: str) -> str:
    """The canonical key of a file: its path below the repository's root, without an anchor."""
    return f"path:{without_anchor(path)}"


def file_entity(space: Space, plan: Plan, actor: Actor, path: str) -> Entity:
    """The entity of a path in normal form; made when it is new.

    Found by its key, not by likeness: `src/a.py` and `src/b.py` are as alike as names can be. A file that was
    named before without a key is the same one.
    """
    key, name = path_key(path), without_anchor(path)
    if (known := plan.entity_by_key(key)) is not None:
        return known
    if (named := next(_named(space, plan, name), None)) is not None:
        plan.event(EventType.ENTITY_UPDATED, actor.agent, entity_id=named.id, changed=["key"])
        return plan.put_entity(replace(named, key=key, version=named.version + 1, updated_at=plan.now))
    made = Entity(space.ids("ent"), EntityKind.FILE, name, key, (), None, 1, plan.now, plan.now)
    plan.event(EventType.ENTITY_CREATED, actor.agent, entity_id=made.id, name=name)
    return plan.put_entity(made)


def _named(space: Space, plan: Plan, name: str) -> Iterator[Entity]:
    for index in (space.state.names, *plan.names()):
        for entity_id in index.exact(EntityKind.FILE, name):
            entity = plan.canonical(entity_id)
            if entity is not None and entity.key is None and name in names_of(entity):
                yield entity


def path_mentions(space: Space, plan: Plan, actor: Actor, memory: Memory) -> Memory:
    """The memory with one mention for each file among its paths, and none for a path it has no more."""
    said = tuple(mention for mention in memory.mentions if mention.role != ROLE)
    files = _files(space, plan, actor, memory)
    taken = {plan.home(memory), *(_standing(plan, mention) for mention in said)}
    fresh = (Mention(entity_id, path, ROLE) for entity_id, path in files.items() if entity_id not in taken)
    return replace(memory, mentions=(*said, *fresh))


def _files(space: Space, plan: Plan, actor: Actor, memory: Memory) -> dict[str, str]:
    files: dict[str, str] = {}
    for path in memory.paths:
        files.setdefault(file_entity(space, plan, actor, path).id, path)
    return files


def _standing(plan: Plan, mention: Mention) -> str:
    entity = plan.canonical(mention.entity_id)
    return mention.entity_id if entity is None else entity.id
