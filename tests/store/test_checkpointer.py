"""How a checkpoint is run: an undo image as long as it runs, where the engine needs one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphmem.store.checkpointer import Checkpointer
from graphmem.store.files import StoreFiles
from graphmem.store.port import EngineBusy, EngineError
from graphmem.store.undo import UndoImage


class Engine:
    """Stands in for a connection: empties the log, or fails after touching the file."""

    def __init__(self, files: StoreFiles, error: EngineError | None = None) -> None:
        self.image: bytes | None = None
        self._files = files
        self._error = error

    def rows(self, query: str) -> list[Any]:
        assert query == "CHECKPOINT"
        image = UndoImage(self._files.path).path
        self.image = image.read_bytes() if image.exists() else None
        if self._error:
            raise self._error
        self._files.path.write_bytes(b"new pages")
        self._files.wal.unlink()
        return []


@pytest.fixture
def files(store: Path) -> StoreFiles:
    files = StoreFiles(store)
    files.path.write_bytes(b"old pages")
    files.wal.write_bytes(b"log")
    return files


def run(files: StoreFiles, engine: Engine, *, in_place: bool) -> Checkpointer:
    checkpointer = Checkpointer(files, in_place=in_place)
    try:
        with checkpointer.prepared():
            checkpointer.run(engine)  # type: ignore[arg-type]
    finally:
        checkpointer.close()
    return checkpointer


@pytest.mark.parametrize(("in_place", "image"), [(True, b"old pages"), (False, None)])
def test_the_old_file_is_kept_meanwhile_where_needed(files: StoreFiles, in_place: bool, image: bytes | None) -> None:
    engine = Engine(files)
    checkpointer = run(files, engine, in_place=in_place)
    assert engine.image == image
    assert not UndoImage(files.path).pending
    assert (checkpointer.count, checkpointer.seconds is not None) == (1, True)


@pytest.mark.parametrize(("error", "pending"), [(EngineBusy("busy"), False), (EngineError("broken"), True)])
def test_after_a_failure_halfway_the_image_waits_for_the_next_start(
    files: StoreFiles, error: EngineError, pending: bool
) -> None:
    with pytest.raises(type(error)):
        run(files, Engine(files, error), in_place=True)
    assert UndoImage(files.path).pending is pending


def test_an_engine_that_needs_no_image_makes_none_when_busy(files: StoreFiles) -> None:
    with pytest.raises(EngineBusy):
        run(files, Engine(files, EngineBusy("busy")), in_place=False)
    assert sorted(path.name for path in files.path.parent.iterdir()) == ["items.db", "items.db.wal"]
