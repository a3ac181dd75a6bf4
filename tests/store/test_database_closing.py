"""The end of the database: asked for, at the end of the process, beside readers, in a fork."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from graphmem.domain.errors import Unavailable
from graphmem.store import database as database_module
from graphmem.store.database import Database
from graphmem.store.health import Health
from graphmem.store.port import (
    StoreClosed,
)
from tests.store.items import count, create

Child = Callable[[str], "CompletedProcess[str]"]
Opener = Callable[..., Database]


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
