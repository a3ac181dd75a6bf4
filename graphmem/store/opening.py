"""Opening a store: at once after a clean exit, step by step after an unclean one (rule 9).

It decides the steps. It never deletes or moves one of the files alone: a checkpoint that was cut off is
undone and a torn log padded, each after a copy has proved that it helps; all else is left as it was found.
"""

from __future__ import annotations

import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from graphmem.store.files import StoreFiles
from graphmem.store.port import CheckpointUnfinished, EngineDriver, OpenStore, Sizes, StoreDamaged
from graphmem.store.trial import try_open
from graphmem.store.undo import UndoImage, copy_file

log = logging.getLogger(__name__)

# A log that ends within a record can crash the engine; followed by this many zeros it never did in 400 tries.
_PADDING = bytes(4096)


def open_carefully(driver: EngineDriver, path: Path, sizes: Sizes) -> OpenStore:
    """Open or create the store. The caller holds its lock.

    Raises `StoreDamaged`, `StoreTooNew`, `StoreLocked`, `SizesRefused`, `DiskFull`, `EngineError`.
    """
    driver.inspect(path)
    files, undo = StoreFiles(path), UndoImage(path)
    if files.unclean:
        _Recovery(driver, files, undo, sizes).run()
    store = driver.open(path, sizes)
    if undo.pending:
        undo.drop()
    return store


class _Recovery:
    """Proves that the engine can open what a crash has left, after mending what is known to be mendable."""

    def __init__(self, driver: EngineDriver, files: StoreFiles, undo: UndoImage, sizes: Sizes) -> None:
        self._driver = driver
        self._files = files
        self._undo = undo
        self._sizes = sizes

    def run(self) -> None:
        """Back the files up, then settle what the crash interrupted. Raises what `open_carefully` does."""
        path = self._files.path
        if self._files.orphaned:
            raise StoreDamaged(
                f"{self._files.wal} is a log without its store {path}. Put the store file back, or move the "
                "log away if it belongs to another store. Nothing was touched."
            )
        backup = self._files.back_up()
        log.warning("%s was not closed cleanly; its files are copied to %s", path, backup)
        try:
            self._settle()
        except StoreDamaged as error:
            kept = f"Nothing was deleted; the files as they were found are also in {backup}."
            raise StoreDamaged(f"{path} can't be opened: {error}. {kept}") from error

    def _settle(self) -> None:
        if self._undo.pending and self._files.wal_bytes:
            self._undo_checkpoint()
        try:
            self._try(self._files.path, read_only=True)
        except CheckpointUnfinished:
            self._try_copy(self._files.path, b"", read_only=False)
        except StoreDamaged as error:
            log.warning("%s can't be opened as it is: %s", self._files.path, error)
            self._try_copy(self._files.path, _PADDING, read_only=True)
            with self._files.wal.open("ab") as wal:
                wal.write(_PADDING)

    def _undo_checkpoint(self) -> None:
        """Put the undo image back, unless the checkpoint was logged: then the engine will finish it."""
        try:
            self._try_copy(self._undo.path, _PADDING, read_only=True)
        except CheckpointUnfinished:
            return
        log.warning("%s was cut off within a checkpoint, which is undone", self._files.path)
        self._undo.restore()

    def _try_copy(self, store: Path, padding: bytes, *, read_only: bool) -> None:
        """A copy of `store` as the store file beside copies of its companions."""
        path = self._files.path
        with TemporaryDirectory(prefix=path.name + ".trial-", dir=path.parent) as scratch:
            copy = self._files.copy_to(Path(scratch))
            copy_file(store, copy.path)
            with copy.wal.open("ab") as wal:
                wal.write(padding)
            self._try(copy.path, read_only=read_only)

    def _try(self, path: Path, *, read_only: bool) -> None:
        try_open(self._driver.name, path, self._sizes, read_only=read_only)
