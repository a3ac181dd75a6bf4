"""Versioned migrations, each in one transaction with its own record. What they create is in `schema`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphmem.clock import Clock
from graphmem.store.database import Database
from graphmem.store.port import Connection, StoreDamaged, StoreTooNew

log = logging.getLogger(__name__)

_TABLE = "CREATE NODE TABLE Migration(number INT64, name STRING, at INT64, PRIMARY KEY(number))"
_RECORD = "CREATE (:Migration {number: $number, name: $name, at: $at})"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from a version of the layout to the next; numbered from 1 without gaps."""

    number: int
    name: str
    run: Callable[[Connection], None]


def migration(number: int, name: str) -> Callable[[Callable[[Connection], None]], Migration]:
    """Make a function that changes the tables a migration."""
    return lambda run: Migration(number, name, run)


def migrate(database: Database, migrations: Sequence[Migration], clock: Clock) -> int:
    """Bring the store to the newest layout; how many steps that took.

    Both engines run schema changes inside transactions, so a crash leaves a step done or not begun. Raises
    `StoreTooNew` if a newer version wrote the store and `StoreDamaged` if something else did, before it
    writes anything.
    """
    version = _version_of(database)
    known = migrations[-1].number
    if version > known:
        raise StoreTooNew(
            f"{database.path} has layout {version}; this version of graphmem knows layouts up to {known}. "
            "Install the newer graphmem that wrote it. The store was not touched."
        )
    pending = [step for step in migrations if step.number > version]
    for step in pending:
        _apply(database, step, clock)
    if pending:
        database.forget_statements()
    return len(pending)


def _version_of(database: Database) -> int:
    tables = {name for (name,) in database.read("CALL show_tables() RETURN name")}
    if "Migration" in tables:
        return int(database.read("MATCH (m:Migration) RETURN max(m.number)")[0][0])
    if tables:
        raise StoreDamaged(
            f"{database.path} has tables that graphmem didn't make ({', '.join(sorted(tables)[:5])}). "
            "Choose another path. The store was not touched."
        )
    return 0


def _apply(database: Database, step: Migration, clock: Clock) -> None:
    with database.transaction() as connection:
        if step.number == 1:
            connection.rows(_TABLE)
        step.run(connection)
        connection.rows(_RECORD, {"number": step.number, "name": step.name, "at": clock()})
    log.info("%s: migration %d, %s", database.path, step.number, step.name)
