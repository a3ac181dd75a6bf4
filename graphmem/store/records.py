"""The open side records of a space, held in-process. Derived from the store.

Requests (idempotency keys) grow with every keyed write and are asked for one by one, so they stay in the
store and are read by key.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from graphmem.domain.model import FOREVER
from graphmem.store.codec import dumps, loads
from graphmem.store.database import Database
from graphmem.store.record import ABOUT_OTHERS, Record, RecordKind

_OPEN = f"MATCH (x:Record) WHERE x.until = {FOREVER} AND x.kind <> $skipped RETURN x.id, x.kind, x.at, x.body"
_BY_KEY = "MATCH (x:Record {id: $id}) RETURN x.at, x.until, x.body"


class RecordTable:
    """Open records by kind and id; closed ones are only in the store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._open: dict[RecordKind, dict[str, Record]] = defaultdict(dict)
        self._about: dict[tuple[RecordKind, str], dict[str, Record]] = defaultdict(dict)

    def load(self) -> None:
        """Read the open records from the store."""
        for name, kind, at, body in self._database.scan(_OPEN, {"skipped": str(RecordKind.REQUEST)}):
            self.put(Record(name, RecordKind(kind), at, loads(body)))

    def put(self, record: Record) -> None:
        """Add an open record, or drop a closed one."""
        if record.kind is RecordKind.REQUEST:
            return
        _keep(self._open[record.kind], record)
        if (subject := record.body.get("subject")) is not None:
            _keep(self._about[record.kind, subject], record)

    def get(self, kind: RecordKind, record_id: str) -> Record | None:
        """An open record by its id."""
        if kind is RecordKind.REQUEST:
            return self._stored(record_id)
        return self._open[kind].get(record_id)

    def _stored(self, record_id: str) -> Record | None:
        for at, until, body in self._database.read(_BY_KEY, {"id": record_id}):
            if until == FOREVER:
                return Record(record_id, RecordKind.REQUEST, at, loads(body))
        return None

    def all(self, kind: RecordKind) -> list[Record]:
        """The open records of a kind, oldest first."""
        return sorted(self._open[kind].values(), key=_by_age)

    def about(self, kind: RecordKind, subject: str) -> list[Record]:
        """The open records of a kind whose body names a subject, oldest first."""
        return sorted(self._about.get((kind, subject), {}).values(), key=_by_age)

    def drop_naming(self, node_id: str) -> None:
        """Forget the open records whose body names a memory or an entity that is gone for good."""
        for kind in ABOUT_OTHERS:
            for record in self.all(kind):
                if node_id in dumps(record.body):
                    self.put(replace(record, until=record.at))


def _by_age(record: Record) -> tuple[int, str]:
    return (record.at, record.id)


def _keep(records: dict[str, Record], record: Record) -> None:
    if record.until == FOREVER:
        records[record.id] = record
    else:
        records.pop(record.id, None)
