"""Keeps the recall index beside the store between two runs, and catches it up with what came since.

The file is a convenience: missing, stale or damaged, the index is made anew from the store.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from graphmem.domain.model import EventType, Memory
from graphmem.store.database import Database
from graphmem.store.events import EventLog
from graphmem.store.index import saved
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.memories import MemoryTable

log = logging.getLogger(__name__)

CHUNK = 2_000
"""Memories handed to the index at a time."""
WORTH_KEEPING = 5_000
"""Memories from which on a saved index is quicker than a new one; so many read anew are worth saving it at once."""
_BORN = "MATCH (m:Migration {number: 1}) RETURN m.at"

Progress = Callable[[str], None]


class IndexKeeper:
    """The saved index of one store."""

    def __init__(self, database: Database, *, persist: bool, progress: Progress) -> None:
        self._path = Path(f"{database.path}.index")
        self._persist = persist
        self._progress = progress
        self._store_id = "".join(str(at) for (at,) in database.read(_BORN))
        self._read_anew = 0

    @property
    def lags(self) -> bool:
        """Whether `load` read so much from the store that the next start would be slow again after a crash."""
        return self._read_anew >= WORTH_KEEPING

    def load(self, memories: MemoryTable, events: EventLog) -> tuple[RecallIndex, int]:
        """The index at the store's present state, and the last event whose uses it has counted."""
        found = saved.load(self._path, store_id=self._store_id) if self._persist else None
        if found is not None and 0 < found.event <= events.last:
            index = self._caught_up(found, memories, events)
            if len(index.catalog) == len(memories):
                return index, found.event
            log.warning("the saved recall index %s does not fit its store and is made anew", self._path)
        return self._built(memories), 0

    def _caught_up(self, found: saved.SavedIndex, memories: MemoryTable, events: EventLog) -> RecallIndex:
        index, event = found.index, events.get(found.event)
        if event is None:
            return RecallIndex()
        for number in events.matching(found.event, {EventType.MEMORY_ERASED}):
            if (erasure := events.get(number)) is not None and erasure.memory_id is not None:
                index.remove([erasure.memory_id])
        # A group of writes is saved whole, so what is younger than its last event was not seen.
        for chunk in chunks(memories.current(since=event.at), CHUNK):
            index.upsert(chunk)
            self._read_anew += len(chunk)
        return index

    def _built(self, memories: MemoryTable) -> RecallIndex:
        index, self._read_anew = RecallIndex(), 0
        for chunk in chunks(memories.current(), CHUNK):
            index.upsert(chunk)
            self._read_anew += len(chunk)
            if self._read_anew % 50_000 == 0:
                self._progress(f"indexed {self._read_anew:,} of {len(memories):,} memories")
        return index

    def save(self, index: RecallIndex, event: int) -> None:
        """Keep the index as it stands after an event. Only while nothing is written."""
        if not self._persist or len(index.catalog) < WORTH_KEEPING:
            return
        try:
            saved.save(self._path, index, store_id=self._store_id, event=event)
        except OSError as problem:
            log.warning("the recall index could not be kept in %s: %s", self._path, problem)

    def forget(self) -> None:
        """Take the saved index away, because it has words of what was erased."""
        self._path.unlink(missing_ok=True)


def chunks(memories: Iterable[Memory], size: int) -> Iterable[list[Memory]]:
    """The memories in lists of at most a size."""
    chunk: list[Memory] = []
    for memory in memories:
        chunk.append(memory)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
