"""Whether the store takes writes, and why not. It touches no file and knows no engine."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path

from graphmem.domain.errors import Unavailable
from graphmem.store.port import MEBIBYTE

log = logging.getLogger(__name__)


class Health:
    """The three reasons to refuse a write: poisoned by an I/O error, too little room, closed."""

    def __init__(self, path: Path, min_free_mb: int) -> None:
        self.poisoned: str | None = None
        self.closed = False
        self._path = path
        self._min_free = min_free_mb * MEBIBYTE
        self._pid = os.getpid()

    @property
    def inherited(self) -> bool:
        """Whether this process was forked from the opener's: every call would hang (rule 11)."""
        return os.getpid() != self._pid

    @property
    def free_bytes(self) -> int:
        """Free space of the file system the store is on."""
        return shutil.disk_usage(self._path.parent).free

    def poison(self, reason: str) -> bool:
        """Refuse writes for good; True the first time, whose reason is kept (rule 8)."""
        if self.poisoned is not None:
            return False
        self.poisoned = f"{reason.strip()} ({self.free_bytes // MEBIBYTE} MiB free)"
        log.critical("%s is read-only from now on: %s", self._path, self.poisoned)
        return True

    def require_writable(self) -> None:
        """Raise `Unavailable` if a write must not be tried."""
        if self.closed or self.inherited:
            raise Unavailable("The store is closed.")
        if self.poisoned is not None:
            raise Unavailable(
                f"The store stopped writing and serves reads only: {self.poisoned}. "
                "Mend the cause and restart the service; nothing acknowledged is lost."
            )
        free = self.free_bytes
        if free < self._min_free:
            raise Unavailable(
                f"{free // MEBIBYTE} MiB are free beside {self._path.name}, writing safely needs "
                f"{self._min_free // MEBIBYTE}. Make room and try again; reads go on."
            )
