"""Reading beside the writer: connections for as many threads as read at once, held back by the gate.

It never writes; every read sees the last committed state.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from graphmem.store.gate import Gate
from graphmem.store.port import Connection, Parameters, Row, StoreClosed

# The engine keeps every prepared statement for the connection's life; a worn connection is replaced.
MAX_STATEMENTS = 500
_PORTION = 2_000


class Readers:
    """A stack of idle connections; the one used last is handed out first, its statements are warm."""

    def __init__(self, connect: Callable[[], Connection], gate: Gate, usable: Callable[[], bool]) -> None:
        self._connect = connect
        self._gate = gate
        self._usable = usable
        self._lock = threading.Lock()
        self._idle: list[Connection] = []

    def read(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        """All rows of a statement. Raises `EngineError`."""
        with self._lease() as connection, self._inside():
            return connection.rows(query, parameters)

    def scan(self, query: str, parameters: Parameters | None = None) -> Iterator[Row]:
        """The rows of a statement one by one, of one snapshot. Raises `EngineError`.

        The gate is passed for each portion only, so that a slow caller holds no checkpoint up.
        """
        with self._lease() as connection:
            with self._inside():
                rows = connection.open_rows(query, parameters)
            try:
                while portion := self._portion(rows.take):
                    yield from portion
            finally:
                rows.close()

    def close(self) -> None:
        """Close the idle connections; a leased one is closed when it comes back."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _portion(self, take: Callable[[int], list[Row]]) -> list[Row]:
        with self._inside():
            return take(_PORTION)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        with self._gate.passing():
            if not self._usable():
                raise StoreClosed("The store is closed.")
            yield

    @contextmanager
    def _lease(self) -> Iterator[Connection]:
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._fresh()
        try:
            yield connection
        finally:
            self._give_back(connection)

    def _fresh(self) -> Connection:
        with self._inside():
            return self._connect()

    def _give_back(self, connection: Connection) -> None:
        with self._lock:
            if self._usable() and connection.statements < MAX_STATEMENTS:
                self._idle.append(connection)
                return
        connection.close()
