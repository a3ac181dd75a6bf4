"""The Cypher that writes, prepared once per connection. Owns the text; `flush` owns the rows.

A memory and everything that belongs to it is created in one pattern, the first memory of a new entity together with
its entity: matching again what was just created costs as much as creating it. All values are parameters; only table
names of our own are put into the text.
"""

from __future__ import annotations

from typing import Final

from graphmem.domain.model import FOREVER, Layer
from graphmem.store.schema import LAYER_TABLES, RELATION_TABLES
from graphmem.store.statement import Key, Statement, statement

# Where the many-row form begins to pay: creating alone, joining small tables, joining the table of all memories.
_CREATING: Final = 2
_FEW: Final = 3
_DOZENS: Final = 40

_ENTITY_KEY: Final = Key("e", "Entity", "entity")
_MEMORY_KEY: Final = Key("m", "Memory", "memory")
_THREAD_KEY: Final = Key("t", "Thread", "thread")

_EVENT = (
    "(:Event {number: r.number, type: r.type, at: r.at, agent: r.agent, memoryId: r.memory,"
    " entityId: r.entity, reason: r.reason, details: r.details})"
)
_VERSION = (
    "(:Version {id: r.version, memoryId: r.memory, entityId: r.entity, number: r.revision,"
    f" recordedFrom: r.at, recordedTo: {FOREVER}, agent: r.agent, title: r.title, content: r.content,"
    " state: r.state})"
)
_ENTITY = "(e:Entity {id: r.entity, kind: r.kind, name: r.name, createdAt: r.made})"
_HUNG = (
    "-[:%s {memoryId: r.memory, at: r.at}]->(m:Memory {id: r.memory, layer: r.layer, permalink: r.permalink,"
    f" createdAt: r.at, version: 1, fingerprint: r.fingerprint}})<-[:VERSION_OF]-{_VERSION}, {_EVENT}"
)
_JOINED = "(m)-[:IN_THREAD {position: r.position}]->(t)"


def _creation(layer: Layer, *, known: bool, threaded: bool) -> Statement:
    """A memory in a layer of a known or a new entity, in a thread that is there or in none."""
    keys = [key for key, matched in ((_ENTITY_KEY, known), (_THREAD_KEY, threaded)) if matched]
    pattern = ("(e)" if known else _ENTITY) + _HUNG % LAYER_TABLES[layer] + (f", {_JOINED}" if threaded else "")
    return statement(f"CREATE {pattern}", *keys, many_from=_FEW)


CREATE: Final = {
    (layer, known, threaded): _creation(layer, known=known, threaded=threaded)
    for layer in Layer
    for known in (False, True)
    for threaded in (False, True)
}
"""By layer, whether the entity is known already, and whether the memory is in a thread."""

REVISE: Final = statement(
    f"CREATE (m)<-[:VERSION_OF]-{_VERSION} SET p.recordedTo = r.at, m.version = r.revision",
    _MEMORY_KEY,
    Key("p", "Version", "previous"),
)
HANG: Final = {
    layer: statement(
        f"CREATE (e)-[:{table} {{memoryId: r.memory, at: r.created}}]->(m) SET m.layer = r.layer",
        _ENTITY_KEY,
        _MEMORY_KEY,
    )
    for layer, table in LAYER_TABLES.items()
}
UNHANG: Final = {
    layer: statement(f"MATCH (:Entity)-[h:{table}]->(:Memory {{id: r.memory}}) DELETE h")
    for layer, table in LAYER_TABLES.items()
}
SET_FINGERPRINT: Final = statement("SET m.fingerprint = r.fingerprint", _MEMORY_KEY)
NEW_THREAD: Final = statement(
    "CREATE (:Thread {id: r.id, key: r.key, title: r.title, createdAt: r.at})", many_from=_CREATING
)
JOIN_THREAD: Final = statement(f"CREATE {_JOINED}", _MEMORY_KEY, _THREAD_KEY, many_from=_DOZENS)
LEAVE_THREAD: Final = statement("MATCH (:Memory {id: r.memory})-[i:IN_THREAD]->(:Thread) DELETE i")
MENTION: Final = statement(
    "CREATE (m)-[:MENTIONS {role: r.role, surface: r.surface}]->(e)", _MEMORY_KEY, _ENTITY_KEY, many_from=_DOZENS
)
UNMENTION: Final = statement("MATCH (:Memory {id: r.memory})-[x:MENTIONS]->(:Entity) DELETE x")

NEW_ENTITY: Final = statement(f"CREATE {_ENTITY}", many_from=_CREATING)
NEW_ENTITY_VERSION: Final = statement(
    "CREATE (:EntityVersion {id: r.version, entityId: r.entity, number: r.revision,"
    f" recordedFrom: r.at, recordedTo: {FOREVER}, state: r.state}})",
    many_from=_CREATING,
)
REVISE_ENTITY: Final = statement(
    "SET p.recordedTo = r.at, e.name = r.name, e.kind = r.kind", _ENTITY_KEY, Key("p", "EntityVersion", "previous")
)
MERGE_ENTITY: Final = statement(
    "CREATE (e)-[:MERGED_INTO {at: r.at}]->(b)", _ENTITY_KEY, Key("b", "Entity", "into"), many_from=_DOZENS
)
UNMERGE_ENTITY: Final = statement("MATCH (:Entity {id: r.entity})-[x:MERGED_INTO]->(:Entity) DELETE x")

LINK: Final = {
    relation: statement(
        f"CREATE (a)-[:{table} {{id: r.id, reason: r.reason, inferred: r.inferred, at: r.at, until: r.until}}]->(b)",
        Key("a", "Memory", "source"),
        Key("b", "Memory", "target"),
        many_from=_DOZENS,
    )
    for relation, table in RELATION_TABLES.items()
}
UNLINK: Final = {
    relation: statement(
        f"MATCH (:Memory {{id: r.source}})-[x:{table}]->(:Memory {{id: r.target}}) WHERE x.id = r.id"
        " SET x.until = r.until"
    )
    for relation, table in RELATION_TABLES.items()
}
NEW_EVENT: Final = statement(f"CREATE {_EVENT}", many_from=_CREATING)
NEW_RECORD: Final = statement(
    "CREATE (:Record {id: r.id, kind: r.kind, at: r.at, until: r.until, body: r.body})", many_from=_CREATING
)
PUT_RECORD: Final = statement(
    "MERGE (x:Record {id: r.id}) SET x.kind = r.kind, x.at = r.at, x.until = r.until, x.body = r.body"
)
CLOSE_RECORD: Final = statement("SET x.until = r.until, x.body = '{}'", Key("x", "Record", "id"))
NEW_VECTOR: Final = statement(
    "CREATE (:MemoryVector {id: r.id, memoryId: r.memory, model: r.model, dimension: r.dimension, at: r.at,"
    " brought: r.brought, part: r.part, numbers: r.numbers})",
    many_from=_CREATING,
)
DROP_VECTOR: Final = statement("DELETE v", Key("v", "MemoryVector", "id"))

ERASE_VERSIONS: Final = statement("MATCH (:Memory {id: r.id})<-[:VERSION_OF]-(v:Version) DETACH DELETE v")
ERASE_MEMORY: Final = statement("DETACH DELETE m", Key("m", "Memory", "id"))
SCRUB_EVENTS: Final = statement("MATCH (x:Event) WHERE x.memoryId = r.id SET x.reason = '', x.details = '{}'")
SCRUB_REASONS: Final = statement("MATCH (x:Event) WHERE x.reason <> '' AND x.details CONTAINS r.id SET x.reason = ''")
SCRUB_NAMES: Final = statement(
    "MATCH (x:Event) WHERE x.entityId = r.id OR x.details CONTAINS r.id SET x.details = '{}'"
)
ERASE_RECORDS = "UNWIND $rows AS r MATCH (x:Record) WHERE x.kind IN $kinds AND x.body CONTAINS r.id DELETE x"
SWEEP_VERSIONS: Final = statement("MATCH (v:EntityVersion) WHERE v.entityId = r.id DELETE v")
SWEEP_ENTITY: Final = statement("DETACH DELETE e", Key("e", "Entity", "id"))
