"""Edges are deleted only once a checkpoint has seen them: Kuzu's second checkpoint would crash otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import MemoryPatch, ThreadRef
from graphmem.domain.model import Memory
from graphmem.services import curate, revise
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from graphmem.store.audit import faults
from tests.conftest import ALICE, ENGINE, Clock, about, draft, small


def written(space: Space, number: int) -> Memory:
    """A memory with every kind of edge that can be taken away."""
    made = remember(
        space,
        ALICE,
        draft(f"Fact {number}", f"E{number}", mentions=(about(f"M{number}"),), thread=ThreadRef(key="t")),
    ).memory
    assert made is not None
    return made


def merged_and_parted(space: Space, memory: Memory) -> None:
    """An edge between entities comes and goes."""
    other = memory.mentions[0].entity_id
    curate.merge(space, ALICE, memory.entity_id, [other])
    curate.unmerge(space, ALICE, memory.entity_id, other)


@pytest.mark.parametrize(
    "uproot",
    [
        merged_and_parted,
        lambda space, memory: update(space, ALICE, MemoryPatch(memory.id, layer="goal")),
        lambda space, memory: update(space, ALICE, MemoryPatch(memory.id, thread=None)),
        lambda space, memory: update(space, ALICE, MemoryPatch(memory.id, paths=("src/a.py",))),
        lambda space, memory: curate.split(space, ALICE, memory.entity_id, [memory.id], f"Apart {memory.id}"),
        lambda space, memory: revise.erase(space, ALICE, memory.id, "test"),
    ],
)
def test_the_process_outlives_edges_that_come_and_go_between_checkpoints(
    space: Space, uproot: Callable[[Space, Memory], object]
) -> None:
    for number in range(4):
        uproot(space, written(space, number))
        space.database.checkpoint()
    assert faults(space.database) == []


def test_only_what_is_new_makes_a_change_wait(space: Space) -> None:
    old = written(space, 1)
    space.database.checkpoint()
    written(space, 2)
    before = space.database.checkpoints
    update(space, ALICE, MemoryPatch(old.id, layer="goal"))
    update(space, ALICE, MemoryPatch(old.id, content="Another text"))
    assert space.database.checkpoints == before
    update(space, ALICE, MemoryPatch(old.id, layer="context"))
    assert space.database.checkpoints - before == (1 if ENGINE == "kuzu" else 0)


def test_after_an_unclean_exit_anything_may_be_new(store_path: Path, clock: Clock) -> None:
    first = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    old = written(first, 1)
    crashed = store_path.with_name("crashed.db")
    for file in (store_path, store_path.with_name(store_path.name + ".wal")):
        file.with_name(file.name.replace("store.db", "crashed.db")).write_bytes(file.read_bytes())
    first.close()
    space = open_space(crashed, small(), clock=clock, ids=UlidSource(clock))
    try:
        assert space.state.unsettled.any_of(["whatever"])
        assert not space.state.unsettled.any_of([])
        space.database.checkpoint()
        assert not space.state.unsettled.any_of([old.id])
    finally:
        space.close()
