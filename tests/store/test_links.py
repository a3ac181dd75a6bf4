"""Links in memory, from either end; removed ones stay for the past, erased ones do not."""

from __future__ import annotations

from dataclasses import replace

from graphmem.domain.model import Relation
from graphmem.services.space import Space
from graphmem.store.links import LinkTable, superseded, superseders
from tests.conftest import Clock
from tests.derived import read_anew
from tests.store.samples import NOON, link
from tests.store.test_flush import born, commit, on


def test_links_are_found_from_both_ends() -> None:
    table = LinkTable()
    one, two = link("l1", "a", "b"), link("l2", "b", "c", Relation.EXTENDS)
    for each in (one, two):
        table.put(each)
    assert (table.of("a"), table.of("b"), table.of("c"), table.of("d")) == ((one,), (one, two), (two,), ())
    assert (table.get("l1"), table.get("none")) == (one, None)
    assert (table.count(), list(table.all())) == (2, [one, two])
    assert superseders(table.of("b"), "b") == [one]
    assert superseded(table.of("a"), "a") == [one]
    assert superseded(table.of("b"), "b") == superseders(table.of("c"), "c") == []


def test_a_removed_link_stays_for_the_past() -> None:
    table = LinkTable()
    table.put(link("l1", "a", "b"))
    removed = replace(link("l1", "a", "b"), removed_at=NOON + 1)
    table.put(removed)
    assert (table.of("a"), table.standing("a"), table.count()) == ((removed,), [], 0)


def test_the_links_of_an_erased_memory_are_gone() -> None:
    table = LinkTable()
    for each in (link("l1", "a", "b"), link("l2", "c", "a"), link("l3", "b", "c")):
        table.put(each)
    table.drop_memory("a")
    table.drop_memory("unknown")
    assert [each.id for each in table.all()] == ["l3"]
    assert [each.id for each in table.of("b")] == [each.id for each in table.of("c")] == ["l3"]
    table.drop_memory("b")
    table.drop_memory("c")
    assert list(table.all()) == []


def test_they_are_read_in_the_order_of_their_making(space: Space, clock: Clock) -> None:
    relations = [Relation.RESOLVES, Relation.SUPERSEDES, Relation.EXTENDS]
    commit(space, on("ent_1"), born("mem_a"), born("mem_b"))
    for number, relation in enumerate(relations):
        clock.turn(seconds=1)
        made = link(f"lnk_{9 - number}", "mem_a", "mem_b", relation, reason="why")
        commit(space, lambda plan, made=made: plan.put_link(replace(made, created_at=plan.now)))  # type: ignore[misc]
    fresh = read_anew(space).links
    assert [each.relation for each in fresh.of("mem_a")] == relations
    assert fresh.of("mem_b") == space.state.links.of("mem_b")
