"""Chains: what is reached, in which order, what is current, what ends open, and that limits and circles hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from graphmem.domain.chain_links import TraceRole
from graphmem.domain.chain_walk import THREAD_WINDOW, TraceDirection, TraceOptions
from graphmem.domain.chains import Chain, trace
from graphmem.domain.model import Relation
from tests.domain.chain_samples import World, dispatch_line, metadata_line, thread_story


def _steps(chain: Chain) -> list[str]:
    return [step.memory.id for step in chain.steps]


def test_the_trace_of_pep_241_shows_the_line_and_its_fork() -> None:
    chain = trace(metadata_line(), ["241"])
    assert _steps(chain) == ["241", "314", "345", "426", "566"]
    assert [(step.depth, step.branch) for step in chain.steps] == [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]
    assert [memory.id for memory in chain.heads] == ["566"]
    assert [memory.id for memory in chain.lines[0].older] == ["426", "345", "314", "241"]
    assert [memory.id for memory in chain.forks] == ["345"]
    assert "a fresh start" in [link.reason for link in chain.lines[0].links]
    assert not chain.truncated
    assert chain.cycles == ()


def test_the_trace_of_pep_443_shows_two_roots() -> None:
    chain = trace(dispatch_line(), ["443"])
    assert _steps(chain) == ["3107", "245", "246", "3124", "443"]
    assert {step.direction for step in chain.steps[:-1]} == {TraceDirection.CAUSES}
    assert [memory.id for memory in chain.lines[0].older] == ["3124", "246", "245"]
    assert [memory.id for memory in chain.forks] == ["245", "246"]
    assert len(chain.links) == 6


def test_two_heads_give_two_lines() -> None:
    world = World()
    world.add("563", "649", "749")
    world.link("649", Relation.SUPERSEDES, "563")
    world.link("749", Relation.SUPERSEDES, "563")
    chain = trace(world, ["649"])
    assert [memory.id for memory in chain.heads] == ["649", "749"]
    assert _steps(chain) == ["563", "649"]


@pytest.mark.parametrize(
    ("direction", "steps"),
    [
        (TraceDirection.CAUSES, ["goal0", "decision1", "implementation2"]),
        (TraceDirection.OUTCOMES, ["implementation2", "outcome3", "learning4"]),
        (TraceDirection.BOTH, ["goal0", "decision1", "implementation2", "outcome3", "learning4"]),
    ],
)
def test_a_chain_is_walked_the_asked_way(direction: TraceDirection, steps: list[str]) -> None:
    world = World()
    for role in ("goal", "decision", "implementation", "outcome", "learning"):
        world.add(f"{role}{len(world.memories)}", role=role)
    world.link("goal0", Relation.LED_TO, "decision1")
    world.link("implementation2", Relation.IMPLEMENTS, "decision1")
    world.link("outcome3", Relation.RESOLVES, "implementation2")
    world.link("outcome3", Relation.LED_TO, "learning4")
    chain = trace(world, ["implementation2"], TraceOptions(direction=direction))
    assert _steps(chain) == steps
    assert [step.memory.id for step in chain.outcomes] == [name for name in steps if name == "outcome3"]


def test_only_the_asked_relations_are_followed() -> None:
    chain = trace(dispatch_line(), ["443"], TraceOptions(relations=frozenset({Relation.DEPENDS_ON})))
    assert _steps(chain) == ["443"]
    assert [memory.id for memory in chain.heads] == ["443"]


def test_a_thread_is_a_chain_by_its_order() -> None:
    chain = trace(thread_story(), ["decision2"])
    assert _steps(chain) == [
        "context1", "decision2", "implementation3", "outcome4", "learning5", "caveat6", "decision7",
    ]  # fmt: skip
    assert all(step.via is None or step.via.inferred for step in chain.steps)
    assert [step.role for step in chain.steps][:3] == [
        TraceRole.CONTEXT, TraceRole.DECISION, TraceRole.IMPLEMENTATION,
    ]  # fmt: skip


def test_an_explicit_link_replaces_the_guess() -> None:
    world = thread_story()
    world.link("implementation3", Relation.IMPLEMENTS, "goal0", reason="straight from the goal")
    chain = trace(world, ["implementation3"], TraceOptions(direction=TraceDirection.CAUSES))
    assert _steps(chain) == ["goal0", "implementation3"]
    assert chain.steps[0].via is not None
    assert not chain.steps[0].via.inferred


def test_being_superseded_does_not_explain_a_memory() -> None:
    world = thread_story()
    world.link("decision7", Relation.SUPERSEDES, "decision2")
    chain = trace(world, ["decision7"], TraceOptions(direction=TraceDirection.CAUSES))
    assert {"caveat6", "decision2"} <= set(_steps(chain))


def test_a_guess_makes_no_circle() -> None:
    world = thread_story()
    world.link("outcome4", Relation.LED_TO, "context1")
    chain = trace(world, ["context1"])
    assert chain.cycles == ()
    assert sorted(_steps(chain)) == ["context1", "decision2", "implementation3", "outcome4"]


def test_a_thread_that_forgot_its_member_suggests_nothing() -> None:
    world = thread_story()
    world.threads["thr"].remove("decision2")
    assert _steps(trace(world, ["decision2"])) == ["decision2"]


def test_long_threads_are_read_in_parts() -> None:
    world = World()
    world.add("goal", role="goal", thread="long")
    world.add(*(f"n{number}" for number in range(3 * THREAD_WINDOW)), role="context", thread="long")
    world.add("decision", thread="long")
    assert _steps(trace(world, ["decision"])) == [f"n{3 * THREAD_WINDOW - 1}", "decision"]


def test_open_ends_are_decisions_and_implementations_that_nothing_followed() -> None:
    world = World()
    world.add("d1", "d2", "d3", "d4")
    world.add("i1", "i2", "i3", role="implementation")
    world.add("o1", role="outcome")
    world.link("i1", Relation.IMPLEMENTS, "d1")
    world.link("o1", Relation.RESOLVES, "i1")
    world.link("d1", Relation.LED_TO, "d2", "d3", "d4")
    world.link("i2", Relation.IMPLEMENTS, "d2")
    world.link("d3", Relation.SUPERSEDES, "d4")
    world.link("i3", Relation.EXTENDS, "i2")
    chain = trace(world, ["d1"])
    assert {(end.memory.id, end.missing) for end in chain.open_ends} == {
        ("d3", TraceRole.IMPLEMENTATION),
        ("i3", TraceRole.OUTCOME),
    }


def test_an_end_that_is_only_out_of_reach_is_not_open() -> None:
    world = World()
    world.add("d1")
    world.add("i1", role="implementation")
    world.link("i1", Relation.IMPLEMENTS, "d1")
    assert trace(world, ["d1"], TraceOptions(direction=TraceDirection.CAUSES)).open_ends == ()


def _line(length: int) -> World:
    world = World()
    names = [f"m{number:04}" for number in range(length)]
    world.add(*names)
    for older, newer in pairwise(names):
        world.link(newer, Relation.SUPERSEDES, older)
    by_end: dict[str, list[object]] = {}
    for link in world.standing:
        by_end.setdefault(link.source_id, []).append(link)
        by_end.setdefault(link.target_id, []).append(link)
    world.links = lambda name: by_end.get(name, [])  # type: ignore[method-assign, assignment, return-value]
    return world


def test_a_line_of_500_supersessions_comes_whole() -> None:
    world = _line(501)
    chain = trace(world, ["m0250"])
    assert len(chain.steps) == 501
    assert [memory.id for memory in chain.heads] == ["m0500"]
    assert len(chain.lines[0].older) == 500
    assert not chain.truncated


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        (TraceOptions(max_depth=0), ["m0002"]),
        (TraceOptions(max_depth=1), ["m0001", "m0002", "m0003"]),
        (TraceOptions(max_steps=2), ["m0001", "m0002"]),
        (TraceOptions(max_steps=1), ["m0002"]),
    ],
)
def test_limits_hold_and_are_told_but_lines_stay_whole(options: TraceOptions, steps: list[str]) -> None:
    chain = trace(_line(5), ["m0002"], options)
    assert _steps(chain) == steps
    assert chain.truncated
    assert len(chain.lines[0].older) == 4


def test_a_limit_that_is_just_reached_truncates_nothing() -> None:
    assert not trace(_line(5), ["m0002"], TraceOptions(max_depth=2, max_steps=5)).truncated


def test_more_starts_than_steps_are_truncated() -> None:
    chain = trace(_line(5), ["m0000", "m0001", "m0002", "m0003"], TraceOptions(max_steps=2))
    assert _steps(chain) == ["m0000", "m0001"]
    assert chain.truncated


def test_circles_in_old_data_end_and_are_reported() -> None:
    world = World()
    world.add("a", "b", "c", "d")
    world.link("b", Relation.SUPERSEDES, "a")
    world.link("a", Relation.SUPERSEDES, "b")
    world.link("c", Relation.LED_TO, "a")
    world.link("d", Relation.LED_TO, "d")
    chain = trace(world, ["c", "d"])
    assert sorted(_steps(chain)) == ["a", "b", "c", "d"]
    assert sorted(sorted(circle) for circle in chain.cycles) == [["a", "b"], ["d"]]
    assert [memory.id for memory in chain.heads] == ["b"]
    assert [memory.id for memory in chain.lines[0].older] == ["a"]


def test_forgotten_and_unknown_memories_are_left_out() -> None:
    world = metadata_line()
    del world.memories["345"]
    chain = trace(world, ["241", "nobody", "241"])
    assert _steps(chain) == ["241", "314"]
    assert [memory.id for memory in chain.heads] == ["314", "566"]
    assert trace(world, ["nobody"]).steps == ()


def test_valid_time_orders_what_links_leave_open() -> None:
    world = World()
    world.add("written first", "written second")
    world.memories["written second"] = replace(world.memories["written second"], valid_from=-1)
    assert _steps(trace(world, ["written first", "written second"])) == ["written second", "written first"]


def test_one_level_is_one_batch() -> None:
    world = metadata_line()
    trace(world, ["241"])
    assert world.fetches <= 10
