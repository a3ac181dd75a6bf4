"""The writer: answers after the commit, together with what waits, until it is closed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

import pytest

from graphmem.domain.errors import Invalid, Unavailable
from graphmem.store.database import Database
from graphmem.store.writer import Writer
from tests.store.groups import Held, Journal, Rows, add, ids


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
