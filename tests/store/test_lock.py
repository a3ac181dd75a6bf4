"""The lock file: one owner for a real path, named to whoever comes second."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from graphmem.store.database import Database
from graphmem.store.lock import StoreLock
from graphmem.store.port import StoreLocked


def test_a_second_lock_in_the_process_is_refused_until_release(store: Path) -> None:
    lock = StoreLock(store)
    lock.acquire()
    with pytest.raises(StoreLocked, match="already open in this process"):
        StoreLock(store).acquire()
    lock.release()
    lock.release()
    again = StoreLock(store)
    again.acquire()
    again.release()


def test_the_lock_file_stays_and_is_empty(store: Path) -> None:
    lock = StoreLock(store)
    lock.acquire()
    assert str(os.getpid()) in lock.path.read_text()
    lock.release()
    assert lock.path.read_text() == ""


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": 1}'])
def test_an_unreadable_owner_is_another_process(store: Path, content: str) -> None:
    lock = StoreLock(store)
    lock.acquire()
    lock.path.write_text(content)
    with pytest.raises(StoreLocked, match="already open in another process"):
        StoreLock(store).acquire()
    lock.release()


def test_a_second_process_learns_owner_path_and_remedy(
    database: Database, child: Callable[[str], CompletedProcess[str]]
) -> None:
    ended = child("try: Database.open(path, **sizes)\nexcept StoreLocked as error: print(error)")
    assert f"{database.path} is already open in process {os.getpid()} on " in ended.stdout
    assert "over HTTP" in ended.stdout


def test_a_link_to_the_store_is_the_same_store(
    database: Database, store: Path, open_database: Callable[..., Database]
) -> None:
    link = store.with_name("link.db")
    link.symlink_to(store)
    with pytest.raises(StoreLocked, match="already open in this process"):
        open_database(link)


def test_the_lock_ends_with_its_process(
    store: Path, child: Callable[[str], CompletedProcess[str]], open_database: Callable[..., Database]
) -> None:
    ended = child("database = new(); os.kill(os.getpid(), signal.SIGKILL)")
    assert ended.returncode == -9
    assert open_database().read("MATCH (i:Item) RETURN count(*)") == [[0]]
