"""Names for the types that refer to each other in circles, to be looked up when the schema is built.

Owns the references only, so that no module of types has to import another one of the circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import strawberry

# Strawberry looks a name up in the module that uses it before it looks here: a module with one of these
# must not import a domain class of the same name.
if TYPE_CHECKING:
    from graphmem.api.connections import (
        EventConnection,
        MemoryConnection,
        MemoryVersionConnection,
        RelatedEntityConnection,
    )
    from graphmem.api.types.diff import EntityDiff
    from graphmem.api.types.entity import Entity, EntityMerge
    from graphmem.api.types.event import Event
    from graphmem.api.types.link import Link
    from graphmem.api.types.memory import Memory
    from graphmem.api.types.thread import Thread

LazyEntity = Annotated["Entity", strawberry.lazy("graphmem.api.types.entity")]
LazyEntityDiff = Annotated["EntityDiff", strawberry.lazy("graphmem.api.types.diff")]
LazyEntityMerge = Annotated["EntityMerge", strawberry.lazy("graphmem.api.types.entity")]
LazyEvent = Annotated["Event", strawberry.lazy("graphmem.api.types.event")]
LazyLink = Annotated["Link", strawberry.lazy("graphmem.api.types.link")]
LazyMemory = Annotated["Memory", strawberry.lazy("graphmem.api.types.memory")]
LazyThread = Annotated["Thread", strawberry.lazy("graphmem.api.types.thread")]

LazyEventConnection = Annotated["EventConnection", strawberry.lazy("graphmem.api.connections")]
LazyMemoryConnection = Annotated["MemoryConnection", strawberry.lazy("graphmem.api.connections")]
LazyMemoryVersionConnection = Annotated["MemoryVersionConnection", strawberry.lazy("graphmem.api.connections")]
LazyRelatedEntityConnection = Annotated["RelatedEntityConnection", strawberry.lazy("graphmem.api.connections")]
