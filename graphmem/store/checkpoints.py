"""When a checkpoint is due. It decides only; the writer runs it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from graphmem.store.port import MEBIBYTE


@dataclass(slots=True)
class Checkpoints:
    """The thresholds, and a pause after a failed try."""

    wal_bytes: int = 32 * MEBIBYTE
    updates: int = 5_000
    idle_seconds: float = 10.0
    idle_wal_bytes: int = MEBIBYTE
    retry_seconds: float = 10.0
    _not_before: float = field(default=0.0, init=False)

    def due(self, wal_bytes: int, updates: int, *, idle: bool) -> bool:
        """Whether to checkpoint now, with this much in the log and this many rows SET since the last one."""
        wanted = (
            wal_bytes >= self.wal_bytes
            or updates >= self.updates
            or (idle and wal_bytes >= self.idle_wal_bytes)
        )
        return wanted and time.monotonic() >= self._not_before

    def done(self, succeeded: bool) -> None:
        """Note a try: a failed one isn't repeated at once."""
        self._not_before = 0.0 if succeeded else time.monotonic() + self.retry_seconds
