"""The record of everything that happened, numbered without gaps. Owns reading events from the store."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from graphmem.domain.model import Event, EventType
from graphmem.store.codec import loads
from graphmem.store.database import Database

_COLUMNS = "x.number, x.type, x.at, x.agent, x.memoryId, x.entityId, x.reason, x.details"
_BY_NUMBER = f"MATCH (x:Event {{number: $number}}) RETURN {_COLUMNS}"
_LAST = "MATCH (x:Event) RETURN x.number, x.at ORDER BY x.number DESC LIMIT 1"
_MATCHING = (
    "MATCH (x:Event) WHERE x.number > $after AND ($entity = '' OR x.entityId = $entity)"
    " AND ($memory = '' OR x.memoryId = $memory) AND x.type IN $types RETURN x.number"
)


def _event(row: Sequence[Any]) -> Event:
    number, kind, at, agent, memory, entity, reason, details = row
    return Event(number, EventType(kind), at, agent, memory or None, entity or None, reason or None, loads(details))


class EventLog:
    """The events of one space. `last` is the number of the newest committed one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.last = 0
        self.last_instant = 0

    def load(self) -> None:
        """Find the newest event."""
        for number, at in self._database.read(_LAST):
            self.last, self.last_instant = number, at

    def published(self, events: Sequence[Event]) -> None:
        """Events were committed."""
        if events:
            self.last = events[-1].number
            self.last_instant = max(self.last_instant, events[-1].at)

    def get(self, number: int) -> Event | None:
        """An event by its number."""
        rows = self._database.read(_BY_NUMBER, {"number": number})
        return _event(rows[0]) if rows else None

    def after(self, number: int, limit: int) -> list[Event]:
        """The next events after a number, in order."""
        # Single gets by key: a range condition would scan the whole table.
        upto = min(number + limit, self.last)
        return [event for n in range(number + 1, upto + 1) if (event := self.get(n)) is not None]

    def matching(
        self, after: int = 0, types: Collection[EventType] = (), entity_id: str = "", memory_id: str = ""
    ) -> list[int]:
        """The numbers of all events after one that match, in order."""
        conditions = {
            "after": after,
            "entity": entity_id,
            "memory": memory_id,
            "types": [str(kind) for kind in types or EventType],
        }
        return sorted(row[0] for row in self._database.read(_MATCHING, conditions))
