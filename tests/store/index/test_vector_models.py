"""Vectors by model: kept apart, compared apart, forgotten with the last of a model."""

from __future__ import annotations

import math

import numpy as np
import pytest

from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.vector_models import Meant, ModelCount, VectorModels
from tests.store.index.samples import NOON, memory

A, B, C = np.array([0]), np.array([1]), np.array([2])


@pytest.fixture
def models() -> VectorModels:
    """Docs 0 and 1 have vectors of `two`, docs 1 and 2 of `three`."""
    made = VectorModels()
    made.put("two", np.array([0, 1]), [[1, 0], [0, 1]])
    made.put("three", np.array([1, 2]), [[1, 0, 0], [0, 0, 1]])
    return made


def test_each_model_has_its_own_size(models: VectorModels) -> None:
    assert models.counts() == [ModelCount("three", 3, 2), ModelCount("two", 2, 2)]
    assert (models.dimension("two"), models.dimension("other")) == (2, None)
    assert {model: vector.tolist() for model, vector in models.of(1).items()} == {"two": [0, 1], "three": [1, 0, 0]}
    with pytest.raises(ValueError, match="must have 2 numbers, not 3"):
        models.put("two", C, [[1, 2, 3]])
    with pytest.raises(ValueError, match="1 to 4096"):
        models.put("scalar", C, 1.0)
    assert models.dimension("scalar") is None


def test_a_model_goes_with_its_last_vector(models: VectorModels) -> None:
    models.drop(A, ["two", "other"])
    assert models.counts()[1] == ModelCount("two", 2, 1)
    models.drop(B)
    assert models.counts() == [ModelCount("three", 3, 1)]
    models.put("two", A, [[1, 2, 3]])
    assert models.dimension("two") == 3


@pytest.mark.parametrize(
    ("model", "size", "docs", "ignored"), [("two", 2, [0, 1], 1), ("three", 3, [1, 2], 1), ("other", 5, [], 3)]
)
def test_only_vectors_of_the_same_model_are_compared(
    models: VectorModels, model: str, size: int, docs: list[int], ignored: int
) -> None:
    compared = models.compared(Meant(model, np.ones(size)), np.arange(4))
    assert (compared.likeness().docs.tolist(), compared.ignored) == (docs, ignored)


@pytest.mark.parametrize("bad", [[1.0], [math.nan, 1.0], [0.0, 0.0], [[1.0, 0.0]]])
def test_a_question_that_does_not_fit_is_refused(models: VectorModels, bad: list[float]) -> None:
    with pytest.raises(ValueError, match="vector"):
        models.compared(Meant("two", bad), A)


@pytest.fixture
def index() -> RecallIndex:
    """Three fruits with vectors, one without."""
    made = RecallIndex()
    made.upsert([memory(name, text) for name, text in zip("abcd", ("apple", "pear", "plum", "fig"), strict=True)])
    made.put_vectors("theirs", ["a", "gone", "b", "c"], [[1, 0], [1, 1], [0, 1], [-1, 0]])
    return made


def test_meaning_is_found_without_a_common_word(index: RecallIndex) -> None:
    found = index.search("", now=NOON, meant=Meant("theirs", [0.1, 1]))
    assert (found.hits[0].memory_id, found.compared, found.ignored) == ("b", 3, 0)
    assert found.hits[0].parts.vector == pytest.approx(0.3)
    mixed = index.search("fig", now=NOON, meant=Meant("theirs", [0.1, 1]))
    assert [hit.memory_id for hit in mixed.hits[:2]] == ["d", "b"]
    assert mixed.hits[0].parts.vector == 0.0


def test_without_a_vector_words_alone_count(index: RecallIndex) -> None:
    found = index.search("apple", now=NOON)
    assert ([hit.memory_id for hit in found.hits], found.hits[0].parts.vector, found.compared) == (["a"], 0.0, 0)
    other = index.search("apple", now=NOON, meant=Meant("other", [1, 2, 3]))
    assert ([hit.memory_id for hit in other.hits], other.compared, other.ignored) == (["a"], 0, 3)


def test_vectors_stay_with_a_memory_until_they_are_dropped(index: RecallIndex) -> None:
    index.upsert([memory("a", "another apple", version=2)])
    assert index.vectors_of("a") == {"theirs": np.array([1, 0], dtype="<f4").tobytes()}
    assert index.lacking_vectors("theirs", 9) == ["d"]
    assert index.lacking_vectors("other", 2) == ["d", "c"]
    index.drop_vectors(["a", "gone"], ["other"])
    index.drop_vectors(["b"])
    index.remove(["c"])
    assert index.vector_counts() == [ModelCount("theirs", 2, 1)]
    assert (index.vectors_of("b"), index.vectors_of("gone")) == ({}, {})
