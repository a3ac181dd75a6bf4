"""Pages: slices of one order that hold still, and cursors that belong to one list."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import orjson
import pytest

from graphmem.domain.draft import MemoryFilter, MemoryOrderField, MemoryPatch, Page, PageRequest, ThreadRef
from graphmem.domain.errors import Invalid
from graphmem.domain.model import AsOf, Memory, MemoryStatus
from graphmem.services import read, revise
from graphmem.services.conflicts import conflicts
from graphmem.services.neighbourhood import neighbourhood
from graphmem.services.paging import (
    CONFLICTS,
    DUPLICATES,
    ENTITIES,
    EVENTS,
    GRAPH,
    HITS,
    MEMORIES,
    RELATED,
    THREAD_MEMORIES,
    THREADS,
    VERSIONS,
)
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.related import related
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, Clock, about
from tests.services.writing import write

EVERY = frozenset(MemoryStatus)


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


def pages(ask: Callable[[PageRequest], Page[Memory]], size: int, *, backwards: bool = False) -> list[list[str]]:
    """All pages of a list, one after another."""
    found, cursor = [], None
    for _ in range(100):
        request = PageRequest(last=size, before=cursor) if backwards else PageRequest(first=size, after=cursor)
        page = ask(request)
        found.append([memory.id for memory in page.items])
        assert len(page.cursors) == len(page.items)
        assert (page.has_previous if not backwards else page.has_next) == (cursor is not None)
        if not (page.has_previous if backwards else page.has_next):
            return found
        cursor = page.cursors[0] if backwards else page.cursors[-1]
    raise AssertionError("the list has no end")


@pytest.mark.parametrize("past", [False, True], ids=["now", "as of now"])
@pytest.mark.parametrize("descending", [True, False])
@pytest.mark.parametrize("order", list(MemoryOrderField))
def test_pages_are_slices_of_one_order(
    world: tuple[Space, dict[str, Memory]], order: MemoryOrderField, descending: bool, past: bool
) -> None:
    space, memories = world
    wanted = MemoryFilter(statuses=EVERY, as_of=AsOf(recorded=space.clock() + 1) if past else None)

    def ask(page: PageRequest) -> Page[Memory]:
        return read.memories(space, wanted, order, descending, page)

    whole = [memory.id for memory in ask(PageRequest(first=500)).items]
    assert sorted(whole) == sorted(memories)
    if order is not MemoryOrderField.HEAT:
        key = [(getattr(memories[name], order.value), name) for name in whole]
        assert key == sorted(key, reverse=descending)
    assert [name for page in pages(ask, 7) for name in page] == whole
    assert [name for page in reversed(pages(ask, 7, backwards=True)) for name in page] == whole


def test_a_page_holds_still_while_others_write(space: Space, clock: Clock) -> None:
    first = [write(space, f"Early {n}", "Still") for n in range(6)]
    wanted = MemoryFilter(entities=(about("Still"),))
    page = read.memories(space, wanted, page=PageRequest(first=3))
    assert [m.id for m in page.items] == [m.id for m in reversed(first[3:])]
    clock.turn(days=1)
    write(space, "Newer", "Still")
    revise.forget(space, ALICE, first[3].id)
    rest = read.memories(space, wanted, page=PageRequest(first=9, after=page.cursors[-1]))
    assert [m.id for m in rest.items] == [m.id for m in reversed(first[:3])]


def test_a_thread_holds_still_while_others_write(space: Space) -> None:
    said = [write(space, f"Said {n}", "Talk", thread=ThreadRef(key="still")) for n in range(6)]
    thread = read.thread(space, ThreadRef(key="still"))
    assert thread is not None
    page = read.thread_memories(space, thread, MemoryFilter(), PageRequest(first=3))
    update(space, ALICE, MemoryPatch(said[0].id, thread=None))
    rest = read.thread_memories(space, thread, MemoryFilter(), PageRequest(first=9, after=page.cursors[-1]))
    assert [m.id for m in rest.items] == [m.id for m in said[3:]]
    back = read.thread_memories(space, thread, MemoryFilter(), PageRequest(last=2, before=rest.cursors[0]))
    assert [m.id for m in back.items] == [m.id for m in said[1:3]]
    high = read.thread_memories(space, thread, MemoryFilter(tags=("none",)), PageRequest())
    assert (high.items, high.total) == ((), 0)


def forged(*parts: object) -> str:
    """What a cursor would be with these parts in it."""
    return base64.urlsafe_b64encode(orjson.dumps(parts)).decode().rstrip("=")


BY_AGE = MEMORIES[MemoryOrderField.CREATED_AT]
WRONG: list[tuple[tuple[object, ...], str]] = [
    ((), "no cursor"),
    ((1,), "no cursor"),
    ((1, "b"), "no cursor"),
    (("a", "b"), "no cursor"),
    ((["memories by created_at"], 1, "b"), "no cursor"),
    ((BY_AGE.name,), f"a cursor of the {BY_AGE.name}"),
    ((BY_AGE.name, 1), f"a cursor of the {BY_AGE.name}"),
    ((BY_AGE.name, True, "b"), f"a cursor of the {BY_AGE.name}"),
    ((BY_AGE.name, None, "b"), f"a cursor of the {BY_AGE.name}"),
    ((BY_AGE.name, 1, 2), f"a cursor of the {BY_AGE.name}"),
    ((BY_AGE.name, 1, "b", 3), f"a cursor of the {BY_AGE.name}"),
    ((BY_AGE.name, [1], "b"), f"a cursor of the {BY_AGE.name}"),
    ((BY_AGE.name, 2**64 - 1, "b"), f"a cursor of the {BY_AGE.name}"),
]
GARBAGE = ["", "nonsense", "é", "\ud800", "%%%", "eyJhIjoxfQ", "bnVsbA", "MQ", "A" * 100_000]


@pytest.mark.parametrize(
    ("cursor", "said"), [(forged(*parts), said) for parts, said in WRONG] + [(text, "no cursor") for text in GARBAGE]
)
@pytest.mark.parametrize("found", [True, False], ids=["full", "empty"])
def test_what_no_list_handed_out_is_refused(
    world: tuple[Space, dict[str, Memory]], cursor: str, said: str, found: bool
) -> None:
    space = world[0]
    for request, path in ((PageRequest(after=cursor), "after"), (PageRequest(last=3, before=cursor), "before")):
        for as_of in (None, AsOf(recorded=space.clock())):
            wanted = MemoryFilter(as_of=as_of, tags=() if found else ("no such tag",))
            with pytest.raises(Invalid, match=f"{path} is {said}") as caught:
                read.memories(space, wanted, page=request)
            assert caught.value.path == (path,)
        with pytest.raises(Invalid, match=f"{path} is {said}"):
            read.entities(space, frozenset(), None if found else "no such prefix", request)


def lists(space: Space) -> dict[str, Callable[[PageRequest], object]]:
    """Every list there is, by the name of its cursors."""
    memory = read.memories(space, MemoryFilter(statuses=EVERY)).items[0]
    thread = read.threads(space, PageRequest()).items[0]
    by_order = {MEMORIES[order].name: partial(_memories, space, order) for order in MemoryOrderField}
    return {
        **by_order,
        ENTITIES.name: lambda page: read.entities(space, frozenset(), None, page),
        THREADS.name: lambda page: read.threads(space, page),
        EVENTS.name: lambda page: read.events(space, page),
        VERSIONS.name: lambda page: read.history(space, memory.id, page),
        RELATED.name: lambda page: related(space, memory.entity_id, page),
        DUPLICATES.name: lambda page: read.possible_duplicates(space, page),
        CONFLICTS.name: lambda page: conflicts(space, page),
        THREAD_MEMORIES.name: lambda page: read.thread_memories(space, thread, MemoryFilter(), page),
        GRAPH.name: lambda page: neighbourhood(space, memory.id, after=page.after),
        HITS.name: lambda page: recall(space, ALICE, RecallRequest(after=page.after)),
    }


def _memories(space: Space, order: MemoryOrderField, page: PageRequest) -> Page[Memory]:
    return read.memories(space, MemoryFilter(), order, page=page)


def test_each_list_takes_its_own_cursors_and_no_others(world: tuple[Space, dict[str, Memory]]) -> None:
    space = world[0]
    listings = [*MEMORIES.values(), ENTITIES, THREADS, EVENTS, VERSIONS, RELATED, DUPLICATES, CONFLICTS]
    listings += [THREAD_MEMORIES, GRAPH, HITS]
    asks = lists(space)
    assert asks.keys() == {listing.name for listing in listings}
    for listing in listings:
        key = tuple("b" if kind is str else 1 for kind in listing.shape)
        for name, ask in asks.items():
            if name == listing.name:
                ask(PageRequest(after=listing.cursor(key)))
                continue
            with pytest.raises(Invalid, match=f"a cursor of the {listing.name}, not of the {name}") as caught:
                ask(PageRequest(after=listing.cursor(key)))
            assert caught.value.path == ("after",)


def test_events_are_numbered_from_one_on(world: tuple[Space, dict[str, Memory]]) -> None:
    space = world[0]
    for cursor in (EVENTS.cursor((-4,)), forged("events", 1.5), forged("events", "a")):
        with pytest.raises(Invalid):
            read.events(space, PageRequest(after=cursor))
    assert read.events(space, PageRequest(after=EVENTS.cursor((10**12,)))).items == ()


@pytest.mark.parametrize("past", [False, True], ids=["now", "as of now"])
@pytest.mark.parametrize("descending", [True, False])
@pytest.mark.parametrize("order", [MemoryOrderField.CREATED_AT, MemoryOrderField.IMPORTANCE])
def test_what_lies_between_two_cursors_is_paged_from_either_end(
    world: tuple[Space, dict[str, Memory]], order: MemoryOrderField, descending: bool, past: bool
) -> None:
    space, _ = world
    wanted = MemoryFilter(statuses=EVERY, as_of=AsOf(recorded=space.clock() + 1) if past else None)

    def ask(**page: object) -> Page[Memory]:
        return read.memories(space, wanted, order, descending, PageRequest(**page))  # type: ignore[arg-type]

    whole = ask(first=500)
    after, before = whole.cursors[9], whole.cursors[20]
    assert ask(first=500, after=after, before=before).items == whole.items[10:20]
    assert ask(last=500, after=after, before=before).items == whole.items[10:20]
    head = ask(first=4, after=after, before=before)
    assert (head.items, head.has_next, head.has_previous) == (whole.items[10:14], True, True)
    tail = ask(last=4, after=after, before=before)
    assert (tail.items, tail.has_next, tail.has_previous) == (whole.items[16:20], True, True)
    alone = ask(first=500, before=before)
    assert (alone.items, alone.has_next, alone.has_previous) == (whole.items[:20], True, False)
    assert ask(before=before).items == whole.items[:20]
    rest = ask(last=500, after=after)
    assert (rest.items, rest.has_next, rest.has_previous) == (whole.items[10:], False, True)
    assert ask(first=9, after=before, before=after).items == ()
    assert ask(last=9, after=before, before=after).items == ()


@pytest.mark.parametrize(
    "request_",
    [PageRequest(first=-1), PageRequest(first=501), PageRequest(last=501), PageRequest(first=1, last=1)],
)
def test_sizes_that_make_no_sense_are_refused(world: tuple[Space, dict[str, Memory]], request_: PageRequest) -> None:
    for ask in (
        lambda: read.memories(world[0], MemoryFilter(), page=request_),
        lambda: read.threads(world[0], request_),
    ):
        with pytest.raises(Invalid):
            ask()


def test_an_empty_page_is_possible(world: tuple[Space, dict[str, Memory]]) -> None:
    page = read.memories(world[0], MemoryFilter(), page=PageRequest(first=0))
    assert (page.items, page.has_next, page.has_previous) == ((), True, False)
    assert read.threads(world[0], PageRequest(first=0)).has_next


def test_a_page_can_be_asked_from_both_ends(world: tuple[Space, dict[str, Memory]]) -> None:
    space, _ = world
    whole = read.entities(space, frozenset(), None, PageRequest(first=500))
    between = PageRequest(first=500, after=whole.cursors[0], before=whole.cursors[-1])
    assert read.entities(space, frozenset(), None, between).items == whole.items[1:-1]
    crossed = replace(between, after=whole.cursors[-1], before=whole.cursors[0])
    assert read.entities(space, frozenset(), None, crossed).items == ()
    last = read.entities(space, frozenset(), None, PageRequest(last=2))
    assert (last.items, last.has_previous, last.has_next) == (whole.items[-2:], True, False)
