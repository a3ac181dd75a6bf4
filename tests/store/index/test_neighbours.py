from __future__ import annotations

import numpy as np
import pytest

from graphmem.store.index.neighbours import Neighbours


def chain(*docs: int) -> Neighbours:
    neighbours = Neighbours()
    neighbours.grow(10, 2)
    for doc in docs:
        neighbours.append(0, doc)
    return neighbours


def test_docs_know_who_is_around_them() -> None:
    neighbours = chain(4, 1, 7, 2)
    assert neighbours.around(np.array([4, 7, 0])).tolist() == [
        [-1, 1, -1],
        [1, 2, -1],
        [-1, 4, -1],
        [7, -1, -1],
    ]
    assert (neighbours.last(0), neighbours.last(1)) == (2, -1)


@pytest.mark.parametrize(
    ("taken", "ring", "last"),
    [(4, [[-1, 1], [7, 2]], 2), (7, [[4, 1], [2, -1]], 2), (2, [[4, 1], [7, -1]], 7)],
)
def test_a_gap_is_closed(taken: int, ring: list[list[int]], last: int) -> None:
    neighbours = chain(4, 1, 7, 2)
    neighbours.unlink(0, taken)
    kept = np.array([1, 7] if taken == 4 else [1, 2] if taken == 7 else [1, 7])
    assert neighbours.around(kept)[:2].tolist() == ring
    assert neighbours.last(0) == last
    assert neighbours.around(np.array([taken])).T.tolist() == [[-1, -1, -1, -1]]


def test_the_last_one_leaves_an_empty_thread() -> None:
    neighbours = chain(3)
    neighbours.unlink(0, 3)
    assert neighbours.last(0) == -1


def test_a_thread_can_be_lined_up_anew() -> None:
    neighbours = chain(4, 1, 7)
    neighbours.line_up(0, np.array([7, 4, 1]))
    assert neighbours.around(np.array([4]))[:2].T.tolist() == [[7, 1]]
    assert neighbours.last(0) == 1


def test_without_rows_nobody_is_around() -> None:
    assert Neighbours().around(np.array([0])).T.tolist() == [[-1, -1, -1, -1]]


def test_a_restore_gives_the_same() -> None:
    neighbours = chain(4, 1, 7)
    restored = Neighbours.restored(neighbours.arrays())
    everyone = np.arange(10)
    assert (restored.around(everyone) == neighbours.around(everyone)).all()
    restored.grow(11, 3)
    restored.append(0, 10)
    assert restored.around(np.array([10]))[0].tolist() == [7]


def test_arrays_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError, match="fit together"):
        Neighbours.restored(chain(1).arrays() | {"next": np.zeros(3)})
