"""Writes rows of the exchange format into an empty store, in bulk. The counterpart of `dump`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

from graphmem.domain.model import Relation
from graphmem.store import statements as cypher
from graphmem.store.codec import dumps
from graphmem.store.dump import CHUNK, VECTOR, Row, is_open
from graphmem.store.port import Connection
from graphmem.store.schema import LAYER_TABLES
from graphmem.store.statement import Key, Statement, statement
from graphmem.store.vectors import StoredVector

_ENTITY_VERSIONS: Final = statement(
    "CREATE (:EntityVersion {id: r.version, entityId: r.entity, number: r.number, recordedFrom: r.since,"
    " recordedTo: r.until, state: r.state})",
    many_from=1,
)
_MEMORY: Final = {
    layer: statement(
        f"CREATE (e)-[:{table} {{memoryId: r.memory, at: r.at}}]->(:Memory {{id: r.memory, layer: r.layer,"
        " permalink: r.permalink, createdAt: r.at, version: r.number, fingerprint: r.fingerprint})",
        Key("e", "Entity", "entity"),
        many_from=1,
    )
    for layer, table in LAYER_TABLES.items()
}
_VERSIONS: Final = statement(
    "CREATE (m)<-[:VERSION_OF]-(:Version {id: r.version, memoryId: r.memory, entityId: r.entity, number: r.number,"
    " recordedFrom: r.since, recordedTo: r.until, agent: r.agent, title: r.title, content: r.content,"
    " state: r.state})",
    Key("m", "Memory", "memory"),
    many_from=1,
)


class Loader:
    """Takes rows in the order of `dump.rows`, in as many transactions as the caller likes."""

    def __init__(self) -> None:
        self._merged: list[dict[str, Any]] = []

    def write(self, connection: Connection, kind: str, rows: Iterable[Row]) -> None:
        """Write rows of one kind inside an open transaction."""
        self._connection = connection
        if kind != "entity":
            # Entities are merged into others that may come after them.
            self._run(cypher.MERGE_ENTITY, self._merged)
            self._merged = []
        getattr(self, f"_{kind}")(list(rows))

    def _run(self, statement: Statement, rows: list[dict[str, Any]]) -> None:
        for start in range(0, len(rows), CHUNK):
            statement.run(self._connection, rows[start : start + CHUNK])

    def _entity(self, rows: list[Row]) -> None:
        newest = {row["id"]: row for row in rows if is_open(row)}
        self._run(cypher.NEW_ENTITY, [_node(row) for row in newest.values()])
        self._run(_ENTITY_VERSIONS, [_entity_version(row) for row in rows])
        merged = (_node(row) | {"into": into} for row in newest.values() if (into := row["state"]["merged_into"]))
        self._merged.extend(merged)

    def _thread(self, rows: list[Row]) -> None:
        self._run(cypher.NEW_THREAD, rows)

    def _memory(self, rows: list[Row]) -> None:
        by_layer: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in rows:
            by_layer[row["versions"][-1]["state"]["layer"]].append(_identity(row))
        for layer, creation in _MEMORY.items():
            self._run(creation, by_layer[layer])
        self._run(_VERSIONS, [_version(row["id"], v) for row in rows for v in row["versions"]])
        newest = [(row["id"], row["versions"][-1]["state"]) for row in rows]
        self._run(cypher.JOIN_THREAD, [_membership(n, s["thread"]) for n, s in newest if "thread" in s])
        self._run(cypher.MENTION, [_mention(n, m) for n, s in newest for m in s.get("mentions", ())])

    def _vector(self, rows: list[Row]) -> None:
        vectors = [StoredVector(*(row[name] for name in VECTOR)) for row in rows]
        self._run(cypher.NEW_VECTOR, [piece for vector in vectors for piece in vector.rows()])

    def _link(self, rows: list[Row]) -> None:
        for relation in Relation:
            self._run(cypher.LINK[relation], [row for row in rows if row["relation"] == relation])

    def _record(self, rows: list[Row]) -> None:
        self._run(cypher.NEW_RECORD, [row | {"body": dumps(row["body"])} for row in rows])

    def _event(self, rows: list[Row]) -> None:
        self._run(cypher.NEW_EVENT, [row | {"details": dumps(row["details"])} for row in rows])


def _node(row: Row) -> dict[str, Any]:
    state = row["state"]
    return {
        "entity": row["id"],
        "kind": state["kind"],
        "name": state["name"],
        "made": state["created_at"],
        "at": row["from"],
    }


def _entity_version(row: Row) -> dict[str, Any]:
    return {
        "version": f"{row['id']}:{row['number']}",
        "entity": row["id"],
        "number": row["number"],
        "since": row["from"],
        "until": row["to"],
        "state": dumps(row["state"]),
    }


def _identity(row: Row) -> dict[str, Any]:
    newest = row["versions"][-1]
    return {
        "memory": row["id"],
        "entity": newest["state"]["entity"],
        "layer": newest["state"]["layer"],
        "permalink": row["permalink"],
        "at": row["at"],
        "number": newest["number"],
        "fingerprint": row["fingerprint"],
    }


def _version(memory_id: str, row: Row) -> dict[str, Any]:
    return {
        "version": f"{memory_id}:{row['number']}",
        "memory": memory_id,
        "entity": row["state"]["entity"],
        "number": row["number"],
        "since": row["from"],
        "until": row["to"],
        "agent": row["agent"],
        "title": row["title"],
        "content": row["content"],
        "state": dumps(row["state"]),
    }


def _membership(memory_id: str, thread: list[Any]) -> dict[str, Any]:
    return {"memory": memory_id, "thread": thread[0], "position": thread[1]}


def _mention(memory_id: str, mention: list[Any]) -> dict[str, Any]:
    entity, surface, role = mention
    return {"memory": memory_id, "entity": entity, "role": role or "", "surface": surface}
