"""Vectors of memories as rows of the store: written, read at start into the index, found when outdated.

A vector lies in pieces: at a checkpoint the engine holds all texts of 131,072 rows in its buffer pool, about four
times over. Pieces as long as a usual memory keep that the same for a model of any size.
"""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from graphmem.domain.vectors import NUMBER_BYTES, MemoryVector
from graphmem.store.database import Database
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.vectors import Vector, checked
from graphmem.store.statement import Row

log = logging.getLogger(__name__)

PIECE = 960
"""Characters of Base64 in a row: 180 numbers."""
CHUNK = 2_000
"""Vectors handed to the index at a time."""
TOLD = 50_000
"""Vectors between two reports of progress."""
COLUMNS = "v.memoryId, v.model, v.dimension, v.at, v.brought, v.part, v.numbers"
_ALL = f"MATCH (v:MemoryVector) RETURN {COLUMNS}"
_COMPUTED = (
    "MATCH (v:MemoryVector) WHERE NOT v.brought AND v.model <> $model AND v.part = 0"
    " RETURN v.memoryId, v.model LIMIT 500"
)

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class StoredVector:
    """A vector as it lies in the store: its numbers in Base64, which may be damaged."""

    memory_id: str
    model: str
    dimension: int
    at: int
    brought: bool
    text: str

    def numbers(self) -> Vector:
        """Its numbers. Raises ValueError where they are damaged."""
        (row,) = checked([read_numbers(self.text, self.dimension)], self.dimension)
        return np.asarray(row, dtype=np.float32)

    def rows(self) -> list[Row]:
        """Its pieces, to be written."""
        return [
            {
                "id": f"{self.memory_id}:{self.model}:{part}",
                "memory": self.memory_id,
                "model": self.model,
                "dimension": self.dimension,
                "at": self.at,
                "brought": self.brought,
                "part": part,
                "numbers": self.text[part * PIECE : (part + 1) * PIECE],
            }
            for part in range(_parts(self.dimension))
        ]


def stored(vector: MemoryVector) -> StoredVector:
    """A vector as it is written."""
    text = b64encode(vector.numbers).decode()
    return StoredVector(vector.memory_id, vector.model, vector.dimension, vector.at, vector.brought, text)


def vector_keys(memory_id: str, model: str, dimension: int) -> list[str]:
    """The primary keys of a vector's pieces: a memory has at most one vector of a model."""
    return [f"{memory_id}:{model}:{part}" for part in range(_parts(dimension))]


def _parts(dimension: int) -> int:
    characters = -(-dimension * NUMBER_BYTES // 3) * 4
    return -(-characters // PIECE)


def assembled(rows: Iterable[Sequence[Any]]) -> Iterator[StoredVector]:
    """Vectors of rows with COLUMNS in any order; last of all come those that lack a piece, as far as they go."""
    waiting: dict[tuple[str, str], dict[int, Sequence[Any]]] = defaultdict(dict)
    for row in rows:
        key = row[0], row[1]
        waiting[key][row[5]] = row
        if len(waiting[key]) >= _parts(row[2]):
            yield _joined(waiting.pop(key))
    yield from map(_joined, waiting.values())


def _joined(pieces: dict[int, Sequence[Any]]) -> StoredVector:
    name, model, dimension, at, brought = next(iter(pieces.values()))[:5]
    return StoredVector(name, model, dimension, at, brought, "".join(pieces[part][6] for part in sorted(pieces)))


def load_vectors(database: Database, index: RecallIndex, progress: Progress) -> None:
    """Read every vector into the index. A damaged one is left out and told; the audit says more."""
    vectors, loaded = assembled(database.scan(_ALL)), 0
    while chunk := list(islice(vectors, CHUNK)):
        by_model: dict[str, list[StoredVector]] = defaultdict(list)
        for vector in chunk:
            by_model[vector.model].append(vector)
        for found in by_model.values():
            _take(index, found)
        loaded += len(chunk)
        if loaded % TOLD == 0:
            progress(f"read {loaded:,} vectors")


def _take(index: RecallIndex, vectors: Sequence[StoredVector]) -> None:
    """Put vectors of a model into the index, all at once; one by one where one of them is damaged."""
    try:
        numbers = [read_numbers(vector.text, vector.dimension) for vector in vectors]
        index.put_vectors(vectors[0].model, [vector.memory_id for vector in vectors], numbers)
    except ValueError as problem:
        if len(vectors) > 1:
            for vector in vectors:
                _take(index, [vector])
            return
        log.error("the vector of %s by %r is damaged and left out: %s", vectors[0].memory_id, vectors[0].model, problem)


def read_numbers(text: str, dimension: int) -> Vector:
    """The numbers of Base64 text. Raises ValueError where they are damaged."""
    raw = b64decode(text, validate=True)
    if len(raw) != dimension * NUMBER_BYTES:
        raise ValueError(f"{len(raw)} bytes are not {dimension} numbers")
    return np.frombuffer(raw, dtype="<f4")


def numbers(vector: MemoryVector) -> Vector:
    """The numbers of a vector, to be compared."""
    return np.frombuffer(vector.numbers, dtype="<f4")


def outdated_vectors(database: Database, model: str) -> Sequence[tuple[str, str]]:
    """Memory and model of some computed vectors that are not of the given model; none once all are gone."""
    return [(memory_id, other) for memory_id, other in database.read(_COMPUTED, {"model": model})]
