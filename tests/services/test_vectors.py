"""Vectors that callers bring: with the write, on an update, in a question; kept, replaced, refused, gone."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import MemoryPatch, VectorDraft, WriteOutcome
from graphmem.domain.errors import GateRefused, Invalid, LimitExceeded, Problem, Problems
from graphmem.domain.model import AsOf, Category, EventType, Memory
from graphmem.domain.vectors import MODELS_MAX, unit_numbers
from graphmem.services import read, revise
from graphmem.services.batch import remember_many
from graphmem.services.confirm import confirm
from graphmem.services.recall import Meaning, MemoryFilter, RecallRequest, RecallResult, recall
from graphmem.services.receipts import BatchMode
from graphmem.services.remember import preview, remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from graphmem.store.audit import faults
from graphmem.store.index.vector_models import ModelCount
from tests.conftest import ALICE, BOB, Clock, draft, small
from tests.derived import differences
from tests.services.writing import now, write

EAST, NORTH, WEST = (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)


def of(values: tuple[float, ...], model: str = "theirs") -> VectorDraft:
    """A caller's vector."""
    return VectorDraft(model, values)


def asked(space: Space, query: str = "", **rest: Any) -> RecallResult:
    """What a question gives."""
    return recall(space, ALICE, RecallRequest(query, **rest))


def rows(space: Space) -> list[list[object]]:
    """What the store has."""
    query = "MATCH (v:MemoryVector) RETURN v.memoryId, v.model, v.dimension, v.brought ORDER BY v.id"
    return space.database.read(query)


@pytest.fixture
def compass(space: Space) -> dict[str, Memory]:
    """Three memories with a vector, one without."""
    return {
        "east": write(space, "Sunrise over the sea", vector=of(EAST)),
        "north": write(space, "Snow and a lodestar", vector=of(NORTH)),
        "west": write(space, "Dusk at the harbour", vector=of(WEST)),
        "none": write(space, "Nothing is known of this"),
    }


def test_a_question_with_a_vector_finds_by_meaning(space: Space, compass: dict[str, Memory]) -> None:
    found = asked(space, vector=of((0.1, 0.9)))
    assert found.hits[0].memory.id == compass["north"].id
    assert found.hits[0].parts.vector == pytest.approx(0.3)
    assert found.meaning == Meaning("theirs", 3, 0)
    assert compass["none"].id not in {hit.memory.id for hit in found.hits}


def test_words_and_meaning_add_up_and_a_memory_without_a_vector_has_no_such_part(
    space: Space, compass: dict[str, Memory]
) -> None:
    found = asked(space, "what is known of dusk", vector=of(NORTH))
    parts = {hit.memory.id: hit.parts for hit in found.hits}
    assert set(parts) == {memory.id for memory in compass.values()}
    assert (parts[compass["none"].id].vector, parts[compass["none"].id].own > 0) == (0.0, True)
    assert (parts[compass["north"].id].vector, parts[compass["north"].id].own) == (pytest.approx(0.3), 0.0)
    plain = asked(space, "what is known of dusk")
    assert {hit.memory.id for hit in plain.hits} == {compass["west"].id, compass["none"].id}
    assert plain.meaning is None
    assert all(hit.parts.vector == 0.0 for hit in plain.hits)


def test_vectors_of_another_model_are_ignored_and_told(space: Space, compass: dict[str, Memory]) -> None:
    update(space, ALICE, MemoryPatch(compass["east"].id, vector=of((1.0, 1.0, 1.0), "newer")))
    found = asked(space, "dusk", vector=of((1.0, 1.0, 1.0), "newer"))
    assert found.meaning == Meaning("newer", 1, 2)
    assert {hit.memory.id for hit in found.hits} == {compass["west"].id, compass["east"].id}
    assert asked(space, "dusk", vector=of((1.0,), "unheard of")).meaning == Meaning("unheard of", 0, 3)
    assert read.vector_models(space, compass["east"].id) == ["newer", "theirs"]
    assert read.stats(space).vectors == (ModelCount("newer", 3, 1), ModelCount("theirs", 2, 3))
    assert read.stats(space).embedding is None


BAD = [(math.nan, 1.0), (math.inf, 1.0), (), (0.0, 0.0), (1.0, 2.0, 3.0)]


@pytest.mark.parametrize("values", BAD)
def test_what_is_no_vector_is_refused_with_its_path_and_nothing_is_written(
    space: Space, compass: dict[str, Memory], values: tuple[float, ...]
) -> None:
    before, event = rows(space), space.state.events.last
    bad = of(values)
    for attempt in (
        lambda: remember(space, ALICE, draft("Fresh", vector=bad)),
        lambda: preview(space, ALICE, draft("Fresh", vector=bad)),
        lambda: update(space, ALICE, MemoryPatch(compass["none"].id, vector=bad)),
        lambda: asked(space, "dusk", vector=bad),
    ):
        with pytest.raises((Problem, Problems)) as caught:
            attempt()
        problems = caught.value.problems if isinstance(caught.value, Problems) else (caught.value,)
        assert [type(problem) for problem in problems] == [Invalid]
        assert [problem.path[:2] for problem in problems] == [("vector", "values")]
        assert all("send" in problem.message for problem in problems)
    assert (rows(space), space.state.events.last) == (before, event)


def test_a_batch_tells_which_memory_has_the_bad_vector(space: Space, compass: dict[str, Memory]) -> None:
    drafts = [draft("Good", vector=of(EAST)), draft("Bad", vector=of((1.0,)))]
    with pytest.raises(Problems) as caught:
        remember_many(space, ALICE, drafts)
    assert [problem.path for problem in caught.value.problems] == [("memories", "1", "vector", "values")]
    receipt = remember_many(space, ALICE, drafts, BatchMode.EACH)
    assert [result.outcome for result in receipt.results] == [WriteOutcome.COMMITTED, WriteOutcome.REFUSED]
    assert len(rows(space)) == 4


def test_the_first_vector_of_a_model_sets_its_size_also_within_a_batch(space: Space) -> None:
    drafts = [draft("One", vector=of(EAST)), draft("Two", vector=of((1.0, 2.0, 3.0)))]
    receipt = remember_many(space, ALICE, drafts, BatchMode.EACH)
    assert receipt.results[1].problems[0].message.startswith("vectors of 'theirs' have 2 numbers in this space")


def test_only_so_many_models(space: Space) -> None:
    for n in range(MODELS_MAX):
        write(space, f"Fact {n}", vector=of(EAST, f"m{n}"))
    with pytest.raises(LimitExceeded, match="of 8 models, which is the most: send one of m0, m1") as caught:
        remember(space, ALICE, draft("One too many", vector=of(EAST, "m8")))
    assert caught.value.path == ("vector", "model")
    write(space, "One more of the first", vector=of(NORTH, "m0"))


def test_a_model_is_not_named_by_a_secret(space: Space) -> None:
    with pytest.raises(GateRefused, match="credential") as caught:
        remember(space, ALICE, draft("One", vector=of(EAST, "ghp_" + "a1B2" * 9)))
    assert caught.value.path == ("vector", "model")


def test_a_vector_is_no_part_of_a_version_but_told(space: Space, compass: dict[str, Memory]) -> None:
    memory = compass["none"]
    receipt = update(space, BOB, MemoryPatch(memory.id, vector=of(EAST)))
    assert (receipt.outcome, receipt.memory) == (WriteOutcome.COMMITTED, memory)
    event = space.state.events.get(space.state.events.last)
    assert event is not None
    assert (event.type, event.agent, event.details) == (EventType.MEMORY_UPDATED, "bob", {"changed": ["vector"]})
    again = update(space, BOB, MemoryPatch(memory.id, vector=of((5.0, 0.0))))
    assert again.outcome is WriteOutcome.UNCHANGED
    both = update(space, BOB, MemoryPatch(memory.id, content="Something is known", vector=of(WEST)))
    assert both.memory is not None
    assert both.memory.version == 2
    assert space.state.vectors_of(memory.id) == {"theirs": unit_numbers(WEST)}


def test_null_takes_them_away(space: Space, compass: dict[str, Memory]) -> None:
    update(space, ALICE, MemoryPatch(compass["east"].id, vector=of(EAST, "other")))
    assert update(space, ALICE, MemoryPatch(compass["east"].id, vector=None)).outcome is WriteOutcome.COMMITTED
    assert update(space, ALICE, MemoryPatch(compass["east"].id, vector=None)).outcome is WriteOutcome.UNCHANGED
    assert {row[0] for row in rows(space)} == {compass["north"].id, compass["west"].id}
    assert differences(space) == []


def test_a_changed_text_loses_its_vector_and_a_changed_tag_does_not(space: Space, compass: dict[str, Memory]) -> None:
    update(space, ALICE, MemoryPatch(compass["east"].id, tags=("sea",), importance=0.9))
    assert len(rows(space)) == 3
    update(space, ALICE, MemoryPatch(compass["east"].id, content="Moonrise over the sea"))
    assert len(rows(space)) == 2
    assert asked(space, "sea", vector=of(NORTH)).meaning == Meaning("theirs", 2, 0)


def test_said_again_a_text_lends_its_vector_to_the_first(space: Space, compass: dict[str, Memory]) -> None:
    receipt = remember(space, BOB, draft("nothing is known of this!", vector=of(NORTH)))
    assert (receipt.outcome, receipt.duplicate_of) == (WriteOutcome.DUPLICATE, now(space, compass["none"]))
    assert space.state.vectors_of(compass["none"].id) == {"theirs": unit_numbers(NORTH)}
    remember(space, BOB, draft("Sunrise over the sea", vector=of(WEST)))
    assert space.state.vectors_of(compass["east"].id) == {"theirs": unit_numbers(EAST)}


def test_what_waits_for_consent_keeps_its_vector(space: Space) -> None:
    waiting = remember(
        space, ALICE, draft("They like tea", category=Category.USER_INFERENCE, force=True, vector=of(EAST))
    )
    assert waiting.pending is not None
    assert rows(space) == []
    memory = confirm(space, ALICE, waiting.pending.id).memory
    assert memory is not None
    assert rows(space) == [[memory.id, "theirs", 2, True]]


def test_superseded_forgotten_restored_they_stay_and_erased_they_go(space: Space, compass: dict[str, Memory]) -> None:
    newer = replace(draft("Sunrise over the bay", force=True), vector=of(NORTH))
    revise.supersede(space, ALICE, compass["east"].id, None, newer, "moved")
    revise.forget(space, ALICE, compass["west"].id)
    assert len(rows(space)) == 4
    revise.erase(space, ALICE, compass["west"].id, "asked for")
    assert compass["west"].id not in {row[0] for row in rows(space)}
    assert asked(space, vector=of(WEST)).meaning == Meaning("theirs", 2, 0)
    assert (faults(space.database), differences(space)) == ([], [])


def test_they_are_there_after_a_restart(space: Space, compass: dict[str, Memory], store_path: Path) -> None:
    space.close()
    clock = Clock()
    opened = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    try:
        assert asked(opened, vector=of((0.1, 0.9))).hits[0].memory.id == compass["north"].id
        assert differences(opened) == []
        write(opened, "One after the restart", vector=of(EAST))
        assert opened.state.vector_sizes() == {"theirs": 2}
    finally:
        opened.close()


def test_a_rebuilt_state_has_them_too(space: Space, compass: dict[str, Memory]) -> None:
    space.state.rebuild()
    assert asked(space, vector=of((0.1, 0.9))).hits[0].memory.id == compass["north"].id


def test_in_the_past_a_text_that_is_the_same_still_is_compared(
    space: Space, clock: Clock, compass: dict[str, Memory]
) -> None:
    then = clock.turn(days=1)
    clock.turn(days=1)
    update(space, ALICE, MemoryPatch(compass["east"].id, content="Moonrise over the sea", vector=of(NORTH)))
    update(space, ALICE, MemoryPatch(compass["north"].id, tags=("cold",)))
    past = MemoryFilter(as_of=AsOf(recorded=then))
    found = asked(space, vector=of((0.1, 0.9)), filter=past)
    assert found.hits[0].memory == compass["north"]
    assert found.meaning == Meaning("theirs", 2, 0)
    nothing = asked(space, "sunrise", vector=of(EAST, "unheard of"), filter=past)
    assert [hit.memory.id for hit in nothing.hits] == [compass["east"].id]


def test_pages_are_slices_of_one_list(space: Space) -> None:
    for n in range(40):
        angle = n / 20
        write(space, f"Fact number {n}", vector=of((math.cos(angle), math.sin(angle))))
    whole = asked(space, "fact number 7", vector=of((1.0, 0.3)), limit=100)
    ids, after = [], None
    while True:
        page = asked(space, "fact number 7", vector=of((1.0, 0.3)), limit=7, after=after)
        ids += [hit.memory.id for hit in page.hits]
        if not page.has_next:
            break
        after = page.hits[-1].cursor
    assert ids == [hit.memory.id for hit in whole.hits]
    assert len(set(ids)) == 40
