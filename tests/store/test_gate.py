"""The gate: many pass, one shuts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from graphmem.store.gate import Gate


def test_many_may_be_inside_at_once() -> None:
    gate = Gate()
    with gate, gate, gate.shut(0) as empty:
        assert not empty
    with gate.shut(0) as empty:
        assert empty


def test_who_is_outside_waits_while_it_is_shut() -> None:
    gate, order = Gate(), list[str]()
    about_to_enter = Event()

    def enter() -> None:
        about_to_enter.set()
        with gate:
            order.append("entered")

    with ThreadPoolExecutor(1) as pool:
        with gate.shut(0) as empty:
            assert empty
            entering = pool.submit(enter)
            about_to_enter.wait()
            order.append("opened")
        entering.result()
    assert order == ["opened", "entered"]


def test_shutting_waits_for_those_inside() -> None:
    gate, inside, leave = Gate(), Event(), Event()

    def stay() -> None:
        with gate:
            inside.set()
            leave.wait()

    with ThreadPoolExecutor(1) as pool:
        staying = pool.submit(stay)
        inside.wait()
        with gate.shut(0) as empty:
            assert not empty
        leave.set()
        with gate.shut(10) as empty:
            assert empty
        staying.result()


def test_an_error_inside_leaves_the_gate() -> None:
    gate = Gate()
    try:
        with gate:
            raise ValueError
    except ValueError:
        pass
    with gate.shut(0) as empty:
        assert empty
