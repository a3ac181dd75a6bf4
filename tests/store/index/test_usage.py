from __future__ import annotations

import numpy as np
import pytest

from graphmem.store.index.usage import DAY, UseLog

NOW = 20_000 * DAY + 5


def counts(log: UseLog, now: int, doc: int = 1) -> tuple[int, int]:
    short, long = log.windows(now, 5)
    return int(short[doc]), int(long[doc])


@pytest.mark.parametrize(
    ("age", "expected"),
    [(0, (1, 1)), (29, (1, 1)), (30, (0, 1)), (89, (0, 1)), (90, (0, 0)), (-1, (0, 0))],
)
@pytest.mark.parametrize("asked_before", [False, True])
def test_a_use_counts_for_30_and_for_90_days(age: int, expected: tuple[int, int], asked_before: bool) -> None:
    log = UseLog()
    if asked_before:
        log.windows(NOW, 5)
    log.record(np.array([1]), NOW - age * DAY)
    assert counts(log, NOW) == expected
    assert counts(log, NOW, doc=2) == (0, 0)


def test_days_pass_and_a_look_back_is_right_again() -> None:
    log = UseLog()
    log.record(np.array([1, 1]), NOW)
    log.record(np.array([1]), NOW - 80 * DAY)
    assert counts(log, NOW) == (2, 3)
    assert counts(log, NOW + 15 * DAY) == (2, 2)
    assert counts(log, NOW + 200 * DAY) == (0, 0)
    assert counts(log, NOW) == (2, 3)


def test_uses_older_than_90_days_are_dropped() -> None:
    log = UseLog()
    log.record(np.array([1]), NOW - 100 * DAY)
    log.record(np.array([2]), NOW)
    log.windows(NOW, 5)
    assert log.arrays()["docs"].tolist() == [2]


def test_nothing_recorded_counts_nothing() -> None:
    log = UseLog()
    log.record(np.zeros(0, dtype=np.int64), NOW)
    assert counts(log, NOW) == (0, 0)


def test_a_restore_counts_the_same() -> None:
    log = UseLog()
    log.record(np.array([1, 3]), NOW)
    assert counts(UseLog.restored(log.arrays()), NOW) == (1, 1)
    with pytest.raises(ValueError, match="fit together"):
        UseLog.restored(log.arrays() | {"days": np.zeros(7)})


def test_uses_since_a_day_are_counted() -> None:
    log = UseLog()
    for doc, days in ((0, 0), (0, 1), (0, 2), (2, 1), (1, 5)):
        log.record(np.array([doc]), NOW - days * DAY)
    assert log.since(NOW, 2, 4).tolist() == [2, 0, 1, 0]
    assert log.since(NOW, 1, 4).tolist() == [1, 0, 0, 0]
    assert UseLog().since(NOW, 2, 2).tolist() == [0, 0]
