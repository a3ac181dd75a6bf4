"""The lock file beside a store: one owner, one open database per real path. It never touches the store."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

from graphmem.store.port import StoreLocked

_SERVED = "Talk to that process over HTTP instead, or stop it; the lock goes with the process."
_SHARED = "Use the database object that is already open: a second one loses acknowledged writes."


class StoreLock:
    """An exclusive `flock` on `<store>.lock`, held until `release` or the end of the process.

    The engine's own lock isn't enough: a second database on the same path in one process opens silently, and
    its close drops the lock of the first (rule 1). `flock` belongs to the open file, so it refuses both.
    """

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".lock")
        self._store = store
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Take the lock. Raises `StoreLocked` with the owner's process id at once if it is held."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise self._refusal() from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, json.dumps(_owner()).encode(), 0)
        self._descriptor = descriptor

    def release(self) -> None:
        """Give the lock back; idempotent. The file stays: removing it would let two owners lock two files."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None

    def _refusal(self) -> StoreLocked:
        owner = _read_owner(self.path)
        if owner.get("pid") == os.getpid():
            return StoreLocked(f"{self._store} is already open in this process. {_SHARED}")
        who = "process {pid} on {host} ({command}) since {since}" if owner else "another process"
        return StoreLocked(f"{self._store} is already open in {who.format(**owner)}. {_SERVED}")


def _owner() -> dict[str, str | int]:
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": Path(sys.argv[0] or sys.executable).name,
    }


def _read_owner(path: Path) -> dict[str, str | int]:
    try:
        owner = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    keys = ("pid", "host", "since", "command")
    return {key: owner[key] for key in keys} if isinstance(owner, dict) and owner.keys() >= set(keys) else {}
