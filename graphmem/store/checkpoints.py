"""When a checkpoint is due. It decides only; the writer runs it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from graphmem.store.port import MEBIBYTE


@dataclass(slots=True)
class Checkpoints:
    """The thresholds, and a pause after a failed try.

    Under load late, since a checkpoint writes the last, partly filled 131,072 rows of each table anew (0.2 to
    1 s); but not so late that replaying the log, 20 MiB a second, delays the next start. In a pause early.
    """

    wal_bytes: int = 32 * MEBIBYTE
    updates: int = 10_000
    idle_seconds: float = 2.0
    idle_wal_bytes: int = 4 * MEBIBYTE
    retry_seconds: float = 10.0
    _not_before: float = field(default=0.0, init=False)

    @classmethod
    def for_pool(cls, buffer_pool_mb: int) -> Checkpoints:
        """Thresholds for a buffer pool: what isn't checkpointed stays in it, 15–25 KB for each row SET."""
        return cls(wal_bytes=min(32, buffer_pool_mb // 8) * MEBIBYTE, updates=10 * buffer_pool_mb)

    def due(self, wal_bytes: int, updates: int, *, idle: bool) -> bool:
        """Whether to checkpoint now, with so much in the log and so many rows SET since the last one."""
        wanted = wal_bytes >= self.wal_bytes or updates >= self.updates
        wanted = wanted or (idle and wal_bytes >= self.idle_wal_bytes)
        return wanted and time.monotonic() >= self._not_before

    def done(self, succeeded: bool) -> None:
        """Note a try: a failed one isn't repeated at once."""
        self._not_before = 0.0 if succeeded else time.monotonic() + self.retry_seconds
