"""Reading beside the writer: connections for as many threads as read at once, held back by the gate.

It never writes; every read sees the last committed state.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

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
        connection = self._take()
        try:
            with self._gate:
                self._require_usable()
                return connection.rows(query, parameters)
        finally:
            self._give_back(connection)

    def scan(self, query: str, parameters: Parameters | None = None) -> Iterator[Row]:
        """The rows of a statement one by one, of one snapshot. Raises `EngineError`.

        The gate is passed for each portion only, so that a slow caller holds no checkpoint up.
        """
        connection = self._take()
        try:
            with self._gate:
                self._require_usable()
                rows = connection.open_rows(query, parameters)
            while portion := self._portion(rows.take):
                yield from portion
            rows.close()
        finally:
            self._give_back(connection)

    def close(self) -> None:
        """Close the idle connections; one that is in use is closed when it comes back."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _portion(self, take: Callable[[int], list[Row]]) -> list[Row]:
        with self._gate:
            self._require_usable()
            return take(_PORTION)

    def _require_usable(self) -> None:
        if not self._usable():
            raise StoreClosed("The store is closed.")

    def _take(self) -> Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        with self._gate:
            self._require_usable()
            return self._connect()

    def _give_back(self, connection: Connection) -> None:
        with self._lock:
            if self._usable() and connection.statements < MAX_STATEMENTS:
                self._idle.append(connection)
                return
        connection.close()
