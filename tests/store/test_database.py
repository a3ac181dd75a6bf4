"""The database: reads beside writes, transactions, checkpoints behind the gate, poison, closing."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from graphmem.domain.errors import Unavailable
from graphmem.store import database as database_module
from graphmem.store.checkpointer import Checkpointer
from graphmem.store.database import Database
from graphmem.store.driver import DriverConnection
from graphmem.store.health import Health
from graphmem.store.port import (
    Connection,
    DiskFull,
    EngineBusy,
    EngineError,
    PoolExhausted,
    StoreClosed,
    StoreIOError,
)

Child = Callable[[str], "CompletedProcess[str]"]
Opener = Callable[..., Database]

CREATE = "UNWIND $rows AS r CREATE (:Item {id: r.id, n: r.n, text: r.text})"
COUNT = "MATCH (i:Item) RETURN count(*)"


def items(*ids: str, text: str = "x") -> dict[str, Any]:
    return {"rows": [{"id": item, "n": number, "text": text} for number, item in enumerate(ids)]}


def create(database: Database, *ids: str) -> None:
    with database.transaction() as connection:
        connection.rows(CREATE, items(*ids))


def count(database: Database) -> int:
    return int(database.read(COUNT)[0][0])


def failing(error: Exception) -> Callable[[Checkpointer, Connection], None]:
    def run(self: Checkpointer, connection: Connection) -> None:
        raise error

    return run


def test_what_is_committed_is_read_back(database: Database) -> None:
    create(database, "a", "b")
    assert database.read("MATCH (i:Item {id: $id}) RETURN i.n", {"id": "b"}) == [[1]]
    assert list(database.scan("MATCH (i:Item) RETURN i.id ORDER BY i.id")) == [["a"], ["b"]]


def test_directories_on_the_way_are_made(store: Path, open_database: Opener) -> None:
    path = store.parent / "deep" / "down" / "items.db"
    assert open_database(path).path == path


def create_then_fail(database: Database) -> None:
    with database.transaction() as connection:
        connection.rows(CREATE, items("a"))
        raise ValueError("mine")


def create_then(database: Database, bad: dict[str, Any]) -> None:
    with database.transaction() as connection:
        connection.rows(CREATE, items("x"))
        connection.rows(CREATE, bad)


def test_an_error_of_the_caller_rolls_everything_back(database: Database) -> None:
    with pytest.raises(ValueError, match="mine"):
        create_then_fail(database)
    create(database, "b")
    assert count(database) == 1


@pytest.mark.parametrize("bad", [items("a", "a"), items("b", text="\ud800"), {"rows": []}])
def test_an_error_of_the_engine_rolls_everything_back(database: Database, bad: dict[str, Any]) -> None:
    with pytest.raises(EngineError):
        create_then(database, bad)
    create(database, "c")
    assert (count(database), database.poisoned) == (1, None)


def test_a_begin_that_fails_harms_neither_transaction(database: Database) -> None:
    with database.transaction() as connection:
        connection.rows(CREATE, items("a"))
        with pytest.raises(EngineError, match="one write transaction"), database.transaction():
            pass
    create(database, "b")
    assert count(database) == 2


def test_readers_in_many_threads_see_whole_commits(database: Database) -> None:
    done = threading.Event()

    def read() -> set[int]:
        seen = set()
        while not done.is_set():
            seen.add(count(database))
        return seen

    with ThreadPoolExecutor(4) as pool:
        reading = [pool.submit(read) for _ in range(4)]
        for number in range(20):
            create(database, *(f"{number}-{n}" for n in range(5)))
        done.set()
    assert all(seen_count % 5 == 0 for seen in reading for seen_count in seen.result())


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


def test_an_io_error_poisons(database: Database) -> None:
    with pytest.raises(StoreIOError), database.transaction():
        raise StoreIOError("IO exception: Cannot write")
    assert "Cannot write" in str(database.poisoned)
    with pytest.raises(Unavailable, match="Cannot write"), database.transaction():
        pass
    with pytest.raises(Unavailable):
        database.checkpoint()
    assert count(database) == 0


def test_a_real_write_error_is_fatal_for_writing_but_loses_nothing(child: Child, open_database: Opener) -> None:
    ended = child("""
from graphmem.domain.errors import Unavailable
database = new()
create(database, "kept", 10)
resource.setrlimit(resource.RLIMIT_FSIZE, (database.wal_bytes + 50_000,) * 2)
try:
    create(database, "lost", 20, "x" * 10_000)
except StoreIOError:
    print("io error")
try:
    create(database, "refused")
except Unavailable as problem:
    print("refused")
print(len(database.read("MATCH (i:Item) WHERE i.id STARTS WITH 'kept' RETURN i.id")), "read")
database.close()
""")
    assert ended.stdout.split("\n") == ["io error", "refused", "10 read", ""]
    assert (ended.returncode, ended.stderr.count("terminate called")) == (0, 0)
    assert count(open_database()) == 10


def test_a_commit_that_fails_stops_all_writing(
    database: Database, open_database: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(database, "a")
    real = DriverConnection.rows

    def refuse(self: DriverConnection, query: str, parameters: Any = None) -> list[Any]:
        if query == "COMMIT":
            raise PoolExhausted("Buffer manager exception")
        return real(self, query, parameters)

    monkeypatch.setattr(DriverConnection, "rows", refuse)
    with pytest.raises(PoolExhausted):
        create(database, "b")
    assert "a commit failed" in str(database.poisoned)
    database.close()
    monkeypatch.undo()
    assert count(open_database()) == 1


def test_too_little_free_space_refuses_before_the_store_is_touched(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Health, "free_bytes", property(lambda _: -1))
    before = database.wal_bytes
    with pytest.raises(Unavailable, match="Make room"):
        create(database, "a")
    assert (database.wal_bytes, count(database)) == (before, 0)


def test_closing_runs_what_was_asked_for_and_is_idempotent(database: Database, store: Path) -> None:
    order: list[str] = []
    database.before_close(lambda: order.append("first"))
    database.before_close(lambda: order.append("second"))
    create(database, "a")
    database.close()
    database.close()
    assert order == ["second", "first"]
    assert not store.with_name("items.db.wal").exists()


def test_a_closed_database_refuses_everything(database: Database) -> None:
    create(database, *map(str, range(5_000)))
    rows = database.scan("MATCH (i:Item) RETURN i.id")
    next(rows)
    database.close()
    with pytest.raises(StoreClosed):
        count(database)
    with pytest.raises(StoreClosed):
        list(rows)
    with pytest.raises(Unavailable, match="closed"), database.transaction():
        pass


def test_closing_without_room_for_a_checkpoint_keeps_the_log(
    database: Database, open_database: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(database, "a")
    monkeypatch.setattr(Health, "free_bytes", property(lambda _: -1))
    database.close()
    monkeypatch.undo()
    assert count(open_database()) == 1


def test_closing_beside_a_read_that_never_ends_abandons_the_store(
    database: Database, open_database: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(database, "a")
    monkeypatch.setattr(database_module, "_DRAIN_SECONDS", 0)
    monkeypatch.setattr(database_module, "_CLOSE_SECONDS", 0)
    with database._gate:
        database.close()
    assert count(open_database()) == 1


def test_the_end_of_the_process_closes_the_store(child: Child, store: Path) -> None:
    ended = child("database = new(); create(database, 'a', 10)")
    assert ended.returncode == 0, ended.stderr
    assert not store.with_name("items.db.wal").exists()


def test_a_forked_process_is_refused_and_closes_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    own = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: own + 1)
    with pytest.raises(StoreClosed):
        count(database)
    database.close()
    monkeypatch.undo()
    assert count(database) == 0


def test_facts_tell_what_an_operator_asks(database: Database, engine: str) -> None:
    facts = database.facts()
    assert (facts["engine"], facts["buffer_pool_bytes"], facts["max_db_bytes"]) == (engine, 64 << 20, 1 << 30)
    assert facts["path"] == str(database.path)
    assert facts["wal_bytes"] > 0
    assert facts["free_bytes"] > 0
    assert facts["last_checkpoint_seconds"] is None
    assert facts["poisoned"] is None


def test_statements_are_prepared_anew_after_a_change_of_the_schema(database: Database) -> None:
    create(database, "a")
    assert database.read("MATCH (i:Item) RETURN i.*") == [["a", 0, "x"]]
    with database.transaction() as connection:
        connection.rows("ALTER TABLE Item ADD more STRING DEFAULT 'new'")
    database.forget_statements()
    assert database.read("MATCH (i:Item) RETURN i.*") == [["a", 0, "x", "new"]]


def test_a_worn_reader_connection_is_replaced(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.store.readers.MAX_STATEMENTS", 3)
    for number in range(10):
        assert database.read(f"RETURN {number}") == [[number]]
    assert len(database._readers._idle) == 1
