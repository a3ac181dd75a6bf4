"""How a checkpoint is run, and how the last ones went. Holding others back is not its business."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.store.files import StoreFiles
from graphmem.store.port import Connection, EngineBusy
from graphmem.store.undo import UndoImage


class Checkpointer:
    """Moves the log into the store file; keeps an undo image meanwhile where the engine needs one."""

    def __init__(self, files: StoreFiles, *, in_place: bool) -> None:
        self.count = 0
        self.seconds: float | None = None
        self.failure: str | None = None
        self._undo = UndoImage(files.path) if in_place else None

    @contextmanager
    def prepared(self) -> Iterator[None]:
        """Keep an undo image for the time of the block. Raises `OSError` if there is no room for it.

        After an error other than `EngineBusy`, which changes nothing, the image stays: only the next start can
        mend the file, with it.
        """
        if self._undo:
            self._undo.take()
        try:
            yield
        except EngineBusy:
            self._drop_undo()
            raise
        self._drop_undo()

    def run(self, connection: Connection) -> None:
        """Checkpoint. Nobody else may use the store meanwhile."""
        started = time.monotonic()
        connection.rows("CHECKPOINT")
        self.count += 1
        self.seconds = time.monotonic() - started

    def close(self) -> None:
        """Give the store file back, after the engine has closed it."""
        if self._undo:
            self._undo.close()

    def _drop_undo(self) -> None:
        if self._undo:
            self._undo.drop()
