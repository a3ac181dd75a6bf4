"""Fills a store with any number of memories quickly: straight through the statements that the service uses.

No gate, no resolution, no index: what is measured comes after. One in ten memories opens an entity of its
own, the hub has ten thousand, threads have twenty, and two chains wait to be traced.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from graphmem.clock import UlidSource, system_clock
from graphmem.domain.model import (
    Altitude,
    Axes,
    Axis,
    Category,
    Confidence,
    Entity,
    EntityKind,
    Event,
    EventType,
    Layer,
    Link,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Provenance,
    Relation,
    Source,
    Thread,
)
from graphmem.services.duplicates import twin_key
from graphmem.store.database import Database
from graphmem.store.flush import flush
from graphmem.store.log import Log
from graphmem.store.migrations import migrate
from graphmem.store.schema import MIGRATIONS
from harness.texts import Texts

BATCH = 2_000
LENGTH = 180
"""Characters of a memory."""
PER_ENTITY = 10
PER_THREAD = 20
HUB = 10_000
"""Memories of the hub, or a tenth of a smaller store."""
SHORT, LONG = 30, 500
"""Memories of the two chains."""
SECOND = 1_000_000
"""Between two memories: all of them are fresh, so that no upkeep sets in while something is measured."""

_LAYERS = (Layer.CONTEXT, Layer.IMPLEMENTATION, Layer.LEARNING, Layer.CAVEAT, Layer.EMOTION)


@dataclass
class Filled:
    """What was written and is asked for later."""

    size: int
    hub: str
    hub_name: str
    memory_ids: list[str] = field(default_factory=list)
    samples: list[str] = field(default_factory=list)
    entity_names: list[str] = field(default_factory=list)
    short_chain: list[str] = field(default_factory=list)
    long_chain: list[str] = field(default_factory=list)


class Filler:
    """Makes logs of new memories for a store of a given size."""

    def __init__(self, size: int) -> None:
        self._ids, self._texts, self._random = UlidSource(), Texts(), random.Random(size)
        self._start = system_clock() - size * SECOND
        self._written = 0
        self.hub = self.entity("The hub of all notes")
        self.filled = Filled(size, self.hub.id, self.hub.name)
        self._thread: Thread | None = None
        self._entities: list[Entity] = []

    def entity(self, name: str) -> Entity:
        """A project of that name."""
        return Entity(self._ids("ent"), EntityKind.PROJECT, name, None, (), None, 1, self._start, self._start)

    def memory(self, entity: Entity, text: str, thread: Thread | None = None, layer: Layer = Layer.CONTEXT) -> Memory:
        """A memory as the service would have made it, a second after the last one."""
        self._written += 1
        now = self._start + self._written * SECOND
        title = text.partition(".")[0][:80]
        inferred = frozenset((Axis.ALTITUDE, Axis.TYPE, Axis.STATE))
        axes = Axes(title, Altitude.ARCHITECTURE, MemoryType.NOTE, MemoryState.OPEN, text, inferred=inferred)
        return Memory(
            id=self._ids("mem"),
            entity_id=entity.id,
            layer=layer,
            content=text,
            axes=axes,
            importance=0.5,
            pinned=False,
            status=MemoryStatus.CURRENT,
            category=Category.FACT,
            confidence=Confidence.MEDIUM,
            source=Source.EXPLICIT_STATEMENT,
            version=1,
            created_at=now,
            updated_at=now,
            provenance=Provenance("benchmark"),
            thread_id=None if thread is None else thread.id,
            thread_position=None if thread is None else thread.length,
        )

    def log(self, memories: list[Memory]) -> Log:
        """A log that writes the memories and nothing else."""
        log = Log()
        for memory in memories:
            log.memories.append(memory)
            log.fingerprints[memory.id] = twin_key(memory)
            log.events.append(born(memory))
        return log

    def logs(self) -> Iterator[Log]:
        """The whole store, in batches."""
        yield self._first()
        yield from self._rest()

    def _first(self) -> Log:
        log = Log(entities=[self.hub])
        for relation, length, ids in (
            (Relation.LED_TO, SHORT, self.filled.short_chain),
            (Relation.SUPERSEDES, LONG, self.filled.long_chain),
        ):
            log.extend(self._chain(relation, length, ids))
        return log

    def _chain(self, relation: Relation, length: int, ids: list[str]) -> Log:
        memories = [self.memory(self.hub, text) for text in self._texts.many(length, LENGTH)]
        if relation is Relation.SUPERSEDES:
            old = [replace(m, status=MemoryStatus.SUPERSEDED, valid_to=m.created_at + SECOND) for m in memories[:-1]]
            memories = [*old, memories[-1]]
        log = self.log(memories)
        for older, newer in pairwise(memories):
            source, target = (newer, older) if relation is Relation.SUPERSEDES else (older, newer)
            log.links.append(Link(self._ids("lnk"), source.id, relation, target.id, None, False, newer.created_at))
        ids += [memory.id for memory in memories]
        return log

    def _rest(self) -> Iterator[Log]:
        left = self.filled.size - self._written
        on_hub = min(HUB, self.filled.size // 10) - self._written
        for start in range(0, left, BATCH):
            count = min(BATCH, left - start)
            log, texts = Log(), self._texts.many(count, LENGTH)
            for at, text in enumerate(texts, start):
                self._plan(log, text, on_the_hub=at * on_hub // left != (at + 1) * on_hub // left)
            self.filled.samples += texts[:: BATCH // 20]
            yield log

    def _plan(self, log: Log, text: str, *, on_the_hub: bool) -> None:
        if self._written % PER_ENTITY == 0:
            self._entities.append(self.entity(self._texts.name(len(self._entities))))
            self.filled.entity_names.append(self._entities[-1].name)
            log.entities.append(self._entities[-1])
        if self._thread is None or self._thread.length == PER_THREAD:
            self._thread = Thread(self._ids("thr"), f"session {self._written}", None, self._start, self._start)
            log.threads.append(self._thread)
        recent = self._entities[-PER_ENTITY:]
        entity = self.hub if on_the_hub or not recent else self._random.choice(recent)
        memory = self.memory(entity, text, self._thread, self._random.choice(_LAYERS))
        self._thread = replace(self._thread, length=self._thread.length + 1)
        self.filled.memory_ids.append(memory.id)
        log.extend(self.log([memory]))


def born(memory: Memory) -> Event:
    """The event of a memory's making."""
    return Event(0, EventType.MEMORY_CREATED, memory.created_at, "benchmark", memory.id, memory.entity_id)


def fill(folder: Path, engine: str, filler: Filler) -> Filled:
    """Make the default space's store below a data folder."""
    database = Database.open(folder / "default" / f"memories.{engine}", engine=engine, buffer_pool_mb=2048)
    try:
        migrate(database, MIGRATIONS, system_clock)
        last = 0
        for log in filler.logs():
            last = _write(database, log, last)
            if database.wal_bytes > 64 << 20:
                database.checkpoint()
    finally:
        database.close()
    return filler.filled


def _write(database: Database, log: Log, last: int) -> int:
    with database.transaction() as connection:
        events = flush(log, last, connection)
    return events[-1].number if events else last
