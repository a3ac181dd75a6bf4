"""How a checkpoint is run, and how the last ones went. Holding others back is not its business."""

from __future__ import annotations

import time

from graphmem.store.files import StoreFiles
from graphmem.store.port import Connection, EngineBusy
from graphmem.store.undo import UndoImage


class Checkpointer:
    """Moves the log into the store file; keeps an undo image meanwhile where the engine needs one."""

    def __init__(self, files: StoreFiles, *, in_place: bool) -> None:
        self.count = 0
        self.seconds: float | None = None
        self.failure: str | None = None
        self._files = files
        self._undo = UndoImage(files.path) if in_place else None

    def run(self, connection: Connection) -> None:
        """Checkpoint if there is anything in the log. Nobody else may use the store meanwhile.

        Raises `OSError` if there is no room for the undo image, and `EngineBusy`: both change nothing. Any
        other `EngineError` leaves a file that only the next start can mend, from the undo image.
        """
        if not self._files.wal_bytes:
            return
        started = time.monotonic()
        if self._undo:
            self._undo.take()
        try:
            connection.rows("CHECKPOINT")
        except EngineBusy:
            self._drop_undo()
            raise
        self._drop_undo()
        self.count += 1
        self.seconds = time.monotonic() - started

    def close(self) -> None:
        """Give the store file back, after the engine has closed it."""
        if self._undo:
            self._undo.close()

    def _drop_undo(self) -> None:
        if self._undo:
            self._undo.drop()
