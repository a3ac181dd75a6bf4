"""Pages: slices of one order that hold still, and cursors that belong to one list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from graphmem.domain.draft import MemoryFilter, MemoryOrderField, MemoryPatch, Page, PageRequest, ThreadRef
from graphmem.domain.errors import Invalid
from graphmem.domain.model import AsOf, Memory, MemoryStatus
from graphmem.services import read, revise
from graphmem.services.paging import encode_cursor
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


FOREIGN = [
    "nonsense",
    "é",
    encode_cursor(()),
    encode_cursor((1,)),
    encode_cursor(("a", "b")),
    encode_cursor((True, "b")),
    encode_cursor((None, "b")),
    encode_cursor((1, 2)),
    encode_cursor((1, "b", 3)),
    encode_cursor(([1], "b")),
    encode_cursor((2**64 - 1, "b")),
    "eyJhIjoxfQ",
]


@pytest.mark.parametrize("cursor", FOREIGN)
def test_a_cursor_of_another_list_is_refused(world: tuple[Space, dict[str, Memory]], cursor: str) -> None:
    space = world[0]
    for request in (PageRequest(after=cursor), PageRequest(last=3, before=cursor)):
        for as_of in (None, AsOf(recorded=space.clock())):
            with pytest.raises(Invalid, match="not a cursor"):
                read.memories(space, MemoryFilter(as_of=as_of), page=request)
        if cursor != encode_cursor((1, "b")):
            with pytest.raises(Invalid, match="not a cursor"):
                read.threads(space, request)


def test_cursors_of_events_and_entities_are_their_own(world: tuple[Space, dict[str, Memory]]) -> None:
    space = world[0]
    for cursor in ("nonsense", encode_cursor(("a",)), encode_cursor((-4,)), encode_cursor((1.5,))):
        with pytest.raises(Invalid):
            read.events(space, PageRequest(after=cursor))
    with pytest.raises(Invalid):
        read.entities(space, frozenset(), None, PageRequest(after=encode_cursor((1, "x"))))
    assert read.events(space, PageRequest(after=encode_cursor((10**12,)))).items == ()
    empty = read.entities(space, frozenset(), "no such prefix", PageRequest(after="nonsense", before="nonsense"))
    assert (empty.items, empty.has_next, empty.has_previous, empty.total) == ((), False, False, 0)


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
