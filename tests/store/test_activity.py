"""When entities were written about, within the window that counts."""

from __future__ import annotations

from graphmem.domain.model import Event, EventType
from graphmem.services.space import Space
from graphmem.store.activity import WEEK, WINDOW, Activity
from tests.store.samples import commit

CREATED = EventType.MEMORY_CREATED


def told(activity: Activity, entity: str | None, *instants: int, kind: EventType = CREATED) -> None:
    """Let events be committed."""
    for at in instants:
        activity.published(Event(1, kind, at, "a", "m", entity))


def test_counts_are_after_one_instant_and_up_to_another() -> None:
    activity = Activity()
    told(activity, "a", 1, 2, 2, 5)
    told(activity, "b", 3)
    told(activity, None, 4)
    told(activity, "a", 4, kind=EventType.MEMORY_FORGOTTEN)
    assert activity.count(["a"], 1, 5) == 3
    assert activity.count(["a"], 0, 4) == 3
    assert activity.count(["a", "b", "none"], 0, 9) == 5
    assert activity.count([], 0, 9) == activity.count(["a"], 5, 9) == 0


def test_the_most_active_come_first() -> None:
    activity = Activity()
    told(activity, "a", 1, 2)
    told(activity, "b", 1, 2, 3)
    told(activity, "c", 1)
    assert activity.most_active(0, 2) == ["b", "a"]
    assert activity.most_active(2, 9) == ["b"]
    assert activity.most_active(9, 9) == []


def test_a_start_reads_the_window(space: Space) -> None:
    now = space.clock()
    for entity in ("ent_1", None, "ent_1"):
        told_of = {"memory_id": "m", "entity_id": entity}
        commit(space, lambda plan, told_of=told_of: plan.event(EventType.MEMORY_UPDATED, "a", **told_of))  # type: ignore[misc]
    commit(space, lambda plan: plan.event(EventType.LINK_ADDED, "a", memory_id="m", entity_id="ent_1"))
    fresh = Activity()
    fresh.load(space.database, now)
    assert fresh.count(["ent_1"], now - WEEK, now + 10) == 2
    late = Activity()
    late.load(space.database, now + WINDOW + WEEK)
    assert late.most_active(0, 9) == []
