"""What a writer is tested with: groups of items, and a way to keep it busy."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from graphmem.store.database import Database
from graphmem.store.port import Connection
from graphmem.store.writer import Writer
from tests.store.items import CREATE

Journal = list[str]
Unit = Callable[["Rows"], str]


class Rows:
    """A group that plans items to create and notes what happens to it."""

    def __init__(self, journal: Journal) -> None:
        self.planned: list[dict[str, Any]] = []
        self.journal = journal

    def run(self, unit: Callable[[Any], Any]) -> Any:
        """Run a unit; what a failed one planned is dropped."""
        savepoint = len(self.planned)
        try:
            return unit(self)
        except BaseException:
            del self.planned[savepoint:]
            raise

    def dirty(self) -> bool:
        """Whether anything is planned."""
        return bool(self.planned)

    def uproots(self) -> bool:
        """Whether an item pretends to take edges out."""
        return any(row["id"].startswith("moved") for row in self.planned)

    def flush(self, connection: Connection) -> None:
        """Write what is planned."""
        self.journal.append("flush " + " ".join(row["id"] for row in self.planned))
        connection.rows(CREATE, {"rows": self.planned})

    def publish(self) -> None:
        """Note that it is committed."""
        self.journal.append("publish " + " ".join(row["id"] for row in self.planned))


def add(*items: str, fail: Exception | None = None) -> Unit:
    """A unit that plans items and returns the first id, or raises after it planned them."""

    def unit(group: Rows) -> str:
        group.planned += [{"id": item, "n": 1, "text": "x"} for item in items]
        if fail:
            raise fail
        return items[0]

    return unit


def ids(database: Database) -> list[str]:
    """The items that are committed."""
    return [item for (item,) in database.read("MATCH (i:Item) RETURN i.id ORDER BY i.id")]


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
