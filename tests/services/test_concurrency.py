"""Many at once: one entity where all name the same, nothing lost, nobody pulled down by a neighbour."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

import pytest

from graphmem.domain.draft import MemoryFilter, MemoryPatch, PageRequest, ThreadRef
from graphmem.domain.errors import NotFound, Unavailable, VersionConflict
from graphmem.domain.model import Actor, Entity, Memory
from graphmem.services import curate, linking, read, revise
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.services.update import update
from graphmem.store.audit import faults
from graphmem.store.plan import Plan
from graphmem.store.port import Connection, EngineError
from graphmem.store.session import Session
from tests.conftest import ALICE, about, draft
from tests.derived import differences
from tests.services.writing import named, now, write

THREADS = 32
T = TypeVar("T")


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


def at_once(*works: Callable[[], T]) -> list[Future[T]]:
    """Run each in a thread of its own, all starting together; returns them done."""
    line_up = threading.Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        line_up.wait(timeout=30)
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        futures = [pool.submit(run, work) for work in works]
        wait(futures, timeout=60)
    return futures


@contextmanager
def gathered(space: Space) -> Iterator[None]:
    """Hold the writer, so that all that is submitted meanwhile is one group."""
    held, go = threading.Event(), threading.Event()

    def hold(_: Plan) -> None:
        held.set()
        go.wait(timeout=30)

    blocked = space.writer.submit(hold)
    held.wait(timeout=30)
    yield
    go.set()
    blocked.result(timeout=30)


def submitted(space: Space, *units: Callable[[Plan], T]) -> list[Future[T]]:
    """Submit units as one group and wait for them."""
    with gathered(space):
        futures = [space.writer.submit(unit) for unit in units]
    wait(futures, timeout=60)
    return futures


def test_all_that_name_a_new_entity_at_once_get_the_same(space: Space) -> None:
    spellings = ["CityHall", "city hall", "City-Hall", "city_hall"]
    futures = at_once(
        *(
            lambda n=n: write(space, f"Fact {n}", about(spellings[n % 4]), actor=Actor(f"agent {n}"))  # type: ignore[misc]
            for n in range(THREADS)
        )
    )
    memories = [future.result() for future in futures]
    assert len({memory.entity_id for memory in memories}) == 1
    entity = named(space, "City Hall")
    assert entity is not None
    assert read.layer_counts(space, entity.id)["context"] == THREADS  # type: ignore[index]
    created = [e for e in read.events(space, PageRequest(first=500), entity_id=entity.id).items if e.memory_id is None]
    assert [event.type.value for event in created] == ["entity_created"]


def test_each_gets_a_place_of_its_own_in_a_thread(space: Space) -> None:
    works = [
        lambda n=n: write(space, f"Said {n}", f"Speaker {n}", thread=ThreadRef(key="round table"))  # type: ignore[misc]
        for n in range(THREADS)
    ]
    memories = [future.result() for future in at_once(*works)]
    assert sorted(memory.thread_position or 0 for memory in memories) == list(range(THREADS))
    assert len({memory.created_at for memory in memories}) == THREADS


def test_the_same_text_at_once_is_written_once(space: Space) -> None:
    works = [lambda: remember(space, ALICE, draft("The one and only", "Once")) for _ in range(8)]
    receipts = [future.result() for future in at_once(*works)]
    assert sorted(receipt.outcome.value for receipt in receipts) == ["committed", *["duplicate"] * 7]
    assert len({receipt.memory.id for receipt in receipts if receipt.memory}) == 1


def test_of_those_who_change_one_version_only_one_gets_through(space: Space) -> None:
    memory = write(space, "Contested")
    works = [
        lambda n=n: update(space, ALICE, MemoryPatch(memory.id, 1, content=f"Claim {n}"))  # type: ignore[misc]
        for n in range(8)
    ]
    futures = at_once(*works)
    errors = [error for future in futures if (error := future.exception()) is not None]
    assert len(errors) == 7
    assert all(isinstance(error, VersionConflict) for error in errors)
    assert now(space, memory).version == 2


def test_a_circle_can_not_be_closed_from_two_sides_at_once(space: Space) -> None:
    left, right = write(space, "Left"), write(space, "Right")
    futures = at_once(
        lambda: linking.link(space, ALICE, left.id, linking.Relation.SUPERSEDES, right.id),
        lambda: linking.link(space, ALICE, right.id, linking.Relation.SUPERSEDES, left.id),
    )
    assert sorted(type(f.exception()).__name__ for f in futures) == ["CycleRefused", "NoneType"]


def test_everybody_does_everything(space: Space) -> None:
    def stream(n: int) -> int:
        actor, done = Actor(f"worker {n}"), 0
        mine: list[Memory] = []
        for step in range(6):
            mine.append(write(space, f"{n} notes {step}", f"Desk {step % 3}", actor=actor, layer="goal"))
            update(space, actor, MemoryPatch(mine[0].id, content=f"{n} revised {step}", importance=step / 10))
            done += 2
        anew = draft(f"{n} anew", "Desk 0", force=True)
        revise.supersede(space, actor, mine[1].id, None, anew)
        revise.forget(space, actor, mine[2].id)
        return done + 2

    futures = at_once(*(lambda n=n: stream(n) for n in range(8)))  # type: ignore[misc]
    assert [future.result() for future in futures] == [14] * 8
    page = read.memories(space, MemoryFilter(entities=tuple(about(f"Desk {n}") for n in range(3))))
    assert page.total == 8 * 5
    assert faults(space.database) == []
    assert differences(space) == []


def test_a_unit_that_fails_leaves_its_neighbours_alone(space: Space) -> None:
    def failing(plan: Plan) -> Entity:
        write_entity(plan, "ent_failing", "Failing")
        raise NotFound("nothing")

    def write_entity(plan: Plan, entity_id: str, name: str) -> Entity:
        like = named(space, "Neighbours")
        assert like is not None
        return plan.put_entity(Entity(entity_id, like.kind, name, None, (), None, 1, plan.now, plan.now))

    write(space, "A fact", "Neighbours")
    first, second, third = submitted(
        space,
        lambda plan: write_entity(plan, "ent_first", "First neighbour"),
        failing,
        lambda plan: write_entity(plan, "ent_third", "Third neighbour"),
    )
    assert isinstance(second.exception(), NotFound)
    assert (first.result().id, third.result().id) == ("ent_first", "ent_third")
    assert read.entity_by_id(space, "ent_failing") is None
    assert named(space, "Third neighbour") is not None
    assert differences(space) == []


def test_a_unit_that_the_engine_refuses_leaves_its_neighbours_alone(
    space: Space, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = Session.flush

    def refusing(self: Session, connection: Connection) -> None:
        flush(self, connection)
        if any(memory.content == "Poison" for memory in self.log.memories):
            raise EngineError("refused")

    monkeypatch.setattr(Session, "flush", refusing)
    texts = ["Before", "Poison", "After"]
    with ThreadPoolExecutor(3) as pool, gathered(space):
        futures = [pool.submit(write, space, text, "Refused") for text in texts]
        while space.writer.waiting < 3:
            pass
    assert [type(future.exception()).__name__ for future in futures] == ["NoneType", "EngineError", "NoneType"]
    page = read.memories(space, MemoryFilter(entities=(about("Refused"),)))
    assert {memory.content for memory in page.items} == {"Before", "After"}
    assert faults(space.database) == []
    assert differences(space) == []


def test_readers_see_whole_memories_while_others_write(space: Space) -> None:
    stop = threading.Event()
    torn: list[Memory] = []

    def reading() -> int:
        seen = 0
        while not stop.is_set():
            page = read.memories(space, MemoryFilter(entities=(about("Watched"),)))
            torn.extend(m for m in page.items if m.content != f"Text {m.metadata['n']}")  # type: ignore[index]
            read.stats(space)
            seen += 1
        return seen

    def writing() -> None:
        memory = write(space, "Text 0", "Watched", metadata={"n": 0})
        aside = write(space, "Text -1", "Watched", metadata={"n": -1})
        for n in range(1, 25):
            update(space, ALICE, MemoryPatch(memory.id, content=f"Text {n}", metadata={"n": n}))
            other = curate.split(space, ALICE, memory.entity_id, [aside.id], f"Side {n}").new_entity
            curate.merge(space, ALICE, memory.entity_id, [other.id])
        stop.set()

    readers = [ThreadPoolExecutor(1) for _ in range(2)]
    seen = [pool.submit(reading) for pool in readers]
    try:
        writing()
    finally:
        stop.set()
    assert all(future.result(timeout=30) > 0 for future in seen)
    assert torn == []
    for pool in readers:
        pool.shutdown()


def test_nothing_is_written_once_the_space_closes(space: Space) -> None:
    memory = write(space, "Last words")
    space.close()
    with pytest.raises(Unavailable):
        write(space, "Too late")
    assert memory.content == "Last words"
    space.close()
