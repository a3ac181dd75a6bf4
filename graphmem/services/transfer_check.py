"""Checks an export before anything is written: format, references, counts and checksum."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from graphmem.domain.errors import Invalid
from graphmem.domain.model import Entity, EventType, Memory, Relation
from graphmem.store.codec import entity_from, memory_from
from graphmem.store.dump import is_open
from graphmem.store.index.vectors import checked
from graphmem.store.record import RecordKind
from graphmem.store.vectors import read_numbers

FORMAT = 2
"""Newest version of the exchange format that is understood."""
STEP = 10_000
"""Lines between two reports of progress."""

Progress = Callable[[str, int], None]


_COLUMNS: dict[str, dict[str, type]] = {
    "entity": {"id": str, "number": int, "from": int, "to": int, "state": dict},
    "thread": {"id": str, "key": str, "title": str, "at": int},
    "memory": {"id": str, "permalink": str, "at": int, "fingerprint": int, "versions": list},
    "version": {
        "number": int,
        "from": int,
        "to": int,
        "agent": str,
        "title": str,
        "content": str,
        "state": dict,
    },
    "vector": {"memory": str, "model": str, "dimension": int, "at": int, "brought": bool, "numbers": str},
    "link": {
        "relation": str,
        "id": str,
        "source": str,
        "target": str,
        "reason": str,
        "inferred": bool,
        "at": int,
        "until": int,
    },
    "record": {"id": str, "kind": str, "at": int, "until": int, "body": dict},
    "event": {
        "number": int,
        "type": str,
        "at": int,
        "agent": str,
        "memory": str,
        "entity": str,
        "reason": str,
        "details": dict,
    },
}


def _require_columns(kind: str, row: dict[str, Any]) -> None:
    wanted = _COLUMNS[kind]
    if {name: type(value) for name, value in row.items()} != wanted:
        raise Invalid(f"a {kind} has the fields " + ", ".join(f"{name}: {t.__name__}" for name, t in wanted.items()))


def _at(number: int, message: str) -> Invalid:
    return Invalid(f"line {number} of the export: {message}", ("line", str(number)))


class Checker:
    """Reads an export from its first line to its last and remembers only ids."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self._counts: Counter[str] = Counter()
        self._checksum = hashlib.sha256()
        self._ids: dict[str, set[str]] = {"entity": set(), "thread": set(), "memory": set()}
        self._vectors: set[tuple[str, str]] = set()
        self._sizes: dict[str, int] = {}
        self._merges: list[str] = []
        self._entity_open = ""
        self._entity_number = 0
        self._last_event = 0
        self._ended = False

    def check(self, lines: Iterable[str]) -> Counter[str]:
        """The number of rows of each kind. Raises Invalid with the number of the first bad line."""
        number = 0
        for number, line in enumerate(lines, 1):
            try:
                self._line(number, line)
            except Invalid as problem:
                raise _at(number, problem.message) from problem
            except (KeyError, TypeError, ValueError, LookupError, AttributeError) as error:
                raise _at(number, f"it can't be read ({error!r})") from error
            if self._progress is not None and number % STEP == 0:
                self._progress("checked", number)
        if not self._ended:
            raise _at(number, "the export breaks off behind it: its last line is missing")
        return self._counts

    def _line(self, number: int, line: str) -> None:
        if self._ended:
            raise Invalid("it comes after the last one")
        value: dict[str, Any] = orjson.loads(line)
        kind, row = next(iter(value.items()), ("", {}))
        if number == 1:
            self._header(kind, row)
        elif kind == "end":
            self._end(value)
        else:
            self._checksum.update((line.rstrip("\n") + "\n").encode())
            self._counts[kind] += 1
            _require_columns(kind, row)
            _CHECKS[kind](self, row)

    def _header(self, kind: str, version: Any) -> None:
        if kind != "graphmem" or type(version) is not int:
            raise Invalid("this is not an export of graphmem: its first line is not the header")
        if version > FORMAT:
            raise Invalid(f"the export has format {version}, this version reads up to {FORMAT}: use a newer one")

    def _end(self, value: dict[str, Any]) -> None:
        self._close_entity()
        missing = [name for name in self._merges if name not in self._ids["entity"]]
        if missing:
            raise Invalid(f"an entity is merged into {missing[0]}, which is not in the export")
        if value["end"] != dict(self._counts) or value["sha256"] != self._checksum.hexdigest():
            raise Invalid("the export was changed or is not whole: counts or checksum differ")
        self._ended = True

    def _known(self, kind: str, name: str) -> None:
        if name not in self._ids[kind]:
            raise Invalid(f"{name} is named before or without its {kind}")

    def _new(self, kind: str, row: dict[str, Any]) -> None:
        if row["id"] in self._ids[kind]:
            raise Invalid(f"{row['id']} is there twice")
        self._ids[kind].add(row["id"])

    def _entity(self, row: dict[str, Any]) -> None:
        """The versions of an entity follow one another; the last one, and no other, is open."""
        if row["number"] == 1:
            self._close_entity()
            self._new("entity", row)
        elif (row["id"], row["number"]) != (self._entity_open, self._entity_number + 1):
            raise Invalid(f"{row['id']} lacks the version before {row['number']}")
        entity: Entity = entity_from(row["id"], row["number"], row["from"], row["state"])
        self._entity_open = "" if is_open(row) else entity.id
        self._entity_number = entity.version
        if entity.merged_into is not None:
            self._merges.append(entity.merged_into)

    def _close_entity(self) -> None:
        if self._entity_open:
            raise Invalid(f"{self._entity_open} has no present version")

    def _thread(self, row: dict[str, Any]) -> None:
        self._close_entity()
        self._new("thread", row)

    def _memory(self, row: dict[str, Any]) -> None:
        self._new("memory", row)
        if [version["number"] for version in row["versions"]] != list(range(1, len(row["versions"]) + 1)):
            raise Invalid(f"{row['id']} lacks a version")
        if [is_open(version) for version in row["versions"]].index(True) != len(row["versions"]) - 1:
            raise Invalid(f"{row['id']} has an older version that is open")
        for version in row["versions"]:
            self._version(row["id"], version)

    def _version(self, memory_id: str, row: dict[str, Any]) -> None:
        _require_columns("version", row)
        columns = (memory_id, row["number"], row["from"], row["title"], row["content"])
        memory: Memory = memory_from(*columns, row["state"])
        self._known("entity", memory.entity_id)
        for mention in memory.mentions:
            self._known("entity", mention.entity_id)
        if memory.thread_id is not None:
            self._known("thread", memory.thread_id)

    def _vector(self, row: dict[str, Any]) -> None:
        self._known("memory", row["memory"])
        key = (row["memory"], row["model"])
        if key in self._vectors:
            raise Invalid(f"{row['memory']} has two vectors of {row['model']!r}")
        self._vectors.add(key)
        if self._sizes.setdefault(row["model"], row["dimension"]) != row["dimension"]:
            raise Invalid(f"vectors of {row['model']!r} have different sizes")
        checked([read_numbers(row["numbers"], row["dimension"])], row["dimension"])

    def _link(self, row: dict[str, Any]) -> None:
        Relation(row["relation"])
        self._known("memory", row["source"])
        self._known("memory", row["target"])

    def _record(self, row: dict[str, Any]) -> None:
        RecordKind(row["kind"])

    def _event(self, row: dict[str, Any]) -> None:
        EventType(row["type"])
        if row["number"] != self._last_event + 1:
            raise Invalid(f"event {self._last_event + 1} is missing")
        self._last_event = row["number"]


_CHECKS: dict[str, Callable[[Checker, dict[str, Any]], None]] = {
    "entity": Checker._entity,
    "thread": Checker._thread,
    "memory": Checker._memory,
    "vector": Checker._vector,
    "link": Checker._link,
    "record": Checker._record,
    "event": Checker._event,
}
