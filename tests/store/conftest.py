"""Real store files of the engine under test, and child processes that may be killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphmem.store.database import Database
from graphmem.store.driver import load
from graphmem.store.port import EngineDriver, Sizes
from graphmem.store.writer import Writer
from tests.store.groups import Journal, Rows
from tests.store.items import CREATE

TABLE = "CREATE NODE TABLE Item(id STRING, n INT64, text STRING, PRIMARY KEY(id))"

Opener = Callable[..., Database]
Child = Callable[..., "subprocess.CompletedProcess[str]"]

_PRELUDE = f"""
import json, os, resource, signal, sys
from pathlib import Path
from graphmem.store.database import Database
from graphmem.store.port import *
path, engine = Path(sys.argv[1]), sys.argv[2]
sizes = dict(engine=engine, buffer_pool_mb=64, max_db_mb=1024, min_free_mb=0)
def rows(prefix, count=1, text="x"):
    return {{"rows": [{{"id": f"{{prefix}}{{i}}", "n": i, "text": text}} for i in range(count)]}}
def create(database, prefix, count=1, text="x"):
    with database.transaction() as connection:
        connection.rows({CREATE!r}, rows(prefix, count, text))
def new():
    database = Database.open(path, **sizes)
    with database.transaction() as connection:
        connection.rows({TABLE!r})
    return database
"""


@pytest.fixture(scope="session")
def engine() -> str:
    """The engine under test; one a process."""
    return os.environ.get("GRAPHMEM_ENGINE", "kuzu")


@pytest.fixture
def driver(engine: str) -> EngineDriver:
    """The driver of the engine under test."""
    return load(engine)


@pytest.fixture
def sizes() -> Sizes:
    """Little memory."""
    return Sizes(buffer_pool_mb=64, max_db_mb=1024)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Where the store file is."""
    return tmp_path / "items.db"


@pytest.fixture
def open_database(engine: str, store: Path) -> Iterator[Opener]:
    """Opens databases that are closed after the test."""
    opened: list[Database] = []

    def open_one(path: Path = store, **options: int) -> Database:
        small = {"buffer_pool_mb": 64, "max_db_mb": 1024, "min_free_mb": 0} | options
        opened.append(Database.open(path, engine=engine, **small))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    for database in opened:
        database.close()


@pytest.fixture
def database(open_database: Opener) -> Database:
    """An open database with an empty table of items."""
    opened = open_database()
    with opened.transaction() as connection:
        connection.rows(TABLE)
    return opened


@pytest.fixture
def child(engine: str, store: Path) -> Child:
    """Runs a program on the store in another process, to its end or its death."""

    def run(program: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", _PRELUDE + program, str(store), engine]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    return run


@pytest.fixture
def journal() -> Journal:
    """What happened to the groups of a writer."""
    return []


@pytest.fixture
def writer(database: Database, journal: Journal) -> Iterator[Writer]:
    """A writer of items."""
    writer = Writer(database, lambda: Rows(journal))
    yield writer
    writer.close()
