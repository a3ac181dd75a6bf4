"""An axis of time: where an instant lies between two others, and which ones are worth a mark.

Owns positions and labels. Pure; UTC throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

MOST_MARKS: Final = 9

_MONTHS: Final = (1, 3, 6, 12, 24, 60, 120, 240, 600, 1200)
_SPANS: Final = (
    (timedelta(seconds=1), "%H:%M:%S"),
    (timedelta(seconds=10), "%H:%M:%S"),
    (timedelta(minutes=1), "%H:%M"),
    (timedelta(minutes=10), "%H:%M"),
    (timedelta(hours=1), "%H:%M"),
    (timedelta(hours=6), "%d %b %H:%M"),
    (timedelta(days=1), "%d %b"),
    (timedelta(days=7), "%d %b"),
)
_MONTH: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """The stretch from one instant to a later one, over a width in points."""

    begin: datetime
    end: datetime
    left: float
    width: float

    def x(self, moment: datetime) -> float:
        """Where an instant lies; one outside lies at the nearer end."""
        share = (moment - self.begin) / max(self.end - self.begin, timedelta(microseconds=1))
        return self.left + self.width * min(max(share, 0.0), 1.0)

    def marks(self) -> list[tuple[datetime, str]]:
        """Round instants on it, at most nine, and what is written at each."""
        span = self.end - self.begin
        for step, form in _SPANS:
            if span / step <= MOST_MARKS:
                return [(moment, moment.strftime(form)) for moment in _every(step, self.begin, self.end)]
        months = next((count for count in _MONTHS if span / (count * _MONTH) <= MOST_MARKS), _MONTHS[-1])
        form = "%Y" if months >= 12 else "%b %Y"
        return [(moment, moment.strftime(form)) for moment in _every_months(months, self.begin, self.end)]


def _every(step: timedelta, begin: datetime, end: datetime) -> Iterator[datetime]:
    midnight = datetime(begin.year, begin.month, begin.day, tzinfo=UTC)
    moment = midnight + step * -(-(begin - midnight) // step)
    while moment <= end:
        yield moment
        moment += step


def _every_months(months: int, begin: datetime, end: datetime) -> Iterator[datetime]:
    count = -(-(begin.year * 12 + begin.month - 1) // months) * months
    while (moment := _month(count)) is not None and moment <= end:
        if moment >= begin:
            yield moment
        count += months


def _month(count: int) -> datetime | None:
    year, month = divmod(count, 12)
    return datetime(year, month + 1, 1, tzinfo=UTC) if 1 <= year <= 9999 else None
