"""The undo image of a checkpoint: equal, durable, put back at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphmem.store.undo import UndoImage

BLOCK = 1 << 16


@pytest.fixture
def undo(store: Path) -> UndoImage:
    store.write_bytes(b"a" * BLOCK + b"b" * BLOCK + b"tail")
    return UndoImage(store)


def test_it_is_pending_between_take_and_drop(undo: UndoImage) -> None:
    assert not undo.pending
    undo.take()
    assert undo.pending
    undo.drop()
    assert not undo.pending


@pytest.mark.parametrize("after", [b"", b"short", b"a" * BLOCK + b"X" * BLOCK + b"tail", b"z" * 3 * BLOCK])
def test_it_follows_a_file_that_changes_grows_or_shrinks(undo: UndoImage, store: Path, after: bytes) -> None:
    undo.take()
    undo.drop()
    store.write_bytes(after)
    undo.take()
    assert undo.path.read_bytes() == after


def test_only_blocks_that_differ_are_written(undo: UndoImage, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undo.take()
    undo.drop()
    store.write_bytes(b"a" * BLOCK + b"c" * BLOCK + b"tail")
    written: list[int] = []
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda fd, data, at: written.append(at) or real(fd, data, at))
    undo.take()
    assert written == [BLOCK]


def test_restoring_puts_the_old_content_back_and_stays_pending(undo: UndoImage, store: Path) -> None:
    before = store.read_bytes()
    undo.take()
    store.write_bytes(b"half written")
    undo.restore()
    assert (store.read_bytes(), undo.pending) == (before, True)
    assert sorted(path.name for path in store.parent.iterdir()) == ["items.db", "items.db.undo"]


def test_closing_gives_the_file_back(undo: UndoImage) -> None:
    undo.close()
    undo.take()
    undo.close()
    undo.close()
