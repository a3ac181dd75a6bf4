"""When each entity was written about, for its momentum. Derived from the events of the last nine weeks."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection

from graphmem.domain.model import Event, EventType, Micros
from graphmem.store.database import Database

WEEK: Micros = 604_800_000_000
WINDOW = 9 * WEEK
"""This week, and the eight before it that it is measured against."""
COUNTED = frozenset({EventType.MEMORY_CREATED, EventType.MEMORY_UPDATED})
_SINCE = (
    "MATCH (x:Event) WHERE x.at > $since AND x.entityId <> '' AND x.type IN $types"
    " RETURN x.entityId, x.at ORDER BY x.number"
)


class Activity:
    """Instants of writing by entity, oldest first."""

    def __init__(self) -> None:
        self._instants: dict[str, array[int]] = {}

    def load(self, database: Database, now: Micros) -> None:
        """Read the window's events from the store."""
        conditions = {"since": now - WINDOW, "types": [str(kind) for kind in COUNTED]}
        for entity_id, at in database.scan(_SINCE, conditions):
            self._instants.setdefault(entity_id, array("q")).append(at)

    def published(self, event: Event) -> None:
        """An event was committed."""
        if event.type in COUNTED and event.entity_id is not None:
            self._instants.setdefault(event.entity_id, array("q")).append(event.at)

    def most_active(self, since: Micros, limit: int) -> list[str]:
        """Ids of the entities written about most after `since`."""
        counts = [(len(i) - bisect_right(i, since), name) for name, i in list(self._instants.items())]
        return [name for count, name in sorted(counts, reverse=True)[:limit] if count]

    def count(self, entity_ids: Collection[str], since: Micros, until: Micros) -> int:
        """How often the entities were written about after `since`, up to and with `until`."""
        total = 0
        for entity_id in entity_ids:
            instants = self._instants.get(entity_id, ())
            total += bisect_right(instants, until) - bisect_right(instants, since)
        return total
