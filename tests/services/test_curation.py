"""What needs a look: found by its reason, told with a proposal, hinted at once a day."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import AxesDraft
from graphmem.domain.kinds import UseOutcome
from graphmem.domain.model import Category, EventType, Memory, MemoryState, Relation
from graphmem.services import revise
from graphmem.services.batch import remember_many
from graphmem.services.curation import HINT_FROM, SHOWN, curation, curation_hint
from graphmem.services.linking import link
from graphmem.services.receipts import Curation, CurationReason
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from graphmem.services.usage import record_use
from graphmem.services.verify import verify
from tests.conftest import ALICE, BOB, Clock, draft, small

TOPICS = ("Loki keeps logs", "Mimir keeps metrics", "Tempo keeps traces", "Vault keeps secrets", "Kuzu keeps graphs")


def written(space: Space, text: str = "Loki keeps logs", **rest: object) -> Memory:
    """Write a memory."""
    memory = remember(space, ALICE, draft(text, **rest)).memory
    assert memory is not None
    return memory


def recalled(space: Space, *memories: Memory, times: int = 1) -> None:
    """Have memories come up in so many recalls."""
    ids = [memory.id for memory in memories]
    for _ in range(times):
        space.write(lambda plan: plan.event(EventType.MEMORY_USED, "alice", memories=ids))


def reported(space: Space) -> None:
    """Let somebody report outcomes, so that their absence means something."""
    record_use(space, BOB, written(space, "Tabs, not spaces", entity="Style").id, UseOutcome.IGNORED)


def found(result: Curation, reason: CurationReason) -> list[str]:
    """Ids of the memories of a reason."""
    return [item.memory.id for item in result.items if item.reason is reason and item.memory is not None]


def test_a_fresh_space_needs_no_look(space: Space) -> None:
    written(space)
    assert curation(space) == Curation(0, ())


def test_dead_weight_is_recalled_and_never_applied(space: Space, clock: Clock) -> None:
    memory, second = written(space), written(space, "Mimir keeps metrics")
    recalled(space, memory, second, times=2)
    clock.turn(days=31)
    assert found(curation(space), CurationReason.DEAD_WEIGHT) == [], "nobody reports outcomes here"
    reported(space)
    result = curation(space)
    assert found(result, CurationReason.DEAD_WEIGHT) == [memory.id, second.id]
    assert result.pressure == 2
    assert result.items[0].proposal.startswith("recalled 2 times and never applied: forget it")


@pytest.mark.parametrize(
    "spare",
    [
        lambda space, memory: record_use(space, ALICE, memory.id, UseOutcome.APPLIED),
        lambda space, memory: verify(space, ALICE, memory.id),
        lambda space, memory: remember(space, BOB, draft("Loki keeps logs")),
        lambda space, memory: revise.forget(space, ALICE, memory.id),
        lambda space, memory: link(space, ALICE, memory.id, Relation.CONTRADICTS, written(space, "Logs go to S3").id),
    ],
)
def test_what_somebody_stands_by_or_disputes_is_no_dead_weight(
    space: Space, clock: Clock, spare: Callable[[Space, Memory], object]
) -> None:
    memory = written(space)
    recalled(space, memory)
    clock.turn(days=31)
    reported(space)
    assert found(curation(space), CurationReason.DEAD_WEIGHT) == [memory.id]
    spare(space, memory)
    assert found(curation(space), CurationReason.DEAD_WEIGHT) == []


@pytest.mark.parametrize("rest", [{"layer": "caveat"}, {"pinned": True}, {"category": Category.AMBIENT}])
def test_what_is_there_on_purpose_is_no_burden(space: Space, clock: Clock, rest: dict[str, object]) -> None:
    memory = written(space, **rest)
    clock.turn(days=31)
    assert curation(space).items == ()
    recalled(space, memory)
    clock.turn(days=31)
    reported(space)
    assert curation(space).items == ()


def test_dead_weight_has_had_two_days_to_be_applied(space: Space, clock: Clock) -> None:
    memory = written(space)
    reported(space)
    clock.turn(days=31)
    recalled(space, memory)
    assert found(curation(space), CurationReason.DEAD_WEIGHT) == []
    clock.turn(days=2)
    recalled(space, memory)
    assert found(curation(space), CurationReason.DEAD_WEIGHT) == [memory.id]


def test_an_open_conflict_is_told_and_keeps_its_memories(space: Space, clock: Clock) -> None:
    older = written(space, "The gateway listens on port 8443")
    recalled(space, older)
    clock.turn(days=31)
    reported(space)
    receipt = remember(space, ALICE, draft("The gateway listens on port 9443"))
    (conflict,) = receipt.conflicts
    result = curation(space)
    assert found(result, CurationReason.DEAD_WEIGHT) == []
    (item,) = [item for item in result.items if item.reason is CurationReason.CONFLICT]
    assert (item.memory, item.conflict) == (receipt.memory, conflict)
    assert "resolveConflict" in item.proposal
    assert result.pressure == 1


def test_drift_is_told_with_what_is_there_instead(store_path: Path, clock: Clock, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("PORT = 8080\n")
    space = open_space(store_path, small(worktrees=(tmp_path,)), clock=clock, ids=UlidSource(clock))
    memory = written(space, claims=("app.py::PORT=8080",))
    (tmp_path / "app.py").write_text("PORT = 9090\n")
    verify(space, ALICE, memory.id)
    result = curation(space)
    assert (found(result, CurationReason.DRIFTED), result.pressure) == ([memory.id], 1)
    assert result.items[0].proposal.startswith("app.py::PORT=8080: PORT is 9090.")
    (tmp_path / "app.py").write_text("PORT = 8080\n")
    assert curation(space).items == ()
    space.close()


def test_a_cold_endorsement_is_used_much_and_confirmed_by_nobody(space: Space) -> None:
    memory = written(space)
    recalled(space, memory, times=29)
    record_use(space, ALICE, memory.id, UseOutcome.APPLIED)
    assert curation(space).items == ()
    recalled(space, memory)
    result = curation(space)
    assert (found(result, CurationReason.COLD_ENDORSEMENT), result.pressure) == ([memory.id], 1)
    assert result.items[0].proposal == "recalled 31 times, applied 1, confirmed by nobody: verify it once"
    verify(space, ALICE, memory.id)
    assert curation(space).items == ()


def test_what_was_never_recalled_in_a_month_is_told(space: Space, clock: Clock) -> None:
    memory = written(space)
    written(space, "Ship it by May", layer="goal")
    clock.turn(days=30)
    assert curation(space).items == ()
    clock.turn(days=1)
    result = curation(space)
    assert (found(result, CurationReason.NEVER_RECALLED), result.pressure) == ([memory.id], 0)
    assert result.items[0].proposal == "not recalled once in 31 days: forget it if it is of no use"


def test_work_in_progress_goes_stale(space: Space, clock: Clock) -> None:
    axes = AxesDraft(state=MemoryState.IN_PROGRESS)
    memory = written(space, "Moving to Loki", layer="implementation", axes=axes)
    written(space, "Ship it by May", layer="goal", axes=axes)
    recalled(space, memory)
    clock.turn(days=31)
    result = curation(space)
    assert found(result, CurationReason.STALE) == [memory.id]
    assert "untouched for 31 days" in result.items[0].proposal


def test_possible_duplicates_are_told(space: Space) -> None:
    written(space, entity="Sake Navi")
    written(space, "Mimir keeps metrics", entity="Sake Navy")
    items = [item for item in curation(space).items if item.reason is CurationReason.POSSIBLE_DUPLICATE]
    assert [item.proposal for item in items] == [
        "'Sake Navi' and 'Sake Navy' may be one: mergeEntities, or dismissDuplicate"
    ]
    assert items[0].memory is None
    assert items[0].duplicate is not None


def test_only_the_oldest_are_shown_and_all_are_counted(space: Space, clock: Clock) -> None:
    memories = [written(space, f"Host {n} has {n * 7} disks", entity=f"Host {n}") for n in range(SHOWN + 3)]
    recalled(space, *memories)
    clock.turn(days=31)
    reported(space)
    result = curation(space)
    assert found(result, CurationReason.DEAD_WEIGHT) == [memory.id for memory in memories[:SHOWN]]
    assert result.pressure == SHOWN + 3


def test_a_write_is_told_once_a_day_when_the_pressure_is_high(space: Space, clock: Clock) -> None:
    memories = [written(space, text) for text in TOPICS]
    recalled(space, *memories)
    record_use(space, BOB, memories[0].id, UseOutcome.IGNORED)
    clock.turn(days=31)
    assert len(memories) == HINT_FROM
    told = remember(space, ALICE, draft("Grafana draws charts"))
    assert told.curation_hint == "5 memories need a look (5 recalled but never applied): see `curation`"
    assert remember(space, ALICE, draft("Hermes carries mail")).curation_hint is None
    assert curation_hint(space) is None
    clock.turn(days=1)
    assert curation_hint(space) == told.curation_hint
    clock.turn(days=1)
    batch = [draft("Iris shows colours"), draft("Juno keeps peace")]
    assert remember_many(space, ALICE, batch).curation_hint == told.curation_hint
    assert remember_many(space, ALICE, batch).curation_hint is None
    revise.forget(space, ALICE, memories[0].id)
    clock.turn(days=1)
    assert remember_many(space, ALICE, batch).curation_hint is None
