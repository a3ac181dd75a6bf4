"""The space at a glance: who is lively, what is hot and cold, which decisions wait."""

from __future__ import annotations

import pytest

from graphmem.domain.draft import AxesDraft, LinkDraft
from graphmem.domain.errors import Invalid
from graphmem.domain.heat import HeatBand
from graphmem.domain.model import EventType, Layer, Memory, MemoryState, MemoryType, Relation
from graphmem.services import curate, linking, revise
from graphmem.services.liveliness import heat, momentum
from graphmem.services.overview import overview
from graphmem.services.space import Space
from tests.conftest import ALICE, Clock
from tests.services.writing import now, write


def used(space: Space, memory: Memory, times: int = 1) -> None:
    """Let a memory be used."""
    for _ in range(times):
        space.write(lambda plan: plan.event(EventType.MEMORY_USED, "a", memories=[memory.id]))


def test_the_liveliest_entities_come_first(space: Space, clock: Clock) -> None:
    for n in range(3):
        write(space, f"Old news {n}", "Quiet")
    clock.turn(days=30)
    for n in range(5):
        write(space, f"News {n}", "Busy", importance=0.8)
    write(space, "One thing", "Calm")
    found = overview(space, 3)
    assert [entity.name for entity, _ in found.entities] == ["Busy", "Calm", "Quiet"]
    scores = [momentum.score for _, momentum in found.entities]
    assert scores == sorted(scores, reverse=True)
    assert found.entities[0][1] == momentum(space, found.entities[0][0].id)
    assert [entity.name for entity, _ in overview(space, 1).entities] == ["Busy"]
    assert found.layers[Layer.CONTEXT] == 9


def test_a_merged_entity_counts_with_its_survivor(space: Space) -> None:
    left, right = write(space, "Left", "Merged left"), write(space, "Right", "Merged right")
    curate.merge(space, ALICE, left.entity_id, [right.entity_id])
    assert [entity.id for entity, _ in overview(space).entities] == [left.entity_id]
    assert momentum(space, left.entity_id).score > 0
    assert momentum(space, "ent_none").score == 0


def test_the_hottest_and_the_coldest(space: Space, clock: Clock) -> None:
    cold = write(space, "Nobody asks", importance=0.1)
    clock.turn(days=120)
    warm, hot = write(space, "Some ask"), write(space, "Everybody asks", importance=0.85)
    used(space, warm, 3)
    used(space, hot, 12)
    gone = write(space, "Forgotten")
    revise.forget(space, ALICE, gone.id)
    found = overview(space, 2)
    assert [memory.id for memory in found.hot] == [hot.id, warm.id]
    assert found.cold[0] == cold
    assert heat(space, hot.id).score > heat(space, warm.id).score > heat(space, cold.id).score
    assert heat(space, cold.id).band is HeatBand.FROZEN
    assert heat(space, "mem_none").score == heat(space, "mem_other").score


def test_decisions_wait_until_they_are_carried_out(space: Space, clock: Clock) -> None:
    def decision(text: str, state: MemoryState = MemoryState.DECIDED) -> Memory:
        clock.turn(seconds=1)
        return write(space, text, axes=AxesDraft(type=MemoryType.DECISION, state=state))

    waiting = [decision("Use Kuzu"), decision("Ship weekly", MemoryState.OPEN)]
    for state in (MemoryState.DONE, MemoryState.PARKED, MemoryState.SUPERSEDED):
        decision(f"No longer open: {state}", state)
    implemented, led, answered = decision("Implemented"), decision("Led on"), decision("Answered")
    work = write(space, "Done so", layer="implementation", links=(LinkDraft(implemented.id, Relation.IMPLEMENTS),))
    linking.link(space, ALICE, led.id, Relation.LED_TO, work.id)
    linking.link(space, ALICE, work.id, Relation.RESOLVES, answered.id)
    caused = decision("Came of the work")
    linking.link(space, ALICE, work.id, Relation.LED_TO, caused.id)
    revise.forget(space, ALICE, decision("Forgotten").id)
    assert [m.id for m in overview(space).open_decisions] == [caused.id, *(m.id for m in reversed(waiting))]
    assert [m.id for m in overview(space, 1).open_decisions] == [caused.id]
    assert now(space, caused) == caused


@pytest.mark.parametrize("limit", [0, 101, -1])
def test_the_limit_is_bounded(space: Space, limit: int) -> None:
    with pytest.raises(Invalid):
        overview(space, limit)


def test_an_empty_space_has_an_overview(space: Space) -> None:
    found = overview(space)
    assert (found.entities, found.hot, found.cold, found.open_decisions) == ((), (), (), ())
    assert set(found.layers.values()) == {0}
