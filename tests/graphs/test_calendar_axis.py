"""Round instants on an axis of time, whatever its length."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.graphs.calendar_axis import MOST_MARKS, TimeAxis

BEGIN = datetime(2026, 1, 31, 11, 59, 58, tzinfo=UTC)


@pytest.mark.parametrize(
    ("span", "labels"),
    [
        (timedelta(seconds=5), ["11:59:58", "11:59:59", "12:00:00", "12:00:01", "12:00:02", "12:00:03"]),
        (timedelta(minutes=3), ["12:00", "12:01", "12:02"]),
        (timedelta(hours=2), ["12:00", "13:00"]),
        (timedelta(days=2), ["31 Jan 12:00", "31 Jan 18:00", "01 Feb 00:00"]),
        (timedelta(days=5), ["01 Feb", "02 Feb", "03 Feb"]),
        (timedelta(days=120), ["Feb 2026", "Mar 2026", "Apr 2026", "May 2026"]),
        (timedelta(days=365 * 3), ["Jul 2026", "Jan 2027"]),
        (timedelta(days=365 * 25), ["2030", "2035", "2040", "2045", "2050"]),
    ],
)
def test_marks_are_round(span: timedelta, labels: list[str]) -> None:
    marks = TimeAxis(BEGIN, BEGIN + span, 0, 400).marks()
    assert [label for _, label in marks][: len(labels)] == labels
    assert len(marks) <= MOST_MARKS + 1
    assert all(BEGIN <= moment <= BEGIN + span for moment, _ in marks)


def test_the_end_of_time_has_no_marks_beyond_it() -> None:
    axis = TimeAxis(datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC), 0, 100)
    assert [label for _, label in axis.marks()][-1] <= "9999"


def test_instants_lie_between_both_ends() -> None:
    axis = TimeAxis(BEGIN, BEGIN + timedelta(days=1), 10, 100)
    assert axis.x(BEGIN + timedelta(hours=12)) == 60
    assert axis.x(BEGIN - timedelta(days=9)) == 10
    assert axis.x(BEGIN + timedelta(days=9)) == 110
