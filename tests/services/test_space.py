"""A space opened again is the same space; the derived state can be made anew at any time."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import MemoryPatch
from graphmem.domain.errors import Invalid, Unavailable
from graphmem.services import read, revise
from graphmem.services.space import Space, open_space
from graphmem.services.transfer import export_lines
from graphmem.services.update import update
from graphmem.store import index_keeper
from graphmem.store.audit import faults
from graphmem.store.port import StoreLocked, StoreTooNew
from graphmem.store.state import State
from tests.conftest import ALICE, Clock, about, small
from tests.derived import differences, picture
from tests.services.rich import fill
from tests.services.writing import named, now, write

Opener = Callable[..., Space]


@pytest.fixture
def opened(store_path: Path, clock: Clock) -> Opener:
    """Opens the same store with the same clock; the test closes it."""
    return lambda **settings: open_space(store_path, small(**settings), clock=clock, ids=UlidSource(clock))


def test_everything_is_there_after_a_restart(opened: Opener, clock: Clock) -> None:
    space = opened()
    made = fill(space, clock)
    before, lines = picture(space.state, clock()), list(export_lines(space))
    space.close()
    again = opened()
    try:
        after = picture(again.state, clock())
        assert [part for part in before if before[part] != after[part]] == []
        assert list(export_lines(again)) == lines
        assert now(again, made["full"]) == made["full"]
        assert now(again, made["empty"]).metadata == {}
        last = again.state.events.last
        memory = write(again, "Written after the restart", "Entity 1")
        assert memory.created_at > max(m.created_at for m in made.values())
        assert again.state.events.last == last + 1
        assert write(again, "And one more", about("Size", None)).entity_id == made["full"].entity_id
        assert faults(again.database) == []
        assert differences(again) == []
    finally:
        again.close()


def test_the_state_made_anew_is_the_one_that_kept_up(space: Space, clock: Clock) -> None:
    fill(space, clock)
    before = picture(space.state, clock())
    space.state.rebuild()
    after = picture(space.state, clock())
    assert [part for part in before if before[part] != after[part]] == []
    write(space, "Written after the rebuilding")
    assert differences(space) == []


def test_instants_go_on_when_the_clock_goes_back(opened: Opener, clock: Clock) -> None:
    space = opened()
    first = write(space, "In the future")
    space.close()
    clock.turn(days=-400)
    again = opened()
    try:
        second = write(again, "In the past")
        assert second.created_at == first.created_at + 1
        assert again.rehearse(lambda plan: plan.now) > second.created_at
        assert differences(again) == []
    finally:
        again.close()


def test_a_state_that_could_not_follow_is_made_anew(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    publish = State.publish

    def failing(self: State, *published: object) -> None:
        monkeypatch.setattr(State, "publish", publish)
        raise RuntimeError("stumbled")

    write(space, "Before")
    monkeypatch.setattr(State, "publish", failing)
    memory = write(space, "While it stumbles", "Stumbling")
    assert now(space, memory) == memory
    assert named(space, "Stumbling") is not None
    assert differences(space) == []


def test_a_state_that_can_not_be_made_anew_stops_the_writing(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = write(space, "Before")
    with monkeypatch.context() as patch:
        patch.setattr(State, "publish", lambda *_: 1 / 0)
        patch.setattr(State, "load", lambda *_: 1 / 0)
        write(space, "Committed, but not seen")
    with pytest.raises(Unavailable):
        write(space, "Refused")
    assert now(space, memory) == memory


def test_a_store_of_a_newer_version_is_left_alone(opened: Opener, store_path: Path) -> None:
    space = opened()
    write(space, "From the future")
    with space.database.transaction() as connection:
        connection.rows("CREATE (:Migration {number: 99, name: 'to come', at: 1})")
    space.close()
    before = store_path.read_bytes()
    for _ in range(2):
        with pytest.raises(StoreTooNew, match="was not touched"):
            opened()
    assert store_path.read_bytes() == before


@pytest.mark.parametrize("bad", [{"fuzzy_link": "maybe"}, {"gates": {"nonsense": "off"}}, {"gates": {"length": "?"}}])
def test_settings_that_make_no_sense_leave_the_store_free(opened: Opener, bad: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        opened(**bad)
    opened().close()


def test_nobody_else_can_open_it(opened: Opener) -> None:
    space = opened()
    with pytest.raises(StoreLocked):
        opened()
    space.close()
    opened().close()


class TestTheKeptIndex:
    """Saved beside the store, caught up, or made anew: never a difference in what is found."""

    @pytest.fixture(autouse=True)
    def _keep_small_ones(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(index_keeper, "WORTH_KEEPING", 1)

    def test_one_that_was_made_anew_is_kept_at_once(self, opened: Opener, store_path: Path, clock: Clock) -> None:
        kept = store_path.with_name("store.db.index")
        space = opened()
        fill(space, clock)
        space.close()
        kept.unlink()
        again = opened()
        crashed = kept.with_name("crashed")
        shutil.copy(kept, crashed)
        again.close()
        shutil.copy(crashed, kept)
        made = kept.stat().st_mtime_ns
        last = opened()
        try:
            assert kept.stat().st_mtime_ns == made, "nothing was read, so nothing is worth saving"
            assert differences(last) == []
        finally:
            last.close()

    @pytest.mark.parametrize("what", ["kept", "none", "old", "damaged", "of another store", "not wanted"])
    def test_whatever_became_of_it(self, opened: Opener, store_path: Path, clock: Clock, what: str) -> None:
        kept, old = store_path.with_name("store.db.index"), store_path.with_name("old.index")
        space = opened()
        made = fill(space, clock)
        doomed = write(space, "Doomed", "Entity 1", actor=ALICE)
        space.close()
        shutil.copy(kept, old)
        space = opened()
        clock.turn(days=1)
        update(space, ALICE, MemoryPatch(made["goal"].id, content="Changed since", layer="learning"))
        write(space, "New since", "Entity 2")
        revise.erase(space, ALICE, doomed.id, "test")
        assert not kept.exists()
        before = picture(space.state, clock())
        space.close()
        match what:
            case "none":
                kept.unlink()
            case "old":
                shutil.copy(old, kept)
            case "damaged":
                kept.write_bytes(kept.read_bytes()[:-200])
            case "of another store":
                other = open_space(store_path.with_name("other.db"), small(), clock=Clock(5), ids=UlidSource(clock))
                write(other, "Elsewhere")
                other.close()
                shutil.copy(store_path.with_name("other.db.index"), kept)
        again = opened(persist_index=what != "not wanted")
        try:
            after = picture(again.state, clock())
            assert [part for part in before if before[part] != after[part]] == []
            assert read.memory(again, doomed.id) is None
            assert differences(again) == []
        finally:
            again.close()
