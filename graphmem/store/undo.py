"""The copy of a store file from before a checkpoint, put back if the checkpoint was cut off.

It knows files, not engines; when to take, drop or restore the copy is decided by `database` and `opening`.
"""

from __future__ import annotations

import os
from pathlib import Path

# Small enough to write few unchanged pages again, large enough to compare gigabytes a second.
_BLOCK = 1 << 16


class UndoImage:
    """A durable copy of a store file that exists under its name only while a checkpoint runs.

    Kuzu writes pages of its primary-key index in place before it logs the checkpoint. Killed in between, the
    file no longer fits its log: the next open fails on duplicate keys, or keys are silently not found. The
    file from before the checkpoint and the log are whole together.
    """

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".undo")
        self._idle = store.with_name(store.name + ".undo.idle")
        self._store = store
        # Held open until the engine is closed: closing any descriptor of the file drops the engine's lock.
        self._source: int | None = None

    @property
    def pending(self) -> bool:
        """Whether a checkpoint began and wasn't seen to end."""
        return self.path.exists()

    def take(self) -> None:
        """Bring the copy up to date and give it its name, on disk. Raises `OSError`."""
        if self._source is None:
            self._source = os.open(self._store, os.O_RDONLY | os.O_CLOEXEC)
        copy = os.open(self._idle, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            _refresh(self._source, copy)
            os.fsync(copy)
        finally:
            os.close(copy)
        self._idle.rename(self.path)
        sync_directory(self.path.parent)

    def drop(self) -> None:
        """The checkpoint is done: keep the copy only as a start for the next one."""
        self.path.rename(self._idle)

    def restore(self) -> None:
        """Put the copy in the place of the store file, all at once; the copy stays until `drop`."""
        restored = self._store.with_name(self._store.name + ".restored")
        copy_file(self.path, restored)
        restored.replace(self._store)
        sync_directory(self._store.parent)

    def close(self) -> None:
        """Give the store file back. After the engine has closed it."""
        if self._source is not None:
            os.close(self._source)
            self._source = None


def copy_file(source: Path, target: Path) -> None:
    """A durable copy of a file. Raises `OSError`."""
    reading = os.open(source, os.O_RDONLY | os.O_CLOEXEC)
    writing = os.open(target, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        _refresh(reading, writing)
        os.fsync(writing)
    finally:
        os.close(reading)
        os.close(writing)


def sync_directory(directory: Path) -> None:
    """Make renames in a directory durable."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refresh(source: int, copy: int) -> None:
    """Make `copy` equal to `source`, writing only the blocks that differ."""
    size = os.fstat(source).st_size
    for offset in range(0, size, _BLOCK):
        block = os.pread(source, _BLOCK, offset)
        if block != os.pread(copy, _BLOCK, offset):
            os.pwrite(copy, block, offset)
    os.ftruncate(copy, size)
