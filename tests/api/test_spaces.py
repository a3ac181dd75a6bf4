"""Spaces are opened once and closed for good."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest

from graphmem.api.spaces import Spaces
from graphmem.domain.errors import Unavailable
from tests.api.standin import FakeSpace


def test_a_space_is_opened_at_its_first_use_and_once() -> None:
    opened: list[str] = []

    def opener(name: str) -> Any:
        opened.append(name)
        return FakeSpace()

    spaces = Spaces(opener)
    assert spaces.open() == []
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(spaces.get, ["a"] * 50))
    assert opened == ["a"]
    assert all(space is got[0] for space in got)
    assert spaces.open() == [got[0]]


def test_closing_closes_each_once_and_opens_nothing_more() -> None:
    space = FakeSpace()
    spaces = Spaces.of(cast(Any, space))
    spaces.get("default")
    spaces.close()
    spaces.close()
    assert space.closed == 1
    with pytest.raises(Unavailable, match="shutting down"):
        spaces.get("default")


def test_a_space_that_cannot_be_opened_is_tried_again() -> None:
    answers: list[Any] = [OSError("locked"), FakeSpace()]

    def opener(name: str) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    spaces = Spaces(opener)
    with pytest.raises(OSError, match="locked"):
        spaces.get("a")
    assert spaces.get("a") is not None
