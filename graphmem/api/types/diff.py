"""What became of an entity between two instants, as clients see it."""

from __future__ import annotations

import strawberry

from graphmem.api.types.lazy import LazyEntityMerge, LazyMemory
from graphmem.api.types.version import MemoryVersion
from graphmem.domain import model


@strawberry.type(description="A memory whose text or axes differ between the two instants.")
class MemoryChangeSet:
    """Drawn from `change.MemoryChange`."""

    memory: LazyMemory = strawberry.field(description="The memory as it was at the second instant.")
    axes: list[model.Axis] = strawberry.field(description="The axes that differ.")
    before: MemoryVersion = strawberry.field(description="Its version at the first instant.")
    after: MemoryVersion = strawberry.field(description="Its version at the second instant.")


@strawberry.type(description="What became of an entity between two instants.")
class EntityDiff:
    """Drawn from `change.EntityDiff`."""

    added: list[LazyMemory] = strawberry.field(description="Memories that came.")
    changed: list[MemoryChangeSet] = strawberry.field(description="Memories that changed.")
    superseded: list[LazyMemory] = strawberry.field(description="Memories that were superseded.")
    forgotten: list[strawberry.ID] = strawberry.field(description="Memories that were forgotten.")
    renamed_from: str | None = strawberry.field(description="Its name at the first instant, if another.")
    merges: list[LazyEntityMerge] = strawberry.field(description="Entities that were merged into it.")
