"""Chores are done when they are due, and only then, also across restarts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import PageRequest
from graphmem.domain.errors import Unavailable
from graphmem.domain.model import Category, EventType
from graphmem.services import read, schedule
from graphmem.services.holding import pending
from graphmem.services.remember import remember
from graphmem.services.schedule import Schedule, chores
from graphmem.services.space import Space, open_space
from graphmem.store.record import RecordKind
from tests.conftest import ALICE, Clock, draft, small


@pytest.fixture
def kept(store_path: Path, clock: Clock) -> Iterator[Space]:
    """A space that is consolidated once a week."""
    opened = open_space(store_path, small(upkeep_days=7), clock=clock, ids=UlidSource(clock))
    yield opened
    opened.close()


def two_cold(space: Space, clock: Clock) -> None:
    """Write two memories that will be drawn together."""
    for text in ("Vault unseals itself at boot", "The printer on floor three jams often"):
        remember(space, ALICE, draft(text))
    clock.turn(days=8)


def drawn(space: Space) -> int:
    """How often memories were drawn together."""
    return len(read.events(space, PageRequest(), frozenset({EventType.MEMORY_CONSOLIDATED})).items)


def test_consolidation_is_due_once_a_week_and_not_at_once(kept: Space, clock: Clock) -> None:
    two_cold(kept, clock)
    plan = Schedule(kept)
    plan.run_due()
    assert drawn(kept) == 0
    clock.turn(days=7, seconds=1)
    plan.run_due()
    assert drawn(kept) == 1
    two_cold_more = ("Tempo samples one trace in ten", "Mimir stores metrics on the blue host")
    for text in two_cold_more:
        remember(kept, ALICE, draft(text))
    clock.turn(days=6)
    plan.run_due()
    assert drawn(kept) == 1
    clock.turn(days=2)
    plan.run_due()
    assert drawn(kept) == 2
    assert len(kept.state.records.all(RecordKind.UPKEEP)) == 1


def test_a_restart_does_not_bring_it_forward(kept: Space, store_path: Path, clock: Clock) -> None:
    Schedule(kept).run_due()
    two_cold(kept, clock)
    clock.turn(days=-4)
    kept.close()
    space = open_space(store_path, small(upkeep_days=7), clock=clock, ids=UlidSource(clock))
    Schedule(space).run_due()
    assert drawn(space) == 0
    space.close()


def test_a_space_decides_what_it_does_by_itself(kept: Space, space_with_code: Space) -> None:
    assert [chore.name for chore in chores(kept)] == ["consolidation"]
    assert [chore.name for chore in chores(space_with_code)] == ["claims"]


@pytest.fixture
def space_with_code(tmp_path: Path, clock: Clock) -> Iterator[Space]:
    """A space that may check claims, and is never consolidated."""
    (tmp_path / "app.py").write_text("PORT = 8080\n")
    path = tmp_path / "with_code.db"
    opened = open_space(path, small(worktrees=(tmp_path,)), clock=clock, ids=UlidSource(clock))
    yield opened
    opened.close()


def test_claims_are_looked_at_daily(space_with_code: Space, tmp_path: Path, clock: Clock) -> None:
    memory = remember(space_with_code, ALICE, draft("The app listens", claims=("app.py::PORT=8080",))).memory
    assert memory is not None
    plan = Schedule(space_with_code)
    plan.run_due()
    (tmp_path / "app.py").write_text("PORT = 9090\n")
    plan.run_due()
    assert read.memory(space_with_code, memory.id) == memory
    clock.turn(days=1, seconds=1)
    plan.run_due()
    now = read.memory(space_with_code, memory.id)
    assert now is not None
    assert now.claims[0].found == "PORT is 9090"


def test_what_waited_too_long_is_dropped(space: Space, clock: Clock) -> None:
    for text in ("The user prefers tabs", "The user works at night"):
        remember(space, ALICE, draft(text, category=Category.USER_INFERENCE))
        clock.turn(seconds=1_800)
    plan = Schedule(space)
    clock.turn(seconds=1)
    plan.run_due()
    assert len(space.state.records.all(RecordKind.PENDING)) == len(pending(space)) == 1
    (event,) = read.events(space, PageRequest(), frozenset({EventType.PENDING_CANCELLED})).items
    assert (event.agent, event.reason) == ("graphmem", "its hour is over")
    last = space.state.events.last
    plan.run_due()
    assert space.state.events.last == last


def test_a_chore_that_fails_is_told_and_tried_when_next_due(
    kept: Space, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = [RuntimeError("no luck"), Unavailable("disk full")]

    def fail(*_: object, **__: object) -> int:
        raise failures.pop(0)

    monkeypatch.setattr(schedule, "consolidate", fail)
    plan = Schedule(kept)
    plan.run_due()
    clock.turn(days=7, seconds=1)
    with caplog.at_level(logging.INFO):
        plan.run_due()
        plan.run_due()
        clock.turn(days=7, seconds=1)
        plan.run_due()
    assert failures == []
    assert [record.message for record in caplog.records if "upkeep" in record.message] == [
        "upkeep: consolidation failed",
        "upkeep: consolidation has to wait, the store takes no writes",
    ]


def test_the_thread_runs_until_the_space_closes(kept: Space, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    Schedule(kept).run_due()
    two_cold(kept, clock)
    ran = threading.Event()
    consolidated = schedule._consolidate_all

    def told(space: Space) -> int:
        done = consolidated(space)
        ran.set()
        return done

    monkeypatch.setattr(schedule, "_consolidate_all", told)
    Schedule(kept, first=0.0, tick=0.001).start()
    assert ran.wait(10)
    kept.close()
    assert not [t for t in threading.enumerate() if t.name == "graphmem-schedule"]


def test_a_schedule_that_was_told_to_stop_does_nothing_more(kept: Space) -> None:
    plan = Schedule(kept)
    plan.close()
    plan.run_due()
    assert kept.state.records.all(RecordKind.UPKEEP) == []
