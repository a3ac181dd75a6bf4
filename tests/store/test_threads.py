"""Threads in memory: order, length and activity follow from the memories that are in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.store.threads import ThreadTable
from tests.store.samples import NOON, memory, thread


@pytest.fixture
def table() -> ThreadTable:
    """A thread with three memories."""
    made = ThreadTable()
    made.put(thread())
    for position in range(3):
        made.joined(at(position))
    return made


def at(position: int, thread_id: str = "thr_1") -> object:
    """A memory at a place."""
    return memory(f"mem_{position}", thread_id=thread_id, thread_position=position, created_at=NOON + position)


def test_a_thread_has_its_memories_in_order(table: ThreadTable) -> None:
    assert table.order("thr_1") == ["mem_0", "mem_1", "mem_2"]
    assert table.places("thr_1") == [(0, "mem_0"), (1, "mem_1"), (2, "mem_2")]
    assert table.get("thr_1") == thread(length=3, last_activity_at=NOON + 2)
    assert (table.id_of("talk"), table.id_of("none"), table.get("none")) == ("thr_1", None, None)
    assert table.order("none") == table.places("none") == []
    assert table.all() == [table.get("thr_1")]


def test_a_place_in_the_middle_stays_empty(table: ThreadTable) -> None:
    table.left(at(1))  # type: ignore[arg-type]
    assert table.order("thr_1") == ["mem_0", "mem_2"]
    assert table.get("thr_1") == thread(length=3, last_activity_at=NOON + 2)


def test_places_at_the_end_are_free_again(table: ThreadTable) -> None:
    for position in (1, 2):
        table.left(at(position))  # type: ignore[arg-type]
    assert table.get("thr_1") == thread(length=1, last_activity_at=NOON)
    table.left(at(0))  # type: ignore[arg-type]
    assert table.get("thr_1") == thread()
    table.left(at(0))  # type: ignore[arg-type]
    assert table.get("thr_1") == thread()


def test_a_thread_is_never_older_than_its_making() -> None:
    table = ThreadTable()
    table.put(thread(created_at=NOON + 100, last_activity_at=NOON + 100))
    for position in range(2):
        table.joined(at(position))  # type: ignore[arg-type]
    table.left(at(1))  # type: ignore[arg-type]
    found = table.get("thr_1")
    assert found is not None
    assert found.last_activity_at == NOON + 100


def test_memories_in_no_thread_change_nothing(table: ThreadTable) -> None:
    before = table.get("thr_1")
    loose = memory("mem_9")
    table.joined(loose)
    table.left(loose)
    assert table.get("thr_1") == before
    assert replace(loose, version=2).thread_id is None
