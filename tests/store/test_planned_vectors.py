"""Vectors as a unit of work plans them: seen at once, dropped with the plan, gone with the text they were of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.vectors import MemoryVector, unit_numbers
from graphmem.store.plan import Plan
from tests.store.samples import NOON, Bare, memory

ONE, TWO = unit_numbers((1.0, 0.0)), unit_numbers((0.0, 1.0))


def vector(memory_id: str, model: str = "m", numbers: bytes = TWO) -> MemoryVector:
    return MemoryVector(memory_id, model, numbers, NOON, brought=True)


@pytest.fixture
def ground() -> Bare:
    """One memory with a vector is committed."""
    made = Bare()
    made.memories["mem_1"] = memory("mem_1")
    made.vectors["mem_1"] = {"m": ONE}
    return made


@pytest.fixture
def plan(ground: Bare) -> Plan:
    return Plan(ground, NOON)


def test_what_is_planned_wins(plan: Plan) -> None:
    plan.vectors.put(vector("mem_1"))
    child = plan.child()
    child.vectors.put(vector("mem_1", "other"))
    assert child.vectors.of("mem_1") == {"m": TWO, "other": TWO}
    assert plan.vectors.of("mem_1") == {"m": TWO}
    assert child.vectors.sizes() == {"m": 2}
    assert child.vectors.planned_sizes() == {"m": 2, "other": 2}
    child.vectors.drop("mem_1", ["m"])
    plan.merge(child)
    assert plan.vectors.of("mem_1") == {"other": TWO}
    assert plan.log.outdated_vectors == {("mem_1", "m"): 2}
    assert bool(plan.log)


def test_a_changed_text_loses_its_vectors(plan: Plan, ground: Bare) -> None:
    before = ground.memories["mem_1"]
    retagged = plan.change_memory(replace(before, tags=("new",), version=2), "a")
    assert plan.vectors.of("mem_1") == {"m": ONE}
    plan.change_memory(replace(retagged, axes=replace(before.axes, why="so"), version=3), "a")
    assert plan.vectors.of("mem_1") == {}
    assert plan.log.vectors == {("mem_1", "m"): None}


def test_an_erased_memory_loses_them_too(plan: Plan, ground: Bare) -> None:
    plan.vectors.put(vector("mem_1", "new"))
    plan.erase_memory(ground.memories["mem_1"])
    assert plan.log.vectors == {("mem_1", "m"): None, ("mem_1", "new"): None}
    assert plan.log.outdated_vectors == {("mem_1", "m"): 2}


def test_without_vectors_nothing_is_planned(plan: Plan) -> None:
    plan.vectors.drop("mem_2")
    assert (plan.log.vectors, plan.vectors.of("mem_2"), bool(plan.log)) == ({}, {}, False)
