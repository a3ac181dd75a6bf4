"""Opening a store carefully after an unclean exit. It never deletes or moves one of the store's files."""

from __future__ import annotations

from pathlib import Path

from graphmem.store.port import EngineDriver, OpenStore, Sizes


def wal_of(path: Path) -> Path:
    """The write-ahead log that belongs to a store file."""
    return path.with_name(path.name + ".wal")


def open_carefully(driver: EngineDriver, path: Path, sizes: Sizes) -> OpenStore:
    """Open the store."""
    return driver.open(path, sizes)
