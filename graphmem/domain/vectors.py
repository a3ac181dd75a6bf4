"""Vectors of memories: what a caller may bring, and the one form in which every vector is kept.

Pure numbers; where they are compared is in `store.index`. A vector has a direction only: it is kept with length 1.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.domain.draft import VectorDraft
from graphmem.domain.errors import Invalid, LimitExceeded, Problem
from graphmem.domain.limits import NAME_MAX, Path, text_problems
from graphmem.domain.model import Micros

VECTOR_MAX = 4_096
"""Most numbers in a vector: more than any model in use gives."""
MODELS_MAX = 8
"""Models whose vectors one space keeps: room for a change of model, not for a name made up with each write."""
NUMBER_BYTES = 4
"""A number is kept as a 32-bit float, little endian."""


@dataclass(frozen=True, slots=True)
class MemoryVector:
    """The vector of a memory's present text by one model. `brought` by a caller, or computed by an embedder."""

    memory_id: str
    model: str
    numbers: bytes
    at: Micros
    brought: bool

    @property
    def dimension(self) -> int:
        """How many numbers it has."""
        return len(self.numbers) // NUMBER_BYTES


def vector_problems(vector: VectorDraft | None, path: Path = ("vector",)) -> Iterator[Problem]:
    """Problems of a vector by itself; whether its size is its model's, the store knows."""
    if vector is None:
        return
    yield from text_problems(vector.model, (*path, "model"), NAME_MAX, empty=False)
    values, where = vector.values, (*path, "values")
    if not values:
        yield Invalid("values must not be empty: send the numbers that the model gave, or leave vector out", where)
    elif len(values) > VECTOR_MAX:
        yield LimitExceeded(f"values has {len(values):,} numbers; at most {VECTOR_MAX:,} are kept", where)
    elif (bad := next((n for n, value in enumerate(values) if not math.isfinite(value)), None)) is not None:
        yield Invalid(f"values[{bad}] is {values[bad]}: send finite numbers, or leave vector out", (*where, str(bad)))
    elif not any(values):
        yield Invalid("values are all zero, which points nowhere: send the model's numbers, or leave vector out", where)


def size_problem(model: str, expected: int, found: int, path: Path = ("vector",)) -> Invalid:
    """The problem of a vector that is not of the size that its model's vectors have in the space."""
    return Invalid(
        f"vectors of {model!r} have {expected} numbers in this space, this one has {found}: send one of the same"
        " model, or give the other model a name of its own",
        (*path, "values"),
    )


def unit_numbers(values: Sequence[float]) -> bytes:
    """Values without problems as they are kept: scaled to length 1, so that nothing is too large or too small."""
    largest = max(map(abs, values))
    scaled = [value / largest for value in values]
    length = math.hypot(*scaled)
    numbers = array("f", (value / length for value in scaled))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
