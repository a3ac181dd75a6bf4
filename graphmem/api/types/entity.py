"""Entities and their names, as clients see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import After, Before, First, Last, page_request, spent
from graphmem.api.context import RequestContext
from graphmem.api.fields import looked_up, resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import LEFT_OUT, Raw, argument
from graphmem.api.inputs.memory_filter import MemoryFilter, MemoryOrder, memory_filter, memory_order
from graphmem.api.inputs.refs import AsOfInput, as_of
from graphmem.api.scalars import DateTime, JSONObject
from graphmem.api.types.lazy import (
    LazyEntityDiff,
    LazyEventConnection,
    LazyMemoryConnection,
    LazyRelatedEntityConnection,
)
from graphmem.api.types.node import Node
from graphmem.domain import heat, model
from graphmem.domain.draft import EntityRef, Page
from graphmem.domain.errors import Invalid, NotFound
from graphmem.services import change, liveliness, read
from graphmem.services.related import related

EntityFilter = Annotated[
    Raw | None, argument(MemoryFilter | None, "Which of its memories; left out: the current ones.")
]
From = Annotated[Raw, argument(AsOfInput, "The first instant.", name="from")]
To = Annotated[Raw | None, argument(AsOfInput | None, "The second instant; left out: now.")]
Order = Annotated[Raw | None, argument(MemoryOrder | None, "In which order; left out: newest first.")]


@strawberry.type(description="One name of an entity.")
class Alias:
    """Drawn from `model.Alias`."""

    name: str = strawberry.field(description="The name.")
    source: model.AliasSource = strawberry.field(description="How the entity came by it.")
    added_at: DateTime = strawberry.field(description="When it was added.")


@strawberry.type(description="An entity that was merged into another and can be taken out again.")
class EntityMerge:
    """Drawn from `model.EntityMerge`."""

    id: strawberry.ID = strawberry.field(description="The merged entity's id; `unmergeEntity` takes it.")
    name: str = strawberry.field(description="Its name before.")
    at: DateTime = strawberry.field(description="When it was merged.")
    by: strawberry.ID = strawberry.field(description="The agent that merged it.")


@strawberry.type(description="How many memories hang in a layer.")
class LayerCount:
    """Drawn from a Count."""

    layer: model.Layer = strawberry.field(description="The layer.")
    count: int = strawberry.field(description="How many current memories it holds.")


@dataclass(frozen=True, slots=True)
class Count:
    """How many memories a layer holds."""

    layer: model.Layer
    count: int


def layer_counts(counts: Mapping[model.Layer, int]) -> list[Count]:
    """List all six layers with their counts, in their own order."""
    return [Count(layer, counts.get(layer, 0)) for layer in model.Layer]


@strawberry.type(description="How lively an entity is: what happened to it lately.")
class Momentum:
    """Drawn from `heat.Momentum`."""

    score: float = strawberry.field(description="0 (dormant) to 10 (surging).")
    band: heat.MomentumBand = strawberry.field(description="The score in a word.")


def _layers(entity: model.Entity, context: RequestContext) -> list[Count]:
    return layer_counts(read.layer_counts(context.space, entity.id))


def _memories(
    root: model.Entity,
    info: Info,
    filter: EntityFilter = LEFT_OUT,
    order: Order = LEFT_OUT,
    first: First = LEFT_OUT,
    after: After = LEFT_OUT,
    last: Last = LEFT_OUT,
    before: Before = LEFT_OUT,
) -> Page[model.Memory]:
    def turn() -> Page[model.Memory]:
        wanted = memory_filter(filter)
        if wanted.entities:
            raise Invalid("leave entities out here: the entity is given already", ("filter", "entities"))
        mine = replace(wanted, entities=(EntityRef(id=root.id),))
        page = page_request(first, after, last, before)
        return spent(info.context, read.memories(info.context.space, mine, *memory_order(order), page))

    return ask(info.context, turn)


def _related(
    root: model.Entity, info: Info, first: First = 20, after: After = LEFT_OUT
) -> Page[tuple[model.Entity, int]]:
    def turn() -> Page[tuple[model.Entity, int]]:
        page = page_request(first, after)
        return spent(info.context, related(info.context.space, root.id, page))

    return ask(info.context, turn)


def _diff(root: model.Entity, info: Info, from_: From, to: To = LEFT_OUT) -> change.EntityDiff:
    def compare() -> change.EntityDiff:
        start, end = as_of(from_, "from"), as_of(to, "to")
        found = change.diff(info.context.space, root.id, start or model.AsOf(), end)
        if found is None:
            raise NotFound(f"{root.id} was not known then: choose a later instant", ("to",))
        return found

    return ask(info.context, compare)


def _timeline(root: model.Entity, info: Info, first: First = 50, after: After = LEFT_OUT) -> Page[model.Event]:
    def turn() -> Page[model.Event]:
        page = page_request(first, after)
        return spent(info.context, change.timeline(info.context.space, root.id, page))

    return ask(info.context, turn)


@strawberry.type(description="A thing in the world that memories are about.")
class Entity(Node):
    """Drawn from `model.Entity`."""

    kind: model.EntityKind = strawberry.field(description="What sort of thing it is.")
    name: str = strawberry.field(description="Its name.")
    key: str | None = strawberry.field(description="Its canonical key, unique in the space.")
    aliases: list[Alias] = strawberry.field(description="Its other names.")
    attributes: JSONObject | None = strawberry.field(description="The caller's own data about it.")
    version: int = strawberry.field(description="Grows by 1 with each change; send it back as `expectedVersion`.")
    created_at: DateTime = strawberry.field(description="When it was made.")
    updated_at: DateTime = strawberry.field(description="When it was last changed.")
    merged_from: list[EntityMerge] = strawberry.field(description="The entities that were merged into it.")
    momentum: Momentum = looked_up(
        lambda entity, context: liveliness.momentum(context.space, entity.id), "How lively it is."
    )
    layers: list[LayerCount] = looked_up(_layers, "How many current memories it has in each layer.")
    memories: LazyMemoryConnection = resolved(_memories, "The memories that hang on it.")
    related: LazyRelatedEntityConnection = resolved(
        _related, "Entities that share memories with it, most shared first."
    )
    diff: LazyEntityDiff = resolved(_diff, "What became of it between two instants.")
    timeline: LazyEventConnection = resolved(
        _timeline, "What happened to it and its memories, in the order it happened."
    )
