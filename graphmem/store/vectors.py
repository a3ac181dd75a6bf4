"""Vectors of memories as rows of the store: written, read at start into the index, found when outdated."""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np

from graphmem.domain.vectors import NUMBER_BYTES, MemoryVector
from graphmem.store.database import Database
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.vectors import Vector
from graphmem.store.statement import Row

log = logging.getLogger(__name__)

CHUNK = 2_000
"""Vectors handed to the index at a time."""
TOLD = 50_000
"""Vectors between two reports of progress."""
_ALL = "MATCH (v:MemoryVector) RETURN v.memoryId, v.model, v.dimension, v.numbers"
_COMPUTED = "MATCH (v:MemoryVector) WHERE NOT v.brought AND v.model <> $model RETURN v.memoryId, v.model LIMIT 500"

Progress = Callable[[str], None]


def vector_key(memory_id: str, model: str) -> str:
    """The primary key of a vector: a memory has at most one of a model."""
    return f"{memory_id}:{model}"


def vector_row(vector: MemoryVector) -> Row:
    """A vector as the store keeps it."""
    return {
        "id": vector_key(vector.memory_id, vector.model),
        "memory": vector.memory_id,
        "model": vector.model,
        "dimension": vector.dimension,
        "at": vector.at,
        "brought": vector.brought,
        "numbers": b64encode(vector.numbers).decode(),
    }


def load_vectors(database: Database, index: RecallIndex, progress: Progress) -> None:
    """Read every vector into the index. A damaged one is left out and told; the audit says more."""
    rows, loaded = iter(database.scan(_ALL)), 0
    while chunk := list(islice(rows, CHUNK)):
        by_model: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
        for memory_id, model, dimension, text in chunk:
            by_model[model, dimension][memory_id] = text
        for (model, dimension), texts in by_model.items():
            _take(index, model, dimension, texts)
        loaded += len(chunk)
        if loaded % TOLD == 0:
            progress(f"read {loaded:,} vectors")


def _take(index: RecallIndex, model: str, dimension: int, texts: dict[str, str]) -> None:
    try:
        index.put_vectors(model, list(texts), [read_numbers(text, dimension) for text in texts.values()])
    except ValueError as problem:
        log.error("vectors of %r are damaged (%s) and left out", model, problem)


def read_numbers(text: str, dimension: int) -> Vector:
    """The numbers of a stored vector. Raises ValueError where they are damaged."""
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
