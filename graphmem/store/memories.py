"""Memories read back from the store: snapshots by primary key, histories, and the state at an instant.

Snapshots are immutable, so they are cached without any invalidation. Owns reading only.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

from graphmem.domain.errors import Unavailable
from graphmem.domain.model import FOREVER, Memory, MemoryVersion, Micros
from graphmem.store.codec import loads, memory_from
from graphmem.store.database import Database
from graphmem.store.packed import ROOM, Packed
from graphmem.store.port import EngineError

_COLUMNS = "v.memoryId, v.number, v.recordedFrom, v.title, v.content, v.state"
_BY_KEY = "MATCH (v:Version {id: $id}) RETURN v.recordedFrom, v.title, v.content, v.state"
_HISTORY = f"MATCH (:Memory {{id: $id}})<-[:VERSION_OF]-(v:Version) RETURN {_COLUMNS}, v.recordedTo, v.agent"
_AT = f"MATCH (v:Version) WHERE v.recordedFrom <= $at AND v.recordedTo > $at RETURN {_COLUMNS}"
_AT_ON = (
    "MATCH (v:Version) WHERE v.recordedFrom <= $at AND v.recordedTo > $at AND v.entityId IN $entities"
    f" RETURN {_COLUMNS}"
)
_CURRENT = f"MATCH (v:Version) WHERE v.recordedTo = {FOREVER} AND v.recordedFrom > $since RETURN {_COLUMNS}"
_ALL = f"MATCH (v:Version) RETURN {_COLUMNS}, v.recordedTo, v.agent"
_TITLES = (
    f"MATCH (m:Memory)<-[:VERSION_OF]-(v:Version) WHERE m.permalink <> '' AND v.recordedTo = {FOREVER}"
    " RETURN m.id, v.title"
)
_IDENTITIES = "MATCH (m:Memory) RETURN m.id, m.version, m.fingerprint, m.permalink"
Key = TypeVar("Key")

CACHE_SIZE = 20_000
"""Snapshots kept decoded, about 2 KB each; of a larger store a quarter of that, the rest is packed."""

_WARMED_AT_ONCE = 100
_PAUSE = 0.003
"""Texts that are read in the background between two pauses, and how long those are, in seconds."""


def _snapshot(row: Sequence[Any]) -> Memory:
    name, number, recorded_from, title, content, state = row[:6]
    return memory_from(name, number, recorded_from, title, content, loads(state))


class MemoryTable:
    """The memories of one space."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._versions: dict[str, int] = {}
        self._twins: dict[int, tuple[str, ...]] = {}
        self._permalinks: dict[str, str] = {}
        self._titled: dict[str, tuple[str, ...]] = {}
        self._cache: OrderedDict[str, Memory] = OrderedDict()
        self._packed = Packed()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.warming: threading.Thread | None = None

    def load(self) -> None:
        """Read identities (not texts) of all memories."""
        for name, version, fingerprint, permalink in self._database.scan(_IDENTITIES):
            self._versions[name] = version
            _add(self._twins, fingerprint, name)
            if permalink:
                self._permalinks[permalink] = name
        if self._permalinks:
            for name, title in self._database.scan(_TITLES):
                _add(self._titled, title, name)

    def get(self, memory_id: str) -> Memory | None:
        """A memory at its current version."""
        version = self._versions.get(memory_id)
        return None if version is None else self.version(memory_id, version)

    def version(self, memory_id: str, number: int) -> Memory | None:
        """A memory at one version."""
        key = f"{memory_id}:{number}"
        with self._lock:
            if (known := self._cache.get(key)) is not None:
                self._cache.move_to_end(key)
                return known
            packed = self._packed.get(key)
        rows = self._read(memory_id, number) if packed is None else [packed]
        for recorded_from, title, content, state in rows:
            return self._keep(memory_from(memory_id, number, recorded_from, title, content, loads(state)))
        return None

    def _read(self, memory_id: str, number: int) -> Sequence[Sequence[Any]]:
        # The key tells the other columns; each one that is read costs a tenth of the whole.
        rows = self._database.read(_BY_KEY, {"id": f"{memory_id}:{number}"})
        if len(self) > CACHE_SIZE:
            for recorded_from, title, content, state in rows:
                self._pack(memory_id, number, recorded_from, title, content, state)
        return rows

    @property
    def _room(self) -> int:
        return CACHE_SIZE if len(self) <= CACHE_SIZE else CACHE_SIZE // 4

    def many(self, memory_ids: Iterable[str]) -> list[Memory | None]:
        """Memories in the order of the ids."""
        # Kuzu answers 100 single gets sooner than one `id IN` or UNWIND of 100.
        return [self.get(memory_id) for memory_id in memory_ids]

    def history(self, memory_id: str) -> list[MemoryVersion]:
        """All versions of a memory, oldest first."""
        rows = self._database.read(_HISTORY, {"id": memory_id})
        return sorted((_versioned(row) for row in rows), key=lambda version: version.memory.version)

    def at(self, instant: Micros, entity_ids: Sequence[str] | None = None) -> list[Memory]:
        """The memories as they were known at a recorded instant, of all entities or of some."""
        if entity_ids is None:
            return [_snapshot(row) for row in self._database.scan(_AT, {"at": instant})]
        asked = {"at": instant, "entities": list(entity_ids)}
        return [_snapshot(row) for row in self._database.scan(_AT_ON, asked)]

    def current(self, since: Micros = -1) -> Iterable[Memory]:
        """Every memory at its current version that was recorded after an instant, streamed."""
        found = map(_snapshot, self._database.scan(_CURRENT, {"since": since}))
        return map(self._keep, found) if len(self) <= CACHE_SIZE else found

    def warm(self) -> None:
        """Read the texts before anybody waits for them one by one: of a small store at once, else in the background.

        Of a store whose texts don't nearly fit, only those are kept that are asked for.
        """
        if len(self) > 2 * ROOM:
            return
        if len(self) > CACHE_SIZE:
            self._database.before_close(self._stop_warming)
            self.warming = threading.Thread(target=self._warm, name="graphmem-warming", daemon=True)
            self.warming.start()
        elif len(self._cache) < len(self):
            deque(self.current(), maxlen=0)

    def _warm(self) -> None:
        # What it can't read is read when it is asked for, and whoever asks is told why that fails.
        with suppress(EngineError, Unavailable):
            rows = self._database.scan(_CURRENT, {"since": -1})
            for count, row in enumerate(islice(rows, max(0, len(self) - ROOM), None)):
                # Whoever asks meanwhile goes first.
                if count % _WARMED_AT_ONCE == 0 and self._closing.wait(_PAUSE):
                    return
                self._pack(*row)

    def _pack(self, memory_id: str, number: int, recorded_from: Micros, title: str, content: str, state: str) -> None:
        packed = self._packed.pack((recorded_from, title, content, state))
        with self._lock:
            if self._versions.get(memory_id) == number:
                self._packed.put(f"{memory_id}:{number}", packed)

    def _stop_warming(self) -> None:
        self._closing.set()
        if self.warming is not None:
            self.warming.join()

    def all_versions(self) -> Iterable[MemoryVersion]:
        """Every version of every memory, streamed."""
        return (_versioned(row) for row in self._database.scan(_ALL))

    def twins(self, fingerprint: int) -> tuple[str, ...]:
        """Ids of memories written with a fingerprint."""
        return self._twins.get(fingerprint, ())

    def by_permalink(self, permalink: str) -> str | None:
        """The id of the memory with a permalink."""
        return self._permalinks.get(permalink)

    def ids(self) -> list[str]:
        """The ids of all memories, oldest first."""
        return sorted(self._versions)

    def titled(self, title: str) -> tuple[str, ...]:
        """Ids of the memories with a permalink that bear a title, or did since the start."""
        return self._titled.get(title, ())

    def __len__(self) -> int:
        return len(self._versions)

    def __contains__(self, memory_id: str) -> bool:
        return memory_id in self._versions

    def published(self, memory: Memory, fingerprint: int | None) -> None:
        """A version was committed."""
        self._versions[memory.id] = memory.version
        self._keep(memory)
        if memory.version > 1:
            with self._lock:
                self._packed.drop(f"{memory.id}:{memory.version - 1}")
        if fingerprint is not None:
            _add(self._twins, fingerprint, memory.id)
        if memory.permalink is not None:
            self._permalinks[memory.permalink] = memory.id
            _add(self._titled, memory.axes.title, memory.id)

    def erased(self, memory: Memory) -> None:
        """A memory is gone for good."""
        version = self._versions.pop(memory.id, 0)
        with self._lock:
            for number in range(1, version + 1):
                self._cache.pop(f"{memory.id}:{number}", None)
                self._packed.drop(f"{memory.id}:{number}")
        _drop(self._twins, memory.id)
        if memory.permalink is not None:
            self._permalinks.pop(memory.permalink, None)
            _drop(self._titled, memory.id)

    def _keep(self, memory: Memory) -> Memory:
        with self._lock:
            # Read before it was erased, it must not come back into the cache after.
            if memory.id in self._versions:
                self._cache[f"{memory.id}:{memory.version}"] = memory
            while len(self._cache) > self._room:
                self._cache.popitem(last=False)
        return memory


def _add(ids_by_key: dict[Key, tuple[str, ...]], key: Key, memory_id: str) -> None:
    known = ids_by_key.get(key, ())
    if memory_id not in known:
        ids_by_key[key] = (*known, memory_id)


def _drop(ids_by_key: dict[Key, tuple[str, ...]], memory_id: str) -> None:
    for key, names in list(ids_by_key.items()):
        if memory_id in names:
            ids_by_key[key] = tuple(name for name in names if name != memory_id)


def _versioned(row: Sequence[Any]) -> MemoryVersion:
    return MemoryVersion(_snapshot(row), row[2], row[6], row[7])
