"""The entities of a space, held in-process: versions, merges and canonical keys. Derived from the store.

A merge is an edge, not a rewrite: memories keep the entity they were hung on, and every reader follows
`merged_into`. So a merge costs the same for one memory as for a million, and its undo is exact.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.domain.model import FOREVER, Entity, EntityKind, Micros
from graphmem.domain.names import canonical_key
from graphmem.store.codec import entity_from, loads
from graphmem.store.database import Database

_OPEN = f"MATCH (v:EntityVersion) WHERE v.recordedTo = {FOREVER} RETURN v.entityId, v.number, v.recordedFrom, v.state"
_AT = (
    "MATCH (v:EntityVersion) WHERE v.recordedFrom <= $at AND v.recordedTo > $at"
    " RETURN v.entityId, v.number, v.recordedFrom, v.state"
)
_ALL = "MATCH (v:EntityVersion) RETURN v.entityId, v.number, v.recordedFrom, v.state ORDER BY v.entityId, v.number"


Names = tuple[str, ...]


class EntityTable:
    """Entities by id and canonical key; `canonical` follows merges, `members` goes back.

    `project_names` is a log: the names of a project before and after each change of them, () for none.
    """

    def __init__(self) -> None:
        self._entities: dict[str, Entity] = {}
        self._keys: dict[str, str] = {}
        self._merged: dict[str, set[str]] = {}
        self.project_names: list[tuple[Names, Names]] = []

    def load(self, database: Database, query: str = _OPEN, at: Micros = 0) -> None:
        """Read the open entity versions from the store."""
        for name, number, since, state in database.scan(query, {"at": at} if at else {}):
            self.put(entity_from(name, number, since, loads(state)))

    @classmethod
    def at(cls, database: Database, instant: Micros) -> EntityTable:
        """The entities as they were known at a recorded instant."""
        table = cls()
        table.load(database, _AT, instant)
        return table

    def put(self, entity: Entity) -> None:
        """Add an entity, or its next version."""
        if (before := self._entities.get(entity.id)) is not None:
            self._release(before)
        self._entities[entity.id] = entity
        self._log_names(before, entity)
        if entity.key is not None:
            self._keys[canonical_key(entity.key)] = entity.id
        if entity.merged_into is not None:
            self._merged.setdefault(entity.merged_into, set()).add(entity.id)

    def drop(self, entity: Entity) -> None:
        """Forget a swept entity."""
        if (gone := self._entities.pop(entity.id, None)) is not None:
            self._release(gone)
            self._log_names(gone, None)

    def _log_names(self, before: Entity | None, after: Entity | None) -> None:
        names, renamed = _project_names(before), _project_names(after)
        if names != renamed:
            self.project_names.append((names, renamed))

    def _release(self, before: Entity) -> None:
        if before.key is not None and self._keys.get(key := canonical_key(before.key)) == before.id:
            del self._keys[key]
        if before.merged_into is not None:
            self._merged[before.merged_into].discard(before.id)

    def get(self, entity_id: str) -> Entity | None:
        """An entity by its own id, merged or not."""
        return self._entities.get(entity_id)

    def canonical(self, entity_id: str) -> Entity | None:
        """The entity that an id stands for now: itself, or what it was merged into."""
        entity = self._entities.get(entity_id)
        while entity is not None and entity.merged_into is not None:
            entity = self._entities.get(entity.merged_into)
        return entity

    def key_owner(self, key: str) -> str | None:
        """The id of the entity that carries a canonical key itself, merged or not."""
        return self._keys.get(canonical_key(key))

    def by_key(self, key: str) -> Entity | None:
        """The entity under a canonical key, merges followed."""
        owner = self.key_owner(key)
        return None if owner is None else self.canonical(owner)

    def members(self, entity_id: str) -> list[str]:
        """The id itself and all ids merged into it, directly or not."""
        found = [entity_id]
        for name in found:
            found.extend(sorted(self._merged.get(name, ())))
        return found

    def standing(self) -> list[Entity]:
        """Every entity that is not merged into another one."""
        return [entity for entity in list(self._entities.values()) if entity.merged_into is None]

    def all(self) -> list[Entity]:
        """Every entity."""
        return list(self._entities.values())

    def __len__(self) -> int:
        return sum(entity.merged_into is None for entity in list(self._entities.values()))


def _project_names(entity: Entity | None) -> Names:
    standing = entity is not None and entity.kind is EntityKind.PROJECT and entity.merged_into is None
    return names_of(entity) if entity is not None and standing else ()


def all_versions(database: Database) -> Iterable[Entity]:
    """Every version of every entity, by entity and number, streamed."""
    for name, number, since, state in database.scan(_ALL):
        yield entity_from(name, number, since, loads(state))


def names_of(entity: Entity) -> Names:
    """All names an entity answers to, its own first."""
    return (entity.name, *(alias.name for alias in entity.aliases))
