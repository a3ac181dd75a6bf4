"""Why writes are refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphmem.domain.errors import Unavailable
from graphmem.store.health import Health


def test_a_healthy_store_takes_writes(store: Path) -> None:
    Health(store, 0).require_writable()


def test_too_little_room_refuses_writes_until_there_is_room(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = [99 << 20, 100 << 20]
    monkeypatch.setattr(Health, "free_bytes", property(lambda _: free.pop(0)))
    health = Health(store, 100)
    with pytest.raises(Unavailable, match=r"99 MiB are free beside items\.db, writing safely needs 100"):
        health.require_writable()
    health.require_writable()


def test_the_first_poison_stays(store: Path) -> None:
    health = Health(store, 0)
    assert (health.poison("disk gone"), health.poison("later")) == (True, False)
    with pytest.raises(Unavailable, match="serves reads only: disk gone"):
        health.require_writable()


def test_a_closed_store_refuses_writes(store: Path) -> None:
    health = Health(store, 0)
    health.closed = True
    with pytest.raises(Unavailable, match="closed"):
        health.require_writable()


def test_a_forked_process_must_not_touch_it(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    health = Health(store, 0)
    assert not health.inherited
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert health.inherited
    with pytest.raises(Unavailable, match="closed"):
        health.require_writable()
