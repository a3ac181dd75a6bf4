"""The Cypher that writes, prepared once per connection. Owns the text; `flush` owns the rows.

Matching a row by key costs as much as creating one, so a memory and everything that belongs to it is
created in one pattern, and the first memory of a new entity together with its entity (measured: 18,000
against 8,000 rows a second). All values are parameters; only table names of our own are put into the text.
"""

from __future__ import annotations

from graphmem.domain.model import FOREVER
from graphmem.store.schema import LAYER_TABLES, RELATION_TABLES

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

CREATE_ON_NEW_ENTITY = {
    layer: f"UNWIND $rows AS r CREATE {_ENTITY}{_HUNG % table}" for layer, table in LAYER_TABLES.items()
}
CREATE_ON_KNOWN_ENTITY = {
    layer: f"UNWIND $rows AS r MATCH (e:Entity {{id: r.entity}}) CREATE (e){_HUNG % table}"
    for layer, table in LAYER_TABLES.items()
}
REVISE = (
    "UNWIND $rows AS r MATCH (m:Memory {id: r.memory}), (p:Version {id: r.previous})"
    f" CREATE (m)<-[:VERSION_OF]-{_VERSION} SET p.recordedTo = r.at, m.version = r.revision"
)
HANG = {
    layer: "UNWIND $rows AS r MATCH (e:Entity {id: r.entity}), (m:Memory {id: r.memory})"
    f" CREATE (e)-[:{table} {{memoryId: r.memory, at: r.created}}]->(m) SET m.layer = r.layer"
    for layer, table in LAYER_TABLES.items()
}
UNHANG = {
    layer: f"UNWIND $rows AS r MATCH (:Entity)-[h:{table}]->(:Memory {{id: r.memory}}) DELETE h"
    for layer, table in LAYER_TABLES.items()
}
SET_FINGERPRINT = "UNWIND $rows AS r MATCH (m:Memory {id: r.memory}) SET m.fingerprint = r.fingerprint"
NEW_THREAD = "UNWIND $rows AS r CREATE (:Thread {id: r.id, key: r.key, title: r.title, createdAt: r.at})"
JOIN_THREAD = (
    "UNWIND $rows AS r MATCH (m:Memory {id: r.memory}), (t:Thread {id: r.thread})"
    " CREATE (m)-[:IN_THREAD {position: r.position}]->(t)"
)
LEAVE_THREAD = "UNWIND $rows AS r MATCH (:Memory {id: r.memory})-[i:IN_THREAD]->(:Thread) DELETE i"
MENTION = (
    "UNWIND $rows AS r MATCH (m:Memory {id: r.memory}), (e:Entity {id: r.entity})"
    " CREATE (m)-[:MENTIONS {role: r.role, surface: r.surface}]->(e)"
)
UNMENTION = "UNWIND $rows AS r MATCH (:Memory {id: r.memory})-[x:MENTIONS]->(:Entity) DELETE x"

NEW_ENTITY = f"UNWIND $rows AS r CREATE {_ENTITY}"
NEW_ENTITY_VERSION = (
    "UNWIND $rows AS r CREATE (:EntityVersion {id: r.version, entityId: r.entity, number: r.revision,"
    f" recordedFrom: r.at, recordedTo: {FOREVER}, state: r.state}})"
)
REVISE_ENTITY = (
    "UNWIND $rows AS r MATCH (e:Entity {id: r.entity}), (p:EntityVersion {id: r.previous})"
    " SET p.recordedTo = r.at, e.name = r.name, e.kind = r.kind"
)
MERGE_ENTITY = (
    "UNWIND $rows AS r MATCH (a:Entity {id: r.entity}), (b:Entity {id: r.into})"
    " CREATE (a)-[:MERGED_INTO {at: r.at}]->(b)"
)
UNMERGE_ENTITY = "UNWIND $rows AS r MATCH (:Entity {id: r.entity})-[x:MERGED_INTO]->(:Entity) DELETE x"

LINK = {
    relation: "UNWIND $rows AS r MATCH (a:Memory {id: r.source}), (b:Memory {id: r.target}) CREATE"
    f" (a)-[:{table} {{id: r.id, reason: r.reason, inferred: r.inferred, at: r.at, until: r.until}}]->(b)"
    for relation, table in RELATION_TABLES.items()
}
UNLINK = {
    relation: f"UNWIND $rows AS r MATCH (:Memory {{id: r.source}})-[x:{table}]->(:Memory {{id: r.target}})"
    " WHERE x.id = r.id SET x.until = r.until"
    for relation, table in RELATION_TABLES.items()
}
NEW_EVENT = f"UNWIND $rows AS r CREATE {_EVENT}"
NEW_RECORD = "UNWIND $rows AS r CREATE (:Record {id: r.id, kind: r.kind, at: r.at, until: r.until, body: r.body})"
PUT_RECORD = (
    "UNWIND $rows AS r MERGE (x:Record {id: r.id}) SET x.kind = r.kind, x.at = r.at, x.until = r.until, x.body = r.body"
)
CLOSE_RECORD = "UNWIND $rows AS r MATCH (x:Record {id: r.id}) SET x.until = r.until, x.body = '{}'"

ERASE_VERSIONS = "UNWIND $rows AS r MATCH (:Memory {id: r.id})<-[:VERSION_OF]-(v:Version) DETACH DELETE v"
ERASE_MEMORY = "UNWIND $rows AS r MATCH (m:Memory {id: r.id}) DETACH DELETE m"
SCRUB_EVENTS = "UNWIND $rows AS r MATCH (x:Event) WHERE x.memoryId = r.id SET x.reason = '', x.details = '{}'"
SCRUB_REASONS = "UNWIND $rows AS r MATCH (x:Event) WHERE x.reason <> '' AND x.details CONTAINS r.id SET x.reason = ''"
SCRUB_NAMES = (
    "UNWIND $rows AS r MATCH (x:Event) WHERE x.entityId = r.id OR x.details CONTAINS r.id SET x.details = '{}'"
)
ERASE_RECORDS = "UNWIND $rows AS r MATCH (x:Record) WHERE x.kind IN $kinds AND x.body CONTAINS r.id DELETE x"
SWEEP_VERSIONS = "UNWIND $rows AS r MATCH (v:EntityVersion) WHERE v.entityId = r.id DELETE v"
SWEEP_ENTITY = "UNWIND $rows AS r MATCH (e:Entity {id: r.id}) DETACH DELETE e"
