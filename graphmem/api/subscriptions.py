"""Subscriptions: the change feed. What happened is read from the record, so a reader can come back to it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.fields import drawn
from graphmem.api.info import Info
from graphmem.api.inputs.declare import LEFT_OUT, Raw, argument
from graphmem.api.inputs.memory_filter import MemoryFilter, memory_filter
from graphmem.api.types.event import Event
from graphmem.services import feed

Filter = Annotated[
    Raw | None,
    argument(MemoryFilter | None, "Only of memories that are such now; left out: of everything."),
]
After = Annotated[
    str | None,
    strawberry.argument(description="Resume after the last cursor seen; left out: from now on."),
]


@strawberry.type(description="One change, with the place to resume after.")
class MemoryChange:
    """Built for each event."""

    cursor: str = strawberry.field(description="Send it as `after` to go on from here.")
    event: Event = strawberry.field(description="What happened.")


async def _memory_changed(
    info: Info, filter: Filter = LEFT_OUT, after: After = LEFT_OUT
) -> AsyncGenerator[MemoryChange, None]:
    space = info.context.space
    # An empty cursor is a mistake to tell: taking it for "from now on" would lose what came before.
    start = ask(info.context, lambda: feed.place_of(space, None if after is LEFT_OUT else after))
    wanted = ask(info.context, lambda: feed.listening_for(memory_filter(filter))) if filter else None
    async with aclosing(feed.changes(space, start, wanted)) as changes:
        async for event in changes:
            yield MemoryChange(cursor=feed.event_cursor(event), event=drawn(event))


@strawberry.type(description="What can be listened to.")
class Subscription:
    """The root of subscriptions."""

    memory_changed: AsyncGenerator[MemoryChange, None] = strawberry.subscription(
        resolver=_memory_changed,
        description="Every change, in order and at least once; ends only when it is closed.",
    )
