"""Five critical memories a day and entity; the sixth is high, and says so."""

from __future__ import annotations

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import Gate
from graphmem.domain.errors import GateRefused
from graphmem.domain.model import Memory
from graphmem.services.batch import remember_many
from graphmem.services.receipts import Receipt
from graphmem.services.remember import preview, remember
from graphmem.services.space import Space, open_space
from tests.conftest import ALICE, BOB, Clock, draft, small

TEXTS = (
    "Row level security is off by default",
    "Backups are kept for a week only",
    "Port 8443 is open to the world",
    "Payments fail without a region",
    "The cron host has no clock sync",
    "Deleting a tenant drops its bucket",
    "Tokens never expire on staging",
)


def critical(space: Space, number: int, entity: str = "Atlas", **rest: object) -> Receipt:
    """Write one of the texts as critical."""
    return remember(space, ALICE, draft(TEXTS[number], entity, importance="critical", **rest))


def written(receipt: Receipt) -> Memory:
    """The memory of a receipt."""
    assert receipt.memory is not None
    return receipt.memory


def test_the_sixth_critical_memory_of_a_day_is_high(space: Space, clock: Clock) -> None:
    first = [critical(space, number) for number in range(5)]
    assert {(written(r).importance, written(r).pinned, r.findings) for r in first} == {(0.9, True, ())}
    sixth = critical(space, 5)
    assert (written(sixth).importance, written(sixth).pinned) == (0.8, False)
    assert [(found.gate, found.matches) for found in sixth.findings] == [(Gate.IMPORTANCE, ("critical",))]
    assert written(critical(space, 5, "Hermes")).importance == 0.9
    clock.turn(days=1)
    assert written(critical(space, 6)).importance == 0.9


def test_the_budget_is_the_entitys_not_the_agents(space: Space) -> None:
    for number in range(5):
        critical(space, number)
    receipt = remember(space, BOB, draft(TEXTS[5], importance="Critical "))
    assert written(receipt).importance == 0.8


@pytest.mark.parametrize("importance", [0.95, "high", None])
def test_only_the_word_is_on_a_budget(space: Space, importance: float | str | None) -> None:
    for number in range(5):
        critical(space, number)
    receipt = remember(space, ALICE, draft(TEXTS[5], importance=importance))
    assert receipt.findings == ()


def test_what_a_number_made_critical_counts(space: Space) -> None:
    for number in range(5):
        remember(space, ALICE, draft(TEXTS[number], importance=0.95))
    assert written(critical(space, 5)).importance == 0.8


def test_a_batch_is_counted_as_it_goes(space: Space) -> None:
    batch = remember_many(space, ALICE, [draft(text, importance="critical") for text in TEXTS])
    assert [written(result).importance for result in batch.results] == [0.9] * 5 + [0.8] * 2


def test_a_pin_that_was_asked_for_stays(space: Space) -> None:
    for number in range(5):
        critical(space, number)
    assert written(critical(space, 5, pinned=True)).pinned is True


def test_a_preview_tells_it_too(space: Space) -> None:
    for number in range(5):
        critical(space, number)
    receipt = preview(space, ALICE, draft(TEXTS[5], importance="critical"))
    assert [found.gate for found in receipt.findings] == [Gate.IMPORTANCE]


@pytest.mark.parametrize("rest", [{"override": frozenset({Gate.IMPORTANCE})}, {"force": True}])
def test_the_budget_can_be_set_aside(space: Space, rest: dict[str, object]) -> None:
    for number in range(5):
        critical(space, number)
    receipt = critical(space, 5, **rest)
    assert written(receipt).importance == 0.9
    assert [found.gate for found in receipt.findings] == [Gate.IMPORTANCE]


@pytest.mark.parametrize("mode", ["off", "refuse"])
def test_a_space_may_know_no_budget_or_a_hard_one(store_path: object, clock: Clock, mode: str) -> None:
    settings = small(gates={"importance": mode})
    space = open_space(store_path, settings, clock=clock, ids=UlidSource(clock))  # type: ignore[arg-type]
    for number in range(5):
        critical(space, number)
    if mode == "off":
        assert critical(space, 5).findings == ()
        assert written(critical(space, 6)).importance == 0.9
    else:
        with pytest.raises(GateRefused) as caught:
            critical(space, 5)
        assert (caught.value.override, caught.value.path) == (Gate.IMPORTANCE, ("importance",))
    space.close()
