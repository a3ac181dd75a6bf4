from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.vectors import VECTOR_MAX
from graphmem.store.index.vectors import NEAREST, LikeDocs, VectorStore, checked


def filled() -> VectorStore:
    store = VectorStore(2)
    store.put(np.array([0, 2, 5]), np.array([[1, 0], [0, 2], [3, 3]]))
    return store


def test_vectors_are_kept_as_units_and_compared() -> None:
    store = filled()
    assert len(store) == 3
    view = store.compared(np.array([0, 1, 2, 5]))
    assert view.docs.tolist() == [0, 2, 5]
    alike = view.likeness(np.array([1, 0], dtype=np.float32))
    middle = math.sqrt(0.5)
    assert alike.values == pytest.approx([1.0, 0.0, middle])
    tilted = np.array([0.8, 0.6], dtype=np.float32)
    cosines = [0.8, 0.6, 1.4 * middle]
    expected = [(cosine - 0.6) / (cosines[2] - 0.6) for cosine in cosines]
    assert view.likeness(tilted).values == pytest.approx(expected, abs=1e-6)
    few = store.compared(np.array([5])).likeness(tilted)
    assert (few.docs.tolist(), few.values.tolist()) == ([5], [1.0])
    assert store.compared(np.array([1, 9])).likeness(tilted).values.tolist() == []


def test_only_the_nearest_gain() -> None:
    store = VectorStore(2)
    angles = np.linspace(0.0, 1.0, 60)
    store.put(np.arange(60), np.stack([np.cos(angles), np.sin(angles)], axis=1))
    values = store.compared(np.arange(60)).likeness(np.array([1, 0], dtype=np.float32)).values
    assert np.count_nonzero(values) == NEAREST
    assert values[0] == pytest.approx(1.0)
    assert (np.diff(values) <= 0).all()


def test_the_most_alike_are_chosen() -> None:
    alike = LikeDocs(np.array([1, 4, 6, 9]), np.array([0.1, 0.9, 0.0, 0.5], dtype=np.float32))
    assert sorted(alike.best(2).tolist()) == [4, 9]
    assert alike.best(9).tolist() == [1, 4, 6, 9]
    assert alike.of(np.array([0, 4, 9])).tolist() == pytest.approx([0.0, 0.9, 0.5])


def test_dropped_vectors_are_gone() -> None:
    store = filled()
    store.drop(np.array([2, 99]))
    assert (len(store), store.having(np.array([0, 2, 5])).tolist()) == (2, [True, False, True])


@pytest.mark.parametrize("dimension", [0, -1, VECTOR_MAX + 1])
def test_a_vector_has_some_numbers(dimension: int) -> None:
    with pytest.raises(ValueError, match="1 to 4096"):
        VectorStore(dimension)


def test_room_is_used_again_and_nothing_is_kept_for_docs_without_a_vector() -> None:
    store = VectorStore(2)
    store.put(np.array([1_000_000]), np.array([[1, 0]]))
    assert len(store._vectors) == 1
    store.drop(np.array([1_000_000]))
    store.put(np.array([7, 9]), np.array([[0, 1], [1, 0]]))
    store.put(np.array([7]), np.array([[1, 0]]))
    assert (len(store), len(store._vectors)) == (2, 2)
    assert [None if (v := store.of(doc)) is None else v.tolist() for doc in (7, 8, 9, 2_000_000)] == [
        [1, 0],
        None,
        [1, 0],
        None,
    ]


@given(st.lists(st.tuples(st.booleans(), st.sets(st.integers(0, 12), min_size=1)), max_size=20))
def test_it_does_what_a_dict_does(steps: list[tuple[bool, set[int]]]) -> None:
    store, expected = VectorStore(3), dict[int, list[float]]()
    for number, (kept, docs) in enumerate(steps, 1):
        if kept:
            rows = [np.roll([1.0, 0.0, 0.0], doc + number).tolist() for doc in sorted(docs)]
            store.put(np.array(sorted(docs)), np.array(rows))
            expected |= dict(zip(sorted(docs), rows, strict=True))
        else:
            store.drop(np.array(sorted(docs)))
            expected = {doc: row for doc, row in expected.items() if doc not in docs}
    everything = np.arange(14)
    view = store.compared(everything)
    assert len(store) == len(expected)
    assert view.docs.tolist() == sorted(expected)
    assert {doc: view.vectors[place].tolist() for doc, place in zip(view.docs, view.places, strict=True)} == expected


@pytest.mark.parametrize(
    ("vectors", "reason"),
    [
        ([[1.0, math.nan]], "finite"),
        ([[1.0, math.inf]], "finite"),
        ([[0.0, 0.0]], "finite"),
        ([[1.0, 2.0, 3.0]], "must have 2 numbers, not 3"),
        ([1.0, 2.0], "must have 2"),
        (1.0, "must have 2"),
        ([[1e30, 1e30]], "finite"),
    ],
)
def test_what_does_not_fit_is_refused(vectors: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason), np.errstate(over="ignore"):
        checked(np.array(vectors), 2)


def test_as_many_vectors_as_docs() -> None:
    with pytest.raises(ValueError, match="2 memories need"):
        filled().put(np.array([0, 1]), np.array([[1.0, 0.0]]))
