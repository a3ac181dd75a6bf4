"""The database: reads beside writes, transactions, poison, facts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from graphmem.domain.errors import Unavailable
from graphmem.store.database import Database
from graphmem.store.driver import DriverConnection
from graphmem.store.health import Health
from graphmem.store.port import (
    EngineError,
    PoolExhausted,
    StoreIOError,
)
from tests.store.items import CREATE, count, create, items

Child = Callable[[str], "CompletedProcess[str]"]
Opener = Callable[..., Database]


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
