"""Writes let reads by, but not for long."""

from __future__ import annotations

import threading
import time

import pytest

from graphmem.domain.errors import NotFound
from graphmem.services.space import Space
from graphmem.store.courtesy import IN_THE_WRITER, Courtesy
from graphmem.store.session import Session
from tests.services.writing import write


def test_nobody_reads_nobody_waits() -> None:
    courtesy = Courtesy()
    with courtesy.reading(), courtesy.reading():
        pass
    assert courtesy.let_by(60.0) == 0.0


def test_the_last_reader_ends_the_wait() -> None:
    courtesy, inside, done = Courtesy(), threading.Event(), threading.Event()

    def read() -> None:
        with courtesy.reading():
            with courtesy.reading():
                inside.set()
            done.wait(10)

    reader = threading.Thread(target=read)
    reader.start()
    inside.wait(10)
    threading.Timer(0.02, done.set).start()
    assert 0.0 < courtesy.let_by(10.0) < 9.0
    reader.join()


def test_a_reader_that_stays_is_not_waited_for() -> None:
    courtesy = Courtesy()
    with courtesy.reading():
        assert courtesy.let_by(0.01) >= 0.01
        assert courtesy.let_by(0.0) == courtesy.let_by(-1.0) == 0.0


def test_a_read_that_fails_is_over() -> None:
    courtesy = Courtesy()
    with pytest.raises(NotFound), courtesy.reading():
        raise NotFound("no")
    assert courtesy.let_by(60.0) == 0.0


def test_a_group_waits_once_whatever_its_size(space: Space) -> None:
    session = Session(space.state, space.clock, space.courtesy)
    begun = time.monotonic()
    with space.courtesy.reading():
        for _ in range(50):
            session.run(lambda plan: None)
    assert IN_THE_WRITER <= time.monotonic() - begun < 50 * IN_THE_WRITER


def test_writing_goes_on_while_somebody_reads(space: Space) -> None:
    with space.courtesy.reading():
        write(space, "Written beside a reader")
