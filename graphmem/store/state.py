"""Everything derived from the store, held in-process: entities, names, threads, links, records, the index.

The store is the truth; this is rebuilt from it at start, and brought up to date by the writer right after
each commit and before the answer is sent, so that whoever was answered reads what was written.
"""

from __future__ import annotations

import gc
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from graphmem.clock import Clock
from graphmem.domain.model import Entity, Event, EventType, Link, Memory, Micros, Thread
from graphmem.domain.vectors import MemoryVector
from graphmem.store.activity import Activity
from graphmem.store.bell import Bell
from graphmem.store.database import Database
from graphmem.store.entities import EntityTable, names_of
from graphmem.store.events import EventLog
from graphmem.store.index.names import NamesIndex
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index_keeper import IndexKeeper
from graphmem.store.links import LinkTable
from graphmem.store.log import Log
from graphmem.store.memories import MemoryTable
from graphmem.store.record import Record, RecordKind
from graphmem.store.records import RecordTable
from graphmem.store.threads import ThreadTable
from graphmem.store.unsettled import Unsettled
from graphmem.store.vectors import load_vectors, numbers

log = logging.getLogger(__name__)

Progress = Callable[[str], None]
CREDITED: Micros = 2 * 86_400_000_000
"""How far back corroborations are read at start: past the day in which an agent counts once."""


class State:
    """The derived state of one space, and the ground every plan stands on."""

    def __init__(
        self, database: Database, clock: Clock, *, persist: bool = True, progress: Progress | None = None
    ) -> None:
        self.database = database
        self.clock = clock
        self.bell = Bell()
        self._persist = persist
        self._progress: Progress = progress or log.info
        self._keeper = IndexKeeper(database, persist=persist, progress=self._progress)
        self._empty()

    def _empty(self) -> None:
        self.entities = EntityTable()
        self.names = NamesIndex()
        self.threads = ThreadTable()
        self.links = LinkTable()
        self.records = RecordTable(self.database)
        self.memories = MemoryTable(self.database)
        self.events = EventLog(self.database)
        self.index = RecallIndex()
        self.catalog = self.index.catalog
        self.activity = Activity()
        self.unsettled = Unsettled(self.database)
        self._credits: set[tuple[str, str, int]] = set()

    # -- loading

    def load(self) -> None:
        """Read everything from the store."""
        with _uncollected():
            self.events.load()
            self.entities.load(self.database)
            self.threads.load(self.database)
            self.links.load(self.database)
            self.records.load()
            self.memories.load()
            self.activity.load(self.database, self.clock())
            self._load_index()
            self._load_credits()
        if self._keeper.lags:
            self.save()

    def _load_credits(self) -> None:
        """Who said what again lately: an agent counts once a day."""
        since = self.clock() - CREDITED
        for number in reversed(self.events.matching(types=(EventType.MEMORY_CORROBORATED,))):
            event = self.events.get(number)
            if event is None or event.at < since:
                break
            self._remember_credit(event)

    def rebuild(self) -> None:
        """Throw the derived state away and read it again."""
        log.warning("rebuilding the derived state from the store")
        fresh = State(self.database, self.clock, persist=self._persist, progress=self._progress)
        fresh.load()
        # Readers keep the stale tables until the fresh ones are whole.
        fresh.bell = self.bell
        vars(self).update(vars(fresh))

    def save(self) -> None:
        """Keep the index beside the store, so that the next start is quick. Only while nothing is written."""
        self._keeper.save(self.index, self.events.last)

    def forget_saved(self) -> None:
        """Take the kept index away: it may hold words of a memory that was erased."""
        self._keeper.forget()

    def _load_index(self) -> None:
        self.index, counted = self._keeper.load(self.memories, self.events)
        self.catalog = self.index.catalog
        self.memories.warm()
        load_vectors(self.database, self.index, self._progress)
        self._name_all()
        for number in self.events.matching(counted, _COUNTED):
            if (event := self.events.get(number)) is not None:
                self._credit(event)

    # -- the ground of a plan

    def entity(self, entity_id: str) -> Entity | None:
        """A committed entity, merged or not."""
        return self.entities.get(entity_id)

    def key_owner(self, key: str) -> str | None:
        """The id of the committed entity that carries a canonical key itself."""
        return self.entities.key_owner(key)

    def memory(self, memory_id: str) -> Memory | None:
        """A committed memory at its current version."""
        return self.memories.get(memory_id)

    def version(self, memory_id: str, number: int) -> Memory | None:
        """A committed memory at one version."""
        return self.memories.version(memory_id, number)

    def thread(self, thread_id: str) -> Thread | None:
        """A committed thread."""
        return self.threads.get(thread_id)

    def thread_id(self, key: str) -> str | None:
        """The id of the thread under a key."""
        return self.threads.id_of(key)

    def links_of(self, memory_id: str) -> tuple[Link, ...]:
        """Every committed link of a memory, removed ones included."""
        return self.links.of(memory_id)

    def link(self, link_id: str) -> Link | None:
        """A committed link."""
        return self.links.get(link_id)

    def record(self, kind: RecordKind, record_id: str) -> Record | None:
        """An open record."""
        return self.records.get(kind, record_id)

    def twins(self, fingerprint: int) -> tuple[str, ...]:
        """Ids of memories written with a fingerprint."""
        return self.memories.twins(fingerprint)

    def permalink(self, permalink: str) -> str | None:
        """The id of the memory with a permalink."""
        return self.memories.by_permalink(permalink)

    def titled(self, title: str) -> tuple[str, ...]:
        """Ids of the memories with a permalink that bear a title, or did."""
        return self.memories.titled(title)

    def records_about(self, kind: RecordKind, subject: str) -> list[Record]:
        """The open records of a kind about a subject, oldest first."""
        return self.records.about(kind, subject)

    def corroborated(self, memory_id: str, agent: str, day: int) -> bool:
        """Whether an agent said a memory again on a day."""
        return (memory_id, agent, day) in self._credits

    def vectors_of(self, memory_id: str) -> dict[str, bytes]:
        """The numbers of a committed memory's vectors by model."""
        return self.index.vectors_of(memory_id)

    def vector_sizes(self) -> dict[str, int]:
        """How many numbers the vectors of each model have."""
        return {found.model: found.dimension for found in self.index.vector_counts()}

    # -- after a commit

    def publish(self, log: Log, events: Sequence[Event]) -> None:
        """Take over what was committed."""
        self._publish_entities(log)
        for thread in log.threads:
            self.threads.put(thread)
        self._publish_memories(log)
        for link in log.links:
            self.links.put(link)
        for record in log.records:
            self.records.put(record)
        self._publish_vectors(log)
        self._publish_erasures(log)
        for event in events:
            self._count(event)
        self.events.published(events)
        self.bell.ring()

    def _publish_entities(self, log: Log) -> None:
        changed = [after for _, after in log.entity_changes]
        for before, _ in log.entity_changes:
            self.names.drop(before)
        for entity in (*log.entities, *changed):
            self.entities.put(entity)
        # Names go by what is merged into whom, so all merges come first.
        for name in dict.fromkeys(entity.id for entity in (*log.entities, *changed)):
            if (standing := self.entities.get(name)) is not None:
                self._name(standing)

    def _name_all(self) -> None:
        standing = [entity for entity in self.entities.all() if entity.merged_into is None]
        for entity in standing:
            self.names.put(entity)
        members = self.entities.members
        self.index.name_entities((entity.id, names_of(entity), members(entity.id)[1:]) for entity in standing)

    def _name(self, entity: Entity) -> None:
        if entity.merged_into is not None:
            self.index.drop_entity(entity.id)
            return
        self.names.put(entity)
        self.index.name_entity(entity.id, names_of(entity), self.entities.members(entity.id)[1:])

    def _publish_memories(self, log: Log) -> None:
        for memory in log.memories:
            self.memories.published(memory, log.fingerprints.get(memory.id))
            self.threads.joined(memory)
        for before, after, _ in log.memory_changes:
            self.memories.published(after, log.fingerprints.get(after.id))
            if before.thread_id != after.thread_id:
                self.threads.left(before)
                self.threads.joined(after)
        self.index.upsert([*log.memories, *(after for _, after, _ in log.memory_changes)])

    def _publish_vectors(self, log: Log) -> None:
        put: dict[str, dict[str, MemoryVector]] = defaultdict(dict)
        for (memory_id, model), vector in log.vectors.items():
            if vector is None:
                self.index.drop_vectors([memory_id], [model])
            else:
                put[model][memory_id] = vector
        for model, vectors in put.items():
            self.index.put_vectors(model, list(vectors), [numbers(vector) for vector in vectors.values()])

    def _publish_erasures(self, log: Log) -> None:
        for memory in log.erased:
            self.memories.erased(memory)
            self.threads.left(memory)
            self.links.drop_memory(memory.id)
        self.index.remove([memory.id for memory in log.erased])
        for name in [memory.id for memory in log.erased] + [entity.id for entity in log.swept]:
            self.records.drop_naming(name)
        for entity in log.swept:
            self.names.drop(entity)
            self.index.drop_entity(entity.id)
            self.entities.drop(entity)

    def _count(self, event: Event) -> None:
        self.activity.published(event)
        self._credit(event)

    def _credit(self, event: Event) -> None:
        if event.type is EventType.MEMORY_CORROBORATED and event.memory_id is not None:
            self._remember_credit(event)
            self.catalog.corroborate(event.memory_id, event.at)
        elif event.type is EventType.MEMORY_VERIFIED and event.memory_id is not None:
            self.catalog.confirm(event.memory_id, event.at)
        elif event.type is EventType.MEMORY_USED:
            self.catalog.record_use(event.details.get("memories", ()), event.at, event.details.get("outcome"))

    def _remember_credit(self, event: Event) -> None:
        # The events of an erased memory have lost their details.
        if event.memory_id is not None and "day" in event.details:
            self._credits.add((event.memory_id, event.agent, event.details["day"]))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without Python's collector: nothing that is read goes again, and looking through it takes a tenth of a start."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


_COUNTED = (EventType.MEMORY_CORROBORATED, EventType.MEMORY_USED, EventType.MEMORY_VERIFIED)
