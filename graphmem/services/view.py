"""One way of looking at a space, now or at an instant, so that graph and trace need not know which.

`Present` reads the derived state; `Past` (in its own file) reads the versions.
"""

from __future__ import annotations

from typing import Protocol

from graphmem.domain.model import AsOf, Entity, Layer, Link, Memory, MemoryStatus, Thread
from graphmem.services.hung import Hung
from graphmem.services.past import past_of
from graphmem.services.space import Space
from graphmem.store.index.paging import Order
from graphmem.store.index.selection import Selection

SHOWN = frozenset({MemoryStatus.CURRENT, MemoryStatus.SUPERSEDED})
"""What pictures and chains show: everything but what was forgotten."""


class View(Protocol):
    """What can be asked of a space at one instant; ids come newest first, threads in order."""

    def memory(self, memory_id: str) -> Memory | None:
        """One memory, None where it was unknown, did not hold, or was forgotten."""

    def memories(self, memory_ids: list[str]) -> dict[str, Memory]:
        """Several memories by id; those that are not to be seen are left out."""

    def entity(self, entity_id: str) -> Entity | None:
        """The entity that an id stands for, merges followed."""

    def home(self, memory: Memory) -> str:
        """The id of the entity a memory hangs on."""

    def on_entity(self, entity_id: str) -> list[Hung]:
        """The memories that hang on an entity."""

    def mentioning(self, entity_id: str) -> list[str]:
        """Ids of the memories that mention an entity."""

    def in_thread(self, thread_id: str) -> list[str]:
        """Ids of a thread's memories."""

    def thread(self, thread_id: str) -> Thread | None:
        """One thread."""

    def links_of(self, memory_id: str) -> list[Link]:
        """The links of a memory."""


class Present:
    """A space as it stands now."""

    def __init__(self, space: Space) -> None:
        self._state = space.state

    def memory(self, memory_id: str) -> Memory | None:
        """One memory that is not forgotten."""
        found = self._state.memory(memory_id)
        return found if found is not None and found.status in SHOWN else None

    def memories(self, memory_ids: list[str]) -> dict[str, Memory]:
        """Several memories that are not forgotten."""
        return {name: found for name in memory_ids if (found := self.memory(name)) is not None}

    def entity(self, entity_id: str) -> Entity | None:
        """The entity that an id stands for."""
        return self._state.entities.canonical(entity_id)

    def home(self, memory: Memory) -> str:
        """The id of the entity a memory hangs on."""
        entity = self.entity(memory.entity_id)
        return memory.entity_id if entity is None else entity.id

    def on_entity(self, entity_id: str) -> list[Hung]:
        """The memories that hang on an entity."""
        members = tuple(self._state.entities.members(entity_id))
        found = []
        for layer in Layer:
            meant = Selection(entity_ids=members, layers=frozenset({layer}), statuses=SHOWN)
            keys = self._state.catalog.page(meant, Order(), None, len(self._state.memories))
            found += [Hung(key.id, layer, int(key.value)) for key in keys]
        return sorted(found, key=lambda hung: hung.memory_id, reverse=True)

    def mentioning(self, entity_id: str) -> list[str]:
        """Ids of the memories that mention an entity."""
        members = tuple(self._state.entities.members(entity_id))
        return self._ids(Selection(mention_ids=members, statuses=SHOWN))

    def _ids(self, selection: Selection) -> list[str]:
        catalog = self._state.catalog
        return sorted(catalog.ids_of(catalog.select(selection)), reverse=True)

    def in_thread(self, thread_id: str) -> list[str]:
        """Ids of a thread's memories, in order."""
        seen = set(self._ids(Selection(thread_id=thread_id, statuses=SHOWN)))
        return [name for name in self._state.threads.order(thread_id) if name in seen]

    def thread(self, thread_id: str) -> Thread | None:
        """One thread."""
        return self._state.threads.get(thread_id)

    def links_of(self, memory_id: str) -> list[Link]:
        """The standing links of a memory."""
        return self._state.links.standing(memory_id)


def view_of(space: Space, as_of: AsOf | None) -> View:
    """The view that is asked for."""
    return past_of(space, as_of) or Present(space)
