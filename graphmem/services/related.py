"""Which entities are spoken of together: those that share current memories with one."""

from __future__ import annotations

from collections import Counter

from graphmem.domain.draft import Page, PageRequest
from graphmem.domain.model import Entity, Memory
from graphmem.services.paging import RELATED, page_of
from graphmem.services.space import Space
from graphmem.store.index.selection import Selection


def related(space: Space, entity_id: str, page: PageRequest) -> Page[tuple[Entity, int]]:
    """A page of the entities that share current memories with one, the closest first, with the number shared."""
    entities = space.state.entities
    members = tuple(entities.members(entity_id))
    shared: Counter[str] = Counter()
    for memory in _speaking_of(space, members):
        shared.update(_spoken_of(space, memory).difference((entity_id, *members)))
    found = [(e, n) for name, n in shared.items() if (e := entities.canonical(name)) is not None]
    found.sort(key=_by_closeness)
    return page_of(found, _by_closeness, page, RELATED)


def _by_closeness(item: tuple[Entity, int]) -> tuple[int, str]:
    return (-item[1], item[0].id)


def _speaking_of(space: Space, members: tuple[str, ...]) -> list[Memory]:
    catalog = space.state.catalog
    names = catalog.ids_of(catalog.select(Selection(about_ids=members)))
    return [memory for memory in space.state.memories.many(names) if memory is not None]


def _spoken_of(space: Space, memory: Memory) -> set[str]:
    ids = (memory.entity_id, *(mention.entity_id for mention in memory.mentions))
    found = (space.state.entities.canonical(name) for name in ids)
    return {entity.id for entity in found if entity is not None}
