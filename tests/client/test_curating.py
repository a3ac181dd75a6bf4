"""Use cases that put entities in order, on a store in this process."""

from __future__ import annotations

import pytest

import graphmem
from graphmem import CLEAR, Filter, Named
from graphmem.client.answers import Entity, Memory
from graphmem.client.errors import NotFound, Problem
from graphmem.domain.kinds import AliasSource, EntityKind


def about(memory: graphmem.Client, name: str, content: str, kind: str = "project") -> tuple[Entity, Memory]:
    """Write one memory of an entity; gives both."""
    made = memory.remember(content, about=Named(name, kind=kind, force_new=True)).memory
    assert made is not None
    entity = memory.entity(made.entity)
    assert entity is not None
    return entity, made


def test_an_entity_is_renamed_and_described(memory: graphmem.Client) -> None:
    atlas, _ = about(memory, "Atlas", "It exports the ledger every night.")
    changed = memory.update_entity(
        atlas, name="Atlas 2", kind="concept", key="git:a", attributes={"x": 1}, expected_version=1
    )
    assert (changed.name, changed.kind, changed.key, changed.attributes) == (
        "Atlas 2",
        EntityKind.CONCEPT,
        "git:a",
        {"x": 1},
    )
    assert [alias.name for alias in changed.aliases] == ["Atlas"]
    cleared = memory.update_entity(atlas.id, key=CLEAR, attributes=CLEAR)
    assert (cleared.name, cleared.key, cleared.attributes) == ("Atlas 2", None, None)


def test_names_come_and_go(memory: graphmem.Client) -> None:
    atlas, _ = about(memory, "Atlas", "It exports the ledger every night.")
    assert [(a.name, a.source) for a in memory.add_alias(atlas, "The Ledger").aliases] == [
        ("The Ledger", AliasSource.GIVEN)
    ]
    assert memory.resolve("the ledger").entity is not None
    assert memory.remove_alias(atlas, "The Ledger").aliases == ()


def test_a_merge_is_undone(memory: graphmem.Client) -> None:
    one, _ = about(memory, "Atlas", "It exports the ledger every night.")
    other, moved = about(memory, "Atlas Exporter", "It is written in Go, says its readme.")
    merged = memory.merge(one, [other], reason="the same repository")
    assert [merge.id for merge in merged.merged_from] == [other.id]
    assert memory.memory(moved).entity.id == one.id  # type: ignore[union-attr]
    memory.unmerge(one, other)
    assert memory.memory(moved).entity.id == other.id  # type: ignore[union-attr]


def test_an_entity_is_split(memory: graphmem.Client) -> None:
    mercury, planet = about(memory, "Mercury", "It goes around the sun in 88 days.", kind="concept")
    parts = memory.split(mercury, [planet], "Mercury (planet)", kind="concept", aliases=[])
    assert (parts.entity.name, parts.new_entity.name) == ("Mercury", "Mercury (planet)")
    assert memory.memory(planet).entity.id == parts.new_entity.id  # type: ignore[union-attr]


def test_a_possible_duplicate_is_dismissed(memory: graphmem.Client) -> None:
    about(memory, "Atlas", "It exports the ledger every night.")
    about(memory, "Atlas", "It holds the maps of the office.")
    memory.remember("One of the two is in the basement, it seems.", about=Named("Atlas", kind="project"))
    pairs = list(memory.possible_duplicates())
    assert [(pair.left.name, pair.right.name) for pair in pairs] == [("Atlas", "Atlas")] * 2
    memory.dismiss_duplicate(pairs[0])
    assert list(memory.possible_duplicates()) == pairs[1:]


def test_a_muted_scope_is_hidden_from_recall(memory: graphmem.Client) -> None:
    about(memory, "Atlas", "It exports the ledger every night.")
    assert memory.mute(entity="Atlas")
    assert memory.mute(tag="private")
    assert not memory.mute(tag="private")
    muted = memory.muted()
    assert ([entity.name for entity in muted.entities], muted.tags) == (["Atlas"], ("private",))
    assert len(memory.recall("ledger")) == 0
    assert memory.unmute(entity="Atlas")
    assert len(memory.recall("ledger")) == 1


def test_what_disagrees_is_settled(memory: graphmem.Client) -> None:
    about(memory, "Atlas", "It exports the ledger every night.")
    assert list(memory.conflicts()) == []
    assert memory.curation().pressure == 0
    with pytest.raises(NotFound):
        memory.resolve_conflict("cnf_none", "keep both", reason="they speak of two exports")


def test_use_is_reported_and_claims_are_checked(memory: graphmem.Client) -> None:
    _, made = about(memory, "Atlas", "It exports the ledger every night.")
    used = memory.record_use(made, "applied", note="it helped").memory
    assert used is not None
    assert used.heat.uses == 1
    assert memory.verify(made).memory is not None


def test_many_are_forgotten_at_once_if_they_are_as_many_as_told(memory: graphmem.Client) -> None:
    atlas, _ = about(memory, "Atlas", "It exports the ledger every night.")
    memory.remember("Two workers at once would spoil the ledger.", about=atlas, layer="caveat")
    chosen = Filter(entities=[atlas])
    told = memory.preview_forget(chosen)
    assert (told.count, told.protected, len(told.sample)) == (1, 1, 1)
    with pytest.raises(Problem):
        memory.forget_all(chosen, expected_count=2, reason="moved away")
    assert memory.forget_all(chosen, expected_count=told.count, reason="moved away") == 1


def test_consolidating_tells_before_it_does(memory: graphmem.Client) -> None:
    about(memory, "Atlas", "It exports the ledger every night.")
    told = memory.consolidate()
    assert (told.planned, told.done, told.memories) == (0, 0, ())
    assert memory.consolidate(dry_run=False).forgotten == 0
