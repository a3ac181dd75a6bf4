"""Turns a plan's log into the rows of the few statements that write it.

No value is ever None in a row: Kuzu can't type a column of nothing but nulls. Absent text is "", an open
interval ends at FOREVER.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from graphmem.domain.model import FOREVER, Entity, Event, EventType, Link, Memory, Thread
from graphmem.store import statements as cypher
from graphmem.store.codec import dumps, entity_state, memory_state
from graphmem.store.log import Log
from graphmem.store.port import Connection
from graphmem.store.record import ABOUT_OTHERS, Record, RecordKind
from graphmem.store.statement import Row, Statement
from graphmem.store.vectors import stored, vector_keys

Item = TypeVar("Item")
Kind = TypeVar("Kind")


def flush(log: Log, last_event: int, connection: Connection) -> list[Event]:
    """Write a log inside the open transaction; returns its events, numbered on from `last_event`."""

    def run(statement: Statement, rows: Iterable[Row]) -> None:
        statement.run(connection, list(rows))

    # Before the new events, or the erasure's own reason would be scrubbed as well.
    _scrub(log, run)
    events = [event.numbered(last_event + n) for n, event in enumerate(log.events, 1)]
    run(cypher.NEW_THREAD, map(_thread, log.threads))
    _create(log, events, run)
    _revise(log, run)
    _link(log.links, run)
    _keep_records(log.records, run)
    _keep_vectors(log, run)
    _erase(log, run, connection)
    return events


Run = Callable[[Statement, Iterable[Row]], None]


def _create(log: Log, events: list[Event], run: Run) -> None:
    births = {event.memory_id: event for event in events if event.type is EventType.MEMORY_CREATED}
    homeless = {entity.id: entity for entity in log.entities}
    # The first memory of a new entity makes it together with itself.
    makers = {m.id: entity for m in log.memories if (entity := homeless.pop(m.entity_id, None)) is not None}
    run(cypher.NEW_ENTITY, map(_entity, homeless.values()))
    run(cypher.NEW_ENTITY_VERSION, map(_entity_version, _all_versions(log)))
    ways = _grouped(log.memories, lambda m: (m.layer, m.id not in makers, m.thread_id is not None))
    for way in sorted(ways, key=lambda way: way[1]):
        run(cypher.CREATE[way], (_created(m, births[m.id], log, makers.get(m.id)) for m in ways[way]))
    run(cypher.NEW_EVENT, (_event(e) for e in events if e.type is not EventType.MEMORY_CREATED))
    run(cypher.MENTION, (row for m in log.memories for row in _mentions(m)))


def _all_versions(log: Log) -> list[Entity]:
    return [*log.entities, *(after for _, after in log.entity_changes)]


def _revise(log: Log, run: Run) -> None:
    run(cypher.REVISE_ENTITY, (_entity(e) | {"previous": _previous(e)} for _, e in log.entity_changes))
    for old, new in log.entity_changes:
        if old.merged_into != new.merged_into:
            run(cypher.UNMERGE_ENTITY, [_entity(new)])
            run(cypher.MERGE_ENTITY, [_entity(new) | {"into": new.merged_into}] if new.merged_into else [])
    # One statement per version: a later one matches the row that the earlier one created.
    for before, after, by in log.memory_changes:
        previous = f"{before.id}:{before.version}"
        run(cypher.REVISE, [_version(after) | {"previous": previous, "agent": by}])
        _rehang(before, after, run)
    reprinted = {after.id for _, after, _ in log.memory_changes} & log.fingerprints.keys()
    prints = ({"memory": name, "fingerprint": log.fingerprints[name]} for name in reprinted)
    run(cypher.SET_FINGERPRINT, prints)


def is_rehung(before: Memory, after: Memory) -> bool:
    """Whether a change of a memory takes edges away."""
    return (before.entity_id, before.layer, before.thread_id, before.mentions) != (
        after.entity_id,
        after.layer,
        after.thread_id,
        after.mentions,
    )


def _rehang(before: Memory, after: Memory, run: Run) -> None:
    if (before.entity_id, before.layer) != (after.entity_id, after.layer):
        run(cypher.UNHANG[before.layer], [_version(after)])
        run(cypher.HANG[after.layer], [_version(after) | {"created": after.created_at}])
    if before.thread_id != after.thread_id:
        run(cypher.LEAVE_THREAD, [{"memory": after.id}] if before.thread_id is not None else [])
        run(cypher.JOIN_THREAD, [_membership(after)] if after.thread_id is not None else [])
    if before.mentions != after.mentions:
        run(cypher.UNMENTION, [{"memory": after.id}])
        run(cypher.MENTION, _mentions(after))


def _link(links: list[Link], run: Run) -> None:
    for relation, made in _grouped(links, lambda link: link.relation).items():
        run(cypher.LINK[relation], (_link_row(link) for link in made if link.removed_at == FOREVER))
        run(cypher.UNLINK[relation], (_link_row(link) for link in made if link.removed_at != FOREVER))


def _keep_records(records: list[Record], run: Run) -> None:
    """Of several states of one record in the group, the last is written."""
    latest = {record.id: record for record in records}.values()
    opened = [record for record in latest if record.until == FOREVER]
    run(cypher.NEW_RECORD, (_record(record) for record in opened if record.kind in _NEVER_REOPENED))
    run(cypher.PUT_RECORD, (_record(record) for record in opened if record.kind not in _NEVER_REOPENED))
    run(cypher.CLOSE_RECORD, ({"id": r.id, "until": r.until} for r in latest if r.until != FOREVER))


_NEVER_REOPENED = frozenset(RecordKind) - {
    RecordKind.DISMISSED,
    RecordKind.MUTE,
    RecordKind.TOMBSTONE,
    RecordKind.HASH_KEY,
    RecordKind.UPKEEP,
}
"""Kinds whose ids are new each time; creating is cheaper than merging."""


def _keep_vectors(log: Log, run: Run) -> None:
    # Made anew rather than set: setting long text bloats the engine's file.
    outdated = (vector_keys(name, model, size) for (name, model), size in log.outdated_vectors.items())
    run(cypher.DROP_VECTOR, ({"id": key} for keys in outdated for key in keys))
    run(cypher.NEW_VECTOR, (row for vector in log.vectors.values() if vector for row in stored(vector).rows()))


def _scrub(log: Log, run: Run) -> None:
    """Take out of what was told before all that may quote what is erased now."""
    run(cypher.SCRUB_EVENTS, _ids(log.erased))
    run(cypher.SCRUB_REASONS, _ids(log.erased))
    run(cypher.SCRUB_NAMES, _ids(log.swept))


def _erase(log: Log, run: Run, connection: Connection) -> None:
    run(cypher.ERASE_VERSIONS, _ids(log.erased))
    run(cypher.ERASE_MEMORY, _ids(log.erased))
    run(cypher.SWEEP_VERSIONS, _ids(log.swept))
    run(cypher.SWEEP_ENTITY, _ids(log.swept))
    if gone := _ids((*log.erased, *log.swept)):
        connection.rows(cypher.ERASE_RECORDS, {"rows": gone, "kinds": [str(kind) for kind in ABOUT_OTHERS]})


def _ids(gone: Iterable[Memory | Entity]) -> list[Row]:
    return [{"id": each.id} for each in gone]


def _grouped(items: Iterable[Item], key: Callable[[Item], Kind]) -> Mapping[Kind, list[Item]]:
    groups: dict[Kind, list[Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def _thread(thread: Thread) -> Row:
    return {"id": thread.id, "key": thread.key, "title": thread.title or "", "at": thread.created_at}


def _entity(entity: Entity) -> Row:
    return {
        "entity": entity.id,
        "kind": entity.kind,
        "name": entity.name,
        "made": entity.created_at,
        "at": entity.updated_at,
    }


def _previous(entity: Entity) -> str:
    return f"{entity.id}:{entity.version - 1}"


def _entity_version(entity: Entity) -> Row:
    return {
        "version": f"{entity.id}:{entity.version}",
        "entity": entity.id,
        "revision": entity.version,
        "at": entity.updated_at,
        "state": dumps(entity_state(entity)),
    }


def _created(memory: Memory, birth: Event, log: Log, entity: Entity | None) -> Row:
    """A new memory with the event of its making, and with the entity it makes, if any."""
    identity = {"permalink": memory.permalink or "", "fingerprint": log.fingerprints[memory.id]}
    made = {} if entity is None else _entity(entity)
    return made | _event(birth) | _version(memory) | _membership(memory) | identity


def _version(memory: Memory) -> Row:
    return {
        "version": f"{memory.id}:{memory.version}",
        "memory": memory.id,
        "entity": memory.entity_id,
        "layer": memory.layer,
        "revision": memory.version,
        "at": memory.updated_at,
        "agent": memory.provenance.agent,
        "title": memory.axes.title,
        "content": memory.content,
        "state": dumps(memory_state(memory)),
    }


def _membership(memory: Memory) -> Row:
    return {"memory": memory.id, "thread": memory.thread_id, "position": memory.thread_position}


def _mentions(memory: Memory) -> list[Row]:
    return [
        {"memory": memory.id, "entity": m.entity_id, "role": m.role or "", "surface": m.surface}
        for m in memory.mentions
    ]


def _link_row(link: Link) -> Row:
    return {
        "id": link.id,
        "source": link.source_id,
        "target": link.target_id,
        "reason": link.reason or "",
        "inferred": link.inferred,
        "at": link.created_at,
        "until": link.removed_at,
    }


def _record(record: Record) -> Row:
    return {
        "id": record.id,
        "kind": record.kind,
        "at": record.at,
        "until": record.until,
        "body": dumps(record.body),
    }


def _event(event: Event) -> Row:
    return {
        "number": event.number,
        "type": event.type,
        "at": event.at,
        "agent": event.agent,
        "memory": event.memory_id or "",
        "entity": event.entity_id or "",
        "reason": event.reason or "",
        "details": dumps(event.details),
    }
