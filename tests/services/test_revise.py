"""Superseding, forgetting, restoring: what each leaves behind, and what stops it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from graphmem.domain.draft import EntityRef, MemoryFilter, MemoryPatch, ThreadRef, WriteOutcome
from graphmem.domain.errors import (
    CycleRefused,
    IdempotencyConflict,
    InvalidState,
    NotFound,
    Problems,
    Protected,
    VersionConflict,
)
from graphmem.domain.model import EventType, Memory, MemoryStatus, Relation
from graphmem.services import linking, read, revise
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, BOB, Clock, about, draft
from tests.services.writing import now, write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


def replaced(space: Space, memory: Memory, text: str, **rest: object) -> Memory:
    """The memory that takes another one's place."""
    anew = draft(text, EntityRef(id=memory.entity_id), force=True, **rest)
    newer = revise.supersede(space, BOB, memory.id, None, anew, "better").memory
    assert newer is not None
    return newer


def events_of(space: Space, memory: Memory) -> list[str]:
    """The types of a memory's events, in order."""
    page = read.events(space, read.PageRequest(first=100), memory_id=memory.id)
    return [event.type.value for event in page.items]


class TestSupersede:
    """A memory takes the place of the current head of a line."""

    def test_the_older_one_stays_readable_with_its_time_closed(self, space: Space, clock: Clock) -> None:
        older = write(space, "Port is 8080")
        since = clock.turn(days=1)
        receipt = revise.supersede(space, BOB, older.id, 1, draft("Port is 9090", valid_from=since), "moved")
        newer, retired = receipt.memory, receipt.superseded
        assert newer is not None
        assert receipt.outcome is WriteOutcome.COMMITTED
        assert retired == now(space, older)
        assert (retired.status, retired.valid_to, retired.version) == (MemoryStatus.SUPERSEDED, since, 2)
        assert read.superseded_by(space, older.id) == [newer.id]
        assert read.supersedes(space, newer.id) == [older.id]
        (link,) = read.links(space, newer.id, "out")
        assert (link.relation, link.reason, link.inferred) == (Relation.SUPERSEDES, "moved", False)
        assert events_of(space, older) == ["memory_created", "memory_superseded"]

    def test_time_is_never_closed_before_it_opened(self, space: Space, clock: Clock) -> None:
        older = write(space, "It begins tomorrow", valid_from=clock() + 1_000)
        retired = now(space, replaced(space, older, "It is off").id and older)
        assert retired.valid_to == clock() + 1_001
        ended = write(space, "It ended", valid_from=1, valid_to=2)
        replaced(space, ended, "It had ended")
        assert now(space, ended).valid_to == 2

    def test_only_the_head_can_be_replaced_and_is_named(self, space: Space) -> None:
        first = write(space, "One")
        second = replaced(space, first, "Two")
        third = replaced(space, second, "Three")
        with pytest.raises(InvalidState, match=f"supersede {third.id} instead"):
            replaced(space, first, "Four")
        revise.forget(space, ALICE, third.id)
        with pytest.raises(InvalidState, match="restore it first"):
            replaced(space, third, "Four")

    def test_both_heads_of_a_fork_are_named(self, space: Space) -> None:
        root = write(space, "Root")
        heads = {write(space, text, supersedes=(root.id,)).id for text in ("Left", "Right")}
        with pytest.raises(InvalidState) as caught:
            replaced(space, root, "Third")
        assert set(re.findall(r"mem_\w+", caught.value.message)) == {root.id, *heads}

    def test_a_line_can_be_joined(self, space: Space) -> None:
        left, right = write(space, "Left"), write(space, "Right")
        joined = write(space, "Both", supersedes=(left.id, right.id))
        assert read.supersedes(space, joined.id) == [left.id, right.id]
        assert {now(space, m).status for m in (left, right)} == {MemoryStatus.SUPERSEDED}

    def test_unknown_and_stale_are_refused(self, space: Space) -> None:
        memory = write(space, "One")
        with pytest.raises(NotFound):
            revise.supersede(space, BOB, "mem_none", None, draft("x y z"))
        with pytest.raises(VersionConflict):
            revise.supersede(space, BOB, memory.id, 7, draft("x y z"))
        with pytest.raises(Problems):
            revise.supersede(space, BOB, memory.id, None, draft("x y z"), "a\x00")
        assert now(space, memory) == memory

    def test_a_rewording_may_replace_what_it_rewords(self, space: Space) -> None:
        older = write(space, "The gateway runs in the data centre of Oslo", "Reworded")
        anew = draft("The gateway runs in Oslo's data centre", "Reworded")
        receipt = revise.supersede(space, BOB, older.id, None, anew, "shorter")
        assert receipt.outcome is WriteOutcome.COMMITTED
        assert now(space, older).status is MemoryStatus.SUPERSEDED

    def test_what_is_said_counts_more_than_what_would_be_found(self, space: Space) -> None:
        older = write(space, "The port of the gateway is 8080", "Found")
        anew = draft("The port of the gateway is now 9090", "Found")
        receipt = revise.supersede(space, BOB, older.id, None, anew, "moved")
        assert receipt.superseded == now(space, older)
        assert now(space, older).status is MemoryStatus.SUPERSEDED
        (link,) = read.links(space, older.id)
        assert (link.reason, link.inferred) == ("moved", False)

    def test_a_key_gives_the_first_answer_again(self, space: Space) -> None:
        older = write(space, "One")
        anew = draft("Two", force=True, idempotency_key="supersede")
        first = revise.supersede(space, BOB, older.id, None, anew)
        again = revise.supersede(space, BOB, older.id, None, anew)
        assert (again.memory, again.superseded) == (first.memory, first.superseded)
        with pytest.raises(IdempotencyConflict):
            revise.supersede(space, BOB, older.id, None, anew, "another reason")

    def test_a_protected_one_may_be_replaced_but_stays_protected(self, space: Space) -> None:
        caveat = write(space, "Never on Fridays", layer="caveat")
        replaced(space, caveat, "Never on Fridays nor on Mondays")
        with pytest.raises(Protected):
            revise.forget(space, ALICE, caveat.id)


class TestForget:
    """Out of sight, not out of the store."""

    def test_a_forgotten_memory_is_out_of_every_list(self, space: Space) -> None:
        memory = write(space, "The cat is called Miso", "Miso", thread=ThreadRef(key="cats"))
        receipt = revise.forget(space, BOB, memory.id, 1, "no longer true")
        after = receipt.memory
        assert after == replace(memory, status=MemoryStatus.FORGOTTEN, version=2, updated_at=after.updated_at)  # type: ignore[union-attr]
        wanted = MemoryFilter(entities=(about("Miso"),))
        assert read.memories(space, wanted).items == ()
        assert recall(space, ALICE, RecallRequest("miso", entities=(about("Miso"),), mark_used=False)).hits == ()
        thread = read.thread(space, ThreadRef(key="cats"))
        assert thread is not None
        assert read.thread_memories(space, thread, MemoryFilter(), read.PageRequest()).items == ()
        assert set(read.layer_counts(space, memory.entity_id).values()) == {0}
        assert read.memories(space, replace(wanted, statuses=frozenset(MemoryStatus))).items == (after,)
        event = read.event_by_number(space, space.state.events.last)
        assert event is not None
        assert (event.type, event.agent, event.reason) == (EventType.MEMORY_FORGOTTEN, "bob", "no longer true")

    def test_twice_stale_and_unknown_are_refused(self, space: Space) -> None:
        memory = write(space, "One")
        with pytest.raises(VersionConflict):
            revise.forget(space, ALICE, memory.id, 2)
        revise.forget(space, ALICE, memory.id)
        with pytest.raises(InvalidState, match="restoreMemory"):
            revise.forget(space, ALICE, memory.id)
        with pytest.raises(NotFound):
            revise.forget(space, ALICE, "mem_none")

    @pytest.mark.parametrize(
        "protect",
        [
            lambda space: write(space, "Rule", layer="caveat"),
            lambda space: write(space, "Rule", layer="Pitfalls"),
            lambda space: write(space, "Rule", importance=0.9),
            lambda space: write(space, "Rule", importance="critical"),
            lambda space: write(space, "Rule", pinned=True),
            lambda space: update(space, ALICE, MemoryPatch(write(space, "Rule").id, layer="caveat")).memory,
            lambda space: update(space, ALICE, MemoryPatch(write(space, "Rule").id, importance=0.95)).memory,
            lambda space: (
                update(space, ALICE, MemoryPatch(write(space, "Rule", pinned=True).id, importance=0.1)).memory
            ),
        ],
    )
    def test_what_is_protected_stays_whatever_protected_it(
        self, space: Space, protect: Callable[[Space], Memory]
    ) -> None:
        memory = protect(space)
        for refuse in (
            lambda: revise.forget(space, ALICE, memory.id),
            lambda: revise.erase(space, ALICE, memory.id, "because"),
        ):
            with pytest.raises(Protected) as caught:
                refuse()
            assert caught.value.path == ("overrideProtection",)
        assert now(space, memory) == memory
        with pytest.raises(Problems):
            revise.forget(space, ALICE, memory.id, override_protection="")
        revise.forget(space, BOB, memory.id, override_protection="the rule is void")
        event = read.event_by_number(space, space.state.events.last)
        assert event is not None
        assert event.details["override_protection"] == "the rule is void"

    def test_importance_alone_does_not_protect_when_it_was_said_not_to(self, space: Space) -> None:
        memory = write(space, "Important and loose", importance=0.95, pinned=False)
        assert revise.forget(space, ALICE, memory.id).outcome is WriteOutcome.COMMITTED

    def test_a_key_gives_the_first_answer_again(self, space: Space) -> None:
        memory = write(space, "One")
        first = revise.forget(space, ALICE, memory.id, idempotency_key="f")
        again = revise.forget(space, ALICE, memory.id, idempotency_key="f")
        assert (again.replayed, again.memory) == (True, first.memory)
        with pytest.raises(IdempotencyConflict):
            revise.forget(space, ALICE, memory.id, reason="other", idempotency_key="f")


class TestRestore:
    """Back as it was."""

    def test_a_forgotten_memory_is_back(self, space: Space) -> None:
        memory = write(space, "One", "Back")
        revise.forget(space, ALICE, memory.id)
        receipt = revise.restore(space, BOB, memory.id)
        assert receipt.memory == replace(memory, version=3, updated_at=now(space, memory).updated_at)
        assert read.memories(space, MemoryFilter(entities=(about("Back"),))).items == (receipt.memory,)
        assert events_of(space, memory)[1:] == ["memory_forgotten", "memory_restored"]

    def test_what_is_current_or_unknown_can_not_be(self, space: Space) -> None:
        with pytest.raises(InvalidState, match="nothing to restore"):
            revise.restore(space, ALICE, write(space, "One").id)
        with pytest.raises(NotFound):
            revise.restore(space, ALICE, "mem_none")

    def test_a_superseded_one_is_current_again_with_its_former_time(self, space: Space, clock: Clock) -> None:
        older = write(space, "One", valid_to=clock() + 10**12)
        newer = replaced(space, older, "Two")
        other = write(space, "Three", supersedes=(older.id,))
        back = revise.restore(space, ALICE, older.id).memory
        assert back == replace(older, version=now(space, older).version, updated_at=now(space, older).updated_at)
        assert read.superseded_by(space, older.id) == []
        assert {now(space, m).status for m in (newer, other)} == {MemoryStatus.CURRENT}

    def test_a_forgotten_one_that_is_replaced_stays_superseded(self, space: Space) -> None:
        older = write(space, "One")
        replaced(space, older, "Two")
        closed = now(space, older)
        revise.forget(space, ALICE, older.id)
        back = revise.restore(space, ALICE, older.id).memory
        assert back is not None
        assert (back.status, back.valid_to) == (MemoryStatus.SUPERSEDED, closed.valid_to)

    @pytest.mark.parametrize("away", ["unlinked", "erased"])
    def test_a_forgotten_one_whose_successor_went_is_current(self, space: Space, away: str) -> None:
        older = write(space, "One")
        newer = replaced(space, older, "Two")
        revise.forget(space, ALICE, older.id)
        if away == "erased":
            revise.erase(space, ALICE, newer.id, "test")
        else:
            linking.unlink(space, ALICE, read.links(space, newer.id, "out")[0].id)
        assert now(space, older).status is MemoryStatus.FORGOTTEN
        back = revise.restore(space, ALICE, older.id).memory
        assert back is not None
        assert (back.status, back.valid_to) == (MemoryStatus.CURRENT, None)


def test_a_line_of_replacements_can_not_become_a_circle(space: Space) -> None:
    first = write(space, "One")
    second = replaced(space, first, "Two")
    with pytest.raises(CycleRefused):
        linking.link(space, ALICE, first.id, Relation.SUPERSEDES, second.id)


def line(space: Space) -> tuple[Memory, Memory]:
    """Two memories of which the newer replaced the older."""
    older = write(space, "The gateway listens on 8443", "Line")
    replacement = draft("The gateway listens on 9443", "Line", force=True)
    newer = revise.supersede(space, ALICE, older.id, None, replacement).memory
    assert newer is not None
    return older, newer


class TestForgettingTheHeadOfALine:
    """What it replaced stays replaced, until somebody says otherwise."""

    def test_the_predecessor_does_not_hold_again_by_itself(self, space: Space) -> None:
        older, newer = line(space)
        revise.forget(space, ALICE, newer.id)
        after = now(space, older)
        assert after.status is MemoryStatus.SUPERSEDED
        assert after.valid_to is not None
        assert read.superseded_by(space, older.id) == [newer.id]
        page = read.memories(space, MemoryFilter(entities=(about("Line"),)))
        assert {older.id, newer.id}.isdisjoint(memory.id for memory in page.items)

    def test_restoring_the_head_puts_the_line_back_as_it_was(self, space: Space) -> None:
        older, newer = line(space)
        before = now(space, older)
        revise.forget(space, ALICE, newer.id)
        back = revise.restore(space, ALICE, newer.id).memory
        assert back is not None
        assert (back.status, now(space, older)) == (MemoryStatus.CURRENT, before)

    def test_restoring_the_predecessor_makes_it_current_for_good(self, space: Space) -> None:
        older, newer = line(space)
        revise.forget(space, ALICE, newer.id)
        back = revise.restore(space, ALICE, older.id).memory
        assert back is not None
        assert (back.status, back.valid_to) == (MemoryStatus.CURRENT, older.valid_to)
        assert read.superseded_by(space, older.id) == []
        revise.restore(space, ALICE, newer.id)
        assert now(space, older).status is now(space, newer).status is MemoryStatus.CURRENT

    def test_a_refusal_does_not_send_the_caller_to_what_is_forgotten(self, space: Space) -> None:
        older, newer = line(space)
        revise.forget(space, ALICE, newer.id)
        with pytest.raises(InvalidState, match=f"{older.id} is superseded already: restore it first"):
            revise.supersede(space, ALICE, older.id, None, draft("The gateway listens on 7443", "Line", force=True))

    def test_erasing_or_unlinking_the_head_makes_the_predecessor_current(self, space: Space) -> None:
        for act in (
            lambda newer: revise.erase(space, ALICE, newer.id, "wrong"),
            lambda newer: linking.unlink(space, ALICE, read.links(space, newer.id, "out")[0].id),
        ):
            older, newer = line(space)
            act(newer)
            after = now(space, older)
            assert (after.status, after.valid_to) == (MemoryStatus.CURRENT, older.valid_to)
