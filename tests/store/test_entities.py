"""Entities in memory: versions, canonical keys, merges followed and taken back."""

from __future__ import annotations

from dataclasses import replace

from graphmem.domain.model import Alias, AliasSource
from graphmem.services.space import Space
from graphmem.store.entities import EntityTable, all_versions, names_of
from tests.conftest import Clock
from tests.store.samples import NOON, commit, entity


def test_the_last_version_counts() -> None:
    table = EntityTable()
    table.put(entity("ent_1", key="old"))
    table.put(entity("ent_1", "Second", key="new", version=2))
    assert table.get("ent_1") == entity("ent_1", "Second", key="new", version=2)
    assert (table.key_owner("old"), table.key_owner("new")) == (None, "ent_1")
    assert table.by_key("old") is table.get("ent_2") is table.canonical("ent_2") is table.by_key("x") is None
    assert (len(table), len(table.all()), len(table.standing())) == (1, 1, 1)


def test_merges_are_followed_both_ways() -> None:
    table = EntityTable()
    for name, into in (("a", None), ("b", "a"), ("c", "b"), ("d", "a")):
        table.put(entity(name, name, key=f"key {name}", merged_into=into))
    assert [table.canonical(name) for name in "abcd"] == [table.get("a")] * 4
    assert table.by_key("key c") == table.get("a")
    assert table.key_owner("key c") == "c"
    assert sorted(table.members("a")) == ["a", "b", "c", "d"]
    assert table.members("b") == ["b", "c"]
    assert (len(table), [e.id for e in table.standing()]) == (1, ["a"])
    table.put(entity("b", "b", version=2))
    assert table.members("a") == ["a", "d"]
    assert table.canonical("c") == table.get("b")


def test_a_dropped_entity_is_gone_with_its_key() -> None:
    table = EntityTable()
    table.put(entity("a", key="k"))
    table.put(entity("b", "b", key="m", merged_into="a"))
    for name in ("b", "a"):
        found = table.get(name)
        assert found is not None
        table.drop(found)
    assert table.all() == []
    assert table.key_owner("k") is table.key_owner("m") is None
    assert table.members("a") == ["a"]
    table.drop(entity("unknown"))


def test_a_key_that_two_carry_belongs_to_the_last_one() -> None:
    table = EntityTable()
    table.put(entity("a", key="k"))
    table.put(entity("b", "b", key="k"))
    table.put(entity("a", key=None, version=2))
    assert table.key_owner("k") == "b"


def test_names_come_with_the_own_one_first() -> None:
    aliases = (Alias("K8s", AliasSource.GIVEN, NOON), Alias("Kube", AliasSource.MERGED, NOON))
    assert names_of(entity("a", "Kubernetes", aliases=aliases)) == ("Kubernetes", "K8s", "Kube")


def test_what_was_known_at_an_instant(space: Space, clock: Clock) -> None:
    first = commit(space, lambda plan: plan.put_entity(entity("ent_1", created_at=plan.now)))[0]
    clock.turn(seconds=1)
    changed = replace(first, name="Second", version=2)
    second = commit(space, lambda plan: plan.put_entity(replace(changed, updated_at=plan.now)))[0]
    assert EntityTable.at(space.database, first.updated_at).get("ent_1") == first
    assert EntityTable.at(space.database, second.updated_at).get("ent_1") == second
    assert EntityTable.at(space.database, first.updated_at - 1).all() == []
    assert list(all_versions(space.database)) == [first, second]
