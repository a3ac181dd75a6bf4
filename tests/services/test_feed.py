"""The feed: every event in its order, from any place on, however slow the reader."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import EntityRef, MemoryFilter, MemoryPatch, ThreadRef
from graphmem.domain.errors import Invalid, Problem, Problems
from graphmem.domain.model import AsOf, EntityKind, Event, EventType, Layer
from graphmem.services import curate, revise
from graphmem.services.feed import CHUNK, changes, event_cursor, listening_for, place_of
from graphmem.services.paging import EVENTS
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from tests.conftest import ALICE, Clock, about, small
from tests.services.writing import write

T = TypeVar("T")


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, but not for ever."""
    return asyncio.run(asyncio.wait_for(work, 30))


async def taken(feed: AsyncGenerator[Event, None], count: int) -> list[Event]:
    """The next events of a feed."""
    return [await anext(feed) for _ in range(count)]


def told(space: Space, after: int, count: int, wanted: MemoryFilter | None = None) -> list[Event]:
    """The next events after a number."""

    async def read() -> list[Event]:
        async with aclosing(changes(space, after, wanted)) as feed:
            return await taken(feed, count)

    return run(read())


def kinds(events: list[Event]) -> list[str]:
    """Their types."""
    return [event.type.value for event in events]


def listeners(space: Space) -> int:
    """How many wait for the bell."""
    return len(space.state.bell._listeners)


def test_what_happened_and_what_is_to_come(space: Space) -> None:
    before = place_of(space, None)
    memory = write(space, "One", "Feed")

    async def read() -> list[Event]:
        async with aclosing(changes(space, before)) as feed:
            events = await taken(feed, 2)
            waiting = asyncio.ensure_future(anext(feed))
            await asyncio.sleep(0)
            await asyncio.to_thread(update, space, ALICE, MemoryPatch(memory.id, content="Two"))
            await asyncio.to_thread(revise.forget, space, ALICE, memory.id)
            return [*events, await waiting, *await taken(feed, 1)]

    events = run(read())
    assert kinds(events) == ["entity_created", "memory_created", "memory_updated", "memory_forgotten"]
    assert [event.number for event in events] == list(range(before + 1, before + 5))
    assert listeners(space) == 0


def test_a_reader_goes_on_where_it_stopped(space: Space) -> None:
    before = place_of(space, None)
    for n in range(5):
        write(space, f"Step {n}", "Resumed")
    first = told(space, before, 3)
    rest = told(space, place_of(space, event_cursor(first[-1])), 3)
    assert [event.number for event in first + rest] == list(range(before + 1, before + 7))


def test_a_restart_loses_nothing(store_path: Path, clock: Clock) -> None:
    space = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    write(space, "Before", "Restarted")
    cursor = event_cursor(told(space, 0, 1)[0])
    space.close()
    again = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    try:
        write(again, "After", "Restarted")
        assert kinds(told(again, place_of(again, cursor), 2)) == ["memory_created", "memory_created"]
    finally:
        again.close()


@pytest.mark.parametrize("bad", ["nonsense", EVENTS.cursor((-1,)), EVENTS.cursor((10**9,)), EVENTS.cursor(("x",))])
def test_a_place_that_is_none_is_refused(space: Space, bad: str) -> None:
    with pytest.raises(Invalid):
        place_of(space, bad)


def test_a_slow_reader_holds_nobody_up_and_misses_nothing(space: Space) -> None:
    before = place_of(space, None)
    write(space, "First", "Slow")

    async def read() -> list[Event]:
        async with aclosing(changes(space, before)) as feed:
            events = await taken(feed, 1)
            for _ in range(CHUNK + 20):
                await asyncio.to_thread(space.write, lambda plan: plan.event(EventType.SCOPE_MUTED, "a", scope="x"))
            return events + await taken(feed, CHUNK + 21)

    events = run(read())
    assert [event.number for event in events] == list(range(before + 1, before + CHUNK + 23))


def test_several_readers_each_get_everything(space: Space) -> None:
    before = place_of(space, None)

    async def read() -> list[list[Event]]:
        async def one() -> list[Event]:
            async with aclosing(changes(space, before)) as feed:
                return await taken(feed, 4)

        readers = [asyncio.ensure_future(one()) for _ in range(5)]
        await asyncio.sleep(0.01)
        for n in range(3):
            await asyncio.to_thread(write, space, f"Told {n}", "Readers")
        return list(await asyncio.gather(*readers))

    found = run(read())
    assert all(events == found[0] for events in found)
    assert listeners(space) == 0


def test_uses_and_refusals_are_not_told(space: Space) -> None:
    before = place_of(space, None)
    space.write(lambda plan: plan.event(EventType.MEMORY_USED, "a", memories=[]))
    space.write(lambda plan: plan.event(EventType.WRITE_REFUSED, "a"))
    memory = write(space, "Told", "Untold")
    assert kinds(told(space, before, 2)) == ["entity_created", "memory_created"]
    assert memory.content == "Told"


def test_a_filter_lets_through_what_it_means(space: Space) -> None:
    before = place_of(space, None)
    write(space, "Elsewhere", "Filtered other", tags=("wanted",))
    hit = write(space, "Wanted", "Filtered", layer="goal", tags=("wanted",), thread=ThreadRef(key="filtered"))
    write(space, "Another tag", "Filtered", layer="goal", thread=ThreadRef(key="filtered"))
    revise.forget(space, ALICE, hit.id)
    for wanted in (
        MemoryFilter(entities=(about("Filtered"),), tags=("#WANTED",)),
        MemoryFilter(entities=(EntityRef(id=hit.entity_id),), tags=("wanted",), layers=frozenset({Layer.GOAL})),
        MemoryFilter(thread=ThreadRef(key="filtered"), tags=("wanted",)),
    ):
        events = told(space, before, 2, wanted)
        assert kinds(events) == ["memory_created", "memory_forgotten"]
        assert {event.memory_id for event in events} == {hit.id}


@pytest.mark.parametrize(
    "wanted",
    [
        MemoryFilter(entities=(about("Nobody known"),)),
        MemoryFilter(thread=ThreadRef(key="no such thread")),
        MemoryFilter(layers=frozenset({Layer.EMOTION})),
    ],
)
def test_a_filter_that_means_nothing_lets_nothing_through(space: Space, wanted: MemoryFilter) -> None:
    before = place_of(space, None)
    write(space, "Not meant", "Unmeant")

    async def read() -> None:
        async with aclosing(changes(space, before, wanted)) as feed:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(feed), 0.1)

    run(read())


def test_a_merged_entity_is_filtered_by_its_survivor(space: Space) -> None:
    left, right = write(space, "Left", "Feed left"), write(space, "Right", "Feed right")
    curate.merge(space, ALICE, left.entity_id, [right.entity_id])
    before = place_of(space, None)
    update(space, ALICE, MemoryPatch(right.id, content="Right again"))
    events = told(space, before, 1, MemoryFilter(entities=(about("Feed left"),)))
    assert [event.memory_id for event in events] == [right.id]


def test_a_filter_that_makes_no_sense_is_refused(space: Space) -> None:
    with pytest.raises((Problem, Problems)):
        told(space, 0, 1, MemoryFilter(tags=("[x]",)))


def test_a_reader_whose_loop_is_gone_stops_nothing(space: Space) -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    with space.state.bell.listening(lambda: loop.call_soon_threadsafe(print) and None):
        assert write(space, "Still written", "Abandoned").content == "Still written"


def test_a_feed_may_be_of_some_kinds_of_entities_only(space: Space) -> None:
    before = place_of(space, None)
    write(space, "Of a person", about("Ada Feed", EntityKind.PERSON))
    write(space, "Of a project", about("Feed project"))
    (event,) = told(space, before, 1, MemoryFilter(kinds=frozenset({EntityKind.PROJECT})))
    memory = space.state.memory(event.memory_id or "")
    assert memory is not None
    assert memory.content == "Of a project"


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        (MemoryFilter(tags=("no [brackets]",)), ("filter", "tags", "0")),
        (MemoryFilter(tags=("fine", "\u200b")), ("filter", "tags", "1")),
        (MemoryFilter(paths=("../x",)), ("filter", "paths", "0")),
        (MemoryFilter(entities=(EntityRef(),)), ("filter", "entities", "0")),
        (MemoryFilter(as_of=AsOf()), ("filter", "asOf")),
    ],
)
def test_a_filter_that_can_not_be_is_refused_before_anything_is_waited_for(
    space: Space, wanted: MemoryFilter, path: tuple[str, ...]
) -> None:
    with pytest.raises((Invalid, Problems)) as caught:
        listening_for(wanted)
    problems = caught.value.problems if isinstance(caught.value, Problems) else (caught.value,)
    assert [problem.path for problem in problems] == [path]
    with pytest.raises((Invalid, Problems)):
        told(space, 0, 1, wanted)
    assert listeners(space) == 0
