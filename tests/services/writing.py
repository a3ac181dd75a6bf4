"""Short ways to write, for tests that are about what comes after."""

from __future__ import annotations

from graphmem.domain.draft import EntityRef
from graphmem.domain.model import Actor, Entity, EntityKind, Memory
from graphmem.services import read
from graphmem.services.remember import remember
from graphmem.services.space import Space
from tests.conftest import ALICE, about, draft


def write(space: Space, text: str, entity: str | EntityRef = "Atlas", actor: Actor = ALICE, **rest: object) -> Memory:
    """A new memory; no gate and no likeness keeps it out."""
    layer = str(rest.pop("layer", "context"))
    memory = remember(space, actor, draft(text, entity, layer, force=True, **rest)).memory
    assert memory is not None
    return memory


def now(space: Space, memory: Memory | str) -> Memory:
    """A memory as it stands now."""
    found = read.memory(space, memory if isinstance(memory, str) else memory.id)
    assert found is not None
    return found


def entity_of(space: Space, memory: Memory) -> Entity:
    """The entity a memory hangs on."""
    found = read.entity_by_id(space, memory.entity_id)
    assert found is not None
    return found


def named(space: Space, name: str, kind: EntityKind | None = EntityKind.PROJECT) -> Entity | None:
    """The entity that a name means for certain."""
    return read.entity(space, about(name, kind))
