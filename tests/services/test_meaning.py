"""Meaning beside words: chosen by a setting, made in the background, ended with the space."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from graphmem.services import meaning
from graphmem.services.meaning import embed
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.remember import remember
from graphmem.services.space import Space
from tests.conftest import ALICE, draft


class Colours:
    """An embedder that knows two meanings: red things and all others."""

    model = "colours"
    dimension = 2

    def question(self, text: str) -> npt.NDArray[np.float32]:
        """The vector of one question."""
        vector: npt.NDArray[np.float32] = self.passages([text])[0]
        return vector

    def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """One unit vector for each text."""
        red = [any(word in text for word in ("cherry", "blood", "fire engine")) for text in texts]
        return np.array([[1.0, 0.0] if yes else [0.0, 1.0] for yes in red], dtype=np.float32)


def test_without_an_embedder_nothing_begins(space: Space) -> None:
    assert embed(space) is None


def test_memories_are_found_by_meaning_once_they_are_embedded(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "load_embedder", lambda name: Colours())
    before = remember(space, ALICE, draft("The cherry is ripe")).memory
    remember(space, ALICE, draft("The sky is wide"))
    background = embed(space)
    assert background is not None
    after = remember(space, ALICE, draft("A fire engine came")).memory
    assert before is not None
    assert after is not None
    deadline = time.monotonic() + 30
    while background.progress().done < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    hits = recall(space, ALICE, RecallRequest("blood", limit=2)).hits
    assert {hit.memory.id for hit in hits} == {before.id, after.id}
    assert all(hit.parts.vector > 0 for hit in hits)
