"""A whole space as plain rows, engine-neutral: read out in a fixed order, and written into an empty store.

Owns the rows of the exchange format. Edges that follow from the newest version of a memory or entity are
not written down; they are made anew, so the format says nothing of the physical layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.domain.model import FOREVER
from graphmem.store.codec import loads
from graphmem.store.database import Database
from graphmem.store.schema import RELATION_TABLES
from graphmem.store.vectors import COLUMNS, assembled

Row = dict[str, Any]
VECTOR = ("memory", "model", "dimension", "at", "brought", "numbers")
"""The fields of a vector."""
CHUNK = 2_000
"""Rows read or written at a time."""

_ENTITIES = (
    "MATCH (v:EntityVersion) RETURN v.entityId, v.number, v.recordedFrom, v.recordedTo, v.state"
    " ORDER BY v.entityId, v.number"
)
_THREADS = "MATCH (t:Thread) RETURN t.id, t.key, t.title, t.createdAt ORDER BY t.id"
_MEMORY_IDS = "MATCH (m:Memory) RETURN m.id ORDER BY m.id"
_MEMORIES = (
    "MATCH (m:Memory) WHERE m.id >= $low AND m.id <= $high"
    " RETURN m.id, m.permalink, m.createdAt, m.fingerprint ORDER BY m.id"
)
_VERSIONS = (
    "MATCH (v:Version) WHERE v.memoryId >= $low AND v.memoryId <= $high RETURN v.memoryId, v.number,"
    " v.recordedFrom, v.recordedTo, v.agent, v.title, v.content, v.state ORDER BY v.memoryId, v.number"
)
_LINKS = (
    "MATCH (a:Memory)-[x:%s]->(b:Memory) RETURN x.id, a.id, b.id, x.reason, x.inferred, x.at, x.until ORDER BY x.id"
)
_VECTOR_OWNERS = "MATCH (v:MemoryVector) WHERE v.part = 0 RETURN v.memoryId"
_VECTORS = (
    f"MATCH (v:MemoryVector) WHERE v.memoryId >= $low AND v.memoryId <= $high RETURN {COLUMNS}"
    " ORDER BY v.memoryId, v.model, v.part"
)
_RECORDS = "MATCH (x:Record) RETURN x.id, x.kind, x.at, x.until, x.body ORDER BY x.id"
_EVENTS = (
    "MATCH (x:Event) WHERE x.number > $low AND x.number <= $high RETURN x.number, x.type, x.at, x.agent,"
    " x.memoryId, x.entityId, x.reason, x.details ORDER BY x.number"
)


def rows(database: Database, last_event: int) -> Iterator[tuple[str, Row]]:
    """Every row of a store with its kind, in an order in which each row's references come before it."""
    yield from (("entity", _entity(row)) for row in database.scan(_ENTITIES))
    yield from (("thread", _thread(row)) for row in database.scan(_THREADS))
    yield from _memories(database)
    yield from _vectors(database)
    for relation, table in RELATION_TABLES.items():
        for row in database.scan(_LINKS % table):
            yield "link", _link(relation, row)
    yield from (("record", _record(row)) for row in database.scan(_RECORDS))
    for low in range(0, last_event, CHUNK):
        bounds = {"low": low, "high": min(low + CHUNK, last_event)}
        yield from (("event", _event(row)) for row in database.scan(_EVENTS, bounds))


def _memories(database: Database) -> Iterator[tuple[str, Row]]:
    ids = [row[0] for row in database.scan(_MEMORY_IDS)]
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        bounds = {"low": chunk[0], "high": chunk[-1]}
        versions: dict[str, list[Row]] = {name: [] for name in chunk}
        for row in database.scan(_VERSIONS, bounds):
            versions[row[0]].append(_version(row))
        for name, permalink, at, fingerprint in database.scan(_MEMORIES, bounds):
            identity = {"id": name, "permalink": permalink, "at": at, "fingerprint": fingerprint}
            yield "memory", identity | {"versions": versions[name]}


def _vectors(database: Database) -> Iterator[tuple[str, Row]]:
    owners = sorted({row[0] for row in database.scan(_VECTOR_OWNERS)})
    for start in range(0, len(owners), CHUNK):
        chunk = owners[start : start + CHUNK]
        for found in assembled(database.scan(_VECTORS, {"low": chunk[0], "high": chunk[-1]})):
            values = (found.memory_id, found.model, found.dimension, found.at, found.brought, found.text)
            yield "vector", dict(zip(VECTOR, values, strict=True))


def _entity(row: list[Any]) -> Row:
    name, number, since, until, state = row
    return {"id": name, "number": number, "from": since, "to": until, "state": loads(state)}


def _thread(row: list[Any]) -> Row:
    return dict(zip(("id", "key", "title", "at"), row, strict=True))


def _version(row: list[Any]) -> Row:
    _, number, since, until, agent, title, content, state = row
    return {
        "number": number,
        "from": since,
        "to": until,
        "agent": agent,
        "title": title,
        "content": content,
        "state": loads(state),
    }


def _link(relation: str, row: list[Any]) -> Row:
    names = ("id", "source", "target", "reason", "inferred", "at", "until")
    return {"relation": relation} | dict(zip(names, row, strict=True))


def _record(row: list[Any]) -> Row:
    name, kind, at, until, body = row
    return {"id": name, "kind": kind, "at": at, "until": until, "body": loads(body)}


def _event(row: list[Any]) -> Row:
    names = ("number", "type", "at", "agent", "memory", "entity", "reason")
    return dict(zip(names, row[:7], strict=True)) | {"details": loads(row[7])}


def is_open(row: Row) -> bool:
    """Whether a version row is the present one."""
    return bool(row["to"] == FOREVER)
