"""What became of recalled memories."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import PageRequest, WriteOutcome
from graphmem.domain.errors import NotFound, Problems
from graphmem.domain.kinds import UseOutcome
from graphmem.domain.model import EventType, Memory
from graphmem.services import read
from graphmem.services.liveliness import heat
from graphmem.services.remember import remember
from graphmem.services.revise import erase
from graphmem.services.space import Space, open_space
from graphmem.services.usage import outcomes, record_use
from graphmem.store.index.catalog import Uses
from tests.conftest import ALICE, Clock, draft, small


def written(space: Space) -> Memory:
    """A memory."""
    memory = remember(space, ALICE, draft("The app listens on port 8080")).memory
    assert memory is not None
    return memory


def test_outcomes_are_counted_and_only_applying_warms(space: Space) -> None:
    memory = written(space)
    cold = heat(space, memory.id).score
    for outcome in (UseOutcome.IGNORED, UseOutcome.WRONG, UseOutcome.WRONG):
        record_use(space, ALICE, memory.id, outcome)
    assert heat(space, memory.id).score == cold
    receipt = record_use(space, ALICE, memory.id, UseOutcome.APPLIED, "saved an hour")
    assert (receipt.outcome, receipt.memory) == (WriteOutcome.COMMITTED, memory)
    counted = outcomes(space, memory.id)
    assert counted == Uses(1, 1, 1, counted.last_at, applied=1, ignored=1, wrong=2)
    assert heat(space, memory.id).score > cold
    *_, event = read.events(space, PageRequest(), frozenset({EventType.MEMORY_USED})).items
    assert (event.memory_id, event.reason) == (memory.id, "saved an hour")
    assert event.details == {"memories": [memory.id], "outcome": "applied"}


def test_outcomes_outlive_a_restart_and_an_erasure_of_the_memory(store_path: Path, clock: Clock) -> None:
    space = open_space(store_path, small(persist_index=False), clock=clock, ids=UlidSource(clock))
    first, second = written(space), remember(space, ALICE, draft("Logs go to Loki")).memory
    assert second is not None
    for memory in (first, second):
        record_use(space, ALICE, memory.id, UseOutcome.WRONG)
    erase(space, ALICE, second.id, "asked for")
    space.close()
    space = open_space(store_path, small(persist_index=False), clock=clock, ids=UlidSource(clock))
    assert outcomes(space, first.id) == Uses(wrong=1)
    assert outcomes(space, second.id) == Uses()
    space.close()


def test_only_what_is_there_is_used(space: Space) -> None:
    with pytest.raises(NotFound) as caught:
        record_use(space, ALICE, "mem_nowhere", UseOutcome.APPLIED)
    assert caught.value.path == ("memory",)
    with pytest.raises(Problems):
        record_use(space, ALICE, written(space).id, UseOutcome.APPLIED, "x" * 3_000)
