"""What a vector may be, and the form in which it is kept."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.draft import VectorDraft
from graphmem.domain.vectors import VECTOR_MAX, MemoryVector, size_problem, unit_numbers, vector_problems

VALUES = ("vector", "values")


def numbers(values: tuple[float, ...]) -> tuple[float, ...]:
    """What is kept of values."""
    return struct.unpack(f"<{len(values)}f", unit_numbers(values))


@pytest.mark.parametrize(
    ("values", "path", "told"),
    [
        ((), VALUES, "must not be empty: send the numbers"),
        ((1.0,) * (VECTOR_MAX + 1), VALUES, "4,097 numbers; at most 4,096"),
        ((1.0, math.nan), (*VALUES, "1"), "values[1] is nan: send finite numbers"),
        ((-math.inf, 1.0), (*VALUES, "0"), "values[0] is -inf: send finite numbers"),
        ((0.0, -0.0), VALUES, "all zero, which points nowhere: send the model's numbers"),
    ],
)
def test_what_is_refused_and_why(values: tuple[float, ...], path: tuple[str, ...], told: str) -> None:
    (problem,) = vector_problems(VectorDraft("m", values))
    assert problem.path == path
    assert told in problem.message


@pytest.mark.parametrize("model", ["", "  ", "x" * 301, "a\0b"])
def test_a_model_has_a_name(model: str) -> None:
    (problem,) = vector_problems(VectorDraft(model, (1.0,)), ("memories", "0", "vector"))
    assert problem.path == ("memories", "0", "vector", "model")


def test_what_is_sound_is_taken() -> None:
    assert list(vector_problems(VectorDraft("m", (0.0, 1e-300)))) == []
    assert list(vector_problems(None)) == []


def test_another_size_is_told_with_both_sizes() -> None:
    problem = size_problem("m", 3, 2)
    assert problem.path == VALUES
    assert problem.message.startswith("vectors of 'm' have 3 numbers in this space, this one has 2: send one")


@pytest.mark.parametrize(
    ("values", "kept"),
    [
        ((3.0, 4.0), (0.6, 0.8)),
        ((1e308, 1e308), (math.sqrt(0.5), math.sqrt(0.5))),
        ((0.0, 1e-320), (0.0, 1.0)),
        ((-2.0,), (-1.0,)),
    ],
)
def test_only_the_direction_is_kept(values: tuple[float, ...], kept: tuple[float, ...]) -> None:
    assert numbers(values) == pytest.approx(kept, abs=1e-6)


FINITE = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(FINITE, min_size=1, max_size=50).filter(any))
def test_every_vector_has_length_1(values: list[float]) -> None:
    assert math.hypot(*numbers(tuple(values))) == pytest.approx(1.0, abs=1e-5)


def test_the_dimension_follows_from_the_numbers() -> None:
    assert MemoryVector("mem_1", "m", unit_numbers((1.0, 2.0, 3.0)), 1, brought=True).dimension == 3
