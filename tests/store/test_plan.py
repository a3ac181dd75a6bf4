"""What a unit of work intends: seen at once by whoever comes after, dropped without a trace."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.model import Alias, AliasSource, EventType, Mention, Relation
from graphmem.store.log import Log
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind
from tests.store.samples import NOON, Bare, entity, link, memory, thread


@pytest.fixture
def ground() -> Bare:
    """Nothing is committed."""
    return Bare()


@pytest.fixture
def plan(ground: Bare) -> Plan:
    """A plan on it."""
    return Plan(ground, NOON)


def test_a_plan_reads_what_is_committed(ground: Bare, plan: Plan) -> None:
    ground.entities["ent_1"] = entity(key="k")
    ground.memories["mem_1"] = memory("mem_1")
    ground.versions["mem_1", 1] = memory("mem_1")
    ground.threads["thr_1"] = thread()
    ground.links = [link("lnk_1", "mem_1", "mem_2"), link("lnk_2", "mem_1", "mem_3", removed_at=NOON)]
    ground.records[RecordKind.MUTE, "r"] = Record("r", RecordKind.MUTE, NOON, {})
    ground.prints[7] = ("mem_1", "mem_gone")
    ground.permalinks["p"] = "mem_1"
    ground.credits.add(("mem_1", "alice", 3))
    assert plan.entity("ent_1") == plan.canonical("ent_1") == plan.entity_by_key("k") == entity(key="k")
    assert plan.memory("mem_1") == plan.version("mem_1", 1) == memory("mem_1")
    assert plan.thread("thr_1") == plan.thread_by_key("talk") == thread()
    assert [found.id for found in plan.links_of("mem_1")] == ["lnk_1"]
    assert plan.link("lnk_2") == ground.links[1]
    assert plan.record(RecordKind.MUTE, "r") is not None
    assert plan.twins(7) == [memory("mem_1")]
    assert plan.permalink_owner("p") == "mem_1"
    assert plan.corroborated("mem_1", "alice", 3)
    assert not plan.log


def test_unknown_things_are_none(plan: Plan) -> None:
    assert plan.entity("x") is plan.canonical("x") is plan.entity_by_key("x") is None
    assert plan.memory("x") is plan.version("x", 1) is plan.thread("x") is plan.thread_by_key("x") is None
    assert plan.link("x") is plan.record(RecordKind.MUTE, "x") is plan.permalink_owner("x") is None
    assert plan.twins(1) == plan.links_of("x") == []
    assert not plan.corroborated("x", "alice", 1)
    with pytest.raises(LookupError):
        plan.change_memory(memory("x"), "alice")


def test_a_child_is_merged_or_leaves_no_trace(plan: Plan) -> None:
    def write(child: Plan) -> None:
        child.put_entity(entity())
        child.add_memory(memory("mem_1", permalink="p"), 7)
        child.change_memory(memory("mem_1", version=2, permalink="p"), "alice", 8)
        child.put_thread(thread())
        child.put_link(link("lnk_1", "mem_1", "mem_2"))
        child.put_record(Record("r", RecordKind.MUTE, NOON, {}))
        child.corroborate(memory("mem_1"), "alice", 3)

    write(plan.child())
    assert not plan.log
    assert plan.memory("mem_1") is None
    assert plan.twins(7) == plan.twins(8) == []
    child = plan.child()
    write(child)
    plan.merge(child)
    changed = memory("mem_1", version=2, permalink="p")
    assert plan.memory("mem_1") == changed
    assert plan.version("mem_1", 1) == memory("mem_1", permalink="p")
    assert plan.version("mem_1", 2) == changed
    assert plan.version("mem_1", 3) is None
    assert plan.twins(7) == plan.twins(8) == [changed]
    assert plan.log.fingerprints == {"mem_1": 8}
    assert plan.entity("ent_1") == entity()
    assert next(plan.names()).exact(None, "atlas") == ["ent_1"]
    assert plan.thread_by_key("talk") == thread()
    assert [found.id for found in plan.links_of("mem_2")] == ["lnk_1"]
    assert plan.record(RecordKind.MUTE, "r") is not None
    assert plan.permalink_owner("p") == "mem_1"
    assert plan.corroborated("mem_1", "alice", 3)
    assert not plan.corroborated("mem_1", "alice", 4)
    assert [event.type for event in plan.log.events] == [EventType.MEMORY_CORROBORATED]


def test_a_child_sees_what_its_parent_planned(plan: Plan) -> None:
    plan.put_entity(entity())
    plan.add_memory(memory("mem_1", mentions=(Mention("ent_2", "it"),)), 7)
    plan.put_link(link("lnk_1", "mem_1", "mem_2"))
    child = plan.child()
    assert child.lineage() == (child, plan)
    assert child.entity("ent_1") == entity()
    assert child.twins(7) == [child.memory("mem_1")]
    assert [found.id for found in child.links_of("mem_1")] == ["lnk_1"]
    assert child.speaks_of("ent_1")
    assert child.speaks_of("ent_2")
    assert not child.speaks_of("ent_3")
    assert [found.id for found in child.planned_on("ent_1")] == ["mem_1"]


def test_the_youngest_plan_wins(ground: Bare, plan: Plan) -> None:
    ground.links = [link("lnk_1", "mem_1", "mem_2")]
    ground.threads["thr_1"] = thread()
    child = plan.child()
    child.put_link(link("lnk_1", "mem_1", "mem_2", removed_at=NOON))
    child.put_thread(thread(length=3))
    assert child.links_of("mem_1") == []
    assert [found.id for found in plan.links_of("mem_1")] == ["lnk_1"]
    assert child.thread_by_key("talk") == thread(length=3)
    assert child.log.threads == []
    plan.merge(child)
    assert plan.links_of("mem_2") == []


def test_merges_are_followed(plan: Plan) -> None:
    plan.put_entity(entity("ent_1", key="k"))
    plan.put_entity(entity("ent_2", "Borealis"))
    plan.put_entity(entity("ent_1", key="k", version=2, merged_into="ent_2"))
    survivor = plan.entity("ent_2")
    assert plan.canonical("ent_1") == plan.entity_by_key("k") == survivor
    assert plan.home(memory("m", entity_id="ent_1")) == "ent_2"
    assert plan.home(memory("m", entity_id="ent_gone")) == "ent_gone"
    assert [(old.version, new.version) for old, new in plan.log.entity_changes] == [(1, 2)]


def test_a_key_that_was_given_up_is_nobodys(ground: Bare, plan: Plan) -> None:
    ground.entities["ent_0"] = entity("ent_0", key="committed")
    plan.put_entity(entity("ent_0", key=None, version=2))
    assert plan.entity_by_key("committed") is None
    plan.put_entity(entity("ent_1", key="old"))
    plan.put_entity(entity("ent_1", key="new", version=2))
    assert plan.entity_by_key("old") is None
    assert plan.entity_by_key("new") == plan.entity("ent_1")
    child = plan.child()
    child.put_entity(entity("ent_2", "Borealis", key="old"))
    plan.merge(child)
    assert plan.entity_by_key("old") == plan.entity("ent_2")


def test_an_erased_memory_and_a_swept_entity_are_gone_at_once(ground: Bare, plan: Plan) -> None:
    ground.entities["ent_1"] = entity(key="k")
    ground.memories["mem_1"] = memory("mem_1", permalink="p")
    ground.permalinks["p"] = "mem_1"
    ground.prints[7] = ("mem_1",)
    child = plan.child()
    child.erase_memory(memory("mem_1", permalink="p"))
    child.sweep_entity(entity(key="k"))
    plan.merge(child)
    assert plan.memory("mem_1") is plan.entity("ent_1") is plan.entity_by_key("k") is None
    assert plan.permalink_owner("p") is None
    assert plan.twins(7) == []
    assert not plan.speaks_of("ent_1")
    assert (plan.log.erased, plan.log.swept) == ([memory("mem_1", permalink="p")], [entity(key="k")])


def test_a_closed_record_is_none_and_can_be_opened_again(plan: Plan) -> None:
    made = plan.put_record(Record("r", RecordKind.MUTE, NOON, {"a": 1}))
    plan.now += 1
    closed = plan.close_record(made)
    assert closed == replace(made, until=NOON + 1)
    assert plan.record(RecordKind.MUTE, "r") is None
    again = plan.put_record(made)
    assert plan.child().record(RecordKind.MUTE, "r") == again


def test_names_of_the_next_version_are_found_in_the_group(plan: Plan) -> None:
    plan.put_entity(entity())
    plan.put_entity(entity(version=2, aliases=(Alias("Big A", AliasSource.GIVEN, NOON),)))
    assert next(plan.names()).exact(None, "big a") == ["ent_1"]


def test_events_carry_the_instant_and_what_happened(plan: Plan) -> None:
    plan.event(EventType.LINK_ADDED, "bob", memory_id="m", reason="why", relation=Relation.RESOLVES)
    (event,) = plan.log.events
    assert (event.number, event.at, event.agent, event.memory_id, event.reason) == (0, NOON, "bob", "m", "why")
    assert event.details == {"relation": "resolves"}


def test_a_log_is_true_when_it_holds_anything() -> None:
    log, other = Log(), Log(links=[link("l", "a", "b")], fingerprints={"m": 1})
    assert not log
    log.extend(other)
    assert log
    assert (log.links, log.fingerprints) == (other.links, other.fingerprints)
