"""Checks an export before anything is written: format, references, counts and checksum."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from graphmem.domain.errors import Invalid
from graphmem.domain.model import Entity, Event, EventType, Memory, Relation
from graphmem.store.codec import entity_from, memory_from
from graphmem.store.record import RecordKind

FORMAT = 1
"""Newest version of the exchange format that is understood."""
STEP = 10_000
"""Lines between two reports of progress."""

Progress = Callable[[str, int], None]


class Checker:
    """Reads an export from its first line to its last and remembers only ids."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self._counts: Counter[str] = Counter()
        self._checksum = hashlib.sha256()
        self._ids: dict[str, set[str]] = {"entity": set(), "thread": set(), "memory": set()}
        self._merges: list[str] = []
        self._last_event = 0

    def check(self, lines: Iterable[str]) -> Counter[str]:
        """The number of rows of each kind. Raises Invalid with the number of the first bad line."""
        ended = False
        number = 0
        for number, line in enumerate(lines, 1):
            try:
                ended = self._line(number, line)
            except Invalid:
                raise
            except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
                raise Invalid(f"line {number} of the export can't be read: {error!r}", ("line", str(number))) from error
            if self._progress is not None and number % STEP == 0:
                self._progress("checked", number)
        if not ended:
            raise Invalid(f"the export breaks off after line {number}: its last line is missing", ("line",))
        return self._counts

    def _line(self, number: int, line: str) -> bool:
        value = orjson.loads(line)
        kind, row = next(iter(value.items()))
        if number == 1:
            self._header(kind, row)
        elif kind == "end":
            self._end(value)
            return True
        else:
            self._checksum.update((line.rstrip("\n") + "\n").encode())
            self._counts[kind] += 1
            _CHECKS[kind](self, row)
        return False

    def _header(self, kind: str, version: int) -> None:
        if kind != "graphmem":
            raise Invalid("this is not an export of graphmem: its first line is not the header", ("line", "1"))
        if version > FORMAT:
            raise Invalid(
                f"the export has format {version}, this version reads up to {FORMAT}: use a newer one",
                ("line", "1"),
            )

    def _end(self, value: dict[str, Any]) -> None:
        missing = [name for name in self._merges if name not in self._ids["entity"]]
        if missing:
            raise Invalid(f"an entity is merged into {missing[0]}, which is not in the export", ("line",))
        if value["end"] != dict(self._counts) or value["sha256"] != self._checksum.hexdigest():
            raise Invalid("the export was changed or is not whole: counts or checksum differ", ("line",))

    def _known(self, kind: str, name: str) -> None:
        if name not in self._ids[kind]:
            raise Invalid(f"{name} is named before or without its {kind}", ("line",))

    def _entity(self, row: dict[str, Any]) -> None:
        entity: Entity = entity_from(row["id"], row["number"], row["from"], row["state"])
        self._ids["entity"].add(entity.id)
        if entity.merged_into is not None:
            self._merges.append(entity.merged_into)

    def _thread(self, row: dict[str, Any]) -> None:
        self._ids["thread"].add(row["id"])

    def _memory(self, row: dict[str, Any]) -> None:
        if not row["versions"] or not isinstance(row["fingerprint"], int):
            raise Invalid(f"{row['id']} has no versions", ("line",))
        self._ids["memory"].add(row["id"])
        for number, version in enumerate(row["versions"], 1):
            if version["number"] != number:
                raise Invalid(f"{row['id']} lacks its version {number}", ("line",))
            memory: Memory = memory_from(
                row["id"], number, version["from"], version["title"], version["content"], version["state"]
            )
            self._known("entity", memory.entity_id)
            for mention in memory.mentions:
                self._known("entity", mention.entity_id)
            if memory.thread_id is not None:
                self._known("thread", memory.thread_id)

    def _link(self, row: dict[str, Any]) -> None:
        Relation(row["relation"])
        self._known("memory", row["source"])
        self._known("memory", row["target"])

    def _record(self, row: dict[str, Any]) -> None:
        RecordKind(row["kind"])

    def _event(self, row: dict[str, Any]) -> None:
        Event(row["number"], EventType(row["type"]), row["at"], row["agent"], details=row["details"])
        if row["number"] != self._last_event + 1:
            raise Invalid(f"event {self._last_event + 1} is missing", ("line",))
        self._last_event = row["number"]


_CHECKS: dict[str, Callable[[Checker, dict[str, Any]], None]] = {
    "entity": Checker._entity,
    "thread": Checker._thread,
    "memory": Checker._memory,
    "link": Checker._link,
    "record": Checker._record,
    "event": Checker._event,
}
