from __future__ import annotations

import random

import numpy as np
import pytest

from graphmem.clock import UlidSource
from graphmem.store.index.ids import IdMap, sort_key

BIGGEST = "mem_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"


@pytest.mark.parametrize(
    ("smaller", "greater"),
    [
        ("mem_00000000000000000000000000", "mem_00000000000000000000000001"),
        ("mem_01ARZ3NDEKTSV4RRFFQ69G5FAV", "mem_01ARZ3NDEKTSV4RRFFQ69G5FAW"),
        ("mem_01ARZ3NDEKTSV4RRFFQ69G5FAV", "mem_01ARZ3NDEMTSV4RRFFQ69G5FAV"),
        ("mem_01ARZ3NDEKTSV4RRFFQ69G5FAV", BIGGEST),
        ("mem_1", "mem_2"),
        ("mem_1", "mem_10"),
        ("a", "b"),
        ("mem_UUUUUUUUUUUUUUUUUUUUUUUUUU", "mem_UUUUUUUUUUVUUUUUUUUUUUUUUU"),
        ("mem_é", "mem_ü"),
    ],
)
def test_keys_sort_as_the_ids_do(smaller: str, greater: str) -> None:
    assert sort_key(smaller) < sort_key(greater)


def test_the_greatest_ulid_fits_128_bits() -> None:
    assert sort_key(BIGGEST) == (2**64 - 1, 2**64 - 1)


def test_docs_are_given_once_and_found_again() -> None:
    ids = IdMap()
    assert ids.add(["a", "b", "a"]).tolist() == [0, 1, 0]
    assert ids.add(["b", "c"]).tolist() == [1, 2]
    assert [ids.doc(name) for name in "abcd"] == [0, 1, 2, None]
    assert ids.docs(["c", "x", "a"]).tolist() == [2, 0]
    assert (ids.id(1), ids.ids(np.array([2, 0]))) == ("b", ["c", "a"])


def test_a_removed_doc_number_is_not_given_again() -> None:
    ids = IdMap()
    ids.add(["a", "b"])
    assert ids.remove("a") == 0
    assert ids.remove("a") is None
    assert ids.doc("a") is None
    assert ids.add(["a"]).tolist() == [2]


def test_ids_of_any_length_are_kept_whole() -> None:
    ids = IdMap()
    long = "mem_" + "x" * 100
    ids.add(["short", long])
    assert ids.ids(np.array([0, 1])) == ["short", long]
    assert ids.doc(long[:-1]) is None
    assert ids.doc("short\0") is None
    assert ids.doc("\ud800") is None


def test_many_ids_survive_sorting_in_removals_and_a_restore() -> None:
    source, ids = UlidSource(), IdMap()
    names = [source("mem") for _ in range(9000)]
    random.Random(3).shuffle(names)
    for start in range(0, len(names), 700):
        ids.add(names[start : start + 700])
    for name in names[::10]:
        ids.remove(name)
    restored = IdMap.restored(ids.arrays())
    for some in (ids, restored):
        assert [some.doc(name) for name in names[:50]] == [None if i % 10 == 0 else i for i in range(50)]
        assert all(some.doc(name) == i for i, name in enumerate(names) if i % 10)
        assert some.doc("mem_01ARZ3NDEKTSV4RRFFQ69G5FAV") is None
    assert restored.add(["fresh"]).tolist() == [9000]


def test_ids_with_the_same_first_64_bits_are_told_apart() -> None:
    ids = IdMap()
    names = [f"mem_01ARZ3NDEKTSV4RRFFQ6{number:06d}" for number in range(5000)]
    ids.add(names)
    assert [ids.doc(name) for name in names[::777]] == list(range(0, 5000, 777))


@pytest.mark.parametrize(
    "damage",
    [
        {"ids": np.array([1, 2])},
        {"high": np.zeros(1, dtype=np.uint64)},
        {"low": np.zeros(3, dtype=np.uint64)},
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(damage: dict[str, np.ndarray]) -> None:
    ids = IdMap()
    ids.add(["a", "b"])
    with pytest.raises(ValueError, match="fit together"):
        IdMap.restored(ids.arrays() | damage)
