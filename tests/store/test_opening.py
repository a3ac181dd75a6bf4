"""Opening after a crash: whatever was acknowledged is there, and nothing is deleted to get there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from graphmem.store import opening, trial
from graphmem.store.database import Database
from graphmem.store.files import StoreFiles
from graphmem.store.opening import open_carefully
from graphmem.store.port import CheckpointUnfinished, EngineDriver, Sizes, StoreDamaged
from graphmem.store.trial import try_open
from graphmem.store.undo import UndoImage

Child = Callable[[str], "CompletedProcess[str]"]
Opener = Callable[..., Database]

KILLED = "database = new(); create(database, 'a', 50); create(database, 'b', 50); os.kill(os.getpid(), 9)"


@pytest.fixture
def files(store: Path, child: Child) -> StoreFiles:
    """A store whose owner was killed after two commits of 50 items each."""
    assert child(KILLED).returncode == -9
    return StoreFiles(store)


def ids(database: Database) -> set[str]:
    return {item for (item,) in database.scan("MATCH (i:Item) RETURN i.id")}


def by_key(database: Database, item: str) -> bool:
    return database.read("MATCH (i:Item {id: $id}) RETURN i.n", {"id": item}) != []


def test_a_clean_start_needs_no_trial(open_database: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    open_database().close()
    monkeypatch.setattr(opening, "try_open", None)
    assert open_database().read("CALL show_tables() RETURN name") == []


def test_after_a_kill_everything_acknowledged_is_there(files: StoreFiles, open_database: Opener) -> None:
    assert files.unclean
    database = open_database()
    assert ids(database) == {f"{prefix}{n}" for prefix in "ab" for n in range(50)}
    assert by_key(database, "b49")


def test_the_files_as_found_are_backed_up(files: StoreFiles, open_database: Opener) -> None:
    found = files.wal.read_bytes()
    open_database()
    [backup] = files.backups.iterdir()
    assert (backup / files.wal.name).read_bytes() == found
    assert not list(files.path.parent.glob("*.trial-*"))


@pytest.mark.parametrize("lost", [1, 7, 100, 1000])
def test_a_torn_log_loses_only_the_torn_commit(files: StoreFiles, open_database: Opener, lost: int) -> None:
    whole = files.wal.read_bytes()
    files.wal.write_bytes(whole[:-lost])
    found = ids(open_database())
    assert {f"a{n}" for n in range(50)} <= found
    assert len(found) in (50, 100)


def test_a_log_that_crashes_the_engine_is_padded(
    files: StoreFiles, open_database: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash_without_padding(engine: str, path: Path, sizes: Sizes, *, read_only: bool) -> None:
        if not StoreFiles(path).wal.read_bytes().endswith(bytes(4096)):
            raise StoreDamaged("opening ended with exit code -11")
        try_open(engine, path, sizes, read_only=read_only)

    monkeypatch.setattr(opening, "try_open", crash_without_padding)
    assert len(ids(open_database())) == 100


def test_what_cannot_be_opened_is_left_as_it_was(
    files: StoreFiles, open_database: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object, **__: object) -> None:
        raise StoreDamaged("opening ended with exit code -11")

    before = files.path.read_bytes(), files.wal.read_bytes()
    monkeypatch.setattr(opening, "try_open", crash)
    with pytest.raises(StoreDamaged, match=r"exit code -11.*Nothing was deleted.*backups"):
        open_database()
    assert (files.path.read_bytes(), files.wal.read_bytes()) == before
    monkeypatch.undo()
    assert len(ids(open_database())) == 100


def test_a_log_without_its_store_is_refused(files: StoreFiles, open_database: Opener) -> None:
    files.path.unlink()
    with pytest.raises(StoreDamaged, match="log without its store"):
        open_database()
    assert files.wal.exists()
    assert not files.path.exists()


@pytest.fixture
def cut_off(
    files: StoreFiles, driver: EngineDriver, sizes: Sizes, open_database: Opener
) -> tuple[StoreFiles, UndoImage]:
    """A store as a kill leaves it when pages were written in place before the checkpoint was logged."""
    log = files.wal.read_bytes()
    shutil.copy(files.path, UndoImage(files.path).path)
    aside = StoreFiles(files.path.with_name("aside.db"))
    shutil.copy(files.path, aside.path)
    shutil.copy(files.wal, aside.wal)
    open_database(aside.path).close()
    shutil.copy(aside.path, files.path)
    files.wal.write_bytes(log)
    return files, UndoImage(files.path)


def test_a_checkpoint_that_was_cut_off_is_undone(cut_off: tuple[StoreFiles, UndoImage], open_database: Opener) -> None:
    _, undo = cut_off
    database = open_database()
    assert ids(database) == {f"{prefix}{n}" for prefix in "ab" for n in range(50)}
    assert all(by_key(database, f"{prefix}{n}") for prefix in "ab" for n in range(50))
    assert not undo.pending


def test_without_the_undo_image_such_a_store_is_damaged(
    cut_off: tuple[StoreFiles, UndoImage], open_database: Opener
) -> None:
    files, undo = cut_off
    undo.drop()
    before = files.path.read_bytes()
    with pytest.raises(StoreDamaged, match=r"duplicated primary key|does not match|can't be opened"):
        open_database()
    assert files.path.read_bytes() == before


def test_a_checkpoint_that_was_logged_is_finished_not_undone(
    cut_off: tuple[StoreFiles, UndoImage],
    driver: EngineDriver,
    sizes: Sizes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files, undo = cut_off
    trials: list[tuple[str, bool]] = []

    def logged(_: str, path: Path, __: Sizes, *, read_only: bool) -> None:
        trials.append((path.parent.name[:14], read_only))
        if read_only:
            raise CheckpointUnfinished("Couldn't replay shadow pages")

    monkeypatch.setattr(opening, "try_open", logged)
    before = files.path.read_bytes()
    opening._Recovery(driver, files, undo, sizes).run()
    assert files.path.read_bytes() == before
    assert trials == [("items.db.trial", True), (files.path.parent.name[:14], True), ("items.db.trial", False)]


def test_an_image_left_after_a_finished_checkpoint_is_dropped(driver: EngineDriver, store: Path, sizes: Sizes) -> None:
    open_carefully(driver, store, sizes).close()
    undo = UndoImage(store)
    undo.take()
    undo.close()
    open_carefully(driver, store, sizes).close()
    assert not undo.pending


def test_a_trial_that_crashes_or_hangs_is_damage(
    engine: str, store: Path, sizes: Sizes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "_PROGRAM", "import os; os.kill(os.getpid(), 11)")
    with pytest.raises(StoreDamaged, match="exit code -11"):
        try_open(engine, store, sizes, read_only=True)
    monkeypatch.setattr(trial, "_PROGRAM", "import signal; signal.pause()")
    monkeypatch.setattr(trial, "_SECONDS", 0.01)
    with pytest.raises(StoreDamaged, match="opening took more than 0 s"):
        try_open(engine, store, sizes, read_only=True)


def test_the_childs_part_of_a_trial(driver: EngineDriver, store: Path, sizes: Sizes) -> None:
    task = {"engine": driver.name, "path": str(store), "sizes": [64, 1024], "read_only": False}
    assert trial.answer(task) == ["", ""]
    assert trial.answer(task | {"sizes": [64, 1000]})[0] == "SizesRefused"
    store.write_bytes(b"nonsense")
    name, message = trial.answer(task)
    assert (name, "valid" in message) == ("EngineError", True)
