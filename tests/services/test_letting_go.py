"""What nobody needs is let go, and comes back when somebody asks for it or says it again."""

from __future__ import annotations

import pytest

from graphmem.domain.draft import AxesDraft, NoteDraft, PageRequest, WriteOutcome
from graphmem.domain.errors import GateRefused
from graphmem.domain.model import Altitude, EventType, Memory, MemoryState, MemoryStatus
from graphmem.services import letting_go as module
from graphmem.services import read, revise
from graphmem.services.consolidate import consolidate
from graphmem.services.notes import upsert_note
from graphmem.services.remember import remember
from graphmem.services.space import Space
from tests.conftest import ALICE, BOB, Clock, about, draft

TEXT = "Loki keeps the logs for two weeks"


def written(space: Space, text: str = TEXT, **rest: object) -> Memory:
    """Write a memory."""
    memory = remember(space, ALICE, draft(text, **rest)).memory
    assert memory is not None
    return memory


def now(space: Space, memory: Memory) -> Memory:
    """A memory as it stands."""
    found = read.memory(space, memory.id)
    assert found is not None
    return found


def test_the_riskiest_is_let_go_and_can_be_restored(space: Space, clock: Clock) -> None:
    memory = written(space)
    clock.turn(days=60)
    assert consolidate(space, BOB, dry_run=False).forgotten == 0
    clock.turn(days=90)
    before = space.state.events.last
    assert consolidate(space, BOB).forgotten == 1
    assert space.state.events.last == before
    receipt = consolidate(space, BOB, dry_run=False)
    assert (receipt.forgotten, receipt.planned) == (1, 0)
    assert now(space, memory).status is MemoryStatus.FORGOTTEN
    told = read.events(space, PageRequest(), frozenset({EventType.MEMORY_FORGOTTEN})).items
    assert [(event.agent, event.memory_id) for event in told] == [("bob", memory.id)]
    assert (told[0].reason or "").startswith("of no use for 150 days (risk ")
    assert revise.restore(space, ALICE, memory.id).memory is not None
    assert consolidate(space, BOB, dry_run=False).forgotten == 0


def test_what_was_let_go_may_be_said_again(space: Space, clock: Clock) -> None:
    memory = written(space)
    clock.turn(days=150)
    consolidate(space, BOB, dry_run=False)
    again = remember(space, ALICE, draft(TEXT))
    assert again.outcome is WriteOutcome.COMMITTED
    assert now(space, memory).status is MemoryStatus.FORGOTTEN
    assert again.memory is not None
    revise.forget(space, ALICE, again.memory.id)
    with pytest.raises(GateRefused):
        written(space)


@pytest.mark.parametrize(
    "rest",
    [
        {"layer": "goal"},
        {"layer": "caveat"},
        {"pinned": True},
        {"axes": AxesDraft(altitude=Altitude.MISSION)},
        {"importance": 0.99},
    ],
)
def test_what_is_never_let_go(space: Space, clock: Clock, rest: dict[str, object]) -> None:
    memory = written(space, **rest)
    clock.turn(days=150)
    assert consolidate(space, BOB, dry_run=False).forgotten == 0
    assert now(space, memory).status is MemoryStatus.CURRENT


def test_a_note_is_never_let_go(space: Space, clock: Clock) -> None:
    upsert_note(space, ALICE, NoteDraft("Logs", TEXT, entity=about("Atlas")))
    clock.turn(days=400)
    assert consolidate(space, BOB, dry_run=False).forgotten == 0


def test_what_is_drawn_together_is_not_let_go(space: Space, clock: Clock) -> None:
    memories = [written(space), written(space, "Vault unseals itself at boot")]
    clock.turn(days=150)
    for dry_run in (True, False):
        receipt = consolidate(space, BOB, dry_run=dry_run)
        assert (receipt.planned, receipt.forgotten) == (1, 0)
    assert {now(space, memory).status for memory in memories} == {MemoryStatus.SUPERSEDED}


def test_many_are_let_go_in_small_steps(space: Space, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_A_TIME", 2)
    monkeypatch.setattr(module, "MOST", 4)
    for number in range(5):
        written(space, f"Rack {number} holds host {number * 7}", entity=f"Rack {number}")
    clock.turn(days=150)
    assert [consolidate(space, BOB, dry_run=False).forgotten for _ in range(3)] == [4, 1, 0]


def test_work_that_nobody_touches_is_stalled(space: Space, clock: Clock) -> None:
    axes = AxesDraft(state=MemoryState.IN_PROGRESS)
    work = written(space, "Moving the logs to Loki", layer="implementation", axes=axes)
    goal = written(space, "Ship it by May", layer="goal", axes=axes)
    clock.turn(days=30)
    assert consolidate(space, BOB, dry_run=False).stalled == 0
    clock.turn(days=1)
    assert consolidate(space, BOB).stalled == 1
    assert now(space, work) == work
    assert consolidate(space, BOB, dry_run=False).stalled == 1
    after = now(space, work)
    assert (after.axes.state, after.version) == (MemoryState.STALLED, 2)
    assert now(space, goal) == goal
    (event,) = read.events(space, PageRequest(), frozenset({EventType.MEMORY_UPDATED})).items
    assert (event.reason, event.details, event.agent) == ("untouched for 31 days", {"changed": ["state"]}, "bob")
    assert consolidate(space, BOB, dry_run=False).stalled == 0


def test_what_has_changed_meanwhile_is_left_alone(space: Space, clock: Clock) -> None:
    work = written(space, layer="implementation", axes=AxesDraft(state=MemoryState.IN_PROGRESS))
    clock.turn(days=150)
    sparing = module.Sparing(space)
    revise.forget(space, ALICE, work.id)
    gone = written(space, "Vault unseals itself at boot")
    assert space.write(lambda plan: module._stall(plan, ALICE, work.id)) is False
    assert space.write(lambda plan: module._stall(plan, ALICE, "mem_nowhere")) is False
    assert space.write(lambda plan: module._forget(space, plan, ALICE, sparing, work.id, 300.0)) is False
    assert space.write(lambda plan: module._forget(space, plan, ALICE, sparing, "mem_nowhere", 300.0)) is False
    assert now(space, gone).status is MemoryStatus.CURRENT
