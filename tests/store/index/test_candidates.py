from __future__ import annotations

import random

import numpy as np
import pytest

from graphmem.store.index.candidates import Matches
from graphmem.store.index.pool import Entries


@pytest.mark.parametrize("size", [3, 300, 40_000])
@pytest.mark.parametrize("levels", [1, 5, 10_000])
@pytest.mark.parametrize("limit", [1, 7, 200])
def test_the_best_are_the_best_of_all(size: int, levels: int, limit: int) -> None:
    rnd = random.Random(size + levels)
    scores = np.array([rnd.randrange(levels) for _ in range(size)], dtype=np.float32)
    docs = np.array(sorted(rnd.sample(range(size * 3), size)))
    best = Matches(docs, scores, 1).best(limit)
    expected = sorted(zip(docs.tolist(), scores.tolist(), strict=True), key=lambda one: (-one[1], one[0]))[:limit]
    assert best.tolist() == [doc for doc, _ in expected]


def test_matches_without_some_docs() -> None:
    found = Matches(np.array([1, 4, 9]), np.array([1, 2, 3], dtype=np.float32), 2)
    left = found.without(np.array([4, 5]))
    assert (left.docs.tolist(), left.scores.tolist()) == ([1, 9], [1, 3])
    assert found.count_of(np.array([4, 5, 9])) == 2


@pytest.mark.parametrize("terms", [[0, 1], [3, 3 + 256, 3 + 512], [7, 7 + 2**20]])
def test_terms_with_the_same_low_bits_are_told_apart(terms: list[int]) -> None:
    present = np.array([*terms, 3 + 1024, 7 + 2**19], dtype=np.int32)
    counts = np.arange(1, len(present) + 1).astype(np.uint8)
    columns = np.zeros(len(present), dtype=np.int64)
    entries = Entries(np.array([5]), np.array([9]), columns, present, counts)
    assert entries.matrix(terms)[:, 0].tolist() == list(range(1, len(terms) + 1))
    assert entries.matrix([]).shape == (0, 1)
