"""Forgetting by a filter: only what was looked at, never what is protected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from graphmem.domain.draft import EntityRef, MemoryFilter, PageRequest, ThreadRef
from graphmem.domain.errors import Invalid, InvalidState, LimitExceeded, Problems
from graphmem.domain.model import AsOf, EventType, Layer, Memory, MemoryStatus
from graphmem.services import forget_many as module
from graphmem.services import read, revise
from graphmem.services.curate import merge
from graphmem.services.forget_many import SAMPLE, forget_many, preview_forget
from graphmem.services.receipts import ForgetPreview
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.store.plan import Plan
from tests.conftest import ALICE, Clock, about, draft

TEXTS = {
    "plain": ("Logs go to Loki", {"tags": ("ops",)}),
    "pinned": ("The port is 8080", {"tags": ("ops",), "pinned": True}),
    "caveat": ("Never restart at noon", {"tags": ("ops",), "layer": "caveat"}),
    "other": ("Metrics go to Mimir", {"tags": ("ops",), "entity": "Hermes", "thread": ThreadRef(key="t")}),
    "untagged": ("Traces go to Tempo", {}),
}
OPS = MemoryFilter(tags=("#OPS",))


@pytest.fixture
def memories(space: Space) -> dict[str, Memory]:
    """A few memories, most of them about operations."""
    found = {}
    for name, (text, rest) in TEXTS.items():
        memory = remember(space, ALICE, draft(text, **rest)).memory
        assert memory is not None
        found[name] = memory
    return found


def statuses(space: Space, memories: dict[str, Memory]) -> dict[str, MemoryStatus | None]:
    """How each of the memories stands now."""
    return {name: (now.status if (now := read.memory(space, m.id)) else None) for name, m in memories.items()}


def test_a_preview_counts_and_shows_and_changes_nothing(space: Space, memories: dict[str, Memory]) -> None:
    before = space.state.events.last
    assert preview_forget(space, OPS) == ForgetPreview(2, 2, (memories["other"], memories["plain"]))
    assert space.state.events.last == before


def test_a_sample_is_the_newest(space: Space, clock: Clock) -> None:
    for number in range(SAMPLE + 2):
        clock.turn(seconds=1)
        remember(space, ALICE, draft(f"Host {number} is in rack {number * 7}", tags=("ops",)))
    found = preview_forget(space, OPS)
    assert (found.count, len(found.sample)) == (SAMPLE + 2, SAMPLE)
    assert found.sample[0].content.startswith(f"Host {SAMPLE + 1} ")


def test_what_is_meant_is_forgotten_and_can_be_restored(space: Space, memories: dict[str, Memory]) -> None:
    assert forget_many(space, ALICE, OPS, 2, "moved to another team") == 2
    current, gone = MemoryStatus.CURRENT, MemoryStatus.FORGOTTEN
    assert list(statuses(space, memories).values()) == [gone, current, current, gone, current]
    told = read.events(space, PageRequest(), frozenset({EventType.MEMORY_FORGOTTEN}))
    assert [event.reason for event in told.items] == ["moved to another team"] * 2
    revise.restore(space, ALICE, memories["plain"].id)
    assert statuses(space, memories)["plain"] is current


@pytest.mark.parametrize("expected", [0, 1, 3, 4])
def test_another_count_forgets_nothing(space: Space, memories: dict[str, Memory], expected: int) -> None:
    with pytest.raises(InvalidState) as caught:
        forget_many(space, ALICE, OPS, expected, "tidy up")
    assert caught.value.path == ("expectedCount",)
    assert set(statuses(space, memories).values()) == {MemoryStatus.CURRENT}


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (MemoryFilter(entities=(about("Hermes"),)), {"other"}),
        (MemoryFilter(entities=(about("Nobody"),)), set()),
        (MemoryFilter(thread=ThreadRef(key="t")), {"other"}),
        (MemoryFilter(thread=ThreadRef(key="u")), set()),
        (MemoryFilter(layers=frozenset({Layer.CONTEXT})), {"plain", "other", "untagged"}),
        (MemoryFilter(agent="alice"), {"plain", "other", "untagged"}),
        (MemoryFilter(agent="bob"), set()),
        (MemoryFilter(min_importance=0.6), set()),
    ],
)
def test_what_filters_mean(space: Space, memories: dict[str, Memory], wanted: MemoryFilter, names: set[str]) -> None:
    assert forget_many(space, ALICE, wanted, len(names), "tidy up") == len(names)
    now = statuses(space, memories)
    assert {name for name, status in now.items() if status is MemoryStatus.FORGOTTEN} == names


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        (MemoryFilter(), ("filter",)),
        (MemoryFilter(statuses=frozenset()), ("filter",)),
        (MemoryFilter(statuses=frozenset({MemoryStatus.SUPERSEDED})), ("filter",)),
        (MemoryFilter(tags=("ops",), statuses=frozenset({MemoryStatus.FORGOTTEN})), ("filter", "statuses")),
        (MemoryFilter(tags=("ops",), as_of=AsOf(recorded=1)), ("filter", "asOf")),
    ],
)
def test_what_can_not_be_meant(space: Space, wanted: MemoryFilter, path: tuple[str, ...]) -> None:
    for use_case in (
        lambda: preview_forget(space, wanted),
        lambda: forget_many(space, ALICE, wanted, 0, "tidy up"),
    ):
        with pytest.raises(Invalid) as caught:
            use_case()
        assert caught.value.path == path


@pytest.mark.parametrize("reason", ["", "x" * 3_000])
def test_a_reason_is_needed(space: Space, reason: str) -> None:
    with pytest.raises(Problems):
        forget_many(space, ALICE, OPS, 0, reason)


def test_replaced_memories_can_be_meant_too(space: Space, memories: dict[str, Memory]) -> None:
    newer = remember(space, ALICE, draft("Logs go to S3", tags=("ops",), supersedes=(memories["plain"].id,))).memory
    assert newer is not None
    every = MemoryFilter(tags=("ops",), statuses=frozenset(MemoryStatus))
    assert preview_forget(space, MemoryFilter(tags=("ops",), statuses=frozenset())) == preview_forget(space, every)
    assert forget_many(space, ALICE, every, 3, "tidy up") == 3


def test_too_many_at_once_are_refused(
    space: Space, memories: dict[str, Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_AT_ONCE", 1)
    with pytest.raises(LimitExceeded):
        forget_many(space, ALICE, OPS, 2, "tidy up")


def test_the_count_is_taken_after_what_was_written_right_before(space: Space, memories: dict[str, Memory]) -> None:
    """Units of one group see each other, and the index sees none of them yet."""
    hermes = memories["other"].entity_id
    wanted = MemoryFilter(entities=(EntityRef(id=hermes),), tags=("#ops",), thread=ThreadRef(key="t"))

    def count_after(change: Callable[[Plan], object]) -> int:
        def unit(plan: Plan) -> int:
            change(plan)
            return len(list(module._meant(space, plan, wanted)))

        return space.rehearse(unit)

    def change(**fields: object) -> Callable[[Plan], object]:
        after = replace(memories["other"], version=2, **fields)  # type: ignore[arg-type]
        return lambda plan: plan.change_memory(after, "bob")

    assert count_after(lambda plan: None) == 1
    assert count_after(change(content="Metrics stay")) == 1
    assert count_after(change(tags=())) == 0
    assert count_after(change(pinned=True)) == 0
    assert count_after(change(status=MemoryStatus.FORGOTTEN)) == 0
    assert count_after(change(entity_id=memories["plain"].entity_id)) == 0
    assert count_after(change(thread_id=None)) == 0
    assert count_after(lambda plan: plan.erase_memory(memories["other"])) == 0


def test_merged_entities_are_one(space: Space, memories: dict[str, Memory]) -> None:
    merge(space, ALICE, memories["plain"].entity_id, [memories["other"].entity_id])
    wanted = MemoryFilter(entities=(EntityRef(id=memories["plain"].entity_id),), tags=("ops",))
    assert forget_many(space, ALICE, wanted, 2, "tidy up") == 2
