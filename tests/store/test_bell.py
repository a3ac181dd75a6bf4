"""The bell: rings all who listen, and nobody else."""

from __future__ import annotations

import pytest

from graphmem.store.bell import Bell


def test_it_rings_while_somebody_listens() -> None:
    bell, heard = Bell(), []
    bell.ring()
    with bell.listening(lambda: heard.append("first")):
        with bell.listening(lambda: heard.append("second")):
            bell.ring()
        bell.ring()
    bell.ring()
    assert sorted(heard) == ["first", "first", "second"]


def test_one_whose_loop_is_gone_does_not_keep_it_from_the_others() -> None:
    bell, heard = Bell(), []

    def gone() -> None:
        raise RuntimeError("Event loop is closed")

    with bell.listening(gone), bell.listening(lambda: heard.append("still")):
        bell.ring()
    assert heard == ["still"]


def test_who_fails_while_listening_listens_no_more() -> None:
    bell = Bell()
    with pytest.raises(ValueError, match="stop"), bell.listening(lambda: pytest.fail("nobody listens")):
        raise ValueError("stop")
    bell.ring()
