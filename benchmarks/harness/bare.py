"""The bare engine: the very statements that the service's writes and gets come down to, without the service."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphmem.domain.model import Memory
from graphmem.store.driver import DriverConnection, load
from graphmem.store.flush import flush
from graphmem.store.port import Sizes
from harness.filling import Filler

Recorded = list[tuple[str, dict[str, Any]]]

_GET = "MATCH (v:Version {id: $id}) RETURN v.recordedFrom, v.title, v.content, v.state"


class _Recorder:
    """Stands in for a connection and keeps what it is asked to run."""

    def __init__(self) -> None:
        self.recorded: Recorded = []

    def rows(self, query: str, parameters: dict[str, Any]) -> list[Any]:
        self.recorded.append((query, parameters))
        return []


class Bare:
    """One connection to a filled store that nobody else has open."""

    def __init__(self, path: Path, engine: str, filler: Filler) -> None:
        self._store = load(engine).open(path, Sizes(1024, 65_536))
        self._connection: DriverConnection = self._store.connect(threads=1)
        self._filler = filler
        ((last,),) = self._connection.rows("MATCH (x:Event) RETURN max(x.number)")
        self._last: int = last

    def planned(self, memories: Sequence[Memory]) -> Recorded:
        """The statements that write these memories, to be run later."""
        recorder, log = _Recorder(), self._filler.log(list(memories))
        self._last = flush(log, self._last, recorder)[-1].number  # type: ignore[arg-type]
        return recorder.recorded

    def write(self, planned: Recorded) -> None:
        """Run statements in one durable transaction."""
        self._connection.rows("BEGIN TRANSACTION")
        for query, parameters in planned:
            self._connection.rows(query, parameters)
        self._connection.rows("COMMIT")

    def get(self, memory_id: str) -> None:
        """Read one memory by its key."""
        self._connection.rows(_GET, {"id": f"{memory_id}:1"})

    def close(self) -> None:
        """Close the store; what was written stays in its log."""
        self._connection.close()
        self._store.close()
