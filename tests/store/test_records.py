"""Side records in memory: the open ones by kind, id and subject; requests are read when asked for."""

from __future__ import annotations

import pytest

from graphmem.services.space import Space
from graphmem.store.record import Record, RecordKind
from graphmem.store.records import RecordTable
from tests.derived import read_anew
from tests.store.samples import NOON, commit


def record(name: str, kind: RecordKind = RecordKind.WANTED, at: int = NOON, **body: object) -> Record:
    """A record with defaults."""
    return Record(name, kind, at, body)


@pytest.fixture
def filled(space: Space) -> Space:
    """A space with some records, one of them closed again."""
    closed = record("d", subject="s")
    commit(
        space,
        *(
            lambda plan, each=each: plan.put_record(each)  # type: ignore[misc]
            for each in (
                record("a", at=NOON + 2, subject="s", memory="mem_1"),
                record("b", at=NOON + 1, subject="s"),
                record("c", RecordKind.MUTE, agent="x"),
                closed,
                record("r", RecordKind.REQUEST, answer=1),
            )
        ),
    )
    commit(space, lambda plan: plan.close_record(closed))
    return space


def test_open_ones_by_kind_id_and_subject(filled: Space) -> None:
    for table in (filled.state.records, read_anew(filled).records):
        assert [each.id for each in table.all(RecordKind.WANTED)] == ["b", "a"]
        assert [each.id for each in table.about(RecordKind.WANTED, "s")] == ["b", "a"]
        assert table.about(RecordKind.WANTED, "none") == table.all(RecordKind.PENDING) == []
        assert table.get(RecordKind.MUTE, "c") == record("c", RecordKind.MUTE, agent="x")
        assert table.get(RecordKind.WANTED, "c") is table.get(RecordKind.WANTED, "d") is None


def test_requests_are_read_from_the_store(filled: Space) -> None:
    table = filled.state.records
    request = record("r", RecordKind.REQUEST, answer=1)
    assert table.get(RecordKind.REQUEST, "r") == request
    assert table.get(RecordKind.REQUEST, "none") is None
    assert table.all(RecordKind.REQUEST) == []
    commit(filled, lambda plan: plan.close_record(request))
    assert table.get(RecordKind.REQUEST, "r") is None


def test_what_names_something_that_is_gone_goes_too(space: Space) -> None:
    table = RecordTable(space.database)
    kept = record("t", RecordKind.TOMBSTONE, memory="mem_1")
    for each in (record("a", subject="s", memory="mem_1"), record("b", subject="s", memory="mem_2"), kept):
        table.put(each)
    table.drop_naming("mem_1")
    assert [each.id for each in table.all(RecordKind.WANTED)] == ["b"]
    assert [each.id for each in table.about(RecordKind.WANTED, "s")] == ["b"]
    assert table.all(RecordKind.TOMBSTONE) == [kept]
