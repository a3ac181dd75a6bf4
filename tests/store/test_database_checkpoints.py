"""Checkpoints of the database: behind the gate of readers, postponed, and failing halfway."""

from __future__ import annotations

import os
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from graphmem.domain.errors import Unavailable
from graphmem.store import database as database_module
from graphmem.store.checkpointer import Checkpointer
from graphmem.store.database import Database
from graphmem.store.port import (
    Connection,
    DiskFull,
    EngineBusy,
    EngineError,
    PoolExhausted,
)
from tests.store.items import CREATE, count, create, items

Child = Callable[[str], "CompletedProcess[str]"]
Opener = Callable[..., Database]


def failing(error: Exception) -> Callable[[Checkpointer, Connection], None]:
    def run(self: Checkpointer, connection: Connection) -> None:
        raise error

    return run


def test_a_scan_keeps_its_snapshot_and_holds_no_checkpoint_up(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(database, *(f"{number:05}" for number in range(5_000)))
    rows = database.scan("MATCH (i:Item) RETURN i.id ORDER BY i.id")
    first = next(rows)
    monkeypatch.setattr(database_module, "_DRAIN_SECONDS", 0)
    create(database, "99999")
    assert database.checkpoint()
    assert [first, *rows] == [[f"{number:05}"] for number in range(5_000)]


def test_a_checkpoint_empties_the_log(database: Database) -> None:
    create(database, "a")
    assert database.wal_bytes > 0
    assert database.checkpoint()
    assert database.wal_bytes == 0
    assert database.checkpoint()
    assert count(database) == 1
    facts = database.facts()
    assert (facts["checkpoints"], facts["checkpoint_failure"]) == (1, None)


def test_a_checkpoint_gives_up_while_a_read_is_running(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    create(database, "a")
    monkeypatch.setattr(database_module, "_DRAIN_SECONDS", 0)
    with database._gate:
        assert not database.checkpoint()
    assert database.facts()["checkpoint_failure"] == "readers were still busy"
    assert database.checkpoint()


@pytest.mark.parametrize("error", [EngineBusy("busy"), OSError(28, "no room for the image")])
def test_a_checkpoint_that_changed_nothing_is_only_postponed(
    database: Database, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    create(database, "a")
    monkeypatch.setattr(Checkpointer, "run", failing(error))
    assert not database.checkpoint()
    monkeypatch.undo()
    create(database, "b")
    assert database.checkpoint()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PoolExhausted("full"), "buffer_pool_mb=64 or max_db_mb=1024 is too small"),
        (EngineError("broken"), "a checkpoint failed; the next start undoes it"),
        (DiskFull("no space"), "a checkpoint failed"),
    ],
)
def test_a_checkpoint_that_failed_halfway_stops_all_writing(
    database: Database, open_database: Opener, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    create(database, "a")
    monkeypatch.setattr(Checkpointer, "run", failing(error))
    with pytest.raises(type(error)):
        database.checkpoint()
    assert reason in str(database.poisoned)
    assert count(database) == 1
    with pytest.raises(Unavailable, match="serves reads only"):
        create(database, "b")
    database.close()
    monkeypatch.undo()
    assert count(open_database()) == 1


def fill_until_a_checkpoint_fails(database: Database) -> list[str]:
    """Write long texts; the ids that were acknowledged until then."""
    written: list[str] = []
    for batch in range(20):
        ids = [f"{batch}-{number}" for number in range(200)]
        rows = [{"id": item, "n": 1, "text": os.urandom(10_000).hex()} for item in ids]
        with database.transaction() as connection:
            connection.rows(CREATE, {"rows": rows})
        written += ids
        try:
            database.checkpoint()
        except PoolExhausted:
            return written
    raise AssertionError("the pool was large enough")


def test_a_pool_too_small_for_the_text_loses_nothing(database: Database, open_database: Opener) -> None:
    written = fill_until_a_checkpoint_fails(database)
    assert "too small for a checkpoint" in str(database.poisoned)
    database.close()
    larger = open_database(buffer_pool_mb=512)
    assert all(larger.read("MATCH (i:Item {id: $id}) RETURN i.n", {"id": item}) for item in written)
    assert larger.checkpoint()


def test_rows_set_are_counted_until_the_checkpoint(database: Database) -> None:
    create(database, "a", "b")
    with database.transaction() as connection:
        connection.rows("MATCH (i:Item) SET i.n = $n", {"n": 5})
        connection.rows("UNWIND $rows AS r MATCH (i:Item {id: r.id}) SET i.n = r.n", items("a", "b"))
    assert database.updates == 3
    database.checkpoint()
    assert database.updates == 0
