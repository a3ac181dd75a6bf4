"""Where time and ids come from. Both are injected, so that tests are exact."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from ulid import ULID

from graphmem.domain.model import Micros

Clock = Callable[[], Micros]
"""Gives the present instant in microseconds since the epoch, UTC."""

IdSource = Callable[[str], str]
"""Gives a new id for a prefix such as "mem": opaque, unique, sortable by time of making."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def system_clock() -> Micros:
    """Read the system clock."""
    return time.time_ns() // 1000


def to_datetime(instant: Micros) -> datetime:
    """Turn microseconds since the epoch into an aware UTC datetime."""
    return _EPOCH + timedelta(microseconds=instant)


def to_micros(moment: datetime) -> Micros:
    """Turn an aware datetime into microseconds since the epoch.

    Raises ValueError for a naive one: guessing a zone would shift it silently.
    """
    if moment.tzinfo is None:
        raise ValueError("a date needs a time zone, for example 2026-01-31T12:00:00Z")
    return (moment - _EPOCH) // timedelta(microseconds=1)


class UlidSource:
    """Makes `prefix_ULID` ids (ulid spec: 48 bits of milliseconds, 80 random bits).

    Within one process every id is greater than the one before, so that ids made in the same
    millisecond keep their order.
    """

    def __init__(self, clock: Clock = system_clock) -> None:
        self._clock = clock
        self._last = 0
        self._lock = threading.Lock()

    def __call__(self, prefix: str) -> str:
        """Make the next id for the prefix."""
        stamp = (self._clock() // 1000) << 80
        with self._lock:
            fresh = stamp | int.from_bytes(os.urandom(10))
            self._last = fresh if fresh > self._last else self._last + 1
            return f"{prefix}_{ULID.from_int(self._last)}"
