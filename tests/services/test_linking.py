"""Links: made once, refused where they would close a circle, taken back without a trace in the present."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from graphmem.domain.errors import CycleRefused, InvalidState, NotFound, Problems
from graphmem.domain.model import Memory, MemoryStatus, Relation
from graphmem.services import read, revise
from graphmem.services.linking import link, unlink
from graphmem.services.space import Space
from tests.conftest import ALICE, BOB, Clock
from tests.services.writing import now, write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


def line(space: Space, length: int) -> list[Memory]:
    """A line of supersession, the oldest first."""
    memories = [write(space, f"Step {number} of {length}") for number in range(length)]
    for older, newer in pairwise(memories):
        link(space, ALICE, newer.id, Relation.SUPERSEDES, older.id)
    return memories


@pytest.mark.parametrize("relation", list(Relation))
def test_a_link_is_made_once_and_read_from_both_ends(space: Space, relation: Relation) -> None:
    left, right = write(space, "Left"), write(space, "Right")
    made = link(space, BOB, left.id, relation, right.id, "because")
    assert link(space, ALICE, left.id, relation, right.id, "again") == made
    assert (made.source_id, made.relation, made.target_id, made.reason) == (left.id, relation, right.id, "because")
    assert read.links(space, left.id, "out") == read.links(space, right.id, "in") == [made]
    assert read.links(space, left.id, "in") == read.links(space, right.id, "out") == []
    assert read.links(space, left.id, relations=frozenset(Relation) - {relation}) == []
    assert read.link_by_id(space, made.id) == made
    event = read.events(space, read.PageRequest(first=50), memory_id=left.id).items[-1]
    assert (event.type.value, event.agent, event.reason) == ("link_added", "bob", "because")
    assert event.details == {"link": made.id, "relation": relation, "target": right.id}


@pytest.mark.parametrize("length", [1, 2, 3, 4, 7])
def test_a_circle_of_any_length_is_refused(space: Space, length: int) -> None:
    memories = line(space, length)
    with pytest.raises(CycleRefused) as caught:
        link(space, ALICE, memories[0].id, Relation.SUPERSEDES, memories[-1].id)
    assert caught.value.path == ("to",)
    assert now(space, memories[-1]).status is MemoryStatus.CURRENT
    assert read.links(space, memories[0].id, "out") == []


def test_a_circle_across_a_fork_and_a_join_is_refused(space: Space) -> None:
    root, left, right, joined = (write(space, text) for text in ("Root", "Left", "Right", "Joined"))
    for newer, older in ((left, root), (right, root), (joined, left), (joined, right)):
        link(space, ALICE, newer.id, Relation.SUPERSEDES, older.id)
    with pytest.raises(CycleRefused):
        link(space, ALICE, root.id, Relation.SUPERSEDES, joined.id)
    with pytest.raises(CycleRefused):
        link(space, ALICE, left.id, Relation.SUPERSEDES, joined.id)
    assert link(space, ALICE, joined.id, Relation.SUPERSEDES, root.id)


def test_other_relations_may_go_round_but_not_to_oneself(space: Space) -> None:
    left, right = write(space, "Left"), write(space, "Right")
    link(space, ALICE, left.id, Relation.EXTENDS, right.id)
    assert link(space, ALICE, right.id, Relation.EXTENDS, left.id)
    for relation in Relation:
        with pytest.raises(CycleRefused):
            link(space, ALICE, left.id, relation, left.id)


def test_unknown_forgotten_and_badly_reasoned_ends_are_refused(space: Space) -> None:
    left, right = write(space, "Left"), write(space, "Right")
    for ends, path in (((left.id, "mem_none"), ("to",)), (("mem_none", left.id), ("from",))):
        with pytest.raises(NotFound) as caught:
            link(space, ALICE, ends[0], Relation.EXTENDS, ends[1])
        assert caught.value.path == path
    with pytest.raises(Problems):
        link(space, ALICE, left.id, Relation.EXTENDS, right.id, "\ud800")
    revise.forget(space, ALICE, right.id)
    for source, target in ((left, right), (right, left)):
        with pytest.raises(InvalidState, match="restore it first"):
            link(space, ALICE, source.id, Relation.EXTENDS, target.id)


class TestUnlinking:
    """A link taken back."""

    def test_what_nothing_replaces_is_current_with_its_former_time(self, space: Space, clock: Clock) -> None:
        older = write(space, "Older", valid_from=clock() - 5, valid_to=clock() + 10**9)
        newer = write(space, "Newer")
        made = link(space, ALICE, newer.id, Relation.SUPERSEDES, older.id)
        assert now(space, older).valid_to == made.created_at
        clock.turn(seconds=1)
        assert unlink(space, BOB, made.id) == made.id
        back = now(space, older)
        assert back == replace(older, version=3, updated_at=back.updated_at)
        assert read.links(space, older.id) == []
        assert read.link_by_id(space, made.id) == replace(made, removed_at=back.updated_at)

    def test_of_two_successors_the_other_one_counts(self, space: Space, clock: Clock) -> None:
        older = write(space, "Older", valid_from=clock() - 10**9)
        early = write(space, "Early", valid_from=clock() - 10**6)
        late = write(space, "Late", valid_from=clock() - 10**3)
        first = link(space, ALICE, late.id, Relation.SUPERSEDES, older.id)
        second = link(space, ALICE, early.id, Relation.SUPERSEDES, older.id)
        assert now(space, older).valid_to == early.valid_from
        unlink(space, ALICE, second.id)
        assert (now(space, older).status, now(space, older).valid_to) == (MemoryStatus.SUPERSEDED, late.valid_from)
        unlink(space, ALICE, first.id)
        assert (now(space, older).status, now(space, older).valid_to) == (MemoryStatus.CURRENT, None)

    def test_another_relation_changes_no_memory(self, space: Space) -> None:
        left, right = write(space, "Left"), write(space, "Right")
        made = link(space, ALICE, left.id, Relation.CONTRADICTS, right.id)
        unlink(space, ALICE, made.id)
        assert (now(space, left), now(space, right)) == (left, right)
        again = link(space, ALICE, left.id, Relation.CONTRADICTS, right.id)
        assert again.id != made.id

    def test_twice_or_unknown_is_refused(self, space: Space) -> None:
        made = link(space, ALICE, write(space, "Left").id, Relation.EXTENDS, write(space, "Right").id)
        unlink(space, ALICE, made.id)
        with pytest.raises(InvalidState, match="removed before"):
            unlink(space, ALICE, made.id)
        with pytest.raises(NotFound):
            unlink(space, ALICE, "lnk_none")

    def test_a_forgotten_one_stays_forgotten(self, space: Space) -> None:
        older, newer = line(space, 2)
        revise.forget(space, ALICE, older.id)
        unlink(space, ALICE, read.links(space, newer.id)[0].id)
        assert now(space, older).status is MemoryStatus.FORGOTTEN


def test_links_come_oldest_first(space: Space) -> None:
    hub = write(space, "Hub")
    made = [link(space, ALICE, hub.id, Relation.EXTENDS, write(space, f"Spoke {n}").id) for n in range(3)]
    made.insert(1, made.pop())
    made.sort(key=lambda each: each.id)
    assert read.links(space, hub.id) == made


def test_a_line_that_forks_keeps_both_heads(space: Space) -> None:
    root = write(space, "Root")
    heads = [write(space, text) for text in ("Left", "Right")]
    for head in heads:
        link(space, ALICE, head.id, Relation.SUPERSEDES, root.id)
    assert read.superseded_by(space, root.id) == [head.id for head in heads]
    assert {now(space, head).status for head in heads} == {MemoryStatus.CURRENT}
