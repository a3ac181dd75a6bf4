"""Use cases that put entities in order: names, merges, splits, possible duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.client.answers.entity import Entity, EntitySummary, PossibleDuplicate
from graphmem.client.answers.receipt import SplitReceipt
from graphmem.client.asking import Ask
from graphmem.client.decoding import decode
from graphmem.client.failures import checked
from graphmem.client.inputs import CLEAR, Clear
from graphmem.client.naming import EntityLike, MemoryLike, entity_ref, enum_name, id_of
from graphmem.client.writing import sending
from graphmem.domain.kinds import EntityKind

EntityId = str | EntitySummary
"""An entity that is changed is named outright: by its id, or as an answer gave it."""


def _entity(operation: str, variables: dict[str, Any]) -> Ask[Entity]:
    return Ask(operation, variables, lambda payload: decode(Entity, checked(payload)["entity"]))


def update_entity(
    entity: EntityId,
    *,
    name: str | None = None,
    kind: EntityKind | str | None = None,
    key: str | Clear | None = None,
    attributes: Mapping[str, Any] | Clear | None = None,
    expected_version: int | None = None,
) -> Ask[Entity]:
    """Rename an entity, or change its kind, key or attributes. None leaves as it is, CLEAR takes away."""
    given: dict[str, Any] = {"name": name, "kind": enum_name(kind) if kind else None, "key": key}
    given |= {"attributes": attributes, "expectedVersion": expected_version}
    changed = {field: None if value is CLEAR else value for field, value in given.items() if value is not None}
    return _entity("UpdateEntity", {"input": {"id": id_of(entity), **changed}})


def add_alias(entity: EntityId, name: str) -> Ask[Entity]:
    """Give an entity a further name; mentions by it match from now on."""
    return _entity("AddAlias", {"input": {"entity": id_of(entity), "name": name}})


def remove_alias(entity: EntityId, name: str) -> Ask[Entity]:
    """Take a name from an entity; mentions by it no longer match."""
    return _entity("RemoveAlias", {"input": {"entity": id_of(entity), "name": name}})


def merge(survivor: EntityId, duplicates: Iterable[EntityId], *, reason: str | None = None) -> Ask[Entity]:
    """Merge entities into one: names, memories and mentions move; `unmerge` undoes it."""
    value: dict[str, Any] = {"survivor": id_of(survivor), "duplicates": [id_of(one) for one in duplicates]}
    return _entity("Merge", {"input": value | ({"reason": reason} if reason else {})})


def unmerge(survivor: EntityId, merged: EntityId) -> Ask[Entity]:
    """Take a merged entity out again, with exactly what it brought; gives it."""
    return _entity("Unmerge", {"input": {"survivor": id_of(survivor), "merged": id_of(merged)}})


def split(
    entity: EntityId,
    memories: Iterable[MemoryLike],
    name: str,
    *,
    kind: EntityKind | str | None = None,
    aliases: Sequence[str] = (),
) -> Ask[SplitReceipt]:
    """Make some of an entity's memories an entity of its own."""
    value: dict[str, Any] = {"entity": id_of(entity), "memories": [id_of(one) for one in memories], "name": name}
    value |= {"kind": enum_name(kind)} if kind else {}
    value |= {"aliases": list(aliases)} if aliases else {}
    return sending("Split", SplitReceipt, value)


def dismiss_duplicate(duplicate: str | PossibleDuplicate) -> Ask[Entity]:
    """Declare the two entities of a possible duplicate to be different."""
    ident = duplicate if isinstance(duplicate, str) else duplicate.id
    return _entity("DismissDuplicate", {"id": ident})


def mute(*, entity: EntityLike | None = None, tag: str | None = None) -> Ask[bool]:
    """Hide an entity or a tag from the caller's own recall; tells whether it was not so already."""
    return Ask("Mute", {"input": _scope(entity, tag)}, _changed)


def unmute(*, entity: EntityLike | None = None, tag: str | None = None) -> Ask[bool]:
    """Show a hidden entity or tag to the caller's own recall again; tells whether it was hidden."""
    return Ask("Unmute", {"input": _scope(entity, tag)}, _changed)


def _scope(entity: EntityLike | None, tag: str | None) -> dict[str, Any]:
    return {**({} if entity is None else {"entity": entity_ref(entity)}), **({} if tag is None else {"tag": tag})}


def _changed(payload: Any) -> bool:
    return bool(checked(payload)["changed"])
