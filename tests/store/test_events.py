"""Events: numbered on, read by number, after a place, and by what they are about."""

from __future__ import annotations

import pytest

from graphmem.domain.model import Event, EventType
from graphmem.services.space import Space
from graphmem.store.events import EventLog
from graphmem.store.plan import Plan
from tests.store.samples import commit


@pytest.fixture
def log(space: Space) -> EventLog:
    """Five events."""

    def tell(plan: Plan) -> None:
        for number in range(1, 6):
            kind = EventType.MEMORY_UPDATED if number % 2 else EventType.LINK_ADDED
            memory, entity = f"mem_{number % 2}", f"ent_{number % 3}"
            plan.event(kind, "agent", memory_id=memory, entity_id=entity, reason="why", n=number)
        plan.event(EventType.MEMORY_USED, "agent", memories=[])

    commit(space, tell)
    return space.state.events


def test_one_by_number(log: EventLog) -> None:
    assert log.get(3) == Event(
        3, EventType.MEMORY_UPDATED, log.last_instant, "agent", "mem_1", "ent_0", "why", {"n": 3}
    )
    assert log.get(6) == Event(6, EventType.MEMORY_USED, log.last_instant, "agent", details={"memories": []})
    assert log.get(0) is log.get(7) is None


def test_the_next_ones_after_a_number(log: EventLog) -> None:
    assert [event.number for event in log.after(0, 3)] == [1, 2, 3]
    assert [event.number for event in log.after(4, 10)] == [5, 6]
    assert log.after(6, 10) == log.after(99, 10) == []


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({}, [1, 2, 3, 4, 5, 6]),
        ({"after": 4}, [5, 6]),
        ({"types": {EventType.LINK_ADDED}}, [2, 4]),
        ({"memory_id": "mem_1"}, [1, 3, 5]),
        ({"entity_id": "ent_1"}, [1, 4]),
        ({"entity_id": "ent_1", "memory_id": "mem_1", "after": 1}, []),
        ({"memory_id": "mem_none"}, []),
    ],
)
def test_those_that_match(log: EventLog, asked: dict[str, object], numbers: list[int]) -> None:
    assert log.matching(**asked) == numbers  # type: ignore[arg-type]


def test_a_fresh_start_goes_on_with_the_numbers(space: Space, log: EventLog) -> None:
    fresh = EventLog(space.database)
    assert (fresh.last, fresh.last_instant) == (0, 0)
    fresh.load()
    assert (fresh.last, fresh.last_instant) == (log.last, log.last_instant) == (6, log.last_instant)
    fresh.published([])
    assert fresh.last == 6
