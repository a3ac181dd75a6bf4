"""What a unit of work intends to write, readable at once by whoever comes after it in the same group.

A plan only remembers: `flush` turns it into statements, `State.publish` into derived state. A child plan
(one item of a batch) reads through its parent and is either merged into it or dropped without a trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from graphmem.domain.model import FOREVER, Entity, Event, EventType, Link, Memory, Micros, Thread
from graphmem.domain.names import canonical_key
from graphmem.store.ground import Ground
from graphmem.store.index.alike import Alike
from graphmem.store.index.document import embedded_text
from graphmem.store.index.names import NamesIndex
from graphmem.store.log import Log
from graphmem.store.planned_vectors import PlannedVectors
from graphmem.store.record import Record, RecordKind


class Plan:
    """The view and the intentions of one unit of work at one recorded instant.

    Args:
        ground: what is committed.
        now: the recorded instant of everything planned here.
        parent: the plan this one continues, if any.
    """

    def __init__(self, ground: Ground, now: Micros, parent: Plan | None = None) -> None:
        self.ground = ground
        self.now = now
        self.parent = parent
        self.log = Log()
        self._line: tuple[Plan, ...] = (self,) if parent is None else (self, *parent._line)
        self._names: NamesIndex | None = None
        self.alike: Alike = Alike() if parent is None else parent.alike
        self._entities: dict[str, Entity | None] = {}
        self._keys: dict[str, str] = {}
        self._memories: dict[str, Memory | None] = {}
        self._threads: dict[str, Thread] = {}
        self._thread_ids: dict[str, str] = {}
        self._links: dict[str, Link] = {}
        self._records: dict[tuple[RecordKind, str], Record] = {}
        self._twins: dict[int, list[str]] = {}
        self._hung: dict[str, list[Memory]] = {}
        self._merged: set[str] = set()
        self._permalinks: dict[str, str] = {}
        self._titled: dict[str, list[str]] = {}
        self._credits: set[tuple[str, str, int]] = set()

    def child(self) -> Plan:
        """A plan that continues this one and can still be dropped."""
        return Plan(self.ground, self.now, self)

    def merge(self, child: Plan) -> None:
        """Take over everything a child planned."""
        self.log.extend(child.log)
        for name in _OVERLAYS:
            if planned := getattr(child, name):
                getattr(self, name).update(planned)
        for fingerprint, twins in child._twins.items():
            self._twins.setdefault(fingerprint, []).extend(twins)
        for entity_id, memories in child._hung.items():
            self._hung.setdefault(entity_id, []).extend(memories)
        for title, names in child._titled.items():
            self._titled.setdefault(title, []).extend(names)
        for entity in child._entities.values():
            if entity is not None:
                self._name(entity)

    def lineage(self) -> tuple[Plan, ...]:
        """This plan and its ancestors, youngest first."""
        return self._line

    def names(self) -> Iterator[NamesIndex]:
        """The names of the entities that were planned here or before in the group."""
        return (plan._names for plan in self._line if plan._names is not None)

    def _name(self, entity: Entity) -> None:
        if self._names is None:
            self._names = NamesIndex()
        self._names.put(entity)

    # -- reading: what was planned wins over what is committed

    def entity(self, entity_id: str) -> Entity | None:
        """The entity as this unit sees it, merged or not."""
        for plan in self._line:
            if entity_id in plan._entities:
                return plan._entities[entity_id]
        return self.ground.entity(entity_id)

    def canonical(self, entity_id: str) -> Entity | None:
        """The entity that an id stands for: itself, or what it was merged into."""
        entity = self.entity(entity_id)
        while entity is not None and entity.merged_into is not None:
            entity = self.entity(entity.merged_into)
        return entity

    def entity_by_key(self, key: str) -> Entity | None:
        """The entity under a canonical key, merges followed."""
        key = canonical_key(key)
        planned = (plan._keys[key] for plan in self._line if key in plan._keys)
        owner = next(planned, None) or self.ground.key_owner(key)
        entity = None if owner is None else self.entity(owner)
        held = None if entity is None or entity.key is None else canonical_key(entity.key)
        return None if entity is None or held != key else self.canonical(entity.id)

    def home(self, memory: Memory) -> str:
        """The id of the entity that a memory hangs on, merges followed."""
        entity = self.canonical(memory.entity_id)
        return memory.entity_id if entity is None else entity.id

    def memory(self, memory_id: str) -> Memory | None:
        """The memory as this unit sees it."""
        for plan in self._line:
            if memory_id in plan._memories:
                return plan._memories[memory_id]
        return self.ground.memory(memory_id)

    def version(self, memory_id: str, number: int) -> Memory | None:
        """The memory at one version, planned or committed."""
        for plan in self._line:
            planned = (*plan.log.memories, *(after for _, after, _ in plan.log.memory_changes))
            for memory in planned:
                if (memory.id, memory.version) == (memory_id, number):
                    return memory
        return self.ground.version(memory_id, number)

    def thread(self, thread_id: str) -> Thread | None:
        """The thread as this unit sees it."""
        for plan in self._line:
            if thread_id in plan._threads:
                return plan._threads[thread_id]
        return self.ground.thread(thread_id)

    def thread_by_key(self, key: str) -> Thread | None:
        """The thread under a caller's key."""
        for plan in self._line:
            if key in plan._thread_ids:
                return self.thread(plan._thread_ids[key])
        thread_id = self.ground.thread_id(key)
        return None if thread_id is None else self.thread(thread_id)

    def links_of(self, memory_id: str) -> list[Link]:
        """The standing links of a memory, both directions."""
        found = {link.id: link for link in self.ground.links_of(memory_id)}
        for plan in reversed(self._line):
            for link in plan._links.values():
                if memory_id in (link.source_id, link.target_id):
                    found[link.id] = link
        return [link for link in found.values() if link.removed_at == FOREVER]

    def link(self, link_id: str) -> Link | None:
        """A link by its id, standing or removed."""
        for plan in self._line:
            if link_id in plan._links:
                return plan._links[link_id]
        return self.ground.link(link_id)

    def record(self, kind: RecordKind, record_id: str) -> Record | None:
        """An open record, None when there is none."""
        for plan in self._line:
            if (found := plan._records.get((kind, record_id))) is not None:
                return found if found.until == FOREVER else None
        return self.ground.record(kind, record_id)

    def twins(self, fingerprint: int) -> list[Memory]:
        """Memories written with the same fingerprint, oldest first."""
        ids = list(self.ground.twins(fingerprint))
        for plan in reversed(self._line):
            ids.extend(plan._twins.get(fingerprint, ()))
        return [memory for memory_id in ids if (memory := self.memory(memory_id)) is not None]

    def permalink_owner(self, permalink: str) -> str | None:
        """The id of the memory that holds a permalink."""
        planned = (plan._permalinks[permalink] for plan in self._line if permalink in plan._permalinks)
        owner = next(planned, None) or self.ground.permalink(permalink)
        return None if owner is None or self.memory(owner) is None else owner

    def titled(self, title: str) -> list[Memory]:
        """The memories with a permalink that bear a title, letter for letter, oldest first."""
        ids = list(self.ground.titled(title))
        for plan in reversed(self._line):
            ids.extend(plan._titled.get(title, ()))
        found = (self.memory(memory_id) for memory_id in dict.fromkeys(ids))
        return [memory for memory in found if memory is not None and memory.axes.title == title]

    def records_about(self, kind: RecordKind, subject: str) -> list[Record]:
        """The open records of a kind whose body names a subject."""
        found = {record.id: record for record in self.ground.records_about(kind, subject)}
        for plan in reversed(self._line):
            planned = (r for r in plan._records.values() if r.kind is kind and r.body.get("subject") == subject)
            found.update((record.id, record) for record in planned)
        return [record for record in found.values() if record.until == FOREVER]

    def corroborated(self, memory_id: str, agent: str, day: int) -> bool:
        """Whether an agent said a memory again on a day (counted from the epoch)."""
        credit = (memory_id, agent, day)
        if any(credit in plan._credits for plan in self._line):
            return True
        return self.ground.corroborated(memory_id, agent, day)

    @property
    def vectors(self) -> PlannedVectors:
        """The vectors of memories as this unit sees and plans them."""
        return PlannedVectors((plan.log for plan in self.lineage()), self.ground)

    def speaks_of(self, entity_id: str) -> bool:
        """Whether a memory planned here or before in the group hangs on an entity or mentions it."""
        planned = (memory for plan in self._line for memory in plan._memories.values())
        return any(
            entity_id == memory.entity_id or any(entity_id == m.entity_id for m in memory.mentions)
            for memory in planned
            if memory is not None
        )

    def planned_on(self, entity_id: str) -> list[Memory]:
        """The memories planned here or before in the group that hang on an entity, oldest first."""
        plans = self._line
        merged = {name for plan in plans for name in plan._merged if name != entity_id}
        members = [entity_id, *(name for name in merged if (now := self.canonical(name)) and now.id == entity_id)]
        found = [memory for plan in plans for member in members for memory in plan._hung.get(member, ())]
        return sorted(found, key=lambda memory: memory.id)

    def touched(self) -> set[str]:
        """Ids of the memories that were planned here or before in the group."""
        return {memory_id for plan in self._line for memory_id in plan._memories}

    # -- intending

    def put_entity(self, entity: Entity) -> Entity:
        """Plan a new entity or the next version of one."""
        if (before := self.entity(entity.id)) is None:
            self.log.entities.append(entity)
        else:
            self.log.entity_changes.append((before, entity))
        self._entities[entity.id] = entity
        if entity.merged_into is not None:
            self._merged.add(entity.id)
        if entity.key is not None:
            self._keys[canonical_key(entity.key)] = entity.id
        self._name(entity)
        return entity

    def add_memory(self, memory: Memory, fingerprint: int) -> Memory:
        """Plan a new memory, findable as a twin by its fingerprint."""
        self.log.memories.append(memory)
        self._hung.setdefault(memory.entity_id, []).append(memory)
        self.alike.add(memory)
        return self._remember(memory, fingerprint)

    def change_memory(self, after: Memory, by: str, fingerprint: int | None = None) -> Memory:
        """Plan the next version of a memory; a fingerprint only where its text, layer or time changed.

        A changed text loses its vectors, which were those of the old one.
        """
        before = self.memory(after.id)
        if before is None:
            raise LookupError(after.id)
        self.log.memory_changes.append((before, after, by))
        if embedded_text(before) != embedded_text(after):
            self.vectors.drop(after.id)
        return self._remember(after, fingerprint)

    def _remember(self, memory: Memory, fingerprint: int | None) -> Memory:
        self._memories[memory.id] = memory
        if fingerprint is not None:
            self.log.fingerprints[memory.id] = fingerprint
            self._twins.setdefault(fingerprint, []).append(memory.id)
        if memory.permalink is not None:
            self._permalinks[memory.permalink] = memory.id
            self._titled.setdefault(memory.axes.title, []).append(memory.id)
        return memory

    def put_thread(self, thread: Thread) -> Thread:
        """Plan a new thread, or its next length."""
        if self.thread(thread.id) is None:
            self.log.threads.append(thread)
        self._threads[thread.id] = thread
        self._thread_ids[thread.key] = thread.id
        return thread

    def put_link(self, link: Link) -> Link:
        """Plan a new link, or the removal of one (`removed_at` set)."""
        self._links[link.id] = link
        self.log.links.append(link)
        return link

    def put_record(self, record: Record) -> Record:
        """Plan a new record, or the closing of one (`until` set)."""
        self._records[(record.kind, record.id)] = record
        self.log.records.append(record)
        return record

    def close_record(self, record: Record) -> Record:
        """Plan the closing of an open record."""
        return self.put_record(replace(record, until=self.now))

    def corroborate(self, memory: Memory, agent: str, day: int) -> None:
        """Plan the credit for a memory that an agent said again on a day."""
        self._credits.add((memory.id, agent, day))
        told = EventType.MEMORY_CORROBORATED
        self.event(told, agent, memory_id=memory.id, entity_id=memory.entity_id, day=day)

    def erase_memory(self, memory: Memory) -> None:
        """Plan that nothing of a memory stays."""
        self._memories[memory.id] = None
        self.log.erased.append(memory)
        self.vectors.drop(memory.id)

    def sweep_entity(self, entity: Entity) -> None:
        """Plan that nothing of an entity stays."""
        self._entities[entity.id] = None
        self.log.swept.append(entity)

    def event(
        self,
        kind: EventType,
        agent: str,
        *,
        memory_id: str | None = None,
        entity_id: str | None = None,
        reason: str | None = None,
        **details: Any,
    ) -> None:
        """Plan an event; it gets its number when the group is committed."""
        self.log.events.append(Event(0, kind, self.now, agent, memory_id, entity_id, reason, details))


_OVERLAYS = (
    "_entities",
    "_keys",
    "_memories",
    "_threads",
    "_thread_ids",
    "_links",
    "_records",
    "_permalinks",
    "_credits",
    "_merged",
)
