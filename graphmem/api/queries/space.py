"""Queries of the space as a whole: its record, its counts, who is asking, and which service answers."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Final

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import After, EventConnection, First, page_request, spent
from graphmem.api.fields import drawn, resolved
from graphmem.api.health import takes_writes
from graphmem.api.info import Info
from graphmem.api.inputs.declare import LEFT_OUT
from graphmem.api.types.space import ServiceInfo, Stats, Viewer
from graphmem.domain import model
from graphmem.domain.draft import Page
from graphmem.services import read, receipts

VERSION: Final = version("graphmem")
"""graphmem's own version."""

EventTypes = Annotated[
    list[model.EventType] | None, strawberry.argument(description="Only of these types; left out: all.")
]
EntityId = Annotated[strawberry.ID | None, strawberry.argument(description="Only about this entity.")]
MemoryId = Annotated[strawberry.ID | None, strawberry.argument(description="Only about this memory.")]


def _events(
    info: Info,
    first: First = 50,
    after: After = LEFT_OUT,
    types: EventTypes = LEFT_OUT,
    entity: EntityId = LEFT_OUT,
    memory: MemoryId = LEFT_OUT,
) -> Page[model.Event]:
    def turn() -> Page[model.Event]:
        page = page_request(first, after)
        found = read.events(info.context.space, page, frozenset(types or ()), entity or None, memory or None)
        return spent(info.context, found)

    return ask(info.context, turn)


def _stats(info: Info) -> receipts.Stats:
    return ask(info.context, lambda: read.stats(info.context.space))


def _viewer(info: Info) -> Viewer:
    context = info.context
    scopes = [scope for scope in model.Scope if scope in context.actor.scopes]
    return Viewer(space=drawn(context.space_name), agent=drawn(context.actor.agent), scopes=scopes)


def _service_info(info: Info) -> ServiceInfo:
    space = info.context.space
    facts = space.database.facts()
    return ServiceInfo(
        version=VERSION,
        engine=facts["engine"],
        engine_version=facts["engine_version"],
        ready=takes_writes(space),
    )


@strawberry.type
class SpaceQueries:
    """The part of Query that is about the space as a whole."""

    events: EventConnection = resolved(_events, "Who did what, in the order it was done.")
    stats: Stats = resolved(_stats, "Counts of the space.")
    service_info: ServiceInfo = resolved(_service_info, "Which service answers; any token may ask.")
    viewer: Viewer = resolved(_viewer, "Who is asking; any token may ask.")
