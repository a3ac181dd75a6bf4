"""Who is who: renamed, with more names and fewer, and split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from graphmem.domain.draft import EntityMention, EntityRef, MemoryFilter, PageRequest
from graphmem.domain.errors import (
    AmbiguousEntity,
    EntityVersionConflict,
    Invalid,
    InvalidState,
    KindConflict,
    NotFound,
    Problem,
    Problems,
)
from graphmem.domain.model import Entity, EntityKind, Memory
from graphmem.domain.resolution import ResolutionOutcome
from graphmem.services import curate, read
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


class TestUpdating:
    """Name, kind, key and attributes."""

    def test_a_renamed_entity_answers_to_both_names(self, space: Space, clock: Clock) -> None:
        entity = known(space, "Zephyr")
        later = clock.turn(days=1)
        after = curate.update_entity(space, BOB, entity.id, name="Boreas")
        assert (after.name, after.version, after.updated_at) == ("Boreas", 2, later)
        assert names_of(after) == ("Boreas", "Zephyr")
        assert named(space, "zephyr") == named(space, "BOREAS") == after
        assert told(space, entity.id)[-1] == ("entity_renamed", {"old": "Zephyr", "new": "Boreas"})
        back = curate.update_entity(space, BOB, entity.id, name="Zephyr")
        assert names_of(back) == ("Zephyr", "Boreas")

    def test_all_at_once_is_told_in_full(self, space: Space) -> None:
        entity = known(space, "Kestrel")
        after = curate.update_entity(
            space, ALICE, entity.id, name="Falcon", kind=EntityKind.CONCEPT, key="bird:1", attributes={"wings": 2}
        )
        assert (after.kind, after.key, after.attributes) == (EntityKind.CONCEPT, "bird:1", {"wings": 2})
        assert named(space, "Falcon", EntityKind.CONCEPT) == read.entity(space, EntityRef(key="bird:1")) == after
        assert [kind for kind, _ in told(space, entity.id)][-2:] == ["entity_renamed", "entity_updated"]
        cleared = curate.update_entity(space, ALICE, entity.id, key=None, attributes=None)
        assert (cleared.key, cleared.attributes) == (None, None)
        assert read.entity(space, EntityRef(key="bird:1")) is None

    def test_what_changes_nothing_makes_no_version(self, space: Space) -> None:
        entity = known(space, "Same Thing")
        assert curate.update_entity(space, ALICE, entity.id, name="Same Thing", kind=entity.kind) == entity
        assert curate.update_entity(space, ALICE, entity.id) == entity

    def test_a_key_has_one_holder(self, space: Space) -> None:
        holder, other = known(space, "Holder", key="k:1"), known(space, "Pretender")
        with pytest.raises(KindConflict, match=holder.id):
            curate.update_entity(space, ALICE, other.id, key="k:1")
        curate.update_entity(space, ALICE, holder.id, key="k:2")
        assert curate.update_entity(space, ALICE, other.id, key="k:1").key == "k:1"

    @pytest.mark.parametrize(
        ("changes", "error"),
        [
            ({"name": " "}, Problems),
            ({"name": "n" * 301}, Problems),
            ({"key": ""}, Problems),
            ({"attributes": {"n": float("inf")}}, Problems),
            ({"attributes": ["list"]}, Problems),
            ({"expected_version": 9}, EntityVersionConflict),
        ],
    )
    def test_bad_input_is_refused(self, space: Space, changes: dict[str, Any], error: type[Exception]) -> None:
        entity = known(space, f"Refusing {len(str(changes))}")
        with pytest.raises(error):
            curate.update_entity(space, ALICE, entity.id, **changes)
        assert read.entity_by_id(space, entity.id) == entity

    def test_an_unknown_one_is_not_found(self, space: Space) -> None:
        for change in (
            lambda: curate.update_entity(space, ALICE, "ent_none", name="x"),
            lambda: curate.add_alias(space, ALICE, "ent_none", "x"),
            lambda: curate.remove_alias(space, ALICE, "ent_none", "x"),
            lambda: curate.merge(space, ALICE, "ent_none", ["ent_none"]),
            lambda: curate.unmerge(space, ALICE, "ent_none", "ent_none"),
            lambda: curate.split(space, ALICE, "ent_none", ["mem_none"], "x"),
            lambda: curate.dismiss_duplicate(space, ALICE, "dup_none"),
        ):
            with pytest.raises(NotFound):
                change()


class TestAliases:
    """Further names."""

    def test_are_added_once_and_removed(self, space: Space) -> None:
        entity = known(space, "Kubernetes")
        after = curate.add_alias(space, ALICE, entity.id, "K8s")
        assert curate.add_alias(space, ALICE, entity.id, "K8s") == after
        assert curate.add_alias(space, ALICE, entity.id, "Kubernetes") == after
        assert named(space, "k8s") == after
        gone = curate.remove_alias(space, ALICE, entity.id, "K8s")
        assert gone.aliases == ()
        assert named(space, "k8s") is None
        assert [kind for kind, _ in told(space, entity.id)] == ["entity_created", "alias_added", "alias_removed"]

    def test_the_own_name_and_unknown_ones_stay(self, space: Space) -> None:
        entity = known(space, "Docker")
        with pytest.raises(InvalidState, match="updateEntity"):
            curate.remove_alias(space, ALICE, entity.id, "Docker")
        with pytest.raises(NotFound, match="it has: none"):
            curate.remove_alias(space, ALICE, entity.id, "Moby")
        with pytest.raises(Problems):
            curate.add_alias(space, ALICE, entity.id, "\x00")

    def test_there_are_at_most_a_hundred(self, space: Space) -> None:
        entity = known(space, "Many Names", aliases=tuple(f"Name No {n}" for n in range(100)))
        with pytest.raises(Invalid, match="remove one first"):
            curate.add_alias(space, ALICE, entity.id, "One more")

    def test_no_more_than_a_hundred_are_learned_either(self, space: Space) -> None:
        entity = known(space, "Much Named", aliases=tuple(f"Byname {n}" for n in range(99)))
        further = write(space, "One more", about("Much Named", aliases=("Byname 7", "The hundredth", "Too many")))
        assert len(entity_of(space, further).aliases) == 100
        assert names_of(entity_of(space, further))[-1] == "The hundredth"
        again = write(space, "Yet another", about("Much Named", aliases=("Too many",)))
        assert entity_of(space, again).version == entity.version + 1


class TestSplitting:
    """One becomes two."""

    def test_memories_and_names_move(self, space: Space) -> None:
        kept = write(space, "About the planet", about("Mercury", aliases=("Hg", "Hermes")))
        moved = [write(space, f"About the element {n}", "Mercury") for n in range(2)]
        receipt = curate.split(
            space, BOB, kept.entity_id, [m.id for m in (*moved, moved[0])], "Mercury metal", EntityKind.CONCEPT, ["Hg"]
        )
        assert (names_of(receipt.entity), names_of(receipt.new_entity)) == (
            ("Mercury", "Hermes"),
            ("Mercury metal", "Hg"),
        )
        assert receipt.new_entity.kind is EntityKind.CONCEPT
        assert now(space, kept) == kept
        for before in moved:
            after = now(space, before)
            assert after == replace(before, entity_id=receipt.new_entity.id, version=2, updated_at=after.updated_at)
        for entity, ids in ((receipt.entity, {kept.id}), (receipt.new_entity, {m.id for m in moved})):
            page = read.memories(space, MemoryFilter(entities=(EntityRef(id=entity.id),)))
            assert {memory.id for memory in page.items} == ids
        assert named(space, "Hg", EntityKind.CONCEPT) == receipt.new_entity
        assert told(space, kept.entity_id)[-1] == (
            "entity_split",
            {"into": receipt.new_entity.id, "memories": [m.id for m in moved]},
        )

    def test_a_memory_of_a_merged_entity_can_move(self, space: Space) -> None:
        left, right = known(space, "Split left"), write(space, "Right one", "Split right")
        curate.merge(space, ALICE, left.id, [right.entity_id])
        receipt = curate.split(space, ALICE, left.id, [right.id], "Split new")
        assert receipt.new_entity.kind is left.kind
        curate.unmerge(space, ALICE, left.id, right.entity_id)
        assert now(space, right).entity_id == receipt.new_entity.id

    def test_a_memory_from_elsewhere_is_refused(self, space: Space) -> None:
        here, elsewhere = known(space, "Split here"), write(space, "Elsewhere", "Split elsewhere")
        for bad in ([elsewhere.id], ["mem_none"]):
            with pytest.raises(Problem) as caught:
                curate.split(space, ALICE, here.id, bad, "New")
            assert caught.value.path == ("memories", "0")
        with pytest.raises(Problems):
            curate.split(space, ALICE, here.id, ["mem_none"], " ")
        assert now(space, elsewhere) == elsewhere

    def test_the_halves_can_be_made_one_again(self, space: Space) -> None:
        memory: Memory = write(space, "A fact", "Whole thing")
        receipt = curate.split(space, ALICE, memory.entity_id, [memory.id], "Half thing")
        curate.merge(space, ALICE, receipt.entity.id, [receipt.new_entity.id])
        assert len(read.memories(space, MemoryFilter(entities=(about("Whole thing"),))).items) == 1

    def test_without_a_memory_nothing_is_split(self, space: Space) -> None:
        entity, before = known(space, "Indivisible"), space.state.events.last
        with pytest.raises(Invalid, match="at least one memory") as caught:
            curate.split(space, ALICE, entity.id, [], "Half")
        assert caught.value.path == ("memories",)
        assert space.state.events.last == before

    def test_a_bad_memory_goes_by_its_place_in_the_list(self, space: Space) -> None:
        good = write(space, "Good one", "Split places")
        with pytest.raises(NotFound) as caught:
            curate.split(space, ALICE, good.entity_id, [good.id, good.id, "mem_none"], "Elsewhere again")
        assert caught.value.path == ("memories", "2")
        assert now(space, good) == good

    def test_the_name_itself_moves_with_the_memories(self, space: Space) -> None:
        memory = write(space, "Of quicksilver", about("Quicksilver", aliases=("Hydrargyrum",)))
        receipt = curate.split(space, ALICE, memory.entity_id, [memory.id], "Hydrargyrum", None, ["Hydrargyrum"])
        assert names_of(receipt.entity) == ("Quicksilver",)
        assert names_of(receipt.new_entity) == ("Hydrargyrum",)


def pairs(space: Space, entity: Entity) -> list[tuple[str, str, tuple[str, ...]]]:
    """The possible duplicates that an entity is part of: the two ids and the reasons."""
    found = read.possible_duplicates(space, PageRequest(first=500))
    return [(p.left, p.right, p.reasons) for p in found if entity.id in (p.left, p.right)]


class TestTakenNames:
    """A name that another entity has is no name for this one; one like it is looked at."""

    @pytest.mark.parametrize("name", ["Heron", "heron", "HERON ", "Grey heron"])
    def test_no_rename_and_no_split_gives_an_entity_another_ones_name(self, space: Space, name: str) -> None:
        holder = named(space, "Heron") or known(space, "Heron", aliases=("Grey heron",))
        other = write(space, "About a bittern", "Bittern")
        for act in (
            lambda: curate.update_entity(space, ALICE, other.entity_id, name=name),
            lambda: curate.split(space, ALICE, other.entity_id, [other.id], name),
        ):
            with pytest.raises(AmbiguousEntity, match="mergeEntities") as caught:
                act()
            assert caught.value.path == ("name",)
            assert [candidate.entity_id for candidate in caught.value.candidates] == [holder.id]
        assert now(space, other) == other

    def test_the_half_that_goes_has_another_name_than_the_one_that_stays(self, space: Space) -> None:
        memory = write(space, "One bird", "Avocet")
        with pytest.raises(AmbiguousEntity):
            curate.split(space, ALICE, memory.entity_id, [memory.id], "avocet")

    def test_another_kind_or_another_key_may_have_the_same_name(self, space: Space) -> None:
        known(space, "Sandpiper", key="bird:sandpiper")
        keyed, person = known(space, "Dunlin", key="bird:dunlin"), known(space, "Knot")
        curate.update_entity(space, ALICE, person.id, kind=EntityKind.PERSON)
        curate.update_entity(space, ALICE, person.id, name="Sandpiper")
        assert curate.update_entity(space, ALICE, keyed.id, name="Sandpiper").name == "Sandpiper"
        assert pairs(space, keyed) == pairs(space, person) == []

    def test_a_change_of_kind_is_looked_at_as_well(self, space: Space) -> None:
        project, concept = known(space, "Whimbrel"), known(space, "Curlew")
        curate.update_entity(space, ALICE, concept.id, kind=EntityKind.CONCEPT)
        curate.update_entity(space, ALICE, concept.id, name="Whimbrel")
        with pytest.raises(AmbiguousEntity) as caught:
            curate.update_entity(space, ALICE, concept.id, kind=EntityKind.PROJECT)
        assert caught.value.path == ("kind",)
        assert caught.value.candidates[0].entity_id == project.id

    def test_a_name_like_another_ones_makes_a_possible_duplicate(self, space: Space) -> None:
        holder, renamed = known(space, "Kingfisher Server"), known(space, "Halcyon")
        curate.update_entity(space, ALICE, renamed.id, name="KingfisherServer x")
        curate.update_entity(space, ALICE, renamed.id, name="KingfisherServr")
        ((left, right, reasons),) = pairs(space, renamed)
        assert (left, right) == (holder.id, renamed.id)
        assert reasons
        memory = write(space, "A third", "Alcedo")
        new = curate.split(space, ALICE, memory.entity_id, [memory.id], "Kingfishr Server").new_entity
        assert holder.id in {left for left, _, _ in pairs(space, new)}

    def test_a_pair_that_was_judged_is_not_proposed_again(self, space: Space) -> None:
        holder, renamed = known(space, "Oystercatcher Bird"), known(space, "Haematopus")
        curate.update_entity(space, ALICE, renamed.id, name="Oystercatcher Brid")
        curate.update_entity(space, ALICE, renamed.id, name="Haematopus again")
        curate.update_entity(space, ALICE, renamed.id, name="Oystercatchr Bird")
        (found,) = [p for p in read.possible_duplicates(space, PageRequest(first=500)) if p.right == renamed.id]
        curate.dismiss_duplicate(space, ALICE, found.id)
        curate.update_entity(space, ALICE, holder.id, name="Oystercacher Bird")
        assert pairs(space, renamed) == []

    def test_going_back_to_an_own_name_is_never_refused(self, space: Space) -> None:
        first = known(space, "Redshank")
        curate.update_entity(space, ALICE, first.id, name="Greenshank")
        twin = known(space, "Redshank", force_new=True)
        assert curate.update_entity(space, ALICE, first.id, name="Redshank").name == "Redshank"
        assert twin.id != first.id
        found = read.resolve(space, EntityMention("Redshank", EntityKind.PROJECT))
        assert (found.outcome, len(found.candidates)) == (ResolutionOutcome.AMBIGUOUS, 2)
        assert named(space, "Redshank") is None

    def test_an_alias_that_another_one_has_makes_a_possible_duplicate(self, space: Space) -> None:
        holder, other = known(space, "Turnstone", aliases=("TS",)), known(space, "Typescript Birds")
        curate.add_alias(space, ALICE, other.id, "TS")
        assert [(left, right) for left, right, _ in pairs(space, other)] == [(holder.id, other.id)]

    def test_an_alias_that_goes_with_a_half_is_looked_at_too(self, space: Space) -> None:
        holder = known(space, "Phalarope", aliases=("PP", "Phal"))
        memory = write(space, "Swims", about("Grebe", aliases=("PP",), force_new=True))
        new = curate.split(space, ALICE, memory.entity_id, [memory.id], "Podiceps", None, ["PP", "Phal"]).new_entity
        assert [(left, right) for left, right, _ in pairs(space, new)] == [(holder.id, new.id)]

    @pytest.mark.parametrize("spelling", ["bird:9", " bird:9 ", "bird:9\u200b", "bi\u00adrd:9"])
    def test_a_key_is_one_however_it_is_spelt(self, space: Space, spelling: str) -> None:
        holder = read.entity(space, EntityRef(key="bird:9")) or known(space, "Plover", key="bird:9")
        assert read.entity(space, EntityRef(key=spelling)) == holder
        assert known(space, "Anything", key=spelling).id == holder.id
        with pytest.raises(KindConflict):
            curate.update_entity(space, ALICE, known(space, "Lapwing").id, key=spelling)


def test_the_store_is_sound_and_the_state_has_kept_up(space: Space) -> None:
    known(space, "Last of all")
    assert faults(space.database) == []
    assert differences(space) == []
