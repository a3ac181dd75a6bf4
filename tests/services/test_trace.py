"""Traces: from a memory, a thread or an entity, of any length, now and as it stood."""

from __future__ import annotations

from itertools import pairwise

import pytest

from graphmem.domain.chain_links import TraceRole
from graphmem.domain.chain_text import markdown, mermaid
from graphmem.domain.chain_walk import TraceDirection
from graphmem.domain.chains import Chain
from graphmem.domain.draft import AxesDraft, EntityRef, MemoryPatch, ThreadRef
from graphmem.domain.errors import Problem, Problems
from graphmem.domain.model import AsOf, Memory, MemoryType, Relation
from graphmem.services import curate, linking, revise
from graphmem.services.batch import remember_many
from graphmem.services.linking import connect
from graphmem.services.space import Space
from graphmem.services.trace import Traced, TraceRequest, TraceStart, trace
from graphmem.services.update import update
from graphmem.store.plan import Plan
from tests.conftest import ALICE, Clock, about, draft
from tests.services.writing import write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


def traced(space: Space, start: TraceStart, **asked: object) -> Traced:
    """A trace that is there."""
    found = trace(space, TraceRequest(start, **asked))  # type: ignore[arg-type]
    assert found is not None
    return found


def of(space: Space, memory: Memory, **asked: object) -> Chain:
    """The chain of a memory."""
    return traced(space, TraceStart(memory=memory.id), **asked).chain


def texts(chain: Chain) -> list[str]:
    """What the steps say, in their order."""
    return [step.memory.content for step in chain.steps]


def story(space: Space, entity: str, thread: str | None = None) -> dict[str, Memory]:
    """A goal, a decision for it, its implementation and the outcome, explicitly linked."""
    key = None if thread is None else ThreadRef(key=thread)
    goal = write(space, "Be quick", entity, layer="goal", thread=key)
    decided = AxesDraft(type=MemoryType.DECISION)
    decision = write(space, "Use a cache", entity, layer="learning", axes=decided, thread=key)
    work = write(
        space, "Built the cache", entity, layer="implementation", axes=AxesDraft(type=MemoryType.WORK), thread=key
    )
    outcome = write(
        space, "Twice as quick", entity, layer="implementation", axes=AxesDraft(type=MemoryType.OUTCOME), thread=key
    )
    linking.link(space, ALICE, goal.id, Relation.LED_TO, decision.id)
    linking.link(space, ALICE, work.id, Relation.IMPLEMENTS, decision.id)
    linking.link(space, ALICE, work.id, Relation.LED_TO, outcome.id)
    return {"goal": goal, "decision": decision, "work": work, "outcome": outcome}


WHOLE = ["Be quick", "Use a cache", "Built the cache", "Twice as quick"]


@pytest.mark.parametrize("name", ["goal", "decision", "work", "outcome"])
def test_a_chain_is_the_same_from_each_of_its_memories(space: Space, name: str) -> None:
    memories = story(space, f"Story from {name}")
    found = traced(space, TraceStart(memory=memories[name].id))
    assert found.start == memories[name]
    chain = found.chain
    assert texts(chain) == WHOLE
    roles = [TraceRole.GOAL, TraceRole.DECISION, TraceRole.IMPLEMENTATION, TraceRole.OUTCOME]
    assert [step.role for step in chain.steps] == roles
    assert [step.memory.content for step in chain.outcomes] == ["Twice as quick"]
    assert chain.open_ends == ()
    assert all(not link.inferred for link in chain.links)


def test_one_direction_and_some_relations(space: Space) -> None:
    memories = story(space, "Directed")
    assert texts(of(space, memories["decision"], direction=TraceDirection.CAUSES)) == WHOLE[:2]
    assert texts(of(space, memories["decision"], direction=TraceDirection.OUTCOMES)) == WHOLE[1:]
    assert texts(of(space, memories["decision"], relations=frozenset({Relation.IMPLEMENTS}))) == WHOLE[1:3]
    assert texts(of(space, memories["decision"], relations=frozenset())) == WHOLE


def test_from_an_entity_and_from_a_thread(space: Space) -> None:
    memories = story(space, "Whole story", "story thread")
    by_entity = traced(space, TraceStart(entity=about("Whole story")))
    assert by_entity.start.id == memories["goal"].entity_id
    assert texts(by_entity.chain) == WHOLE
    for ref in (ThreadRef(key="story thread"), ThreadRef(id=memories["goal"].thread_id)):
        by_thread = traced(space, TraceStart(thread=ref))
        assert by_thread.start.id == memories["goal"].thread_id
        assert texts(by_thread.chain) == WHOLE


def test_links_that_nobody_made_are_inferred_from_the_thread(space: Space) -> None:
    goal = write(space, "Save money", "Inferred", layer="goal", thread=ThreadRef(key="inferred"))
    decided = AxesDraft(type=MemoryType.DECISION)
    write(space, "Cancel the lease", "Inferred", layer="learning", axes=decided, thread=ThreadRef(key="inferred"))
    chain = of(space, goal)
    assert texts(chain) == ["Save money", "Cancel the lease"]
    (link,) = chain.links
    assert (link.inferred, link.relation) == (True, Relation.LED_TO)
    assert [(end.memory.content, end.missing) for end in chain.open_ends] == [
        ("Cancel the lease", TraceRole.IMPLEMENTATION)
    ]


def test_what_is_forgotten_is_not_in_the_chain(space: Space) -> None:
    memories = story(space, "Forgetful")
    revise.forget(space, ALICE, memories["work"].id)
    chain = of(space, memories["goal"])
    assert texts(chain) == WHOLE[:2]
    assert [end.missing for end in chain.open_ends] == [TraceRole.IMPLEMENTATION]
    assert trace(space, TraceRequest(TraceStart(memory=memories["work"].id))) is None


def test_the_past_is_traced_as_it_stood(space: Space, clock: Clock) -> None:
    memories = story(space, "Earlier")
    then = AsOf(recorded=clock.turn(days=1))
    clock.turn(days=1)
    update(space, ALICE, MemoryPatch(memories["goal"].id, content="Be rather quick"))
    revise.forget(space, ALICE, memories["work"].id)
    later = write(space, "Use a queue", "Earlier", supersedes=(memories["decision"].id,))
    assert "Use a queue" in texts(of(space, memories["decision"]))
    assert texts(of(space, memories["decision"], as_of=then)) == WHOLE
    assert texts(traced(space, TraceStart(entity=about("Earlier")), as_of=then).chain) == WHOLE
    assert trace(space, TraceRequest(TraceStart(memory=later.id), as_of=then)) is None
    moved = curate.split(space, ALICE, later.entity_id, [later.id], "Split later").new_entity
    for start in (TraceStart(entity=EntityRef(id=moved.id)), TraceStart(entity=about("Split later"))):
        assert trace(space, TraceRequest(start, as_of=then)) is None
    merged = curate.merge(space, ALICE, moved.id, [memories["goal"].entity_id])
    assert merged.id == moved.id
    assert texts(traced(space, TraceStart(entity=about("Earlier")), as_of=then).chain) == WHOLE


def test_a_thread_that_was_not_there_yet_is_none(space: Space, clock: Clock) -> None:
    then = AsOf(recorded=clock())
    clock.turn(days=1)
    write(space, "Said", "Later", thread=ThreadRef(key="later thread"))
    start = TraceStart(thread=ThreadRef(key="later thread"))
    assert trace(space, TraceRequest(start)) is not None
    assert trace(space, TraceRequest(start, as_of=then)) is None


@pytest.mark.parametrize(
    "start",
    [
        TraceStart(memory="mem_none"),
        TraceStart(thread=ThreadRef(key="none")),
        TraceStart(entity=about("Nobody at all")),
        TraceStart(entity=EntityRef(id="ent_none")),
    ],
)
def test_an_unknown_start_is_none(space: Space, start: TraceStart) -> None:
    assert trace(space, TraceRequest(start)) is None


@pytest.mark.parametrize(
    "request_",
    [
        TraceRequest(TraceStart()),
        TraceRequest(TraceStart(memory="a", entity=about("b"))),
        TraceRequest(TraceStart(memory="a"), max_depth=0),
        TraceRequest(TraceStart(memory="a"), max_steps=1_001),
        TraceRequest(TraceStart(entity=EntityRef())),
        TraceRequest(TraceStart(thread=ThreadRef())),
    ],
)
def test_what_makes_no_sense_is_refused(space: Space, request_: TraceRequest) -> None:
    with pytest.raises((Problem, Problems)):
        trace(space, request_)


def test_a_line_of_five_hundred_comes_whole(space: Space) -> None:
    batch = [draft(f"Version {n}", "Long line", force=True) for n in range(500)]
    made = [result.memory for result in remember_many(space, ALICE, batch).results]
    line = [memory for memory in made if memory is not None]

    def tie(plan: Plan) -> None:
        for older, newer in pairwise(line):
            ends = [plan.memory(memory.id) for memory in (newer, older)]
            assert all(end is not None for end in ends)
            connect(space, plan, ALICE, ends[0], Relation.SUPERSEDES, ends[1], None, ("to",))  # type: ignore[arg-type]

    space.write(tie)
    for start in (line[0], line[250], line[-1]):
        chain = of(space, start)
        assert texts(chain) == [f"Version {n}" for n in range(500)]
        assert not chain.truncated
        (whole,) = chain.lines
        assert (whole.head.id, len(whole.older), len(whole.links)) == (line[-1].id, 499, 499)
    short = of(space, line[0], max_steps=10, max_depth=5)
    assert short.truncated
    assert len(short.steps) == 6
    assert len(short.lines[0].older) == 499
    assert len(markdown(chain)) < 10_000
    assert "superseded by" in mermaid(short)


def test_a_fork_shows_both_heads(space: Space) -> None:
    root = write(space, "Root", "Forked")
    heads = [write(space, text, "Forked", supersedes=(root.id,)) for text in ("Left", "Right")]
    chain = of(space, root)
    assert [memory.id for memory in chain.forks] == [root.id]
    assert {memory.id for memory in chain.heads} == {head.id for head in heads}
    assert len({step.branch for step in chain.steps}) == 2


def test_a_circle_in_old_data_ends_and_is_reported(space: Space) -> None:
    left, right = write(space, "Left", "Circle"), write(space, "Right", "Circle")
    linking.link(space, ALICE, left.id, Relation.EXTENDS, right.id)
    linking.link(space, ALICE, right.id, Relation.EXTENDS, left.id)
    chain = of(space, left)
    assert set(texts(chain)) == {"Left", "Right"}
    assert len(chain.cycles) == 1
