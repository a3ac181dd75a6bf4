"""What was said or forgotten before: how near it must be, what the space's policy makes of it, what is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import Gate, MemoryFilter, PageRequest, WriteOutcome
from graphmem.domain.errors import GateRefused
from graphmem.domain.model import KEEPER, Actor, EventType, Memory, Relation
from graphmem.services import read, revise
from graphmem.services.batch import remember_many
from graphmem.services.receipts import BatchMode
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from tests.conftest import ALICE, BOB, START, Clock, draft, small

SAID = "Use PostgreSQL advisory locks for the nightly billing job, not Redis locks"
NEARLY = "Use PostgreSQL advisory locks for nightly billing job and not Redis locks"
DUPLICATE = frozenset({Gate.DUPLICATE})
FORGOTTEN = frozenset({Gate.PREVIOUSLY_FORGOTTEN})


def written(space: Space, text: str = SAID, **rest: object) -> Memory:
    """A memory that must be written."""
    receipt = remember(space, ALICE, draft(text, **rest))
    assert receipt.outcome is WriteOutcome.COMMITTED
    assert receipt.memory is not None
    return receipt.memory


def forgotten(space: Space, text: str = SAID, **rest: object) -> Memory:
    """A memory that was written and forgotten."""
    memory = written(space, text, **rest)
    revise.forget(space, ALICE, memory.id)
    return memory


def last_details(space: Space) -> dict[str, object]:
    """What the record has on the newest creation."""
    page = read.events(space, PageRequest(first=100), frozenset({EventType.MEMORY_CREATED}))
    return dict(page.items[-1].details)


@pytest.mark.parametrize(
    "again",
    [SAID, SAID.upper(), NEARLY],
)
@pytest.mark.parametrize("layer", ["context", "learning"])
def test_what_was_forgotten_is_refused_in_other_words_and_layers_too(space: Space, again: str, layer: str) -> None:
    gone = forgotten(space)
    with pytest.raises(GateRefused) as caught:
        remember(space, BOB, draft(again, layer=layer))
    assert (caught.value.gate, caught.value.override) == (Gate.PREVIOUSLY_FORGOTTEN, Gate.PREVIOUSLY_FORGOTTEN)
    assert caught.value.matches == (gone.id,)
    assert gone.id in caught.value.message


@pytest.mark.parametrize(
    "other",
    [
        draft(NEARLY, entity="Borealis"),
        draft("Use PostgreSQL advisory locks for the nightly billing job, 3 at once"),
        draft("Use Redis locks"),
        draft(SAID, valid_from=START),
    ],
)
def test_what_says_another_thing_was_not_forgotten(space: Space, other: object) -> None:
    forgotten(space)
    assert remember(space, ALICE, other).outcome is WriteOutcome.COMMITTED  # type: ignore[arg-type]


def test_japanese_that_was_forgotten_is_known_again(space: Space) -> None:
    gone = forgotten(space, "本番の配備は金曜日の夕方には行わないこと")
    with pytest.raises(GateRefused) as caught:
        remember(space, ALICE, draft("本番の配備は金曜日の夕方には行わないこと。"))
    assert caught.value.matches == (gone.id,)
    written(space, "本番の配備は月曜日の朝に行うこと")


def test_what_was_restored_is_a_duplicate_and_no_more_forgotten(space: Space) -> None:
    gone = forgotten(space)
    revise.restore(space, ALICE, gone.id)
    receipt = remember(space, ALICE, draft(NEARLY))
    assert (receipt.outcome, receipt.duplicate_of and receipt.duplicate_of.id) == (WriteOutcome.DUPLICATE, gone.id)


def test_what_upkeep_let_go_may_be_written_again(space: Space) -> None:
    memory = written(space)
    space.write(lambda plan: revise.put_out_of_sight(plan, Actor(KEEPER), memory, None))
    assert written(space, NEARLY).id != memory.id


@pytest.mark.parametrize("rest", [{"override": FORGOTTEN}, {"force": True}])
def test_set_aside_it_is_told_and_recorded(space: Space, rest: dict[str, object]) -> None:
    gone = forgotten(space)
    receipt = remember(space, ALICE, draft(NEARLY, **rest))
    assert receipt.outcome is WriteOutcome.COMMITTED
    assert [(found.gate, found.matches) for found in receipt.findings] == [(Gate.PREVIOUSLY_FORGOTTEN, (gone.id,))]
    assert last_details(space) == {"overridden": ["previously_forgotten"]}


@pytest.mark.parametrize(("again", "how"), [(SAID, "the same as"), (NEARLY, "nearly the same as")])
@pytest.mark.parametrize("rest", [{"override": DUPLICATE}, {"force": True}])
def test_a_duplicate_that_is_written_anyway_is_told_and_recorded(
    space: Space, again: str, how: str, rest: dict[str, object]
) -> None:
    first = written(space)
    receipt = remember(space, ALICE, draft(again, **rest))
    assert receipt.outcome is WriteOutcome.COMMITTED
    (found,) = receipt.findings
    assert (found.gate, found.message.startswith(f"{how} {first.id}")) == (Gate.DUPLICATE, True)
    assert last_details(space) == {"overridden": ["duplicate"]}


def test_an_override_that_nothing_needed_is_not_recorded(space: Space) -> None:
    written(space, override=DUPLICATE | FORGOTTEN)
    assert last_details(space) == {}


@pytest.mark.parametrize(("mode", "gates"), [("warn", [Gate.DUPLICATE]), ("off", [])])
def test_a_space_may_be_told_of_duplicates_or_not_at_all(
    store_path: Path, clock: Clock, mode: str, gates: list[Gate]
) -> None:
    space = open_space(store_path, small(gates={"duplicate": mode}), clock=clock, ids=UlidSource(clock))
    written(space)
    receipt = remember(space, ALICE, draft(NEARLY))
    assert (receipt.outcome, [found.gate for found in receipt.findings]) == (WriteOutcome.COMMITTED, gates)
    assert last_details(space) == {}
    space.close()


@pytest.mark.parametrize(("mode", "gates"), [("warn", [Gate.PREVIOUSLY_FORGOTTEN]), ("off", [])])
def test_a_space_may_be_told_of_forgotten_texts_or_not_at_all(
    store_path: Path, clock: Clock, mode: str, gates: list[Gate]
) -> None:
    space = open_space(store_path, small(gates={"previously_forgotten": mode}), clock=clock, ids=UlidSource(clock))
    forgotten(space)
    receipt = remember(space, ALICE, draft(SAID))
    assert (receipt.outcome, [found.gate for found in receipt.findings]) == (WriteOutcome.COMMITTED, gates)
    space.close()


def test_a_batch_is_held_against_what_was_forgotten(space: Space) -> None:
    gone = forgotten(space)
    fresh, stale = remember_many(space, ALICE, [draft("Mimir keeps metrics"), draft(NEARLY)], BatchMode.EACH).results
    assert (fresh.outcome, stale.outcome) == (WriteOutcome.COMMITTED, WriteOutcome.REFUSED)
    (problem,) = stale.problems
    assert isinstance(problem, GateRefused)
    assert problem.matches == (gone.id,)


def test_what_a_memory_replaces_does_not_hide_another_twin(space: Space) -> None:
    old = written(space)
    other = written(space, NEARLY, override=DUPLICATE)
    receipt = remember(space, ALICE, draft(SAID + " at all", supersedes=(old.id,)))
    assert (receipt.outcome, receipt.duplicate_of and receipt.duplicate_of.id) == (WriteOutcome.DUPLICATE, other.id)


def standing(space: Space) -> list[str]:
    """The texts that are current."""
    return [memory.content for memory in read.memories(space, MemoryFilter()).items]


FIRST, SECOND = "The API gateway listens on port 8443", "The API gateway moved to port 9443"


@pytest.mark.parametrize(
    ("first", "second"),
    [(FIRST, SECOND), ("データベースはPostgresを使用", "データベースをPostgresからMySQLに移行した")],
)
def test_what_had_been_replaced_and_is_said_again_holds_again(space: Space, first: str, second: str) -> None:
    old = written(space, first)
    new = written(space, second)
    receipt = remember(space, ALICE, draft(f"{first}."))
    assert [memory.id for memory in receipt.superseded] == [new.id]
    assert standing(space) == [f"{first}."]
    (link,) = read.links(space, new.id, "in", frozenset({Relation.SUPERSEDES}))
    assert (link.inferred, link.reason) == (True, f"{old.id}, which this had replaced, is said again")
    third = remember(space, ALICE, draft(second))
    assert (standing(space), len(third.superseded)) == ([second], 1)


def test_where_a_caller_had_replaced_it_somebody_decides(space: Space) -> None:
    old = written(space, "We deploy on Fridays")
    new = written(space, "Nobody deploys before a weekend", supersedes=(old.id,))
    receipt = remember(space, ALICE, draft("We deploy on Fridays"))
    assert (receipt.superseded, [conflict.older for conflict in receipt.conflicts]) == ((), [new.id])
    assert len(standing(space)) == 2


def test_a_declared_replacement_replaces_what_it_names(space: Space) -> None:
    written(space, FIRST)
    new = written(space, SECOND)
    receipt = revise.supersede(space, ALICE, new.id, None, draft(FIRST), "moved back")
    assert receipt.memory is not None
    assert read.supersedes(space, receipt.memory.id) == [new.id]
    assert standing(space) == [FIRST]
