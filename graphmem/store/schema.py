"""The tables of a space, as migrations. Owns the physical layout; `flush` and `load` own the queries.

The layer is the type of the edge from entity to memory, so "the caveats of X" is one hop. Text lives in
`Version` rows that are created and never changed: setting long text bloats the engine's file. Edges carry
copies of the ids and sort keys they are read by, since fetching node properties in a list query is slow.
"""

from __future__ import annotations

from graphmem.domain.model import Layer, Relation
from graphmem.store.migrations import migration
from graphmem.store.port import Connection

LAYER_TABLES = {layer: layer.value.upper() for layer in Layer}
"""Edge table of each layer."""

RELATION_TABLES = {relation: relation.value.upper() for relation in Relation}
"""Edge table of each relation between memories."""

NODES = (
    "CREATE NODE TABLE Entity(id STRING, kind STRING, name STRING, createdAt INT64, PRIMARY KEY(id))",
    "CREATE NODE TABLE EntityVersion(id STRING, entityId STRING, number INT64, recordedFrom INT64,"
    " recordedTo INT64, state STRING, PRIMARY KEY(id))",
    "CREATE NODE TABLE Memory(id STRING, layer STRING, permalink STRING, createdAt INT64, version INT64,"
    " fingerprint INT64, PRIMARY KEY(id))",
    "CREATE NODE TABLE Version(id STRING, memoryId STRING, entityId STRING, number INT64,"
    " recordedFrom INT64, recordedTo INT64, agent STRING, title STRING, content STRING, state STRING,"
    " PRIMARY KEY(id))",
    "CREATE NODE TABLE Thread(id STRING, key STRING, title STRING, createdAt INT64, PRIMARY KEY(id))",
    "CREATE NODE TABLE Event(number INT64, type STRING, at INT64, agent STRING, memoryId STRING,"
    " entityId STRING, reason STRING, details STRING, PRIMARY KEY(number))",
    "CREATE NODE TABLE Record(id STRING, kind STRING, at INT64, until INT64, body STRING, PRIMARY KEY(id))",
)

EDGES = (
    *(f"CREATE REL TABLE {table}(FROM Entity TO Memory, memoryId STRING, at INT64)" for table in LAYER_TABLES.values()),
    *(
        f"CREATE REL TABLE {table}(FROM Memory TO Memory, id STRING, reason STRING, inferred BOOLEAN,"
        " at INT64, until INT64)"
        for table in RELATION_TABLES.values()
    ),
    "CREATE REL TABLE VERSION_OF(FROM Version TO Memory)",
    "CREATE REL TABLE IN_THREAD(FROM Memory TO Thread, position INT64)",
    "CREATE REL TABLE MENTIONS(FROM Memory TO Entity, role STRING, surface STRING)",
    "CREATE REL TABLE MERGED_INTO(FROM Entity TO Entity, at INT64)",
)


@migration(1, "the first tables")
def first_tables(connection: Connection) -> None:
    """Create every table of the first layout."""
    for statement in (*NODES, *EDGES):
        connection.rows(statement)


@migration(2, "vectors of memories")
def memory_vectors(connection: Connection) -> None:
    """Create the table of vectors: numbers as Base64, since Kuzu takes no bytes and writes lists fifty times slower."""
    connection.rows(
        "CREATE NODE TABLE MemoryVector(id STRING, memoryId STRING, model STRING, dimension INT64, at INT64,"
        " brought BOOLEAN, part INT64, numbers STRING, PRIMARY KEY(id))"
    )


MIGRATIONS = (first_tables, memory_vectors)
"""Every migration, oldest first; a released one is never changed."""
