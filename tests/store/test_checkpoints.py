"""When a checkpoint is due."""

from __future__ import annotations

import time

import pytest

from graphmem.store.checkpoints import Checkpoints


@pytest.mark.parametrize(
    ("wal_bytes", "updates", "idle", "due"),
    [
        (0, 0, True, False),
        (99, 9, False, False),
        (100, 0, False, True),
        (0, 10, False, True),
        (50, 0, False, False),
        (50, 0, True, True),
        (49, 0, True, False),
    ],
)
def test_thresholds(wal_bytes: int, updates: int, idle: bool, due: bool) -> None:
    checkpoints = Checkpoints(wal_bytes=100, updates=10, idle_wal_bytes=50)
    assert checkpoints.due(wal_bytes, updates, idle=idle) is due


def test_a_failed_try_is_not_repeated_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    checkpoints = Checkpoints(wal_bytes=1, retry_seconds=10)
    checkpoints.done(False)
    assert not checkpoints.due(1, 0, idle=False)
    now[0] += 10
    assert checkpoints.due(1, 0, idle=False)
    checkpoints.done(True)
    assert checkpoints.due(1, 0, idle=False)


def test_a_small_pool_means_early_checkpoints() -> None:
    assert Checkpoints.for_pool(64) == Checkpoints(wal_bytes=8 << 20, updates=640)
    assert Checkpoints.for_pool(1024) == Checkpoints(wal_bytes=32 << 20, updates=10_240)
