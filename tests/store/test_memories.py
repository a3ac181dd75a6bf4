"""Memories read back: by key, by history, at an instant; cached, and gone when they are gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.model import FOREVER, EventType, Memory
from graphmem.services.space import Space
from graphmem.store import memories as module
from graphmem.store.memories import MemoryTable
from graphmem.store.plan import Plan
from tests.store.samples import commit, entity, memory


@pytest.fixture
def made(space: Space) -> list[Memory]:
    """Two memories, the first at its second version."""

    def create(plan: Plan) -> list[Memory]:
        plan.put_entity(entity("ent_1", created_at=plan.now))
        plan.put_entity(entity("ent_2", "Borealis", created_at=plan.now))
        found = []
        for number in (1, 2):
            name = f"mem_{number}"
            plan.event(EventType.MEMORY_CREATED, "a", memory_id=name)
            found.append(
                plan.add_memory(
                    memory(
                        name, f"text {number}", created_at=plan.now, permalink=f"p{number}", entity_id=f"ent_{number}"
                    ),
                    7,
                )
            )
        return found

    def change(plan: Plan) -> Memory:
        before = plan.memory("mem_1")
        assert before is not None
        return plan.change_memory(replace(before, version=2, updated_at=plan.now, content="text 3"), "b", 8)

    first, _ = commit(space, create)[0]
    return [first, *commit(space, change)]


def fresh(space: Space) -> MemoryTable:
    """The table as a start would read it."""
    table = MemoryTable(space.database)
    table.load()
    return table


def test_by_key_and_version(space: Space, made: list[Memory]) -> None:
    for table in (space.state.memories, fresh(space)):
        assert table.get("mem_1") == table.version("mem_1", 2) == made[1]
        assert table.version("mem_1", 1) == made[0]
        assert table.get("mem_none") is table.version("mem_1", 3) is None
        assert table.many(["mem_none", "mem_1"]) == [None, made[1]]
        assert (len(table), table.ids(), "mem_2" in table, "x" in table) == (2, ["mem_1", "mem_2"], True, False)
        assert table.by_permalink("p2") == "mem_2"
        assert table.by_permalink("none") is None


def test_twins_and_titles_are_found_by_the_present_print(space: Space, made: list[Memory]) -> None:
    assert set(space.state.memories.twins(7)) == {"mem_1", "mem_2"}
    assert fresh(space).twins(7) == ("mem_2",)
    for table in (space.state.memories, fresh(space)):
        assert table.twins(8) == ("mem_1",)
        assert table.twins(9) == ()
        assert "mem_2" in table.titled("text 2")


def test_histories_and_instants(space: Space, made: list[Memory]) -> None:
    table = space.state.memories
    first, second = table.history("mem_1")
    assert (first.memory, second.memory) == (made[0], made[1])
    assert (first.recorded_to, second.recorded_to) == (second.recorded_from, FOREVER)
    assert (first.by, second.by) == ("agent", "b")
    assert {m.version for m in table.at(made[0].updated_at) if m.id == "mem_1"} == {1}
    assert {m.id for m in table.at(FOREVER - 1, ["ent_2"])} == {"mem_2"}
    assert table.at(made[0].updated_at - 1) == []
    assert {m.id: m.version for m in table.current()} == {"mem_1": 2, "mem_2": 1}
    assert [m.id for m in table.current(since=made[0].updated_at)] == ["mem_1"]
    assert len(list(table.all_versions())) == 3


def test_the_cache_is_bounded_and_can_be_warmed(
    space: Space, made: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = fresh(space)
    table.warm()
    with monkeypatch.context() as patch:
        patch.setattr(space.database, "read", lambda *_: pytest.fail("it was warmed"))
        assert table.get("mem_1") == made[1]
        table.warm()
    monkeypatch.setattr(module, "CACHE_SIZE", 1)
    small = fresh(space)
    small.warm()
    for name in ("mem_1", "mem_2", "mem_1"):
        found = small.get(name)
        assert found is not None
        assert found.id == name


def test_a_large_store_is_warmed_in_the_background(
    space: Space, made: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CACHE_SIZE", 1)
    second = space.state.memories.get("mem_2")
    assert second is not None
    table = fresh(space)
    table.warm()
    assert table.warming is not None
    table.warming.join()
    with monkeypatch.context() as patch:
        patch.setattr(space.database, "read", lambda *_: pytest.fail("it was warmed"))
        assert [table.get(name) for name in ("mem_1", "mem_2", "mem_1")] == [made[1], second, made[1]]
    table.published(replace(second, version=2), None)
    table.erased(made[1])
    assert len(table._packed) == 0


def test_a_store_that_would_not_fit_is_not_read_ahead(
    space: Space, made: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CACHE_SIZE", 1)
    monkeypatch.setattr(module, "ROOM", 0)
    table = fresh(space)
    table.warm()
    assert table.warming is None
    assert table.get("mem_1") == made[1]
    assert len(table._packed) == 1


def test_a_store_that_closes_is_not_waited_for(
    space: Space, made: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CACHE_SIZE", 1)
    table = fresh(space)
    table._closing.set()
    table.warm()
    space.close()
    assert table.warming is not None
    assert not table.warming.is_alive()
    assert len(table._packed) == 0
    table._warm()


def test_an_erased_memory_does_not_come_back_through_the_cache(space: Space, made: list[Memory]) -> None:
    table = space.state.memories
    late = list(table.current())
    commit(space, lambda plan: plan.erase_memory(made[1]))
    assert "mem_1" not in table
    assert table.twins(7) == ("mem_2",)
    assert table.twins(8) == table.titled("text 1") == ()
    assert table.by_permalink("p1") is None
    for memory_ in late:
        table._keep(memory_)
    assert table.version("mem_1", 2) is table.get("mem_1") is None
    assert fresh(space).ids() == ["mem_2"]
