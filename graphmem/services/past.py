"""How it stood at an instant: what was known at a recorded time, of what held at a valid time.

Every change leaves a version, so the past is read, never reconstructed. Owns as-of reading for all reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from graphmem.domain.model import FOREVER, AsOf, Entity, Link, Memory, MemoryStatus, Micros, Thread
from graphmem.services.space import Space
from graphmem.store.entities import EntityTable


class Past:
    """A space at an instant. What is asked for is loaded once; make one for each request."""

    def __init__(self, space: Space, as_of: AsOf) -> None:
        self._space = space
        self.recorded: Micros = FOREVER - 1 if as_of.recorded is None else as_of.recorded
        self.valid = as_of.valid

    @cached_property
    def entities(self) -> EntityTable:
        """The entities as they were known."""
        return EntityTable.at(self._space.database, self.recorded)

    @cached_property
    def memories(self) -> dict[str, Memory]:
        """Every memory that was known and, where a valid time is asked for, held then."""
        known = self._space.state.memories.at(self.recorded)
        return {memory.id: memory for memory in known if self._holds(memory)}

    def memory(self, memory_id: str) -> Memory | None:
        """One memory as it was known, None if it was not, or did not hold."""
        if "memories" in vars(self):
            return self.memories.get(memory_id)
        for version in reversed(self._space.state.memories.history(memory_id)):
            if version.recorded_from <= self.recorded < version.recorded_to:
                return version.memory if self._holds(version.memory) else None
        return None

    def _holds(self, memory: Memory) -> bool:
        return self.valid is None or memory.holds_at(self.valid)

    def speaks(self, memory: Memory, statuses: frozenset[MemoryStatus]) -> bool:
        """Whether a memory counts under the asked statuses.

        At a past valid time a memory that was replaced later is what held then, so it counts as current.
        """
        if memory.status in statuses or not statuses:
            return True
        replaced = memory.status is MemoryStatus.SUPERSEDED
        return replaced and self.valid is not None and MemoryStatus.CURRENT in statuses

    def home(self, memory: Memory) -> str:
        """The id of the entity a memory hung on then, merges of then followed."""
        entity = self.entities.canonical(memory.entity_id)
        return memory.entity_id if entity is None else entity.id

    def entity(self, entity_id: str) -> Entity | None:
        """The entity an id stood for then."""
        return self.entities.canonical(entity_id)

    def on_entity(self, entity_id: str) -> list[Memory]:
        """The memories that hung on an entity then."""
        return [memory for memory in self.memories.values() if self.home(memory) == entity_id]

    def links_of(self, memory_id: str) -> list[Link]:
        """The links of a memory that stood then, between memories that were known then."""
        return [
            link
            for link in self._space.state.links.of(memory_id)
            if link.stands_at(self.recorded) and self._known(link)
        ]

    def _known(self, link: Link) -> bool:
        return link.source_id in self.memories and link.target_id in self.memories

    def in_thread(self, thread: Thread) -> list[Memory]:
        """A thread's memories of then, in order."""
        found: Iterable[Memory] = (m for m in self.memories.values() if m.thread_id == thread.id)
        return sorted(found, key=lambda memory: memory.thread_position or 0)


def past_of(space: Space, as_of: AsOf | None) -> Past | None:
    """The past that is asked for, None for the present."""
    if as_of is None or (as_of.recorded is None and as_of.valid is None):
        return None
    return Past(space, as_of)
