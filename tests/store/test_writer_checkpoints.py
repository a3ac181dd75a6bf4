"""When the writer has the store checkpointed: when it is due, in pauses, before edges go, for want of memory."""

from __future__ import annotations

import threading

import pytest

from graphmem.domain.errors import Unavailable
from graphmem.store.checkpoints import Checkpoints
from graphmem.store.database import Database
from graphmem.store.port import Connection, EngineError, PoolExhausted
from graphmem.store.writer import Writer
from tests.store.groups import Journal, Rows, add, ids


def test_what_uproots_edges_waits_for_a_checkpoint(writer: Writer, database: Database) -> None:
    writer.call(add("a"))
    before = database.checkpoints
    writer.call(add("b"))
    assert database.checkpoints == before
    writer.call(add("moved"))
    assert database.checkpoints - before == (1 if database.facts()["engine"] == "kuzu" else 0)
    assert ids(database) == ["a", "b", "moved"]


def test_what_uproots_edges_is_refused_while_readers_stay(
    writer: Writer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.call(add("a"))
    monkeypatch.setattr(Database, "checkpoint", lambda _: False)
    if database.facts()["engine"] == "ladybug":
        assert writer.call(add("moved")) == "moved"
        return
    with pytest.raises(Unavailable, match="busy"):
        writer.call(add("moved"))
    assert writer.call(add("b")) == "b"


def test_a_full_buffer_pool_is_emptied_by_a_checkpoint(
    writer: Writer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tries = Rows.flush, iter([PoolExhausted("Buffer manager exception")])

    def full_once(self: Rows, connection: Connection) -> None:
        if error := next(tries, None):
            raise error
        real(self, connection)

    writer.call(add("a"))
    monkeypatch.setattr(Rows, "flush", full_once)
    assert writer.call(add("b")) == "b"
    assert database.facts()["checkpoints"] == 1


def test_a_checkpoint_follows_the_group_that_made_it_due(database: Database, journal: Journal) -> None:
    writer = Writer(database, lambda: Rows(journal), checkpoints=Checkpoints(wal_bytes=1))
    writer.call(add("a"))
    writer.close()
    assert (database.wal_bytes, database.facts()["checkpoints"]) == (0, 1)


def test_a_pause_is_used_for_a_checkpoint(database: Database, journal: Journal) -> None:
    done = threading.Event()

    class Noting(Checkpoints):
        def done(self, succeeded: bool) -> None:
            super().done(succeeded)
            done.set()

    writer = Writer(database, lambda: Rows(journal), checkpoints=Noting(idle_seconds=0.001, idle_wal_bytes=1))
    writer.call(add("a"))
    # The pause before the write may have been used as well.
    while database.wal_bytes:
        assert done.wait(10)
        done.clear()


@pytest.mark.parametrize("error", [EngineError("broken"), Unavailable("no room")])
def test_a_checkpoint_that_fails_does_not_undo_the_commit_before_it(
    database: Database, journal: Journal, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def broken(self: Database) -> bool:
        raise error

    monkeypatch.setattr(Database, "checkpoint", broken)
    writer = Writer(database, lambda: Rows(journal), checkpoints=Checkpoints(wal_bytes=1))
    assert (writer.call(add("a")), writer.call(add("b"))) == ("a", "b")
    assert ids(database) == ["a", "b"]
    writer.close()
