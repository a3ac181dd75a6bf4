"""What became of an entity: all of it in order, and the difference between two instants."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem.domain.draft import AxesDraft, MemoryPatch, PageRequest
from graphmem.domain.errors import Invalid
from graphmem.domain.model import AsOf, Axis, MemoryState
from graphmem.services import curate, revise
from graphmem.services.change import EntityDiff, diff, timeline
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, Clock, draft
from tests.services.writing import now, write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def tick(shared_clock: Clock) -> Callable[[], AsOf]:
    """Gives the instant between what was and what comes."""

    def turn() -> AsOf:
        shared_clock.turn(seconds=10)
        then = AsOf(recorded=shared_clock())
        shared_clock.turn(seconds=10)
        return then

    return turn


def difference(space: Space, entity: str, start: AsOf, end: AsOf | None = None) -> EntityDiff:
    """A difference that can be told."""
    found = diff(space, entity, start, end)
    assert found is not None
    return found


NOTHING = EntityDiff((), (), (), (), None, ())


def test_a_timeline_tells_all_in_order_and_in_pages(space: Space) -> None:
    memory = write(space, "One", "Timeline")
    other = write(space, "Elsewhere", "Timeline merged")
    update(space, ALICE, MemoryPatch(memory.id, content="Two"))
    curate.merge(space, ALICE, memory.entity_id, [other.entity_id])
    whole = timeline(space, memory.entity_id, PageRequest())
    assert [event.type.value for event in whole.items] == [
        "entity_created",
        "memory_created",
        "entity_created",
        "memory_created",
        "memory_updated",
        "entity_merged",
    ]
    assert [event.number for event in whole.items] == sorted(event.number for event in whole.items)
    first = timeline(space, memory.entity_id, PageRequest(first=4))
    rest = timeline(space, memory.entity_id, PageRequest(first=4, after=first.cursors[-1]))
    assert (first.items + rest.items, first.has_next, rest.has_next) == (whole.items, True, False)
    assert timeline(space, memory.entity_id, PageRequest(last=1)).items == whole.items[-1:]
    assert timeline(space, "ent_none", PageRequest()).items == ()


def test_a_difference_tells_what_was_added_changed_replaced_and_forgotten(
    space: Space, tick: Callable[[], AsOf]
) -> None:
    kept = write(space, "Kept", "Diff")
    changed = write(space, "Slow", "Diff", axes=AxesDraft(state=MemoryState.OPEN))
    older = write(space, "Older", "Diff")
    gone = write(space, "Gone", "Diff")
    start = tick()
    update(space, ALICE, MemoryPatch(changed.id, content="Quick", axes=AxesDraft(state=MemoryState.DONE, why="cache")))
    update(space, ALICE, MemoryPatch(changed.id, content="Quicker"))
    newer = revise.supersede(space, ALICE, older.id, None, draft("Newer", "Diff", force=True)).memory
    revise.forget(space, ALICE, gone.id)
    brief = write(space, "Here and gone", "Diff")
    revise.forget(space, ALICE, brief.id)
    curate.update_entity(space, ALICE, kept.entity_id, name="Different")
    end = tick()
    update(space, ALICE, MemoryPatch(kept.id, content="Changed later"))
    for found in (difference(space, kept.entity_id, start, end),):
        assert [memory.id for memory in found.added] == [newer.id if newer else None]
        (change,) = found.changed
        assert (change.memory.id, change.before.memory.content, change.after.memory.content) == (
            changed.id,
            "Slow",
            "Quicker",
        )
        assert set(change.axes) == {Axis.WHAT, Axis.TITLE, Axis.STATE, Axis.WHY}
        assert (change.before.memory.version, change.after.memory.version) == (1, 3)
        assert found.superseded == (now(space, older),)
        assert found.forgotten == (gone.id,)
        assert (found.renamed_from, found.merges) == ("Diff", ())
    until_now = difference(space, kept.entity_id, start)
    assert {change.memory.id for change in until_now.changed} == {kept.id, changed.id}
    assert difference(space, kept.entity_id, end, end) == NOTHING


def test_a_difference_tells_merges(space: Space, tick: Callable[[], AsOf]) -> None:
    left, right = write(space, "Left", "Diff left"), write(space, "Right", "Diff right")
    start = tick()
    survivor = curate.merge(space, ALICE, left.entity_id, [right.entity_id])
    merged = tick()
    found = difference(space, left.entity_id, start, merged)
    assert found.merges == survivor.merged_from
    assert [memory.id for memory in found.added] == [right.id]
    assert difference(space, right.entity_id, start, merged) == found
    curate.unmerge(space, ALICE, left.entity_id, right.entity_id)
    end = tick()
    back = difference(space, right.entity_id, merged, end)
    assert (back.added, back.changed, back.merges) == ((), (), ())


def test_what_was_not_known_then_is_all_added(space: Space, tick: Callable[[], AsOf]) -> None:
    start = tick()
    memory = write(space, "First", "Diff new")
    end = tick()
    found = difference(space, memory.entity_id, start, end)
    assert ([m.id for m in found.added], found.renamed_from) == ([memory.id], None)
    assert diff(space, memory.entity_id, start, start) is None
    assert diff(space, "ent_none", start) is None


def test_instants_in_the_wrong_order_are_refused(space: Space, tick: Callable[[], AsOf]) -> None:
    memory = write(space, "One", "Diff order")
    early, late = tick(), tick()
    with pytest.raises(Invalid) as caught:
        diff(space, memory.entity_id, late, early)
    assert caught.value.path == ("to",)


def test_a_difference_of_what_held(space: Space, tick: Callable[[], AsOf]) -> None:
    older = write(space, "Held before", "Diff held", valid_from=100, valid_to=200)
    newer = write(space, "Held after", "Diff held", valid_from=200)
    found = difference(space, older.entity_id, AsOf(valid=150), AsOf(valid=250))
    assert [memory.id for memory in found.added] == [newer.id]
