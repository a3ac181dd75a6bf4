"""DateTime, JSONObject and Float: what is read, what is written, what comes back as Unreadable."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Annotated, Any

import pytest
import strawberry
from graphql import GraphQLError
from strawberry.schema.config import StrawberryConfig

from graphmem.api.scalars import (
    SCALARS,
    DateTime,
    JSONObject,
    Unreadable,
    read_instant,
    read_object,
    write_instant,
    write_object,
)

NOON = 1_769_860_800_000_000


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-01-31T12:00:00Z", NOON),
        ("2026-01-31t12:00:00z", NOON),
        ("2026-01-31T13:00:00+01:00", NOON),
        ("2026-01-31T06:30:00-05:30", NOON),
        ("2026-01-31T12:00:00.25Z", NOON + 250_000),
        ("2026-01-31T12:00:00.123456789Z", NOON + 123_456),
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59.999999Z", -1),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ],
)
def test_reads_rfc_3339(text: str, instant: int) -> None:
    assert read_instant(text) == instant


@pytest.mark.parametrize(
    "value",
    [
        "",
        "yesterday",
        "2026-01-31",
        "2026-01-31T12:00:00",
        "2026-01-31 12:00:00Z",
        "20260131T120000Z",
        "2026-W05-6T12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T12:00:60Z",
        "2026-01-31T12:00:00+24:00",
        "2026-01-31T12:00:00Z\n",
        "٢٠٢٦-01-31T12:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        1_769_860_800,
        True,
        {},
    ],
)
def test_what_is_no_date_says_what_to_send(value: object) -> None:
    read = read_instant(value)
    assert isinstance(read, Unreadable)
    assert "for example 2026-01-31T12:00:00Z" in read.message


def test_an_unreadable_value_is_repeated_in_short() -> None:
    read = read_instant("x" * 10_000)
    assert isinstance(read, Unreadable)
    assert len(read.message) < 200


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (NOON, "2026-01-31T12:00:00.000000Z"),
        (NOON + 1, "2026-01-31T12:00:00.000001Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
    ],
)
def test_writes_utc_with_microseconds(instant: int, text: str) -> None:
    assert write_instant(instant) == text
    assert read_instant(text) == instant


def test_an_object_stays_as_it_is() -> None:
    value = {"a": [1, {"b": None}]}
    assert read_object(value) is value
    assert write_object(value) is value
    assert write_object(MappingProxyType(value)) == value


@pytest.mark.parametrize("value", [[1], "text", 7, True])
def test_what_is_no_object_says_so(value: object) -> None:
    read = read_object(value)
    assert isinstance(read, Unreadable)
    assert "no JSON object" in read.message


@strawberry.type
class Echo:
    """Answers with what its arguments were read as."""

    @strawberry.field
    def echo(
        self,
        at: Annotated[Any, strawberry.argument(graphql_type=DateTime | None)] = None,
        data: Annotated[Any, strawberry.argument(graphql_type=JSONObject | None)] = None,
        number: float | None = None,
    ) -> str:
        return repr(next(value for value in (at, data, number) if value is not None))

    @strawberry.field
    def half(self) -> float:
        return 0.5


SCHEMA = strawberry.Schema(Echo, config=StrawberryConfig(scalar_map=SCALARS))


def run(query: str, **variables: object) -> Any:
    result = SCHEMA.execute_sync(query, variables)
    assert result.errors is None
    assert result.data is not None
    return result.data["echo"]


def test_literals_are_read_like_variables() -> None:
    assert run('{ echo(at: "2026-01-31T12:00:00Z") }') == repr(NOON)
    assert run("query ($v: DateTime) { echo(at: $v) }", v="2026-01-31T12:00:00Z") == repr(NOON)
    assert "'17' is no date" in run("{ echo(at: 17) }")
    assert run('{ echo(data: {a: [1, {b: "x"}]}) }') == "{'a': [1, {'b': 'x'}]}"
    assert "[1] is no JSON object" in run("{ echo(data: [1]) }")


@pytest.mark.parametrize(("sent", "read"), [(1, "1.0"), (0.25, "0.25"), (math.inf, "inf"), (math.nan, "nan")])
def test_a_float_is_judged_by_the_service(sent: float, read: str) -> None:
    assert run("query ($v: Float) { echo(number: $v) }", v=sent) == read


def test_a_text_is_no_float(capfd: pytest.CaptureFixture[str]) -> None:
    result = SCHEMA.execute_sync("query ($v: Float) { echo(number: $v) }", {"v": "1"})
    assert result.errors is not None
    assert isinstance(result.errors[0], GraphQLError)
    assert SCHEMA.execute_sync("{ half }").data == {"half": 0.5}
    assert SCHEMA.execute_sync("{ echo(number: 1e999) }").data == {"echo": "inf"}
