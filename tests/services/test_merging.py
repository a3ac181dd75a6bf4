"""Merging: everything answers as one, and comes apart exactly as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from graphmem.domain.draft import EntityMention, EntityRef, MemoryFilter, PageRequest
from graphmem.domain.errors import (
    Invalid,
    InvalidState,
    NotFound,
)
from graphmem.domain.model import Entity, EntityKind, EventType, Layer
from graphmem.services import curate, read
from graphmem.services.liveliness import momentum
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.related import related
from graphmem.services.space import Space
from graphmem.store.audit import faults
from graphmem.store.entities import names_of
from tests.conftest import ALICE, BOB, Clock, about
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


def known(space: Space, name: str, **mention: object) -> Entity:
    """A new entity with a memory."""
    return entity_of(space, write(space, f"A fact about {name}", about(name, **mention)))  # type: ignore[arg-type]


def told(space: Space, entity_id: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Types and details of an entity's events, without those of its memories."""
    page = read.events(space, PageRequest(first=100), entity_id=entity_id)
    return [(e.type.value, e.details) for e in page.items if e.memory_id is None]


def seen(entity: Entity) -> Entity:
    """An entity without what counts its changes."""
    return replace(entity, version=0, updated_at=0)


def snapshot(space: Space, *entity_ids: str) -> list[object]:
    """What can be read of entities and their memories, but for version counters."""
    found: list[object] = []
    for entity_id in entity_ids:
        entity = read.entity_by_id(space, entity_id)
        assert entity is not None
        refs = (EntityRef(id=entity_id),)
        found += [
            seen(entity),
            read.memories(space, MemoryFilter(entities=refs)).items,
            read.layer_counts(space, entity_id),
            [(other.id, count) for other, count in related(space, entity_id, PageRequest(first=50)).items],
            [read.resolve(space, EntityMention(name, entity.kind)).entity_id for name in names_of(entity)],
            space.state.index.catalog.ids_of_entity(entity_id),
        ]
    return found


class TestMerging:
    """Several become one, in every answer."""

    def test_everything_answers_as_one(self, space: Space) -> None:
        left = write(space, "The deploy runs at noon", about("Postgres", key="pg"), layer="caveat")
        right = write(space, "The backup runs at night", about("PgSQL", aliases=("Elephant",)), layer="goal")
        speaking = write(space, "Depends on it", "Reporter", mentions=(about("PgSQL"),))
        survivor = curate.merge(space, BOB, left.entity_id, [right.entity_id], "the same server")
        assert names_of(survivor) == ("Postgres", "PgSQL", "Elephant")
        assert [(m.id, m.name, m.by, m.gained) for m in survivor.merged_from] == [
            (right.entity_id, "PgSQL", "bob", ("PgSQL", "Elephant"))
        ]
        for name in ("Postgres", "PgSQL", "elephant"):
            assert named(space, name) == survivor
            found = recall(space, ALICE, RecallRequest("runs", entities=(about(name),), mark_used=False))
            assert {hit.memory.id for hit in found.hits} >= {left.id, right.id}
            page = read.memories(space, MemoryFilter(entities=(about(name),)))
            assert {memory.id for memory in page.items} == {left.id, right.id}
            assert page.total == 2
        for entity_id in (left.entity_id, right.entity_id):
            assert read.entity_by_id(space, entity_id) == read.entity(space, EntityRef(id=entity_id)) == survivor
        counts = read.layer_counts(space, survivor.id)
        assert (counts[Layer.CAVEAT], counts[Layer.GOAL]) == (1, 1)
        assert read.entity(space, EntityRef(key="pg")) == survivor
        shared = related(space, survivor.id, PageRequest(first=9)).items
        assert [(other.name, count) for other, count in shared] == [("Reporter", 1)]
        assert now(space, right) == right
        assert now(space, speaking) == speaking
        assert right.entity_id not in [
            e.id for e in read.entities(space, frozenset(), None, PageRequest(first=500)).items
        ]
        assert momentum(space, survivor.id).score >= 0
        again = write(space, "One more", about("Elephant"))
        assert again.entity_id == survivor.id

    def test_it_is_told(self, space: Space) -> None:
        left, right = known(space, "Told left"), known(space, "Told right")
        curate.merge(space, BOB, left.id, [right.id], "one thing")
        event = read.events(space, PageRequest(first=50), entity_id=left.id).items[-1]
        assert (event.type, event.agent, event.reason) == (EventType.ENTITY_MERGED, "bob", "one thing")
        assert event.details == {"merged": right.id, "name": "Told right"}

    @pytest.mark.parametrize("duplicates", [[], ["self"], ["merged"]])
    def test_into_itself_is_refused(self, space: Space, duplicates: list[str]) -> None:
        survivor, merged = known(space, f"Self {duplicates}"), known(space, f"Into {duplicates}")
        curate.merge(space, ALICE, survivor.id, [merged.id])
        ids = [{"self": survivor.id, "merged": merged.id}[name] for name in duplicates]
        with pytest.raises(Invalid):
            curate.merge(space, ALICE, survivor.id, ids)

    def test_all_or_none(self, space: Space) -> None:
        survivor, good = known(space, "All"), known(space, "Good one")
        with pytest.raises(NotFound) as caught:
            curate.merge(space, ALICE, survivor.id, [good.id, "ent_none"])
        assert caught.value.path == ("duplicates", "1")
        assert read.entity_by_id(space, good.id) == good

    def test_kinds_and_several_at_once(self, space: Space) -> None:
        survivor = known(space, "Wide")
        others = [known(space, f"Wide {kind.value}", kind=kind) for kind in (EntityKind.CONCEPT, EntityKind.FILE)]
        merged = curate.merge(space, ALICE, survivor.id, [other.id for other in others])
        assert len(merged.merged_from) == 2
        assert len(read.memories(space, MemoryFilter(entities=(EntityRef(id=survivor.id),))).items) == 3


class TestUnmerging:
    """Exactly as if it had never been."""

    def test_is_exact(self, space: Space) -> None:
        left = write(space, "Left fact", about("Exact left", aliases=("Shared", "L")), mentions=(about("Exact third"),))
        right = write(space, "Right fact", about("Exact right", key="right", aliases=("R",)), layer="goal")
        write(space, "Mentions right", "Exact third", mentions=(about("Exact right"),))
        ids = (left.entity_id, right.entity_id)
        before = snapshot(space, *ids)
        curate.merge(space, ALICE, ids[0], [ids[1]])
        taken = curate.unmerge(space, BOB, ids[0], ids[1])
        assert taken == read.entity_by_id(space, ids[1])
        assert snapshot(space, *ids) == before
        assert told(space, ids[0])[-1] == ("entity_unmerged", {"merged": ids[1], "name": "Exact right"})
        assert faults(space.database) == []

    def test_what_came_later_stays_where_it_was_hung(self, space: Space) -> None:
        left, right = known(space, "Later left"), known(space, "Later right")
        curate.merge(space, ALICE, left.id, [right.id])
        later = write(space, "Hung on the survivor", about("Later right"))
        curate.unmerge(space, ALICE, left.id, right.id)
        assert now(space, later).entity_id == left.id

    def test_nested_merges_come_apart_from_the_outside(self, space: Space) -> None:
        names = ("Nest a", "Nest b", "Nest c")
        a, b, c = (known(space, name).id for name in names)
        before = snapshot(space, a, b, c)
        curate.merge(space, ALICE, b, [a])
        inner = snapshot(space, b)
        curate.merge(space, ALICE, c, [b])
        for name in names:
            found = named(space, name)
            assert found is not None
            assert found.id == c
        assert sum(read.layer_counts(space, c).values()) == 3
        with pytest.raises(InvalidState, match=b):
            curate.unmerge(space, ALICE, c, a)
        curate.unmerge(space, ALICE, c, b)
        assert snapshot(space, b) == inner
        curate.unmerge(space, ALICE, b, a)
        assert snapshot(space, a, b, c) == before

    def test_in_any_order(self, space: Space) -> None:
        survivor, *others = (known(space, f"Order {n}") for n in range(4))
        before = snapshot(space, survivor.id, *(other.id for other in others))
        curate.merge(space, ALICE, survivor.id, [other.id for other in others])
        for other in (others[1], others[0], others[2]):
            curate.unmerge(space, ALICE, survivor.id, other.id)
        assert snapshot(space, survivor.id, *(other.id for other in others)) == before

    def test_a_name_that_two_brought_stays_with_the_other(self, space: Space) -> None:
        survivor = known(space, "Common root")
        one = known(space, "Common one", aliases=("Common X",))
        two = known(space, "Common two")
        curate.add_alias(space, ALICE, two.id, "Common X")
        before = snapshot(space, survivor.id)
        curate.merge(space, ALICE, survivor.id, [one.id, two.id])
        curate.unmerge(space, ALICE, survivor.id, one.id)
        half = read.entity_by_id(space, survivor.id)
        assert half is not None
        assert set(names_of(half)) == {"Common root", "Common two", "Common X"}
        curate.unmerge(space, ALICE, survivor.id, two.id)
        assert snapshot(space, survivor.id) == before

    def test_a_name_that_was_given_meanwhile_stays(self, space: Space) -> None:
        survivor, other = known(space, "Given root"), known(space, "Given other")
        curate.merge(space, ALICE, survivor.id, [other.id])
        curate.remove_alias(space, ALICE, survivor.id, "Given other")
        assert named(space, "Given other") is None
        curate.add_alias(space, ALICE, survivor.id, "Given other")
        curate.unmerge(space, ALICE, survivor.id, other.id)
        after = read.entity_by_id(space, survivor.id)
        assert after is not None
        assert names_of(after) == ("Given root", "Given other")

    def test_a_key_goes_back_to_its_holder(self, space: Space) -> None:
        survivor, other = known(space, "Key root"), known(space, "Key other", key="key:1")
        curate.merge(space, ALICE, survivor.id, [other.id])
        assert curate.update_entity(space, ALICE, survivor.id, key="key:1").key == "key:1"
        curate.unmerge(space, ALICE, survivor.id, other.id)
        holder = read.entity(space, EntityRef(key="key:1"))
        assert holder is not None
        assert holder.id == other.id
        after = read.entity_by_id(space, survivor.id)
        assert after is not None
        assert after.key is None
        curate.update_entity(space, ALICE, survivor.id, name="Key root again")
        curate.update_entity(space, ALICE, other.id, key=None)
        assert differences(space) == []

    def test_a_pair_that_was_proposed_is_proposed_again(self, space: Space) -> None:
        left = known(space, "Nils Larson", kind=EntityKind.PERSON)
        right = known(space, "Nils Michael Larson", kind=EntityKind.PERSON)

        def proposed() -> bool:
            pairs = read.possible_duplicates(space, PageRequest(first=100))
            return {left.id, right.id} in [{pair.left, pair.right} for pair in pairs]

        assert proposed()
        curate.merge(space, ALICE, left.id, [right.id])
        assert not proposed()
        curate.unmerge(space, ALICE, left.id, right.id)
        assert proposed()
        (pair,) = [p for p in read.possible_duplicates(space, PageRequest(first=100)) if p.right == right.id]
        assert curate.dismiss_duplicate(space, ALICE, pair.id).id == left.id
        assert not proposed()
        with pytest.raises(NotFound):
            curate.dismiss_duplicate(space, ALICE, pair.id)
        assert told(space, left.id)[-1] == ("duplicate_dismissed", {"other": right.id})

    def test_what_is_not_merged_can_not_be(self, space: Space) -> None:
        left, right = known(space, "Not left"), known(space, "Not right")
        with pytest.raises(InvalidState, match="merged into it: none"):
            curate.unmerge(space, ALICE, left.id, right.id)


def test_the_store_is_sound_and_the_state_has_kept_up(space: Space) -> None:
    known(space, "Last of all")
    assert faults(space.database) == []
    assert differences(space) == []
