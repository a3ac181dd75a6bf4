"""As of an instant: what was known then, of what held then, through every reading call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from graphmem.domain.draft import EntityRef, MemoryFilter, MemoryOrderField, MemoryPatch, PageRequest, ThreadRef
from graphmem.domain.model import FOREVER, AsOf, Entity, Memory, MemoryStatus, Relation
from graphmem.services import curate, linking, read, revise
from graphmem.services.past import Past, past_of
from graphmem.services.space import Space
from graphmem.services.update import update
from graphmem.services.view import Present, view_of
from tests.conftest import ALICE, START, Clock, about, draft
from tests.services.writing import named, now, write

EVERY = frozenset(MemoryStatus)


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


@pytest.fixture
def tick(clock: Clock) -> Callable[[], AsOf]:
    """Gives the instant between what was and what comes."""

    def turn() -> AsOf:
        clock.turn(seconds=10)
        then = AsOf(recorded=clock())
        clock.turn(seconds=10)
        return then

    return turn


def listed(
    space: Space, as_of: AsOf, *entities: EntityRef, statuses: frozenset[MemoryStatus] | None = None
) -> set[str]:
    """Ids of the memories on entities, as of an instant."""
    wanted = MemoryFilter(entities=entities, as_of=as_of)
    if statuses is not None:
        wanted = replace(wanted, statuses=statuses)
    return {memory.id for memory in read.memories(space, wanted, page=PageRequest(first=500)).items}


def then(space: Space, memory: Memory, as_of: AsOf) -> Memory | None:
    """A memory as of an instant."""
    return read.memory(space, memory.id, as_of=as_of)


def test_no_instant_is_the_present(space: Space) -> None:
    for nothing in (None, AsOf()):
        assert past_of(space, nothing) is None
        assert isinstance(view_of(space, nothing), Present)
    assert isinstance(view_of(space, AsOf(valid=1)), Past)


def test_each_state_of_a_memory_reads_as_it_was(space: Space, tick: Callable[[], AsOf]) -> None:
    unborn = tick()
    created = write(space, "One", "States", permalink="states-memory")
    first = tick()
    update(space, ALICE, MemoryPatch(created.id, content="Two"))
    second = tick()
    newer = revise.supersede(space, ALICE, created.id, None, draft("Three", "States", force=True)).memory
    assert newer is not None
    third = tick()
    revise.forget(space, ALICE, created.id)
    fourth = tick()
    revise.restore(space, ALICE, created.id)
    last = tick()
    seen = [then(space, created, each) for each in (unborn, first, second, third, fourth, last)]
    assert [None if m is None else (m.content, m.status.value) for m in seen] == [
        None,
        ("One", "current"),
        ("Two", "current"),
        ("Two", "superseded"),
        ("Two", "forgotten"),
        ("Two", "superseded"),
    ]
    assert seen[1] == created
    assert read.memory(space, permalink="states-memory", as_of=first) == created
    refs = (about("States"),)
    assert [listed(space, each, *refs) for each in (unborn, first, second, third)] == [
        set(),
        {created.id},
        {created.id},
        {newer.id},
    ]
    assert listed(space, fourth, *refs, statuses=EVERY) == {created.id, newer.id}
    assert listed(space, fourth, *refs, statuses=frozenset({MemoryStatus.FORGOTTEN})) == {created.id}


def test_the_instant_of_a_change_is_the_first_of_the_new_state(space: Space, tick: Callable[[], AsOf]) -> None:
    memory = write(space, "One", "Edges")
    tick()
    after = update(space, ALICE, MemoryPatch(memory.id, content="Two")).memory
    assert after is not None
    assert then(space, memory, AsOf(recorded=after.updated_at)) == after
    assert then(space, memory, AsOf(recorded=after.updated_at - 1)) == memory
    assert then(space, memory, AsOf(recorded=memory.created_at - 1)) is None
    assert then(space, memory, AsOf(recorded=FOREVER - 1)) == after


def test_what_held_is_asked_apart_from_what_was_known(space: Space, tick: Callable[[], AsOf]) -> None:
    day = 86_400_000_000
    older = write(space, "Office in Oslo", "Moves", valid_from=START - 100 * day)
    knew = tick()
    newer = write(space, "Office in Bergen", "Moves", valid_from=START - 10 * day, supersedes=(older.id,))
    refs = (about("Moves"),)
    assert listed(space, AsOf(valid=START - 50 * day), *refs) == {older.id}
    assert listed(space, AsOf(valid=START - 10 * day), *refs) == {newer.id}
    assert listed(space, AsOf(valid=START - 200 * day), *refs) == set()
    assert listed(space, AsOf(knew.recorded, START - 5 * day), *refs) == {older.id}
    assert listed(space, AsOf(valid=START - 50 * day), *refs, statuses=frozenset({MemoryStatus.FORGOTTEN})) == set()
    held = frozenset({MemoryStatus.SUPERSEDED})
    assert listed(space, AsOf(valid=START - 50 * day), *refs, statuses=held) == {older.id}
    assert then(space, older, AsOf(valid=START)) is None
    revise.forget(space, ALICE, older.id)
    assert listed(space, AsOf(valid=START - 50 * day), *refs) == set()


def test_entities_read_as_they_were_called_and_merged(space: Space, tick: Callable[[], AsOf]) -> None:
    left, right = write(space, "Left", about("Past left", key="past:l")), write(space, "Right", "Past right")
    apart = tick()
    curate.update_entity(space, ALICE, left.entity_id, name="Past renamed", key="past:new")
    renamed = tick()
    curate.merge(space, ALICE, left.entity_id, [right.entity_id])
    merged = tick()
    curate.unmerge(space, ALICE, left.entity_id, right.entity_id)
    parted = tick()

    def seen(ref: EntityRef, as_of: AsOf) -> Entity | None:
        return read.entity(space, ref, as_of)

    ids = EntityRef(id=left.entity_id), EntityRef(id=right.entity_id)
    assert [e and e.name for e in (seen(ids[0], each) for each in (apart, renamed, merged, parted))] == [
        "Past left",
        "Past renamed",
        "Past renamed",
        "Past renamed",
    ]
    found = [seen(ids[1], each) for each in (apart, merged, parted)]
    assert [e and e.id for e in found] == [right.entity_id, left.entity_id, right.entity_id]
    by_key = [seen(EntityRef(key=key), apart) for key in ("past:l", "past:new")]
    assert [e and e.id for e in by_key] == [left.entity_id, None]
    assert seen(about("Past right"), merged) == seen(ids[0], merged)
    assert seen(ids[0], AsOf(recorded=left.created_at - 1)) is None
    assert listed(space, merged, ids[1]) == listed(space, merged, ids[0]) == {left.id, right.id}
    assert listed(space, apart, ids[0]) == listed(space, parted, ids[0]) == {left.id}


def test_a_name_means_who_bore_it_then(space: Space, tick: Callable[[], AsOf]) -> None:
    left, right = write(space, "Left", "Bore left"), write(space, "Right", "Bore right")
    apart = tick()
    curate.merge(space, ALICE, left.entity_id, [right.entity_id])
    assert listed(space, apart, about("Bore right")) == {right.id}
    assert listed(space, apart, about("Bore left")) == {left.id}
    found = read.entity(space, about("Bore right"), apart)
    assert found is not None
    assert found.id == right.entity_id
    curate.add_alias(space, ALICE, left.entity_id, "Bore later")
    assert listed(space, apart, about("Bore later")) == {left.id}
    assert listed(space, apart, about("Bore nobody")) == set()
    fresh = write(space, "Fresh", "Bore fresh")
    assert read.entity(space, about("Bore fresh"), apart) is None
    assert now(space, fresh) == fresh


def test_splits_threads_and_links_read_as_they_were(space: Space, tick: Callable[[], AsOf]) -> None:
    first, second = (write(space, f"Said {n}", "Past talk", thread=ThreadRef(key="past talk")) for n in range(2))
    link = linking.link(space, ALICE, second.id, Relation.EXTENDS, first.id)
    before = tick()
    linking.unlink(space, ALICE, link.id)
    update(space, ALICE, MemoryPatch(first.id, thread=None))
    moved = curate.split(space, ALICE, first.entity_id, [first.id], "Past split").new_entity
    after = tick()
    thread = first.thread_id or ""
    old, new = Past(space, before), Past(space, after)
    assert (old.in_thread(thread), new.in_thread(thread)) == ([first.id, second.id], [second.id])
    assert ([x.id for x in old.links_of(first.id)], new.links_of(first.id)) == ([link.id], [])
    assert {hung.memory_id for hung in old.on_entity(first.entity_id)} == {first.id, second.id}
    assert {hung.memory_id for hung in new.on_entity(moved.id)} == {first.id}
    assert old.thread(thread) is not None
    assert Past(space, AsOf(recorded=first.created_at - 1)).thread(thread) is None
    found = MemoryFilter(thread=ThreadRef(key="past talk"), as_of=before)
    assert {m.id for m in read.memories(space, found).items} == {first.id, second.id}


def test_what_was_erased_never_was(space: Space, tick: Callable[[], AsOf]) -> None:
    memory = write(space, "Erased", "Past erased")
    before = tick()
    revise.erase(space, ALICE, memory.id, "test")
    assert then(space, memory, before) is None
    assert listed(space, before, EntityRef(id=memory.entity_id)) == set()
    assert read.entity(space, EntityRef(id=memory.entity_id), before) is None
    assert named(space, "Past erased") is None


def test_one_past_reads_the_same_either_way(space: Space, tick: Callable[[], AsOf]) -> None:
    memories = [write(space, f"Both ways {n}", "Ways", mentions=(about("Ways told"),)) for n in range(3)]
    revise.forget(space, ALICE, memories[1].id)
    as_of = tick()
    single, whole = Past(space, as_of), Past(space, as_of)
    assert whole.known
    ids = [memory.id for memory in memories]
    assert single.memories(ids) == whole.memories(ids)
    assert list(single.memories(ids)) == [ids[0], ids[2]]
    assert single.find(ids[1]) == whole.find(ids[1])
    assert single.memory(ids[1]) is None
    assert single.find("mem_none") is whole.find("mem_none") is None
    assert whole.mentioning(memories[0].mentions[0].entity_id) == [ids[2], ids[0]]
    assert whole.about(memories[0]) == {memories[0].entity_id, memories[0].mentions[0].entity_id}


def test_the_past_can_be_sorted_by_heat(space: Space, tick: Callable[[], AsOf]) -> None:
    for n in range(3):
        write(space, f"Warm {n}", "Heat", importance=n / 10)
    wanted = MemoryFilter(entities=(about("Heat"),), as_of=tick())
    found = read.memories(space, wanted, MemoryOrderField.HEAT, descending=True)
    assert [memory.content for memory in found.items] == ["Warm 2", "Warm 1", "Warm 0"]
