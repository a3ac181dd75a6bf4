"""Every kind of row reaches the store whole, alone and together with others in one group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from graphmem.domain.model import FOREVER, EventType, Layer, Memory, Mention, Relation
from graphmem.services.space import Space
from graphmem.store.audit import faults
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind
from tests.derived import differences
from tests.store.samples import commit, entity, link, memory, thread

Unit = Callable[[Plan], object]


def newborn(plan: Plan, memory_id: str, **fields: object) -> Memory:
    """Plan a memory with the event of its making."""
    made = plan.add_memory(memory(memory_id, created_at=plan.now, **fields), hash(memory_id) % 1000)
    plan.event(EventType.MEMORY_CREATED, "agent", memory_id=memory_id, entity_id=made.entity_id)
    return made


def born(memory_id: str, **fields: object) -> Unit:
    """A unit that makes a memory."""
    return lambda plan: newborn(plan, memory_id, **fields)


def changed(memory_id: str, **fields: object) -> Unit:
    """A unit that makes the next version of a memory."""

    def unit(plan: Plan) -> Memory:
        before = plan.memory(memory_id)
        assert before is not None
        after = replace(before, version=before.version + 1, updated_at=plan.now, **fields)
        return plan.change_memory(after, "editor")

    return unit


def on(entity_id: str, **fields: object) -> Unit:
    """A unit that makes an entity, or its next version."""

    def unit(plan: Plan) -> object:
        before = plan.entity(entity_id)
        if before is None:
            return plan.put_entity(entity(entity_id, f"Name of {entity_id}", created_at=plan.now, **fields))
        return plan.put_entity(replace(before, version=before.version + 1, updated_at=plan.now, **fields))

    return unit


def checked(space: Space) -> None:
    """The store is sound, and the derived state is what the store says."""
    assert faults(space.database) == []
    assert differences(space) == []


def ids(space: Space, query: str) -> list[list[object]]:
    """Rows of a query, sorted."""
    return sorted(space.database.read(query))


@pytest.mark.parametrize("together", [True, False], ids=["one group", "one by one"])
def test_everything_that_can_happen_to_a_memory(space: Space, together: bool) -> None:
    units: list[Unit] = [
        on("ent_1"),
        on("ent_2"),
        lambda plan: plan.put_thread(thread("thr_1", "one", created_at=plan.now, last_activity_at=plan.now)),
        lambda plan: plan.put_thread(thread("thr_2", "two", created_at=plan.now, last_activity_at=plan.now)),
        born("mem_1", thread_id="thr_1", thread_position=0, mentions=(Mention("ent_2", "them", "owner"),)),
        born("mem_2", layer=Layer.CAVEAT, thread_id="thr_1", thread_position=1, permalink="here"),
        born("mem_3", layer=Layer.CAVEAT),
        changed("mem_1", layer=Layer.GOAL),
        changed("mem_1", entity_id="ent_2"),
        changed("mem_2", thread_id="thr_2", thread_position=0),
        changed("mem_2", thread_id=None, thread_position=None),
        changed("mem_3", mentions=(Mention("ent_1", "it"), Mention("ent_2", "them"))),
        lambda plan: plan.put_link(link("lnk_1", "mem_1", "mem_2", created_at=plan.now)),
        lambda plan: plan.put_link(link("lnk_2", "mem_2", "mem_3", Relation.LED_TO, created_at=plan.now, reason="so")),
        lambda plan: plan.put_link(replace(plan.link("lnk_1"), removed_at=plan.now)),  # type: ignore[type-var]
    ]
    for group in [units] if together else [[unit] for unit in units]:
        commit(space, *group)
    checked(space)
    assert ids(space, "MATCH (e:Entity)-[:GOAL]->(m:Memory) RETURN e.id, m.id, m.layer, m.version") == [
        ["ent_2", "mem_1", "goal", 3]
    ]
    assert ids(space, "MATCH (m:Memory)-[i:IN_THREAD]->(t:Thread) RETURN m.id, t.id, i.position") == [
        ["mem_1", "thr_1", 0]
    ]
    assert ids(space, "MATCH (m:Memory)-[x:MENTIONS]->(e:Entity) RETURN m.id, e.id, x.role, x.surface") == [
        ["mem_1", "ent_2", "owner", "them"],
        ["mem_3", "ent_1", "", "it"],
        ["mem_3", "ent_2", "", "them"],
    ]
    assert ids(space, "MATCH (a:Memory)-[x:LED_TO]->(b:Memory) RETURN a.id, b.id, x.reason, x.until") == [
        ["mem_2", "mem_3", "so", FOREVER]
    ]
    ((until,),) = space.database.read("MATCH (:Memory)-[x:SUPERSEDES]->(:Memory) RETURN x.until")
    assert until != FOREVER


@pytest.mark.parametrize("together", [True, False], ids=["one group", "one by one"])
def test_everything_that_can_happen_to_an_entity(space: Space, together: bool) -> None:
    units: list[Unit] = [
        on("ent_1", key="k"),
        on("ent_2"),
        born("mem_1"),
        on("ent_1", name="Second"),
        on("ent_1", name="Third", key=None),
        on("ent_2", key="k"),
        on("ent_2", merged_into="ent_1"),
        on("ent_3"),
        on("ent_1", merged_into="ent_3"),
        on("ent_2", merged_into=None),
    ]
    for group in [units] if together else [[unit] for unit in units]:
        commit(space, *group)
    checked(space)
    assert ids(space, "MATCH (e:Entity) RETURN e.id, e.name") == [
        ["ent_1", "Third"],
        ["ent_2", "Name of ent_2"],
        ["ent_3", "Name of ent_3"],
    ]
    assert ids(space, "MATCH (a:Entity)-[:MERGED_INTO]->(b:Entity) RETURN a.id, b.id") == [["ent_1", "ent_3"]]
    versions = "MATCH (v:EntityVersion {entityId: 'ent_1'}) RETURN v.number, v.recordedFrom, v.recordedTo"
    first, second, third, last = ids(space, versions)
    assert (first[2], second[2], third[2], last[2]) == (second[1], third[1], last[1], FOREVER)


@pytest.mark.parametrize("together", [True, False], ids=["one group", "one by one"])
def test_an_erased_memory_leaves_no_row(space: Space, together: bool) -> None:
    units: list[Unit] = [
        on("ent_1"),
        on("ent_2"),
        lambda plan: plan.put_thread(thread("thr_1", "one", created_at=plan.now, last_activity_at=plan.now)),
        born("mem_1"),
        born("mem_2", entity_id="ent_2", thread_id="thr_1", thread_position=0, mentions=(Mention("ent_1", "x"),)),
        changed("mem_2", layer=Layer.GOAL),
        lambda plan: plan.put_link(link("lnk_1", "mem_1", "mem_2", created_at=plan.now, reason="quotes mem_2")),
        lambda plan: plan.put_record(Record("cnf", RecordKind.CONFLICT, plan.now, {"older": "mem_2", "reason": "q"})),
        lambda plan: plan.put_record(Record("req", RecordKind.REQUEST, plan.now, {"answer": ["mem_2"]})),
        lambda plan: plan.put_record(Record("dup", RecordKind.DUPLICATE, plan.now, {"left": "ent_2", "right": "e"})),
        lambda plan: plan.put_record(Record("tmb", RecordKind.TOMBSTONE, plan.now, {"memory": "mem_2"})),
        lambda plan: plan.erase_memory(plan.memory("mem_2")),  # type: ignore[arg-type, func-returns-value]
        lambda plan: plan.sweep_entity(plan.entity("ent_2")),  # type: ignore[arg-type, func-returns-value]
    ]
    for group in [units] if together else [[unit] for unit in units]:
        commit(space, *group)
    checked(space)
    tables = [row[0] for row in space.database.read("CALL show_tables() RETURN name, type") if row[1] == "NODE"]
    left = {table: str(space.database.read(f"MATCH (n:{table}) RETURN n.*")) for table in tables}
    assert {table for table, rows in left.items() if "mem_2" in rows or "ent_2" in rows} == {"Event", "Record"}
    assert ids(space, "MATCH (x:Record) RETURN x.id") == [["tmb"]]
    assert ids(space, "MATCH (:Memory)-[x:SUPERSEDES]->(:Memory) RETURN x.id") == []


def test_what_was_told_of_an_erased_memory_is_scrubbed(space: Space) -> None:
    def tell(plan: Plan) -> None:
        told = EventType.MEMORY_UPDATED
        plan.event(told, "a", memory_id="mem_2", entity_id="ent_2", reason="quote", note="quote")
        plan.event(EventType.MEMORY_SUPERSEDED, "a", memory_id="mem_1", reason="quote", by="mem_2")
        plan.event(EventType.ENTITY_CREATED, "a", entity_id="ent_2", name="quote")
        plan.event(EventType.ENTITY_MERGED, "a", entity_id="ent_1", merged="ent_2", name="quote")
        plan.event(EventType.MEMORY_USED, "a", memories=["mem_2"])
        plan.event(EventType.MEMORY_FORGOTTEN, "a", memory_id="mem_1", reason="kept")

    def erase(plan: Plan) -> None:
        plan.erase_memory(plan.memory("mem_2"))  # type: ignore[arg-type]
        plan.sweep_entity(plan.entity("ent_2"))  # type: ignore[arg-type]
        plan.event(EventType.MEMORY_ERASED, "a", memory_id="mem_2", reason="asked for")

    commit(space, on("ent_1"), on("ent_2"), born("mem_1"), born("mem_2", entity_id="ent_2"), tell)
    commit(space, erase)
    checked(space)
    found = [e for n in range(space.state.events.last) if (e := space.state.events.get(n + 1)) is not None]
    assert [(event.reason, dict(event.details)) for event in found[2:]] == [
        (None, {}),
        (None, {"by": "mem_2"}),
        (None, {}),
        (None, {}),
        (None, {"memories": ["mem_2"]}),
        ("kept", {}),
        ("asked for", {}),
    ]


@pytest.mark.parametrize("together", [True, False], ids=["one group", "one by one"])
def test_records_are_opened_closed_and_opened_again(space: Space, together: bool) -> None:
    mute, request = Record("mut", RecordKind.MUTE, 1, {"a": "text"}), Record("req", RecordKind.REQUEST, 2, {"b": 1})
    units: list[Unit] = [
        lambda plan: plan.put_record(mute),
        lambda plan: plan.put_record(request),
        lambda plan: plan.close_record(mute),
        lambda plan: plan.put_record(replace(mute, body={"a": "again"})),
        lambda plan: plan.put_record(Record("dup", RecordKind.DUPLICATE, 3, {"left": "x", "right": "y"})),
        lambda plan: plan.close_record(Record("dup", RecordKind.DUPLICATE, 3, {"left": "x", "right": "y"})),
    ]
    for group in [units] if together else [[unit] for unit in units]:
        commit(space, *group)
    checked(space)
    rows = ids(space, "MATCH (x:Record) RETURN x.id, x.body, x.until")
    assert rows[-2][:2] == ["mut", '{"a":"again"}']
    assert rows[-1] == ["req", '{"b":1}', FOREVER]
    assert [row[1] for row in rows[:-2]] == ([] if together else ["{}"])


def test_events_are_numbered_on(space: Space) -> None:
    for _ in range(2):
        commit(space, *(lambda plan: plan.event(EventType.MEMORY_USED, "a", memories=[]) for _ in range(3)))
    assert ids(space, "MATCH (x:Event) RETURN x.number") == [[n] for n in range(1, 7)]
    assert space.state.events.last == 6
