"""What was written since the last checkpoint, so that deleting its edges can wait for one.

Owns the question only; why it is asked is in `Database.prepare_deletions`.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.store.database import Database
from graphmem.store.log import Log


class Unsettled:
    """The ids of memories and entities that were written since the last checkpoint."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._checkpoints = database.checkpoints
        self._ids: set[str] = set()
        # What an unclean exit left in the log could be anything.
        self._anything = database.wal_bytes > 0

    def note(self, log: Log) -> None:
        """What a log held was committed."""
        self._forget_settled()
        self._ids.update(memory.id for memory in log.memories)
        self._ids.update(after.id for _, after, _ in log.memory_changes)
        self._ids.update(after.id for _, after in log.entity_changes)

    def any_of(self, ids: Iterable[str]) -> bool:
        """Whether one of these was written since the last checkpoint."""
        self._forget_settled()
        wanted = set(ids)
        return bool(wanted) and (self._anything or not wanted.isdisjoint(self._ids))

    def _forget_settled(self) -> None:
        if self._checkpoints != self._database.checkpoints:
            self._checkpoints = self._database.checkpoints
            self._anything = False
            self._ids.clear()
