"""Mutations of entities: change, name, merge, unmerge, split, tell apart."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.errors import answer
from graphmem.api.fields import drawn, resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import Raw, items
from graphmem.api.inputs.entity import (
    AliasInput,
    MergeEntitiesInput,
    SplitEntityInput,
    UnmergeEntityInput,
    UpdateEntityInput,
    entity_changes,
)
from graphmem.api.mutations.declare import mutation
from graphmem.api.payloads import EntityPayload, SplitEntityPayload
from graphmem.domain.model import Entity, Scope
from graphmem.services import curate

DuplicateId = Annotated[strawberry.ID, strawberry.argument(description="The possible duplicate's id.")]


def _payload(entity: Entity) -> EntityPayload:
    return EntityPayload(entity=drawn(entity))


def _update(use: RequestContext, raw: Raw) -> EntityPayload:
    return _payload(curate.update_entity(use.space, use.actor, raw["id"], **entity_changes(raw)))


def _add_alias(use: RequestContext, raw: Raw) -> EntityPayload:
    return _payload(curate.add_alias(use.space, use.actor, raw["entity"], raw["name"]))


def _remove_alias(use: RequestContext, raw: Raw) -> EntityPayload:
    return _payload(curate.remove_alias(use.space, use.actor, raw["entity"], raw["name"]))


def _merge(use: RequestContext, raw: Raw) -> EntityPayload:
    duplicates, reason = items(raw, "duplicates"), raw.get("reason")
    return _payload(curate.merge(use.space, use.actor, raw["survivor"], duplicates, reason))


def _unmerge(use: RequestContext, raw: Raw) -> EntityPayload:
    return _payload(curate.unmerge(use.space, use.actor, raw["survivor"], raw["merged"]))


def _split(use: RequestContext, raw: Raw) -> SplitEntityPayload:
    receipt = curate.split(
        use.space,
        use.actor,
        raw["entity"],
        items(raw, "memories"),
        raw["name"],
        raw.get("kind"),
        items(raw, "aliases"),
    )
    return SplitEntityPayload.of(receipt)


def _dismiss(info: Info, id: DuplicateId) -> EntityPayload:
    use = info.context
    return answer(
        use,
        Scope.WRITE,
        EntityPayload,
        lambda: _payload(curate.dismiss_duplicate(use.space, use.actor, id)),
        under=(),
    )


@strawberry.type
class EntityMutations:
    """The part of Mutation that is about entities."""

    update_entity: EntityPayload = mutation(
        _update,
        UpdateEntityInput,
        EntityPayload,
        "Rename an entity, or change its kind, key or attributes.",
    )
    add_entity_alias: EntityPayload = mutation(
        _add_alias,
        AliasInput,
        EntityPayload,
        "Give an entity a further name; mentions by it match from now on.",
    )
    remove_entity_alias: EntityPayload = mutation(
        _remove_alias,
        AliasInput,
        EntityPayload,
        "Take a name from an entity; mentions by it no longer match.",
    )
    merge_entities: EntityPayload = mutation(
        _merge,
        MergeEntitiesInput,
        EntityPayload,
        "Merge entities into one: names, memories and mentions move; `unmergeEntity` undoes it.",
    )
    unmerge_entity: EntityPayload = mutation(
        _unmerge,
        UnmergeEntityInput,
        EntityPayload,
        "Take a merged entity out again, with exactly what it brought.",
    )
    split_entity: SplitEntityPayload = mutation(
        _split,
        SplitEntityInput,
        SplitEntityPayload,
        "Make some of an entity's memories an entity of its own.",
    )
    dismiss_duplicate: EntityPayload = resolved(
        _dismiss, "Declare the two entities of a possible duplicate to be different."
    )
