"""Lists, pages and single things: every filter against a plain reading of everything, every page in its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem.domain.draft import (
    EntityRef,
    MemoryFilter,
    MemoryPatch,
    Page,
    PageRequest,
    ThreadRef,
)
from graphmem.domain.errors import Invalid, Problem, Problems
from graphmem.domain.model import (
    Altitude,
    AsOf,
    Category,
    EntityKind,
    EventType,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
)
from graphmem.services import read, revise
from graphmem.services.paging import EVENTS
from graphmem.services.related import related
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, START, Clock, about
from tests.services.writing import named, write

EVERY = frozenset(MemoryStatus)
DAY = 86_400_000_000


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


Test = Callable[[Space, Memory], bool]


def on_path(memory: Memory, *wanted: str) -> bool:
    """Whether one of a memory's paths equals, contains or lies under one of these."""
    own = [path.split("#")[0].split("/") for path in memory.paths]
    asked = [path.split("/") for path in wanted]
    return any(a[: len(b)] == b or b[: len(a)] == a for a in asked for b in own)


def name_of(space: Space, memory: Memory) -> str:
    """The name of the entity a memory counts to."""
    entity = read.entity_by_id(space, memory.entity_id)
    assert entity is not None
    return entity.name


FILTERS: list[tuple[dict[str, object], Test]] = [
    ({}, lambda s, m: True),
    ({"layers": frozenset({Layer.GOAL, Layer.CAVEAT})}, lambda s, m: m.layer in {Layer.GOAL, Layer.CAVEAT}),
    ({"types": frozenset({MemoryType.DECISION})}, lambda s, m: m.axes.type is MemoryType.DECISION),
    ({"states": frozenset({MemoryState.OPEN})}, lambda s, m: m.axes.state is MemoryState.OPEN),
    ({"altitudes": frozenset({Altitude.MISSION})}, lambda s, m: m.axes.altitude is Altitude.MISSION),
    ({"categories": frozenset({Category.AMBIENT})}, lambda s, m: m.category is Category.AMBIENT),
    ({"tags": ("a",)}, lambda s, m: "a" in m.tags),
    ({"tags": ("#A", "b")}, lambda s, m: {"a", "b"} <= set(m.tags)),
    ({"tags": ("none",)}, lambda s, m: False),
    ({"paths": ("src",)}, lambda s, m: on_path(m, "src")),
    ({"paths": ("./src\\sub/b.py/deeper", "docs")}, lambda s, m: on_path(m, "src/sub/b.py/deeper", "docs")),
    ({"agent": "agent 1"}, lambda s, m: m.provenance.agent == "agent 1"),
    ({"agent": "nobody"}, lambda s, m: False),
    ({"branch": "dev"}, lambda s, m: m.provenance.branch == "dev"),
    ({"min_importance": 0.7}, lambda s, m: m.importance >= 0.7),
    ({"created_after": START + 20 * DAY}, lambda s, m: m.created_at >= START + 20 * DAY),
    ({"created_before": START + 20 * DAY}, lambda s, m: m.created_at < START + 20 * DAY),
    ({"thread": ThreadRef(key="thread 3")}, lambda s, m: m.thread_id == s.state.threads.id_of("thread 3")),
    ({"thread": ThreadRef(key="unknown")}, lambda s, m: False),
    ({"entities": (about("Entity 2", None),)}, lambda s, m: name_of(s, m) == "Entity 2"),
    ({"entities": (about("Entity 1", None),)}, lambda s, m: name_of(s, m) == "Entity 0"),
    (
        {"entities": (about("Entity 2", None), about("Entity 3", None))},
        lambda s, m: name_of(s, m) in {"Entity 2", "Entity 3"},
    ),
    ({"entities": (about("Nobody", None),)}, lambda s, m: False),
    ({"entities": (EntityRef(id="ent_none"),)}, lambda s, m: False),
    ({"statuses": EVERY}, lambda s, m: True),
    ({"statuses": frozenset({MemoryStatus.FORGOTTEN})}, lambda s, m: m.status is MemoryStatus.FORGOTTEN),
    ({"statuses": frozenset({MemoryStatus.SUPERSEDED})}, lambda s, m: m.status is MemoryStatus.SUPERSEDED),
    (
        {"layers": frozenset({Layer.GOAL, Layer.CONTEXT}), "tags": ("a",), "min_importance": 0.3, "statuses": EVERY},
        lambda s, m: m.layer in {Layer.GOAL, Layer.CONTEXT} and "a" in m.tags and m.importance >= 0.3,
    ),
]


@pytest.mark.parametrize("past", [False, True], ids=["now", "as of now"])
@pytest.mark.parametrize("number", range(len(FILTERS)))
def test_a_filter_means_what_it_says(world: tuple[Space, dict[str, Memory]], number: int, past: bool) -> None:
    space, memories = world
    given, test = FILTERS[number]
    wanted = MemoryFilter(**given, as_of=AsOf(recorded=space.clock() + 1) if past else None)  # type: ignore[arg-type]
    page = read.memories(space, wanted, page=PageRequest(first=500))
    expected = {m.id for m in memories.values() if m.status in wanted.statuses and test(space, m)}
    assert {memory.id for memory in page.items} == expected
    assert page.total == len(expected)
    assert all(memory == memories[memory.id] for memory in page.items)


@pytest.mark.parametrize(
    "bad",
    [
        {"min_importance": 1.5},
        {"tags": ("[x]",)},
        {"paths": ("/etc",)},
        {"tags": ("x",) * 101},
        {"thread": ThreadRef()},
        {"entities": (EntityRef(),)},
    ],
)
@pytest.mark.parametrize("as_of", [None, AsOf(recorded=START)])
def test_a_filter_that_makes_no_sense_is_refused(
    world: tuple[Space, dict[str, Memory]], bad: dict[str, object], as_of: AsOf | None
) -> None:
    with pytest.raises((Problem, Problems)):
        read.memories(world[0], MemoryFilter(**bad, as_of=as_of))  # type: ignore[arg-type]


def test_entities_by_name_kind_and_prefix(world: tuple[Space, dict[str, Memory]]) -> None:
    space = world[0]
    everything = read.entities(space, frozenset(), None, PageRequest(first=500))
    names = [entity.name.casefold() for entity in everything.items]
    assert names == sorted(names)
    assert everything.total == len(everything.items) == read.stats(space).entities
    people = read.entities(space, frozenset({EntityKind.COMPANY}), None, PageRequest(first=500)).items
    assert {entity.kind for entity in people} == {EntityKind.COMPANY}
    prefixed = read.entities(space, frozenset(), "ENTITY 2", PageRequest(first=500)).items
    assert {entity.name for entity in prefixed} == {"Entity 2"}
    by_alias = read.entities(space, frozenset(), "entity 1", PageRequest(first=500)).items
    assert "Entity 0" in {entity.name for entity in by_alias}
    two = read.entities(space, frozenset(), None, PageRequest(first=2))
    rest = read.entities(space, frozenset(), None, PageRequest(first=500, after=two.cursors[-1]))
    assert two.items + rest.items == everything.items
    assert (two.has_next, rest.has_previous) == (True, True)


def test_threads_come_the_last_written_to_first(space: Space, clock: Clock) -> None:
    for key in ("t one", "t two", "t one", "t three"):
        clock.turn(seconds=1)
        write(space, f"In {key} at {clock()}", "Threads", thread=ThreadRef(key=key))
    found = [thread.key for thread in read.threads(space, PageRequest(first=3)).items]
    assert found == ["t three", "t one", "t two"]
    thread = read.thread(space, ThreadRef(key="t one"))
    assert thread is not None
    assert (thread.length, read.thread_by_id(space, thread.id)) == (2, thread)
    assert read.thread(space, ThreadRef(id=thread.id)) == thread
    assert read.thread(space, ThreadRef(key="none")) is None


def test_events_by_type_entity_and_memory(space: Space) -> None:
    before = space.state.events.last
    memory = write(space, "Watched", "Witness")
    update(space, ALICE, MemoryPatch(memory.id, content="Watched closely"))
    revise.forget(space, ALICE, memory.id)
    start = EVENTS.cursor((before,))

    def types(page: Page) -> list[str]:  # type: ignore[type-arg]
        return [event.type.value for event in page.items]

    everything = read.events(space, PageRequest(after=start))
    assert types(everything) == ["entity_created", "memory_created", "memory_updated", "memory_forgotten"]
    assert [event.number for event in everything.items] == list(range(before + 1, before + 5))
    assert (everything.has_next, everything.has_previous) == (False, before > 0)
    assert types(read.events(space, PageRequest(), memory_id=memory.id)) == types(everything)[1:]
    assert types(read.events(space, PageRequest(), entity_id=memory.entity_id)) == types(everything)
    asked = frozenset({EventType.MEMORY_FORGOTTEN})
    assert types(read.events(space, PageRequest(after=start), types=asked)) == ["memory_forgotten"]
    first = read.events(space, PageRequest(first=2, after=start))
    assert first.has_next
    assert types(read.events(space, PageRequest(first=2, after=first.cursors[-1]))) == types(everything)[2:]
    for backwards in (PageRequest(last=2), PageRequest(before=start)):
        with pytest.raises(Invalid, match="forwards"):
            read.events(space, backwards)
    assert read.event_by_number(space, before + 1) == everything.items[0]
    assert read.event_by_number(space, 10**9) is None


def test_refused_writes_are_told_only_when_asked_for(space: Space) -> None:
    memory = write(space, "Never", "Refusals", layer="caveat")
    with pytest.raises(Problem):
        revise.forget(space, ALICE, memory.id)
    space.write(lambda plan: plan.event(EventType.WRITE_REFUSED, "mallory", memory_id=memory.id))
    asked = frozenset({EventType.WRITE_REFUSED})
    assert [e.agent for e in read.events(space, PageRequest(), asked, memory_id=memory.id).items] == ["mallory"]
    assert all(e.type is not EventType.WRITE_REFUSED for e in read.events(space, PageRequest(first=500)).items)


def test_one_memory_by_id_or_permalink(space: Space) -> None:
    memory = write(space, "Linked", "Perma", permalink="perma-linked")
    assert read.memory(space, memory.id) == read.memory(space, permalink="perma-linked") == memory
    assert read.memory(space) is read.memory(space, "mem_none") is read.memory(space, permalink="none") is None
    assert read.memories_by_id(space, [memory.id, "mem_none", memory.id]) == [memory, None, memory]


def test_one_entity_by_id_key_or_name(space: Space) -> None:
    memory = write(space, "Keyed", about("Keyed One", key="one:1"))
    for ref in (EntityRef(id=memory.entity_id), EntityRef(key="one:1"), about("keyed one"), about("keyed one", None)):
        found = read.entity(space, ref)
        assert found is not None
        assert found.id == memory.entity_id
    for ref in (EntityRef(id="ent_none"), EntityRef(key="none"), about("nobody at all")):
        assert read.entity(space, ref) is None


def test_histories_come_in_pages(space: Space) -> None:
    memory = write(space, "Version 1", "Histories")
    for n in range(2, 8):
        update(space, ALICE, MemoryPatch(memory.id, content=f"Version {n}"))
    first = read.history(space, memory.id, PageRequest(first=3))
    rest = read.history(space, memory.id, PageRequest(first=9, after=first.cursors[-1]))
    assert [v.memory.content for v in first.items + rest.items] == [f"Version {n}" for n in range(1, 8)]
    assert read.history(space, "mem_none", PageRequest()).items == ()


def test_related_entities_share_current_memories(space: Space) -> None:
    write(space, "Both", "Hub", mentions=(about("Near"), about("Far")))
    write(space, "Again", "Near", mentions=(about("Hub"),))
    gone = write(space, "Gone", "Hub", mentions=(about("Lost"),))
    revise.forget(space, ALICE, gone.id)
    hub = named(space, "Hub")
    assert hub is not None
    found = related(space, hub.id, PageRequest(first=9))
    assert [(entity.name, count) for entity, count in found.items] == [("Near", 2), ("Far", 1)]
    one = related(space, hub.id, PageRequest(first=1))
    rest = related(space, hub.id, PageRequest(first=5, after=one.cursors[-1]))
    assert [entity.name for entity, _ in rest.items] == ["Far"]


def test_counts_are_of_what_is_current(world: tuple[Space, dict[str, Memory]]) -> None:
    space, memories = world
    current = [memory for memory in memories.values() if memory.status is MemoryStatus.CURRENT]
    stats = read.stats(space)
    assert stats.memories == len(current) == sum(stats.layers.values())
    assert {layer: count for layer, count in stats.layers.items() if count} == {
        layer: sum(m.layer is layer for m in current) for layer in Layer if any(m.layer is layer for m in current)
    }
    assert (stats.threads, stats.events) == (2, space.state.events.last)
    assert stats.links == len([link for link in space.state.links.all() if link.removed_at > space.clock()])
    merged = read.entity(space, about("Entity 0", None))
    assert merged is not None
    mine = [m for m in current if name_of(space, m) == "Entity 0"]
    assert sum(read.layer_counts(space, merged.id).values()) == len(mine)
