"""Vectors as rows: written with their model and size, read at start, left out where they are damaged."""

from __future__ import annotations

import logging

import pytest

from graphmem.domain.draft import VectorDraft
from graphmem.domain.vectors import MemoryVector, unit_numbers
from graphmem.services.space import Space
from graphmem.store import vectors
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.vector_models import ModelCount
from graphmem.store.vectors import assembled, load_vectors, outdated_vectors, read_numbers, stored, vector_keys
from tests.services.writing import write


def anew(space: Space) -> tuple[RecallIndex, list[str]]:
    """The vectors as a start reads them, and the progress it told."""
    index, told = RecallIndex(), list[str]()
    index.upsert(list(space.state.memories.current()))
    load_vectors(space.database, index, told.append)
    return index, told


def test_a_row_has_the_model_the_size_and_the_numbers(space: Space) -> None:
    vector = MemoryVector("mem_1", "a:model", unit_numbers((3.0, 4.0)), 7, brought=True)
    (row,) = stored(vector).rows()
    assert row == {
        "id": "mem_1:a:model:0",
        "memory": "mem_1",
        "model": "a:model",
        "dimension": 2,
        "at": 7,
        "brought": True,
        "part": 0,
        "numbers": "mpkZP83MTD8=",
    }
    assert read_numbers(row["numbers"], 2).tolist() == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize(("dimension", "parts"), [(1, 1), (180, 1), (181, 2), (512, 3), (4096, 23)])
def test_a_long_one_lies_in_pieces(dimension: int, parts: int) -> None:
    vector = stored(MemoryVector("mem_1", "m", unit_numbers(tuple(range(1, dimension + 1))), 7, brought=False))
    pieces = vector.rows()
    assert [piece["part"] for piece in pieces] == list(range(parts))
    assert [piece["id"] for piece in pieces] == vector_keys("mem_1", "m", dimension)
    assert all(0 < len(piece["numbers"]) <= vectors.PIECE for piece in pieces)
    names = ("memory", "model", "dimension", "at", "brought", "part", "numbers")
    shuffled = [tuple(piece[name] for name in names) for piece in reversed(pieces)]
    assert list(assembled(shuffled)) == [vector]
    if parts > 1:
        (rest,) = assembled(shuffled[1:])
        with pytest.raises(ValueError, match="are not"):
            rest.numbers()


def test_all_are_read_at_start_in_chunks(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "CHUNK", 2)
    monkeypatch.setattr(vectors, "TOLD", 4)
    models = {f"m{n % 2}": 2 + n % 2 for n in range(5)}
    for n in range(5):
        write(space, f"fact {n}", vector=VectorDraft(f"m{n % 2}", (1.0,) * (2 + n % 2)))
    index, told = anew(space)
    assert index.vector_counts() == [ModelCount("m0", 2, 3), ModelCount("m1", 3, 2)]
    assert {found.model: found.dimension for found in index.vector_counts()} == models
    assert told == ["read 4 vectors"]


@pytest.mark.parametrize("damage", ["v.numbers = 'AAAA'", "v.numbers = '!'", "v.dimension = 9", "v.numbers = ''"])
def test_a_damaged_one_does_not_keep_a_store_shut(space: Space, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    write(space, "one", vector=VectorDraft("good", (1.0, 0.0)))
    write(space, "two", vector=VectorDraft("bad", (1.0, 0.0)))
    with space.database.transaction() as connection:
        connection.rows(f"MATCH (v:MemoryVector {{model: 'bad'}}) SET {damage}")
    with caplog.at_level(logging.ERROR):
        index, _ = anew(space)
    assert index.vector_counts() == [ModelCount("good", 2, 1)]
    assert "by 'bad' is damaged" in caplog.text


def test_computed_ones_of_another_model_are_outdated(space: Space) -> None:
    one, two = write(space, "one"), write(space, "two")
    numbers = unit_numbers((1.0,))

    def unit(plan) -> None:  # type: ignore[no-untyped-def]
        plan.vectors.put(MemoryVector(one.id, "old", numbers, plan.now, brought=False))
        plan.vectors.put(MemoryVector(one.id, "new", numbers, plan.now, brought=False))
        plan.vectors.put(MemoryVector(two.id, "theirs", numbers, plan.now, brought=True))

    space.write(unit)
    assert outdated_vectors(space.database, "new") == [(one.id, "old")]
    assert sorted(outdated_vectors(space.database, "newer")) == [(one.id, "new"), (one.id, "old")]
