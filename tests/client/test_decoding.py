"""From JSON to values, by annotations."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Any

import pytest

from graphmem.client.decoding import camel, decode


class Colour(Enum):
    """Read by its names."""

    LIGHT_RED = "light-red"


@dataclass(frozen=True)
class Dot:
    """A record."""

    made_at: datetime
    colour: Colour | None
    parts: tuple[int, ...]
    renamed: str = field(metadata={"name": "other"})
    inner: str = field(metadata={"read": lambda node: node["id"]})


@dataclass(frozen=True)
class LineSummary:
    """Another record, drawn from the type Line."""

    length: float


DOT = {
    "madeAt": "2026-01-31T12:00:00.000001Z",
    "colour": "LIGHT_RED",
    "parts": [1, 2],
    "other": "x",
    "inner": {"id": "i"},
}


def test_names_are_spelt_as_in_the_schema() -> None:
    assert [camel(name) for name in ("id", "valid_from", "recorded_to_2")] == ["id", "validFrom", "recordedTo2"]


def test_a_record() -> None:
    expected = Dot(datetime(2026, 1, 31, 12, 0, 0, 1, UTC), Colour.LIGHT_RED, (1, 2), "x", "i")
    assert decode(Dot, DOT) == expected


def test_what_may_be_missing_may_be_null() -> None:
    assert decode(Dot, {**DOT, "colour": None}).colour is None


def test_one_of_several_types_is_known_by_its_name() -> None:
    kinds: Any = tuple[Dot | LineSummary, ...]
    assert decode(kinds, [{"__typename": "Line", "length": 2}]) == (LineSummary(2),)
    maybe: Any = Dot | LineSummary | None
    assert decode(maybe, None) is None


@pytest.mark.parametrize("answer", [{}, {**DOT, "colour": "BRAND_NEW"}])
def test_an_answer_of_another_shape_is_no_answer(answer: dict[str, Any]) -> None:
    with pytest.raises(KeyError):
        decode(Dot, answer)
