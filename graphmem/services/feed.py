"""The change feed: events in their order, at least once, from any place, without a gap.

A reader's place is an event's number, so it can stop, reconnect or outlive a restart. Nothing is queued for
a slow reader: it reads on from the store at its own pace.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from graphmem.domain.draft import MemoryFilter
from graphmem.domain.errors import Invalid
from graphmem.domain.model import Event, EventType
from graphmem.services.filtering import matches
from graphmem.services.paging import EVENTS
from graphmem.services.selecting import find_thread, named_entities, normalised
from graphmem.services.space import Space

CHUNK = 100
"""Events read at a time."""

_TOLD = frozenset(EventType) - {EventType.WRITE_REFUSED, EventType.MEMORY_USED}


def event_cursor(event: Event) -> str:
    """The place right after an event."""
    return EVENTS.cursor((event.number,))


def place_of(space: Space, after: str | None) -> int:
    """The number that a feed goes on after: a cursor's, or the present end. Raises Invalid."""
    if after is None:
        return space.state.events.last
    (number,) = EVENTS.key(after)
    if not 0 <= number <= space.state.events.last:
        raise Invalid("after is not a cursor of this feed: take it from an event", ("after",))
    return int(number)


def listening_for(wanted: MemoryFilter) -> MemoryFilter:
    """The filter of a feed, checked before anything is waited for. Raises Problems and Invalid."""
    if wanted.as_of is not None:
        raise Invalid("a feed tells what happens: leave asOf out", ("filter", "asOf"))
    return normalised(wanted)


async def changes(space: Space, after: int, wanted: MemoryFilter | None = None) -> AsyncGenerator[Event, None]:
    """Every matching event after a number, then every one to come; ends only when it is closed."""
    wanted = None if wanted is None else listening_for(wanted)
    loop = asyncio.get_running_loop()
    rung = asyncio.Event()

    def ring() -> None:
        loop.call_soon_threadsafe(rung.set)

    with space.state.bell.listening(ring):
        while True:
            rung.clear()
            events = await asyncio.to_thread(_matching, space, after, wanted)
            for event, told in events:
                after = event.number
                if told:
                    yield event
            if not events:
                await rung.wait()


def _matching(space: Space, after: int, wanted: MemoryFilter | None) -> list[tuple[Event, bool]]:
    return [(event, _is_told(space, event, wanted)) for event in space.state.events.after(after, CHUNK)]


def _is_told(space: Space, event: Event, wanted: MemoryFilter | None) -> bool:
    if event.type not in _TOLD:
        return False
    if wanted is None:
        return True
    memory = None if event.memory_id is None else space.state.memory(event.memory_id)
    if memory is None or not matches(wanted, memory):
        return False
    home = space.state.entities.canonical(memory.entity_id)
    if wanted.entities and home not in named_entities(space, wanted):
        return False
    if wanted.kinds and (home is None or home.kind not in wanted.kinds):
        return False
    thread = None if wanted.thread is None else find_thread(space, wanted.thread)
    return wanted.thread is None or (thread is not None and memory.thread_id == thread.id)
