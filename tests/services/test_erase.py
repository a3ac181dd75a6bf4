"""Erasing: gone for good, from every table and every answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.draft import EntityRef, Gate, LinkDraft, MemoryPatch, ThreadRef, WriteOutcome
from graphmem.domain.errors import (
    GateRefused,
    NotFound,
    Problems,
)
from graphmem.domain.model import EntityKind, Memory, MemoryStatus, Relation
from graphmem.services import curate, linking, read, revise
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.services.update import update
from graphmem.store.audit import faults
from tests.conftest import ALICE, BOB, Clock, about, draft
from tests.derived import differences
from tests.services.writing import entity_of, named, now, write


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


def rows_with(space: Space, *needles: str) -> set[str]:
    """The tables in which any of the texts is still to be read."""
    names = space.database.read("CALL show_tables() RETURN name, type")
    found = set()
    for name, kind in names:
        pattern = f"MATCH (x:{name}) RETURN x" if kind == "NODE" else f"MATCH ()-[x:{name}]->() RETURN x"
        rows = str(space.database.read(pattern))
        if any(needle in rows for needle in needles):
            found.add(name)
    return found


class TestErase:
    """Gone for good."""

    def test_no_text_is_left_in_any_table(self, space: Space) -> None:
        other = write(space, "Unrelated but linked", "Elsewhere")
        secret = remember(
            space,
            ALICE,
            draft(
                "Wilma Quux lives in Bergen",
                about("Wilma Quux", None, aliases=("Quuxy",)),
                mentions=(about("Bergen"),),
                tags=("quuxtag",),
                paths=("quux/path.md",),
                metadata={"note": "quuxmeta"},
                thread=ThreadRef(key="people"),
                links=(LinkDraft(other.id, Relation.EXTENDS, "about quuxlink"),),
                idempotency_key="create quux",
            ),
        ).memory
        assert secret is not None
        entity = entity_of(space, secret)
        update(space, ALICE, MemoryPatch(secret.id, content="Wilma Quux lives in Oslo now", idempotency_key="quux"))
        linking.link(space, ALICE, other.id, Relation.SUPERSEDES, secret.id, "quuxreason")
        receipt = revise.erase(space, BOB, secret.id, "they asked for it")
        assert (receipt.erased_id, set(receipt.swept_entities)) == (secret.id, {entity.id, *_ids(secret)})
        assert rows_with(space, "Quux", "quux", "Oslo now") == set()
        assert rows_with(space, secret.id) == {"Event", "Record"}
        assert read.memory(space, secret.id) is None
        assert named(space, "Wilma Quux", None) is None
        assert read.links(space, other.id) == []
        assert read.history(space, secret.id, read.PageRequest()).items == ()
        result = recall(space, ALICE, RecallRequest("wilma quux quuxtag bergen", mark_used=False))
        assert secret.id not in [hit.memory.id for hit in result.hits]
        assert faults(space.database) == []
        assert differences(space) == []

    def test_the_audit_tells_who_when_and_why_but_not_what(self, space: Space) -> None:
        memory = write(space, "The code is 4711", "Vault")
        revise.forget(space, ALICE, memory.id, reason="4711 is secret")
        revise.erase(space, BOB, memory.id, "asked for")
        found = read.events(space, read.PageRequest(first=20), memory_id=memory.id).items
        assert [(e.type.value, e.agent, e.reason) for e in found] == [
            ("memory_created", "alice", None),
            ("memory_forgotten", "alice", None),
            ("memory_erased", "bob", "asked for"),
        ]

    def test_a_tombstone_recognises_the_text_without_keeping_it(self, space: Space) -> None:
        for _ in range(2):
            memory = write(space, "The vault opens at nine", "Safe")
            revise.erase(space, ALICE, memory.id, "test")
            with pytest.raises(GateRefused) as caught:
                remember(space, ALICE, draft("the vault opens at NINE.", "Safe"))
            assert (caught.value.gate, caught.value.matches) == (Gate.PREVIOUSLY_FORGOTTEN, ())
        assert remember(space, ALICE, draft("The vault opens at ten", "Safe")).outcome is WriteOutcome.COMMITTED

    def test_entities_that_others_speak_of_stay(self, space: Space) -> None:
        kept = write(space, "Stays", "Owner", mentions=(about("Mentioned"),))
        gone = write(space, "Goes", "Owner", mentions=(about("Mentioned"), about("Lonely")))
        lonely = named(space, "Lonely")
        assert lonely is not None
        assert revise.erase(space, ALICE, gone.id, "test").swept_entities == (lonely.id,)
        assert named(space, "Owner") is not None
        assert named(space, "Mentioned") is not None
        assert now(space, kept) == kept

    def test_what_was_merged_goes_as_one(self, space: Space) -> None:
        one, two = write(space, "One", "Merged one"), write(space, "Two", "Merged two")
        curate.merge(space, ALICE, two.entity_id, [one.entity_id])
        assert revise.erase(space, ALICE, two.id, "test").swept_entities == ()
        assert set(revise.erase(space, ALICE, one.id, "test").swept_entities) == {one.entity_id, two.entity_id}
        assert rows_with(space, "Merged one", "Merged two") == set()
        assert differences(space) == []

    def test_a_pair_of_possible_duplicates_goes_with_one_of_them(self, space: Space) -> None:
        write(space, "Anna leads", about("Seth Larson", EntityKind.PERSON))
        doubtful = write(space, "Seth codes", about("Seth Michael Larson", EntityKind.PERSON))

        def doubted() -> bool:
            pairs = read.possible_duplicates(space, read.PageRequest(first=100))
            return doubtful.entity_id in {pair.right for pair in pairs}

        assert doubted()
        revise.erase(space, ALICE, doubtful.id, "test")
        assert not doubted()
        assert differences(space) == []

    def test_what_the_erased_one_had_replaced_is_current_again(self, space: Space) -> None:
        older = write(space, "One")
        newer = replaced(space, older, "Two")
        revise.erase(space, ALICE, newer.id, "test")
        assert (now(space, older).status, now(space, older).valid_to) == (MemoryStatus.CURRENT, None)

    def test_its_place_in_a_thread_is_free(self, space: Space) -> None:
        first, second = (write(space, text, thread=ThreadRef(key="places")) for text in ("One", "Two"))
        revise.erase(space, ALICE, first.id, "test")
        assert write(space, "Three", thread=ThreadRef(key="places")).thread_position == 2
        assert space.state.threads.order(second.thread_id or "")[0] == second.id

    def test_it_can_not_be_replayed(self, space: Space) -> None:
        once = replace(draft("Only once"), idempotency_key="erased key")
        memory = remember(space, ALICE, once).memory
        assert memory is not None
        revise.erase(space, ALICE, memory.id, "test")
        with pytest.raises(GateRefused):
            remember(space, ALICE, once)

    @pytest.mark.parametrize("reason", ["", " ", "a\x00"])
    def test_a_reason_is_needed(self, space: Space, reason: str) -> None:
        memory = write(space, "One")
        with pytest.raises(Problems):
            revise.erase(space, ALICE, memory.id, reason)
        with pytest.raises(NotFound):
            revise.erase(space, ALICE, "mem_none", "test")


def _ids(memory: Memory) -> list[str]:
    return [mention.entity_id for mention in memory.mentions]
