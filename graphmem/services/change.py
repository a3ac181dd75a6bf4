"""What became of an entity: its timeline, and the difference between two instants."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.domain.draft import Page, PageRequest
from graphmem.domain.errors import Invalid
from graphmem.domain.model import (
    AsOf,
    Axis,
    Entity,
    EntityMerge,
    Event,
    Memory,
    MemoryStatus,
    MemoryVersion,
)
from graphmem.services.paging import EVENTS, page_of
from graphmem.services.past import Past
from graphmem.services.space import Space


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """A memory whose text or axes differ between the two instants."""

    memory: Memory
    axes: tuple[Axis, ...]
    before: MemoryVersion
    after: MemoryVersion


@dataclass(frozen=True, slots=True)
class EntityDiff:
    """What happened to an entity between two instants. `forgotten` holds ids: the texts are out of sight."""

    added: tuple[Memory, ...]
    changed: tuple[MemoryChange, ...]
    superseded: tuple[Memory, ...]
    forgotten: tuple[str, ...]
    renamed_from: str | None
    merges: tuple[EntityMerge, ...]


def timeline(space: Space, entity_id: str, page: PageRequest) -> Page[Event]:
    """A page of everything that happened to an entity, what was merged into it included, oldest first."""
    log = space.state.events
    members = space.state.entities.members(entity_id)
    numbers = sorted({n for member in members for n in log.matching(entity_id=member)})
    found = page_of(numbers, lambda number: (number,), page, EVENTS, default=50)
    events = tuple(event for number in found.items if (event := log.get(number)) is not None)
    return Page(events, found.cursors, found.has_next, found.has_previous, found.total)


def diff(space: Space, entity_id: str, start: AsOf, end: AsOf | None = None) -> EntityDiff | None:
    """What differs for an entity between two instants (the second: now, where none is given).

    None where the entity was not known at the second instant. Raises Invalid when the instants are in the
    wrong order.
    """
    before, after = Past(space, start), Past(space, end or AsOf())
    if after.recorded < before.recorded:
        raise Invalid("`to` must not be earlier than `from`", ("to",))
    entity = after.entity(entity_id)
    if entity is None:
        return None
    old, new = before.of_entity(_then(before, entity)), after.of_entity(entity.id)
    return EntityDiff(
        added=tuple(_added(old, new)),
        changed=tuple(_changed(space, old, new)),
        superseded=tuple(_became(old, new, MemoryStatus.SUPERSEDED)),
        forgotten=tuple(memory.id for memory in _became(old, new, MemoryStatus.FORGOTTEN)),
        renamed_from=_old_name(before, entity),
        merges=_merges(before, entity),
    )


def _then(before: Past, entity: Entity) -> str:
    known = before.entity(entity.id)
    return entity.id if known is None else known.id


def _added(old: dict[str, Memory], new: dict[str, Memory]) -> list[Memory]:
    fresh = (memory for name, memory in new.items() if name not in old)
    return sorted((m for m in fresh if m.status is not MemoryStatus.FORGOTTEN), key=lambda memory: memory.id)


def _became(old: dict[str, Memory], new: dict[str, Memory], status: MemoryStatus) -> list[Memory]:
    return [
        memory
        for name, memory in sorted(new.items())
        if memory.status is status and name in old and old[name].status is not status
    ]


def _changed(space: Space, old: dict[str, Memory], new: dict[str, Memory]) -> list[MemoryChange]:
    found = []
    for name, memory in sorted(new.items()):
        axes = _differing(old[name], memory) if name in old else ()
        if axes and memory.status is not MemoryStatus.FORGOTTEN:
            versions = {version.memory.version: version for version in space.state.memories.history(name)}
            found.append(MemoryChange(memory, axes, versions[old[name].version], versions[memory.version]))
    return found


def _differing(old: Memory, new: Memory) -> tuple[Axis, ...]:
    return tuple(axis for axis in Axis if getattr(old.axes, axis.value) != getattr(new.axes, axis.value))


def _old_name(before: Past, entity: Entity) -> str | None:
    known = before.entities.get(entity.id)
    return None if known is None or known.name == entity.name else known.name


def _merges(before: Past, entity: Entity) -> tuple[EntityMerge, ...]:
    known = before.entities.get(entity.id)
    earlier = () if known is None else known.merged_from
    return tuple(merge for merge in entity.merged_from if merge not in earlier)
