"""What fails in the writer: groups are taken apart, nothing passes a store that stopped, nobody waits for ever."""

from __future__ import annotations

import time

import pytest

from graphmem.domain.errors import Invalid, Unavailable
from graphmem.store.database import Database
from graphmem.store.health import Health
from graphmem.store.port import Connection, EngineError, StoreIOError
from graphmem.store.writer import Writer
from tests.store.groups import Held, Journal, Rows, add, ids


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
