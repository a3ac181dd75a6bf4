"""Migrations: in order, once, whole; stores of newer or foreign makers stay untouched."""

from __future__ import annotations

from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from graphmem.store.database import Database
from graphmem.store.migrations import migrate, migration
from graphmem.store.port import Connection, StoreDamaged, StoreTooNew

Opener = Callable[..., Database]


@migration(1, "books")
def books(connection: Connection) -> None:
    connection.rows("CREATE NODE TABLE Book(id STRING, PRIMARY KEY(id))")
    connection.rows("CREATE REL TABLE CITES(FROM Book TO Book)")
    connection.rows("CREATE (:Book {id: 'first'})")


@migration(2, "titles")
def titles(connection: Connection) -> None:
    connection.rows("ALTER TABLE Book ADD title STRING DEFAULT 'untitled'")


@migration(3, "broken")
def broken(connection: Connection) -> None:
    connection.rows("CREATE NODE TABLE Author(id STRING, PRIMARY KEY(id))")
    connection.rows("ALTER TABLE Book ADD author STRING")
    raise ValueError("a bug")


def tables(database: Database) -> set[str]:
    return {name for (name,) in database.read("CALL show_tables() RETURN name")}


def records(database: Database) -> list[list[object]]:
    return database.read("MATCH (m:Migration) RETURN m.number, m.name, m.at ORDER BY m.number")


def test_a_new_store_gets_all_of_them(open_database: Opener) -> None:
    database = open_database()
    assert migrate(database, (books, titles), lambda: 7) == 2
    assert records(database) == [[1, "books", 7], [2, "titles", 7]]
    assert database.read("MATCH (b:Book) RETURN b.id, b.title") == [["first", "untitled"]]


def test_each_is_applied_once(open_database: Opener) -> None:
    database = open_database()
    assert migrate(database, (books,), lambda: 1) == 1
    assert database.read("MATCH (b:Book) RETURN b.*") == [["first"]]
    assert migrate(database, (books, titles), lambda: 2) == 1
    assert database.read("MATCH (b:Book) RETURN b.*") == [["first", "untitled"]]
    assert migrate(database, (books, titles), lambda: 3) == 0
    assert records(database) == [[1, "books", 1], [2, "titles", 2]]


def test_one_that_fails_leaves_no_trace_and_keeps_those_before(open_database: Opener) -> None:
    database = open_database()
    with pytest.raises(ValueError, match="a bug"):
        migrate(database, (books, titles, broken), lambda: 1)
    assert tables(database) == {"Migration", "Book", "CITES"}
    assert [number for number, *_ in records(database)] == [1, 2]
    assert database.read("MATCH (b:Book) RETURN b.*") == [["first", "untitled"]]


def test_a_newer_store_is_refused_untouched(open_database: Opener) -> None:
    database = open_database()
    migrate(database, (books, titles), lambda: 1)
    before = database.wal_bytes
    with pytest.raises(StoreTooNew, match="has layout 2; this version of graphmem knows layouts up to 1"):
        migrate(database, (books,), lambda: 2)
    assert database.wal_bytes == before


def test_a_store_of_another_maker_is_refused_untouched(database: Database) -> None:
    before = database.wal_bytes
    with pytest.raises(StoreDamaged, match=r"tables that graphmem didn't make \(Item\)"):
        migrate(database, (books,), lambda: 1)
    assert database.wal_bytes == before


def test_a_kill_within_one_undoes_it(child: Callable[[str], CompletedProcess[str]], open_database: Opener) -> None:
    ended = child("""
from graphmem.store.migrations import migrate, migration
@migration(1, "one")
def one(connection):
    connection.rows("CREATE NODE TABLE Book(id STRING, PRIMARY KEY(id))")
@migration(2, "two")
def two(connection):
    connection.rows("CREATE NODE TABLE Author(id STRING, PRIMARY KEY(id))")
    os.kill(os.getpid(), signal.SIGKILL)
migrate(Database.open(path, **sizes), (one, two), lambda: 1)
""")
    assert ended.returncode == -9
    database = open_database()
    assert tables(database) == {"Migration", "Book"}
    assert [number for number, *_ in records(database)] == [1]
