"""The files that make up a store, copied and kept together. It never deletes or moves one of them."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from graphmem.store.port import MEBIBYTE, DiskFull
from graphmem.store.undo import copy_file

# The log, the pages of an unfinished checkpoint, and Ladybug's log while it is moved into the file.
_COMPANIONS = (".wal", ".shadow", ".wal.checkpoint")
_KEPT_BACKUPS = 2


class StoreFiles:
    """A store file with its companions: one unit in every backup and every trial."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.wal = path.with_name(path.name + ".wal")
        self.backups = path.with_name(path.name + ".backups")

    @property
    def unclean(self) -> bool:
        """Whether the last owner left without closing the store."""
        return any(_size(companion) for companion in self._companions())

    @property
    def orphaned(self) -> bool:
        """Whether there is a log without the file it belongs to: the engine would crash on it."""
        return self.unclean and not _size(self.path)

    @property
    def file_bytes(self) -> int:
        """The size of the store file."""
        return _size(self.path)

    @property
    def wal_bytes(self) -> int:
        """The size of the write-ahead log."""
        return _size(self.wal)

    def copy_to(self, directory: Path) -> StoreFiles:
        """Copy the whole unit into a directory. Raises `DiskFull` before it copies anything."""
        present = [file for file in (self.path, *self._companions()) if file.exists()]
        needed, free = sum(map(_size, present)), shutil.disk_usage(self.path.parent).free
        if needed > free:
            raise DiskFull(
                f"Opening {self.path} safely after an unclean exit takes a copy of {needed // MEBIBYTE} MiB; "
                f"{free // MEBIBYTE} MiB are free. Make room and start again."
            )
        directory.mkdir(parents=True, exist_ok=True)
        for file in present:
            copy_file(file, directory / file.name)
        return StoreFiles(directory / self.path.name)

    def back_up(self) -> Path:
        """Copy the unit into a directory of its own; the newest few are kept."""
        target = self.backups / datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        self.copy_to(target)
        for old in sorted(self.backups.iterdir())[:-_KEPT_BACKUPS]:
            shutil.rmtree(old)
        return target

    def _companions(self) -> list[Path]:
        return [self.path.with_name(self.path.name + suffix) for suffix in _COMPANIONS]


def _size(path: Path) -> int:
    # Asked first whether it exists, it could be gone when asked how large it is: checkpoints remove logs.
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
