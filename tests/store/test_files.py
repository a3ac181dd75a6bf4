"""The files of a store as one unit."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from graphmem.store.files import StoreFiles
from graphmem.store.port import DiskFull


@pytest.fixture
def files(store: Path) -> StoreFiles:
    store.write_bytes(b"pages")
    return StoreFiles(store)


def beside(files: StoreFiles, suffix: str) -> Path:
    return files.path.with_name(files.path.name + suffix)


def test_a_store_without_a_log_is_clean(files: StoreFiles) -> None:
    files.wal.touch()
    assert (files.unclean, files.orphaned, files.file_bytes, files.wal_bytes) == (False, False, 5, 0)


@pytest.mark.parametrize("suffix", [".wal", ".shadow", ".wal.checkpoint"])
def test_anything_left_by_the_engine_is_unclean(files: StoreFiles, suffix: str) -> None:
    beside(files, suffix).write_bytes(b"log")
    assert (files.unclean, files.orphaned) == (True, False)


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_without_its_store_is_orphaned(files: StoreFiles, empty: bool) -> None:
    files.wal.write_bytes(b"log")
    files.path.write_bytes(b"") if empty else files.path.unlink()
    assert files.orphaned


def test_a_backup_takes_the_whole_unit_and_nothing_else(files: StoreFiles) -> None:
    for suffix in (".wal", ".shadow", ".lock", ".bak"):
        beside(files, suffix).write_bytes(suffix.encode())
    backup = files.back_up()
    assert {path.name: path.read_bytes() for path in backup.iterdir()} == {
        "items.db": b"pages",
        "items.db.wal": b".wal",
        "items.db.shadow": b".shadow",
    }


def test_the_two_newest_backups_are_kept(files: StoreFiles) -> None:
    made = [files.back_up() for _ in range(4)]
    assert sorted(files.backups.iterdir()) == made[-2:]


def test_a_copy_without_room_is_refused_before_it_begins(files: StoreFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 6, 4))  # type: ignore[attr-defined]
    with pytest.raises(DiskFull, match="Make room"):
        files.back_up()
    assert not files.backups.exists()
