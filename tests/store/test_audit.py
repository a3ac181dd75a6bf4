"""The audit finds each fault when it is made by hand, and none in a sound store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import ThreadRef, VectorDraft
from graphmem.domain.model import Relation
from graphmem.services import curate, linking
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import MemoryPatch, update
from graphmem.store.audit import faults
from tests.conftest import ALICE, Clock, about, draft, small


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Space]:
    """A sound space that every test damages a little and mends again."""
    clock = Clock()
    path: Path = tmp_path_factory.mktemp("audit") / "store.db"
    opened = open_space(path, small(), clock=clock, ids=UlidSource(clock))
    made = []
    for n in range(3):
        clock.turn(seconds=1)
        memory = remember(
            opened,
            ALICE,
            draft(f"Fact {n}", f"E{n}", "goal", force=True, thread=ThreadRef(key="t"), mentions=(about("M"),)),
        ).memory
        assert memory is not None
        made.append(memory)
    update(opened, ALICE, MemoryPatch(made[0].id, content="Another fact"))
    linking.link(opened, ALICE, made[1].id, Relation.SUPERSEDES, made[0].id)
    linking.link(opened, ALICE, made[2].id, Relation.SUPERSEDES, made[1].id)
    update(opened, ALICE, MemoryPatch(made[1].id, vector=VectorDraft("one", (1.0,))))
    update(opened, ALICE, MemoryPatch(made[2].id, vector=VectorDraft("two", (1.0, 2.0))))
    curate.merge(opened, ALICE, made[0].entity_id, [made[1].entity_id])
    opened.database.checkpoint()
    yield opened
    opened.close()


class Undone(Exception):
    """Raised to roll a test's damage back."""


DAMAGE = {
    "an event missing": (
        "MATCH (x:Event {number: 2}) DELETE x",
        "gaps or repeats",
    ),
    "an entity without a version": (
        "CREATE (:Entity {id: 'ent_x', kind: 'person', name: 'X', createdAt: 1})",
        "a node or a present version, but not both",
    ),
    "two present versions of an entity": (
        "MATCH (v:EntityVersion) WHERE v.number = 1 SET v.recordedTo = 9223372036854775807",
        "present versions",
    ),
    "a merge without its edge": (
        "MATCH (:Entity)-[x:MERGED_INTO]->(:Entity) DELETE x",
        "their edges say",
    ),
    "a version missing": (
        "MATCH (v:Version) WHERE v.number = 1 DETACH DELETE v",
        "has the versions",
    ),
    "no present version": (
        "MATCH (v:Version) WHERE v.recordedTo = 9223372036854775807 SET v.recordedTo = 5",
        "or no present one",
    ),
    "a gap between versions": (
        "MATCH (v:Version) WHERE v.number = 1 SET v.recordedTo = 5",
        "do not follow one another",
    ),
    "a layer edge missing": (
        "MATCH (:Entity)-[x:GOAL]->(:Memory) DELETE x",
        "hangs on",
    ),
    "a layer edge too many": (
        "MATCH (e:Entity)-[:GOAL]->(m:Memory) CREATE (e)-[:EMOTION {memoryId: m.id, at: 1}]->(m)",
        "hangs on",
    ),
    "a thread edge missing": (
        "MATCH (:Memory)-[x:IN_THREAD]->(:Thread) DELETE x",
        "is at None",
    ),
    "a place taken twice": (
        "MATCH (:Memory)-[x:IN_THREAD]->(:Thread) SET x.position = 0",
        "is taken 3 times",
    ),
    "a mention missing": (
        "MATCH (:Memory)-[x:MENTIONS]->(:Entity) DELETE x",
        "mentions",
    ),
    "a birth missing": (
        "MATCH (x:Event) WHERE x.type = 'memory_created' SET x.memoryId = 'mem_x'",
        "0 events of its making",
    ),
    "a vector of nothing": ("MATCH (v:MemoryVector {dimension: 2}) SET v.memoryId = 'mem_x'", "is of no memory at all"),
    "vectors of two sizes": ("MATCH (v:MemoryVector) WHERE v.at > 0 SET v.model = 'm'", "others of its model"),
    "a piece out of place": ("MATCH (v:MemoryVector {dimension: 2}) SET v.part = 7", "is number 7 of"),
    "a vector cut off": ("MATCH (v:MemoryVector {dimension: 2}) SET v.dimension = 3", "8 bytes are not 3 numbers"),
    "a vector without a length": ("MATCH (v:MemoryVector {dimension: 1}) SET v.numbers = 'AAAAAA=='", "not all zero"),
    "a circle": (
        "MATCH (a:Memory)-[x:SUPERSEDES]->(b:Memory)"
        " CREATE (b)-[:SUPERSEDES {id: 'l', reason: '', inferred: false, at: 1, until: x.until}]->(a)",
        "replaces itself by way of",
    ),
}


def test_a_sound_store_has_no_faults(space: Space) -> None:
    assert faults(space.database) == []


def faults_after(space: Space, monkeypatch: pytest.MonkeyPatch, statement: str) -> list[str]:
    """What the audit finds inside a transaction that did some damage; it is rolled back."""
    with space.database.transaction() as connection:
        connection.rows(statement)
        for name in ("read", "scan"):
            monkeypatch.setattr(space.database, name, lambda q, p=None: connection.rows(q, p))
        raise Undone(faults(space.database))


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_found(space: Space, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    statement, told = DAMAGE[damage]
    with pytest.raises(Undone) as caught:
        faults_after(space, monkeypatch, statement)
    assert any(told in fault for fault in caught.value.args[0])
    monkeypatch.undo()
    assert faults(space.database) == []
