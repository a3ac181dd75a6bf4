"""What a caller curates: entities, their names, merges and splits."""

from __future__ import annotations

from typing import Any

import strawberry

from graphmem.api.inputs.declare import Raw, declaration, kept, nullable, optional
from graphmem.api.scalars import JSONObject
from graphmem.domain import model


@declaration("A change to one entity. A field left out stays; null clears it where it may be null.")
class UpdateEntityInput:
    """Declared; read by `entity_changes`."""

    id: strawberry.ID = strawberry.field(description="The entity to change.")
    expected_version: int | None = optional("The version the caller saw; refused when it is no longer current.")
    name: str | None = optional("Its new name, which no other entity of its kind has; the old one stays as an alias.")
    kind: model.EntityKind | None = optional("What sort of thing it is.")
    key: str | None = optional("Its canonical key; null takes it away.")
    attributes: JSONObject | None = optional("The caller's own data about it; null takes it away.")


@declaration("A name of an entity.")
class AliasInput:
    """Declared; read field by field."""

    entity: strawberry.ID = strawberry.field(description="The entity.")
    name: str = strawberry.field(description="The name.")


@declaration("Entities that are one.")
class MergeEntitiesInput:
    """Declared; read field by field."""

    survivor: strawberry.ID = strawberry.field(description="The entity that stays.")
    duplicates: list[strawberry.ID] = strawberry.field(description="The entities that go up in it.")
    reason: str | None = optional("Why; in the record.")


@declaration("An entity to take out again of the one it was merged into.")
class UnmergeEntityInput:
    """Declared; read field by field."""

    survivor: strawberry.ID = strawberry.field(description="The entity it was merged into.")
    merged: strawberry.ID = strawberry.field(description="The entity to take out, with what it brought.")


@declaration("A part of an entity to make an entity of its own.")
class SplitEntityInput:
    """Declared; read field by field."""

    entity: strawberry.ID = strawberry.field(description="The entity that is two.")
    memories: list[strawberry.ID] = strawberry.field(description="The memories that move to the new one; at least one.")
    name: str = strawberry.field(description="The new entity's name, which no other one of its kind has.")
    kind: model.EntityKind | None = optional("The new entity's kind; left out: the same.")
    aliases: list[str] | None = optional("Names that move to the new one.")


def entity_changes(raw: Raw) -> dict[str, Any]:
    """Convert an UpdateEntityInput into the keyword arguments of `curate.update_entity`."""
    return {
        "expected_version": raw.get("expectedVersion"),
        "name": kept(raw, "name"),
        "kind": kept(raw, "kind"),
        "key": nullable(raw, "key"),
        "attributes": nullable(raw, "attributes"),
    }
