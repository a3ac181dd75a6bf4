"""Queries of entities, and of what a mention would be taken for."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import After, EntityConnection, First, page_request, spent
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs import refs
from graphmem.api.inputs.declare import LEFT_OUT, Raw, argument
from graphmem.api.inputs.refs import AsOfInput, EntityMention, EntityRef, entity_mention, entity_ref
from graphmem.api.types.entity import Entity
from graphmem.api.types.resolution import EntityResolution, PossibleDuplicate
from graphmem.domain import model, resolution
from graphmem.domain.draft import Page
from graphmem.services import read, receipts

Ref = Annotated[Raw, argument(EntityRef, "Which entity.")]
AsOf = Annotated[
    Raw | None,
    argument(AsOfInput | None, "As it stood then, with what it leads to as it stands; left out: all as it stands."),
]
Mention = Annotated[Raw, argument(EntityMention, "The words to resolve.")]
Kinds = Annotated[list[model.EntityKind] | None, strawberry.argument(description="Only of these kinds; left out: any.")]
NamePrefix = Annotated[
    str | None, strawberry.argument(description="Only those with a name or alias that begins so, folded.")
]


def _entity(info: Info, ref: Ref, as_of: AsOf = LEFT_OUT) -> model.Entity | None:
    return ask(info.context, lambda: read.entity(info.context.space, entity_ref(ref), refs.as_of(as_of)))


def _entities(
    info: Info,
    kinds: Kinds = LEFT_OUT,
    name_prefix: NamePrefix = LEFT_OUT,
    first: First = 20,
    after: After = LEFT_OUT,
) -> Page[model.Entity]:
    def turn() -> Page[model.Entity]:
        page = page_request(first, after)
        found = read.entities(info.context.space, frozenset(kinds or ()), name_prefix or None, page)
        return spent(info.context, found)

    return ask(info.context, turn)


def _resolve(info: Info, mention: Mention) -> resolution.Resolution:
    return ask(info.context, lambda: read.resolve(info.context.space, entity_mention(mention)))


def _possible_duplicates(info: Info, first: First = 20, after: After = LEFT_OUT) -> list[receipts.PossibleDuplicate]:
    def turn() -> list[receipts.PossibleDuplicate]:
        found = read.possible_duplicates(info.context.space, page_request(first, after))
        info.context.spend(len(found))
        return found

    return ask(info.context, turn)


@strawberry.type
class EntityQueries:
    """The part of Query that is about entities."""

    entity: Entity | None = resolved(_entity, "One entity.")
    entities: EntityConnection = resolved(_entities, "All entities, by name.")
    resolve_entity: EntityResolution = resolved(_resolve, "What a mention would be taken for; writes nothing.")
    possible_duplicates: list[PossibleDuplicate] = resolved(
        _possible_duplicates,
        "Pairs of entities that may be one, oldest first; `after` takes the last one's cursor.",
    )
