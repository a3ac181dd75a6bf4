"""Changing a memory in place: what is named changes, nothing else, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.draft import AxesDraft, Gate, MemoryPatch, PageRequest, ThreadRef, WriteOutcome
from graphmem.domain.errors import (
    GateRefused,
    IdempotencyConflict,
    Invalid,
    InvalidState,
    NotFound,
    Problem,
    Problems,
    Protected,
    VersionConflict,
)
from graphmem.domain.model import Category, Confidence, Layer, Memory, MemoryState, MemoryType
from graphmem.services import read, revise
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, BOB, START, Clock, draft
from tests.services.writing import now, write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


def changed(space: Space, memory: Memory, **patch: object) -> Memory:
    """The memory after a change."""
    after = update(space, BOB, MemoryPatch(memory.id, **patch)).memory  # type: ignore[arg-type]
    assert after is not None
    return after


def last_event(space: Space) -> dict[str, object]:
    """Details of the newest event."""
    event = read.event_by_number(space, space.state.events.last)
    assert event is not None
    return {"type": event.type, "by": event.agent, **event.details}


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ({"layer": "Warnings"}, {"layer": Layer.CAVEAT}),
        ({"importance": 0.3}, {"importance": 0.3}),
        ({"importance": "high"}, {"importance": 0.8}),
        ({"importance": 0.9}, {"importance": 0.9, "pinned": True}),
        ({"pinned": True}, {"pinned": True}),
        ({"tags": ("#One", "one", "two")}, {"tags": ("one", "two")}),
        ({"tags": ()}, {"tags": ()}),
        ({"category": Category.AMBIENT}, {"category": Category.AMBIENT}),
        ({"confidence": Confidence.HIGH}, {"confidence": Confidence.HIGH}),
        ({"valid_from": START}, {"valid_from": START}),
        ({"valid_to": START + 1}, {"valid_to": START + 1}),
        ({"metadata": {"n": 1}}, {"metadata": {"n": 1}}),
        ({"metadata": None}, {"metadata": None}),
    ],
)
def test_what_is_named_changes_and_nothing_else(
    space: Space, clock: Clock, patch: dict[str, object], expected: dict[str, object]
) -> None:
    before = write(space, "The port is 8080", tags=("net",), metadata={"k": "v"}, valid_from=START - 1)
    later = clock.turn(seconds=5)
    after = changed(space, before, **patch)
    assert after == replace(before, version=2, updated_at=later, **expected)  # type: ignore[arg-type]
    assert now(space, before) == after
    assert last_event(space) == {
        "type": "memory_updated",
        "by": "bob",
        "changed": sorted(expected, key=list(expected).index),
    }


def test_plain_text_keeps_the_axes_and_the_title_follows_where_it_was_inferred(space: Space) -> None:
    before = write(space, "We decided to use Kuzu. It is embedded.", axes=AxesDraft(why="one process"))
    after = changed(space, before, content="Ladybug is quicker. It is a fork.")
    assert (after.content, after.axes.title) == ("Ladybug is quicker. It is a fork.", "Ladybug is quicker")
    assert (after.axes.type, after.axes.why) == (MemoryType.DECISION, "one process")
    titled = write(space, "Something else entirely", axes=AxesDraft(title="Given"))
    assert changed(space, titled, content="A new text").axes.title == "Given"


def test_json_changes_the_axes_it_names(space: Space) -> None:
    before = write(space, "The cache is slow", axes=AxesDraft(why="a lock"))
    after = changed(space, before, content='{"what": "The cache is quick", "state": "done"}')
    assert (after.content, after.axes.state, after.axes.why) == ("The cache is quick", MemoryState.DONE, "a lock")
    assert changed(space, before, axes=AxesDraft(why=None)).axes.why is None


def test_the_earlier_versions_stay_readable(space: Space, clock: Clock) -> None:
    memory = write(space, "One")
    for text in ("Two", "Three"):
        clock.turn(seconds=1)
        changed(space, memory, content=text)
    versions = read.history(space, memory.id, PageRequest(first=10)).items
    assert [(v.memory.version, v.memory.content, v.by) for v in versions] == [
        (1, "One", "alice"),
        (2, "Two", "bob"),
        (3, "Three", "bob"),
    ]
    assert versions[0].recorded_to == versions[1].recorded_from == versions[1].memory.updated_at
    assert [v.memory.provenance.agent for v in versions] == ["alice"] * 3


@pytest.mark.parametrize(
    "patch", [{}, {"content": "Same text"}, {"tags": ("x",)}, {"importance": 0.5}, {"layer": "context"}]
)
def test_a_patch_that_changes_nothing_makes_no_version(space: Space, patch: dict[str, object]) -> None:
    memory = write(space, "Same text", tags=("x",))
    events = read.stats(space).events
    receipt = update(space, ALICE, MemoryPatch(memory.id, **patch))  # type: ignore[arg-type]
    assert (receipt.outcome, receipt.memory) == (WriteOutcome.UNCHANGED, memory)
    assert read.stats(space).events == events


def test_threads_are_joined_left_and_changed(space: Space) -> None:
    first, memory = write(space, "First", thread=ThreadRef(key="a")), write(space, "Second", thread=ThreadRef(key="a"))
    same = update(space, ALICE, MemoryPatch(memory.id, thread=ThreadRef(key="a")))
    assert same.outcome is WriteOutcome.UNCHANGED
    moved = changed(space, memory, thread=ThreadRef(key="b"))
    assert (moved.thread_id, moved.thread_position) != (memory.thread_id, 1)
    assert space.state.threads.order(first.thread_id or "") == [first.id]
    gone = changed(space, memory, thread=None)
    assert (gone.thread_id, gone.thread_position) == (None, None)
    back = changed(space, memory, thread=ThreadRef(id=first.thread_id))
    assert (back.thread_id, back.thread_position) == (first.thread_id, 1)
    with pytest.raises(NotFound):
        changed(space, memory, thread=ThreadRef(id="thr_none"))


def test_a_version_that_was_overtaken_is_refused_with_the_present_one(space: Space) -> None:
    memory = write(space, "One")
    after = changed(space, memory, content="Two", expected_version=1)
    with pytest.raises(VersionConflict) as caught:
        changed(space, memory, content="Three", expected_version=1)
    assert (caught.value.current, caught.value.path) == (after, ("expectedVersion",))


def test_unknown_and_forgotten_memories_are_refused(space: Space) -> None:
    memory = write(space, "One")
    revise.forget(space, ALICE, memory.id)
    with pytest.raises(InvalidState, match="restore it first"):
        changed(space, memory, content="Two")
    with pytest.raises(NotFound):
        update(space, ALICE, MemoryPatch("mem_none", content="Two"))


@pytest.mark.parametrize(
    ("patch", "path"),
    [
        ({"content": ""}, ("content",)),
        ({"content": "a\x00"}, ("content",)),
        ({"layer": "vibes"}, ("layer",)),
        ({"importance": 2.0}, ("importance",)),
        ({"tags": ("[x]",)}, ("tags", "0")),
        ({"paths": ("../x",)}, ("paths", "0")),
        ({"thread": ThreadRef()}, ("thread",)),
        ({"valid_to": START - 10}, ("validTo",)),
        ({"metadata": {"n": float("nan")}}, ("metadata",)),
        ({"axes": AxesDraft(title="")}, ("axes", "title")),
        ({"idempotency_key": ""}, ("idempotencyKey",)),
    ],
)
def test_bad_fields_are_refused_with_their_path(space: Space, patch: dict[str, object], path: tuple[str, ...]) -> None:
    memory = write(space, "One", valid_from=START)
    with pytest.raises((Problem, Problems)) as caught:
        changed(space, memory, **patch)
    error = caught.value
    problems = error.problems if isinstance(error, Problems) else (error,)
    assert [problem.path for problem in problems] == [path]
    assert now(space, memory) == memory


class TestProtection:
    """It holds however a memory came to it, and ends only explicitly."""

    def test_moving_into_caveat_protects(self, space: Space) -> None:
        memory = changed(space, write(space, "Never deploy on Fridays"), layer="caveat")
        assert memory.protected
        with pytest.raises(Protected):
            revise.forget(space, ALICE, memory.id)

    def test_leaving_caveat_needs_a_reason_and_is_told(self, space: Space) -> None:
        memory = write(space, "Never deploy on Fridays", layer="caveat")
        with pytest.raises(Protected) as caught:
            changed(space, memory, layer="context")
        assert caught.value.path == ("overrideProtection",)
        with pytest.raises(Problems):
            changed(space, memory, layer="context", override_protection=" ")
        after = changed(space, memory, layer="context", override_protection="the rule was dropped")
        assert not after.protected
        assert last_event(space)["override_protection"] == "the rule was dropped"

    def test_lowering_the_importance_leaves_the_pin(self, space: Space) -> None:
        memory = write(space, "Ship in June", importance=0.95)
        assert memory.pinned
        lowered = changed(space, memory, importance=0.2)
        assert (lowered.pinned, lowered.protected) == (True, True)
        with pytest.raises(Protected, match="pinned"):
            revise.forget(space, ALICE, memory.id)

    def test_unpinning_is_possible_when_said(self, space: Space) -> None:
        memory = write(space, "Ship in June", importance=0.95)
        loose = changed(space, memory, pinned=False)
        assert not loose.protected
        assert revise.forget(space, ALICE, memory.id).outcome is WriteOutcome.COMMITTED

    def test_unpinning_does_not_unprotect_a_caveat(self, space: Space) -> None:
        memory = write(space, "Never on Fridays", layer="caveat", pinned=True)
        assert changed(space, memory, pinned=False).protected

    def test_plain_text_keeps_the_pin(self, space: Space) -> None:
        memory = write(space, "Ship in June", pinned=True)
        assert changed(space, memory, content="Ship in July").pinned


def test_an_idempotency_key_gives_the_first_answer_again(space: Space) -> None:
    memory = write(space, "One")
    patch = MemoryPatch(memory.id, content="Two", idempotency_key="k")
    first = update(space, ALICE, patch)
    changed(space, memory, content="Three")
    again = update(space, ALICE, patch)
    assert (first.replayed, again.replayed, again.outcome) == (False, True, WriteOutcome.COMMITTED)
    assert again.memory is not None
    assert again.memory.content == "Three"
    with pytest.raises(IdempotencyConflict):
        update(space, ALICE, replace(patch, content="Four"))


def test_a_changed_text_is_a_twin_by_its_new_words_only(space: Space) -> None:
    memory = write(space, "The port is 8080", "Twin")
    changed(space, memory, content="The gateway runs in Oslo", layer="implementation")
    again = remember(space, ALICE, draft("The gateway runs in Oslo", "Twin", "implementation"))
    assert (again.outcome, again.duplicate_of and again.duplicate_of.id) == (WriteOutcome.DUPLICATE, memory.id)
    assert remember(space, ALICE, draft("The port is 8080", "Twin")).outcome is WriteOutcome.COMMITTED


def test_a_memory_that_left_a_layer_is_no_twin_there(space: Space) -> None:
    memory = write(space, "The gateway runs in Oslo", "Left")
    changed(space, memory, layer="implementation")
    assert remember(space, ALICE, draft("The gateway runs in Oslo", "Left")).outcome is WriteOutcome.COMMITTED


def test_what_the_gates_refuse_is_refused_in_a_change_as_well(space: Space) -> None:
    memory = write(space, "The deploy needs a token")
    secret = "The token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"[:36]
    with pytest.raises((GateRefused, Problems)):
        changed(space, memory, content=secret)
    after = update(space, ALICE, MemoryPatch(memory.id, content=secret, override=frozenset({Gate.CREDENTIAL})))
    assert after.findings
    assert isinstance(after.memory, Memory)


def test_a_bad_patch_says_so_before_anything_is_looked_up(space: Space) -> None:
    with pytest.raises(Problems) as caught:
        update(space, ALICE, MemoryPatch("mem_none", content=""))
    assert isinstance(caught.value.problems[0], Invalid)
