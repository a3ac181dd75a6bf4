"""How it stood at an instant: what was known at a recorded time, of what held at a valid time.

Every change leaves a version, so the past is read, never reconstructed. Owns as-of reading for all reads.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from graphmem.domain.model import FOREVER, AsOf, Entity, Link, Memory, MemoryStatus, Micros, Thread
from graphmem.services.hung import Hung
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
    def known(self) -> dict[str, Memory]:
        """Every memory that was known and, where a valid time is asked for, held then."""
        known = self._space.state.memories.at(self.recorded)
        return {memory.id: memory for memory in known if self._holds(memory)}

    def of_entity(self, entity_id: str) -> dict[str, Memory]:
        """Every memory that hung on an entity then, forgotten or not, without reading all others."""
        members = self.entities.members(entity_id)
        found = self._space.state.memories.at(self.recorded, members)
        return {memory.id: memory for memory in found if self._holds(memory)}

    def memory(self, memory_id: str) -> Memory | None:
        """One memory as it was known; None where it was not, did not hold, or was forgotten."""
        found = self.find(memory_id)
        return None if found is None or found.status is MemoryStatus.FORGOTTEN else found

    def memories(self, memory_ids: list[str]) -> dict[str, Memory]:
        """Several memories as they were known."""
        return {name: found for name in memory_ids if (found := self.memory(name)) is not None}

    def find(self, memory_id: str) -> Memory | None:
        """One memory as it was known, forgotten or not."""
        if "known" in vars(self):
            return self.known.get(memory_id)
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
        return self._canonical_id(memory.entity_id)

    def about(self, memory: Memory) -> set[str]:
        """The ids of the entities a memory hung on or mentioned then."""
        return {self.home(memory), *(self._canonical_id(m.entity_id) for m in memory.mentions)}

    def _canonical_id(self, entity_id: str) -> str:
        entity = self.entities.canonical(entity_id)
        return entity_id if entity is None else entity.id

    def entity(self, entity_id: str) -> Entity | None:
        """The entity an id stood for then."""
        return self.entities.canonical(entity_id)

    @cached_property
    def _neighbours(self) -> tuple[dict[str, list[Hung]], dict[str, list[str]], dict[str, list[Memory]]]:
        homes: dict[str, list[Hung]] = defaultdict(list)
        mentions: dict[str, list[str]] = defaultdict(list)
        threads: dict[str, list[Memory]] = defaultdict(list)
        for name in sorted(self.known, reverse=True):
            memory = self.known[name]
            if memory.status is MemoryStatus.FORGOTTEN:
                continue
            homes[self.home(memory)].append(Hung(name, memory.layer, memory.created_at))
            for entity_id in {self._canonical_id(mention.entity_id) for mention in memory.mentions}:
                mentions[entity_id].append(name)
            if memory.thread_id is not None:
                threads[memory.thread_id].append(memory)
        return homes, mentions, threads

    def on_entity(self, entity_id: str) -> list[Hung]:
        """The memories that hung on an entity then, newest first."""
        return self._neighbours[0].get(entity_id, [])

    def mentioning(self, entity_id: str) -> list[str]:
        """Ids of the memories that mentioned an entity then, newest first."""
        return self._neighbours[1].get(entity_id, [])

    def in_thread(self, thread_id: str) -> list[str]:
        """Ids of a thread's memories of then, in order."""
        found = self._neighbours[2].get(thread_id, [])
        return [memory.id for memory in sorted(found, key=lambda memory: memory.thread_position or 0)]

    def thread(self, thread_id: str) -> Thread | None:
        """A thread that was there then."""
        thread = self._space.state.threads.get(thread_id)
        return thread if thread is not None and thread.created_at <= self.recorded else None

    def links_of(self, memory_id: str) -> list[Link]:
        """The links of a memory that stood then, between memories that were known then."""
        return [
            link
            for link in self._space.state.links.of(memory_id)
            if link.stands_at(self.recorded) and link.source_id in self.known and link.target_id in self.known
        ]


def past_of(space: Space, as_of: AsOf | None) -> Past | None:
    """The past that is asked for, None for the present."""
    if as_of is None or (as_of.recorded is None and as_of.valid is None):
        return None
    return Past(space, as_of)
