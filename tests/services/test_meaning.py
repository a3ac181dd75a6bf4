"""Meaning beside words: chosen by a setting, made in the background, kept in the store, ended with the space."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import MemoryPatch, VectorDraft
from graphmem.services import meaning, read
from graphmem.services.meaning import embed
from graphmem.services.recall import Meaning, RecallRequest, recall
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from graphmem.store.audit import faults
from graphmem.store.index.embedding import EmbeddingProgress
from graphmem.store.index.vector_models import ModelCount
from tests.conftest import ALICE, Clock, draft, small
from tests.derived import differences
from tests.services.writing import write


class Colours:
    """An embedder that knows two meanings: red things and all others."""

    def __init__(self, model: str = "colours", dimension: int = 2) -> None:
        self.model = model
        self.dimension = dimension
        self.read: list[str] = []

    def question(self, text: str) -> npt.NDArray[np.float32]:
        """The vector of one question."""
        if text == "unreadable":
            raise OSError("no such word")
        vector: npt.NDArray[np.float32] = self.passages([text])[0]
        return vector

    def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """One vector for each text."""
        self.read += texts
        made = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for at, text in enumerate(texts):
            made[at, 0 if any(word in text for word in ("cherry", "blood", "fire engine")) else 1] = 3.0
        return made


@pytest.fixture
def colours(monkeypatch: pytest.MonkeyPatch) -> Colours:
    """The embedder that every setting gives."""
    made = Colours()
    monkeypatch.setattr(meaning, "load_embedder", lambda name: made)
    return made


def embedded(space: Space) -> EmbeddingProgress:
    """Embed until everything has a vector."""
    background = space.embedding or embed(space)
    assert background is not None
    deadline = time.monotonic() + 30
    while (found := background.progress()).done < found.total and time.monotonic() < deadline:
        time.sleep(0.005)
    return found


def rows(space: Space) -> list[list[object]]:
    """What the store has of computed vectors."""
    return space.database.read("MATCH (v:MemoryVector) RETURN v.memoryId, v.model, v.brought ORDER BY v.id")


def test_without_an_embedder_nothing_begins(space: Space) -> None:
    assert embed(space) is None
    assert read.stats(space).embedding is None


def test_memories_are_found_by_meaning_once_they_are_embedded(space: Space, colours: Colours) -> None:
    before = write(space, "The cherry is ripe")
    write(space, "The sky is wide")
    embed(space)
    after = write(space, "A fire engine came")
    assert embedded(space) == EmbeddingProgress("colours", 3, 3)
    found = recall(space, ALICE, RecallRequest("blood", limit=2))
    assert {hit.memory.id for hit in found.hits} == {before.id, after.id}
    assert all(hit.parts.vector > 0 for hit in found.hits)
    assert found.meaning == Meaning("colours", 3, 0)


def test_its_vectors_are_kept_and_not_made_again(space: Space, colours: Colours, store_path: Path) -> None:
    memory = write(space, "The cherry is ripe")
    embedded(space)
    assert rows(space) == [[memory.id, "colours", False]]
    assert (faults(space.database), differences(space)) == ([], [])
    space.close()
    colours.read.clear()
    clock = Clock()
    opened = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    try:
        assert embedded(opened) == EmbeddingProgress("colours", 1, 1)
        assert recall(opened, ALICE, RecallRequest("blood")).hits[0].memory == memory
        assert colours.read == ["blood"]
    finally:
        opened.close()


def test_another_model_embeds_anew_in_the_background_and_then_takes_the_place_of_the_first(
    space: Space, monkeypatch: pytest.MonkeyPatch, store_path: Path
) -> None:
    monkeypatch.setattr(meaning, "load_embedder", lambda name: Colours())
    ids = [write(space, f"Cherry number {n}").id for n in range(40)]
    update(space, ALICE, MemoryPatch(ids[0], vector=VectorDraft("theirs", (1.0,))))
    embedded(space)
    space.close()
    other = Colours("shades", 3)
    monkeypatch.setattr(meaning, "load_embedder", lambda name: other)
    clock = Clock()
    opened = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    try:
        assert read.stats(opened).vectors == (ModelCount("colours", 2, 40), ModelCount("theirs", 1, 1))
        opened.embedder = other
        assert recall(opened, ALICE, RecallRequest("blood")).meaning == Meaning("shades", 0, 40)
        assert embedded(opened) == EmbeddingProgress("shades", 40, 40)
        deadline = time.monotonic() + 30
        while len(opened.state.vector_sizes()) > 2 and time.monotonic() < deadline:
            time.sleep(0.005)
        assert opened.state.vector_sizes() == {"shades": 3, "theirs": 1}
        assert len(rows(opened)) == 41
        assert read.stats(opened).embedding == EmbeddingProgress("shades", 40, 40)
        assert (faults(opened.database), differences(opened)) == ([], [])
    finally:
        opened.close()


def test_a_changed_text_is_embedded_anew_and_a_changed_tag_is_not(space: Space, colours: Colours) -> None:
    memory = write(space, "The cherry is ripe")
    embedded(space)
    update(space, ALICE, MemoryPatch(memory.id, tags=("fruit",)))
    update(space, ALICE, MemoryPatch(memory.id, content="The sky is wide"))
    embedded(space)
    assert colours.read == ["The cherry is ripe", "The sky is wide"]
    assert np.frombuffer(space.state.vectors_of(memory.id)["colours"], dtype="<f4").tolist() == [0.0, 1.0]


def test_it_goes_on_after_the_state_was_rebuilt(space: Space, colours: Colours) -> None:
    write(space, "The cherry is ripe")
    embedded(space)
    space.state.rebuild()
    write(space, "A fire engine came")
    assert embedded(space) == EmbeddingProgress("colours", 2, 2)
    assert len(recall(space, ALICE, RecallRequest("blood")).hits) == 2


def test_what_was_changed_meanwhile_is_not_given_the_vector_of_its_old_text(
    space: Space, colours: Colours, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = write(space, "The cherry is ripe")
    first, passages = [True], colours.passages

    def slow(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        made = passages(texts)
        if first and first.pop():
            update(space, ALICE, MemoryPatch(memory.id, content="The sky is wide"))
        return made

    monkeypatch.setattr(colours, "passages", slow)
    embedded(space)
    assert colours.read == ["The cherry is ripe", "The sky is wide"]
    assert np.frombuffer(space.state.vectors_of(memory.id)["colours"], dtype="<f4").tolist() == [0.0, 1.0]


def test_a_question_is_never_wrong(space: Space, colours: Colours, caplog: pytest.LogCaptureFixture) -> None:
    remember(space, ALICE, draft("An unreadable cherry"))
    embedded(space)
    found = recall(space, ALICE, RecallRequest("unreadable"))
    assert (len(found.hits), found.meaning) == (1, None)
    assert "could not be embedded" in caplog.text
    assert recall(space, ALICE, RecallRequest("  ")).meaning is None


def test_the_callers_vector_wins_over_the_embedder(space: Space, colours: Colours) -> None:
    memory = write(space, "The cherry is ripe", vector=VectorDraft("theirs", (1.0, 0.0, 0.0)))
    write(space, "The sky is wide")
    embedded(space)
    found = recall(space, ALICE, RecallRequest("sky", vector=VectorDraft("theirs", (1.0, 0.0, 0.0))))
    assert found.meaning == Meaning("theirs", 1, 1)
    assert memory.id in {hit.memory.id for hit in found.hits}
