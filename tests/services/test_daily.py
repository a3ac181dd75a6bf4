"""Once a day, whoever asks."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from graphmem.services.daily import Daily
from tests.conftest import START, Clock


def test_it_is_due_once_a_day() -> None:
    clock, daily = Clock(), Daily()
    asked = [daily.due(now) for now in (clock(), clock.turn(seconds=86_399), clock.turn(seconds=1), clock())]
    assert asked == [True, False, True, False]
    assert not daily.due(START), "a clock that was set back asks for nothing"


def test_of_many_who_ask_at_once_one_is_told() -> None:
    daily, together = Daily(), threading.Barrier(8)

    def ask(_: int) -> bool:
        together.wait()
        return daily.due(START)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(ask, range(8))) == 1
