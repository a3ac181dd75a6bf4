"""The writer: answers after the commit, groups that fail are taken apart, nothing passes a poisoned store."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from graphmem.domain.errors import Invalid, Unavailable
from graphmem.store.checkpoints import Checkpoints
from graphmem.store.database import Database
from graphmem.store.health import Health
from graphmem.store.port import Connection, EngineError, PoolExhausted, StoreIOError
from graphmem.store.writer import Writer

CREATE = "UNWIND $rows AS r CREATE (:Item {id: r.id, n: r.n, text: r.text})"
Journal = list[str]


class Rows:
    """A group that plans items to create and notes what happens to it."""

    def __init__(self, journal: Journal) -> None:
        self.planned: list[dict[str, Any]] = []
        self.journal = journal

    def run(self, unit: Callable[[Any], Any]) -> Any:
        savepoint = len(self.planned)
        try:
            return unit(self)
        except BaseException:
            del self.planned[savepoint:]
            raise

    def dirty(self) -> bool:
        return bool(self.planned)

    def uproots(self) -> bool:
        return any(row["id"].startswith("moved") for row in self.planned)

    def flush(self, connection: Connection) -> None:
        self.journal.append("flush " + " ".join(row["id"] for row in self.planned))
        connection.rows(CREATE, {"rows": self.planned})

    def publish(self) -> None:
        self.journal.append("publish " + " ".join(row["id"] for row in self.planned))


Unit = Callable[[Rows], str]


def add(*items: str, fail: Exception | None = None) -> Unit:
    """A unit that plans items and returns the first id, or raises after it planned them."""

    def unit(group: Rows) -> str:
        group.planned += [{"id": item, "n": 1, "text": "x"} for item in items]
        if fail:
            raise fail
        return items[0]

    return unit


def ids(database: Database) -> list[str]:
    return [item for (item,) in database.read("MATCH (i:Item) RETURN i.id ORDER BY i.id")]


@pytest.fixture
def journal() -> Journal:
    return []


@pytest.fixture
def writer(database: Database, journal: Journal) -> Iterator[Writer]:
    writer = Writer(database, lambda: Rows(journal))
    yield writer
    writer.close()


class Held:
    """Keeps the writer busy, so that what is submitted meanwhile becomes one group."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._release = threading.Event()
        self._running = threading.Event()

    def __enter__(self) -> Writer:
        self._writer.submit(self._hold)
        self._running.wait()
        return self._writer

    def _hold(self, _: Any) -> None:
        self._running.set()
        self._release.wait()

    def __exit__(self, *_: object) -> None:
        self._release.set()


@pytest.mark.parametrize("where", ["_checkpoint_if_due", "_serve_alone"])
def test_a_writer_that_stumbles_answers_and_stops_the_writing(
    writer: Writer, database: Database, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def stumble(*_: object, **__: object) -> None:
        monkeypatch.undo()
        raise OSError("stumbled")

    monkeypatch.setattr(Writer, where, stumble)
    if where == "_serve_alone":
        monkeypatch.setattr(Rows, "flush", lambda *_: 1 / 0)
        with pytest.raises(OSError, match="stumbled"):
            writer.submit(add("a")).result(timeout=10)
    else:
        writer.submit(add("a")).result(timeout=10)
    deadline = time.monotonic() + 10
    while database.poisoned is None and time.monotonic() < deadline:
        time.sleep(0.001)
    assert "stumbled" in str(database.poisoned)
    with pytest.raises(Unavailable):
        writer.submit(add("b")).result(timeout=10)


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


def test_the_answer_comes_after_commit_and_publish(writer: Writer, database: Database, journal: Journal) -> None:
    assert writer.call(add("a", "b")) == "a"
    assert ids(database) == ["a", "b"]
    assert journal == ["flush a b", "publish a b"]


def test_what_waits_is_committed_together(writer: Writer, database: Database, journal: Journal) -> None:
    with Held(writer):
        futures = [writer.submit(add(item)) for item in "abc"]
        assert writer.waiting == 3
    assert [future.result() for future in futures] == ["a", "b", "c"]
    assert journal == ["flush a b c", "publish a b c"]


def test_a_group_has_a_limit(database: Database, journal: Journal) -> None:
    writer = Writer(database, lambda: Rows(journal), max_group=2)
    with Held(writer):
        futures = [writer.submit(add(item)) for item in "abc"]
    assert [future.result() for future in futures] == ["a", "b", "c"]
    assert [line for line in journal if "flush" in line] == ["flush a b", "flush c"]


def test_a_unit_that_fails_leaves_its_neighbours_alone(writer: Writer, database: Database) -> None:
    problem = Invalid("no")
    with Held(writer):
        first, second, third = map(writer.submit, (add("a"), add("b", fail=problem), add("c")))
    assert (first.result(), third.result()) == ("a", "c")
    assert second.exception() is problem
    assert ids(database) == ["a", "c"]


def test_nothing_planned_means_no_transaction(writer: Writer, journal: Journal) -> None:
    assert writer.call(lambda _: 42) == 42
    assert journal == []


def test_a_group_the_engine_refuses_is_run_one_by_one(writer: Writer, database: Database, journal: Journal) -> None:
    writer.call(add("taken"))
    with Held(writer):
        futures = [writer.submit(add(item)) for item in ("a", "taken", "b")]
    assert (futures[0].result(), futures[2].result()) == ("a", "b")
    assert isinstance(futures[1].exception(), EngineError)
    assert ids(database) == ["a", "b", "taken"]
    assert journal[2:] == ["flush a taken b", "flush a", "publish a", "flush taken", "flush b", "publish b"]


def test_a_failure_that_rested_on_a_neighbour_is_decided_anew(writer: Writer, database: Database) -> None:
    def unless_planned(group: Rows) -> str:
        if any(row["id"] == "a" for row in group.planned):
            raise Invalid("a is planned already")
        return add("b")(group)

    with Held(writer):
        first, second = writer.submit(add("a", "a")), writer.submit(unless_planned)
    assert isinstance(first.exception(), EngineError)
    assert second.result() == "b"
    assert ids(database) == ["b"]


def test_a_bug_in_flushing_fails_the_units_not_the_writer(
    database: Database, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer(database, lambda: Rows(journal))

    def broken(self: Rows, connection: Connection) -> None:
        raise KeyError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(Rows, "flush", broken)
        with pytest.raises(KeyError):
            writer.call(add("a"))
    assert writer.call(add("b")) == "b"
    assert ids(database) == ["b"]


def test_an_io_error_fails_everything_with_unavailable(
    writer: Writer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Rows, connection: Connection) -> None:
        raise StoreIOError("IO exception: Cannot write to file")

    monkeypatch.setattr(Rows, "flush", broken)
    with Held(writer):
        futures = [writer.submit(add(item)) for item in "ab"]
    assert {type(future.exception()) for future in futures} == {Unavailable}
    assert database.poisoned
    with pytest.raises(Unavailable, match="Cannot write"):
        writer.call(add("c"))
    assert ids(database) == []


def test_too_little_room_refuses_and_later_goes_on(
    writer: Writer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Health, "free_bytes", property(lambda _: -1))
        with pytest.raises(Unavailable, match="Make room"):
            writer.call(add("a"))
    assert writer.call(add("b")) == "b"
    assert ids(database) == ["b"]


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


@pytest.mark.parametrize("repaired", [True, False])
def test_derived_state_that_could_not_follow_is_rebuilt_or_writing_stops(
    database: Database, journal: Journal, monkeypatch: pytest.MonkeyPatch, repaired: bool
) -> None:
    def broken(self: Rows) -> None:
        raise ValueError("a bug")

    def rebuild() -> None:
        journal.append("rebuild")

    monkeypatch.setattr(Rows, "publish", broken)
    writer = Writer(database, lambda: Rows(journal), rebuild=rebuild if repaired else None)
    assert writer.call(add("a")) == "a"
    assert ids(database) == ["a"]
    if repaired:
        assert journal == ["flush a", "rebuild"]
        assert writer.call(add("b")) == "b"
    else:
        with pytest.raises(Unavailable, match="derived state is behind"):
            writer.call(add("b"))


def test_a_cancelled_unit_is_not_run(writer: Writer, database: Database) -> None:
    with Held(writer):
        kept, dropped = writer.submit(add("a")), writer.submit(add("b"))
        assert dropped.cancel()
    assert kept.result() == "a"
    assert writer.call(add("c")) == "c"
    assert ids(database) == ["a", "c"]


def test_a_unit_that_waits_for_another_is_refused(writer: Writer) -> None:
    with pytest.raises(RuntimeError, match="runs in the writer itself"):
        writer.call(lambda _: writer.call(add("a")))


def test_closing_finishes_what_waits_and_refuses_the_rest(writer: Writer, database: Database) -> None:
    with Held(writer):
        futures: list[Future[str]] = [writer.submit(add(item)) for item in "ab"]
    writer.close()
    writer.close()
    assert [future.result(timeout=0) for future in futures] == ["a", "b"]
    with pytest.raises(Unavailable, match="shutting down"):
        writer.call(add("c"))


def test_closing_the_database_drains_the_writer(
    writer: Writer, database: Database, open_database: Callable[..., Database]
) -> None:
    with Held(writer):
        future = writer.submit(add("a"))
    database.close()
    assert future.result(timeout=0) == "a"
    assert ids(open_database()) == ["a"]


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
    assert done.wait(10)
    assert database.wal_bytes == 0


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


def test_what_nobody_waits_for_waits_for_company(database: Database, journal: Journal) -> None:
    writer = Writer(database, lambda: Rows(journal), patience=60)
    writer.note(add("a"))
    writer.note(add("b"))
    assert writer.call(add("c")) == "c"
    assert journal == ["flush a b c", "publish a b c"]
    writer.close()


def test_it_is_written_when_the_patience_or_the_writer_ends(database: Database, journal: Journal) -> None:
    published = threading.Event()

    class Telling(Rows):
        def publish(self) -> None:
            super().publish()
            published.set()

    writer = Writer(database, lambda: Telling(journal), patience=0.001)
    writer.note(add("a"))
    assert published.wait(10)
    writer.close()
    patient = Writer(database, lambda: Rows(journal), patience=60)
    patient.note(add("b", fail=Invalid("nobody hears of it")))
    patient.note(add("c"))
    patient.close()
    assert ids(database) == ["a", "c"]
    with pytest.raises(Unavailable):
        patient.note(add("d"))
