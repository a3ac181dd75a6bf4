"""Checks that a store is whole: every memory with its versions, edges, thread and events, nothing half.

Reads only. What it finds is text for people; an empty list means the store is sound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from graphmem.domain.model import FOREVER, EventType
from graphmem.store.codec import loads
from graphmem.store.database import Database
from graphmem.store.schema import LAYER_TABLES, RELATION_TABLES
from graphmem.store.vectors import COLUMNS, assembled

_VECTORS = f"MATCH (v:MemoryVector) RETURN {COLUMNS}"
_PIECES = "MATCH (v:MemoryVector) RETURN v.id, v.memoryId, v.model, v.part"

State = dict[str, Any]


def faults(database: Database) -> list[str]:
    """Everything that is not as it must be, in words."""
    parts = (_event_faults, _entity_faults, _memory_faults, _vector_faults, _cycles)
    return [fault for part in parts for fault in part(database)]


def _event_faults(database: Database) -> Iterator[str]:
    count, last = database.read("MATCH (x:Event) RETURN count(*), max(x.number)")[0]
    if count != (last or 0):
        yield f"{count} events are numbered up to {last}: there are gaps or repeats"


def _entity_faults(database: Database) -> Iterator[str]:
    nodes = {row[0] for row in database.scan("MATCH (e:Entity) RETURN e.id")}
    query = f"MATCH (v:EntityVersion) WHERE v.recordedTo = {FOREVER} RETURN v.entityId, v.state"
    rows = list(database.scan(query))
    open_versions = Counter(name for name, _ in rows)
    for name in nodes ^ open_versions.keys():
        yield f"entity {name} has a node or a present version, but not both"
    yield from (f"entity {name} has {n} present versions" for name, n in open_versions.items() if n != 1)
    merged = sorted((name, into) for name, state in rows if (into := loads(state)["merged_into"]) is not None)
    tied = sorted(_rows(database, "MATCH (a:Entity)-[:MERGED_INTO]->(b:Entity) RETURN a.id, b.id"))
    if merged != tied:
        yield f"entities are merged as {merged}, their edges say {tied}"


def _memory_faults(database: Database) -> Iterator[str]:
    expected: dict[str, int] = dict(map(tuple, database.scan("MATCH (m:Memory) RETURN m.id, m.version")))
    spans: dict[str, list[tuple[int, int, int]]] = {name: [] for name in expected}
    states: dict[str, tuple[str, State]] = {}
    query = (
        "MATCH (m:Memory)<-[:VERSION_OF]-(v:Version)"
        " RETURN m.id, v.number, v.recordedFrom, v.recordedTo, v.entityId, v.state"
    )
    for name, number, since, until, home, state in database.scan(query):
        spans[name].append((number, since, until))
        if until == FOREVER:
            states[name] = (home, loads(state))
    for name, version in expected.items():
        yield from _version_faults(name, version, sorted(spans[name]))
    yield from _edge_faults(database, states)
    yield from _mention_faults(database, states)
    yield from _birth_faults(database, expected)


def _version_faults(name: str, version: int, spans: list[tuple[int, int, int]]) -> Iterator[str]:
    numbers = [number for number, _, _ in spans]
    if numbers != list(range(1, version + 1)):
        yield f"memory {name} at version {version} has the versions {numbers}"
    if [until for _, _, until in spans] != [since for _, since, _ in spans[1:]] + [FOREVER]:
        yield f"memory {name} has versions that do not follow one another, or no present one"


def _mention_faults(database: Database, states: dict[str, tuple[str, State]]) -> Iterator[str]:
    found: dict[str, list[list[str]]] = {name: [] for name in states}
    query = "MATCH (m:Memory)-[x:MENTIONS]->(e:Entity) RETURN m.id, e.id, x.surface, x.role"
    for name, entity, surface, role in _rows(database, query):
        found.setdefault(name, []).append([entity, surface, role])
    for name, (_, state) in states.items():
        mentions = sorted([entity, surface, role or ""] for entity, surface, role in state.get("mentions", ()))
        if sorted(found[name]) != mentions:
            yield f"memory {name} mentions {mentions}, its edges say {sorted(found[name])}"


def _edge_faults(database: Database, states: dict[str, tuple[str, State]]) -> Iterator[str]:
    hung: dict[str, list[tuple[str, str]]] = {name: [] for name in states}
    for layer, table in LAYER_TABLES.items():
        for entity, name in _rows(database, f"MATCH (e:Entity)-[:{table}]->(m:Memory) RETURN e.id, m.id"):
            hung.setdefault(name, []).append((entity, str(layer)))
    threads: dict[str, list[list[object]]] = {}
    query = "MATCH (m:Memory)-[i:IN_THREAD]->(t:Thread) RETURN m.id, t.id, i.position"
    for name, thread, position in _rows(database, query):
        threads.setdefault(name, []).append([thread, position])
    for name, (home, state) in states.items():
        if hung[name] != [(home, state["layer"])]:
            yield f"memory {name} of {home} in {state['layer']} hangs on {hung[name]}"
        if threads.get(name, []) != ([state["thread"]] if "thread" in state else []):
            yield f"memory {name} in thread {state.get('thread')} is at {threads.get(name)}"
    places = Counter(tuple(place) for found in threads.values() for place in found)
    yield from (f"place {place} of a thread is taken {n} times" for place, n in places.items() if n > 1)


def _birth_faults(database: Database, expected: dict[str, int]) -> Iterator[str]:
    query = "MATCH (x:Event) WHERE x.type = $type RETURN x.memoryId"
    births = Counter(row[0] for row in database.scan(query, {"type": str(EventType.MEMORY_CREATED)}))
    yield from (f"memory {name} has {births[name]} events of its making" for name in expected if births[name] != 1)


def _vector_faults(database: Database) -> Iterator[str]:
    names = {row[0] for row in database.scan("MATCH (m:Memory) RETURN m.id")}
    sizes: dict[str, int] = {}
    for vector in assembled(database.scan(_VECTORS)):
        name = f"the vector of {vector.memory_id} by {vector.model!r}"
        if vector.memory_id not in names:
            yield f"{name} is of no memory at all"
        if sizes.setdefault(vector.model, vector.dimension) != vector.dimension:
            yield f"{name} has {vector.dimension} numbers, others of its model {sizes[vector.model]}"
        try:
            vector.numbers()
        except ValueError as problem:
            yield f"{name} is damaged: {problem}"
    for key, owner, model, part in database.scan(_PIECES):
        if key != f"{owner}:{model}:{part}":
            yield f"vector piece {key} is number {part} of {owner} by {model!r}"


def _cycles(database: Database) -> Iterator[str]:
    table = RELATION_TABLES[next(r for r in RELATION_TABLES if r == "supersedes")]
    query = f"MATCH (a:Memory)-[x:{table}]->(b:Memory) WHERE x.until = {FOREVER} RETURN a.id, b.id"
    older: dict[str, list[str]] = {}
    for newer, old in _rows(database, query):
        older.setdefault(newer, []).append(old)
    done: set[str] = set()
    for start in list(older):
        yield from _cycle_from(start, older, done)


def _cycle_from(start: str, older: dict[str, list[str]], done: set[str]) -> Iterator[str]:
    path: list[str] = []
    ahead = [(start, False)]
    while ahead:
        name, leaving = ahead.pop()
        if leaving:
            path.pop()
            done.add(name)
        elif name in path:
            yield f"memory {name} replaces itself by way of {' > '.join(path[path.index(name) :])}"
        elif name not in done:
            path.append(name)
            ahead.append((name, True))
            ahead.extend((old, False) for old in older.get(name, ()))


def _rows(database: Database, query: str) -> Iterator[tuple[str, ...]]:
    return (tuple(row) for row in database.scan(query))
