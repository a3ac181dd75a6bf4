from __future__ import annotations

import random

import numpy as np
import pytest

from graphmem.store.index.inverted import Interner, Inverted


def test_an_interner_numbers_in_order_of_arrival() -> None:
    interner = Interner(["a"])
    assert [interner.number(value) for value in ("b", "a", "b")] == [1, 0, 1]
    assert (interner.known("b"), interner.known("z")) == (1, None)
    assert (interner.value(1), list(interner.values()), len(interner)) == ("b", ["a", "b"], 2)


def test_values_and_docs_find_each_other() -> None:
    pairs = Inverted()
    pairs.put(np.array([0, 2, 5]), [(7,), (), (3, 7)])
    assert pairs.docs(7).tolist() == [0, 5]
    assert pairs.docs_of_any([3, 9]).tolist() == [5]
    assert pairs.docs_of_any([3, 7]).tolist() == [0, 5]
    assert pairs.docs_of_any([]).tolist() == []
    assert [pairs.values(doc) for doc in (0, 2, 5, 99)] == [[7], [], [3, 7], []]


def test_nothing_is_found_in_an_empty_one() -> None:
    pairs = Inverted()
    assert pairs.docs(0).tolist() == []
    assert Inverted.restored(pairs.arrays()).docs(0).tolist() == []
    assert pairs.roughly(0) == 0


def test_how_many_there_are_is_known_of_what_was_sorted() -> None:
    pairs = Inverted()
    pairs.put(np.arange(5), [(7,)] * 5)
    assert pairs.roughly(7) == 0
    restored = Inverted.restored(pairs.arrays())
    assert [restored.roughly(value) for value in (6, 7, 8)] == [0, 5, 0]


def test_a_random_history_agrees_with_plain_dicts_and_survives_a_restore() -> None:
    rnd, pairs = random.Random(11), Inverted()
    plain: dict[int, tuple[int, ...]] = {}
    for _ in range(60):
        docs = rnd.sample(range(3000), 500)
        values = [tuple(rnd.sample(range(40), rnd.randrange(4))) for _ in docs]
        pairs.put(np.array(docs), values)
        plain.update(zip(docs, values, strict=True))
    for some in (pairs, Inverted.restored(pairs.arrays())):
        for value in range(42):
            assert some.docs(value).tolist() == sorted(d for d, carried in plain.items() if value in carried)
        assert some.docs_of_any([1, 2, 41]).tolist() == sorted(
            d for d, carried in plain.items() if {1, 2} & set(carried)
        )
        assert all(some.values(doc) == list(carried) for doc, carried in plain.items())


@pytest.mark.parametrize("damage", [{"docs": np.array([0])}, {"docs": np.array([-4, 1])}])
def test_arrays_that_do_not_fit_together_are_refused(damage: dict[str, np.ndarray]) -> None:
    pairs = Inverted()
    pairs.put(np.array([0, 1]), [(1,), (2,)])
    with pytest.raises(ValueError, match="fit together"):
        Inverted.restored(pairs.arrays() | damage)
