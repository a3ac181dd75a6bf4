"""The few memories worth comparing with a text: of its entity, current, and sharing enough of its words."""

from __future__ import annotations

import pytest

from graphmem.domain.model import MemoryStatus
from graphmem.store.index import alike
from graphmem.store.index.alike import Alike
from graphmem.store.index.recall_index import RecallIndex
from tests.store.samples import memory

TEXTS = {
    "mem_1": "The gateway listens on port 8080",
    "mem_2": "Deploys go through the pipeline on Mondays",
    "mem_3": "The gateway keeps ten connections",
}
RAMBLING = "gateway " + " ".join(f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")


@pytest.fixture(params=["few", "many", "far apart"])
def index(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> RecallIndex:
    """An index of three memories on one entity, one of another, and one that was forgotten."""
    if request.param != "few":
        monkeypatch.setattr(alike, "MANY", 1)
    if request.param == "far apart":
        monkeypatch.setattr(alike, "_SPARSE", 0)
    made = RecallIndex()
    made.upsert([memory(name, content=text) for name, text in TEXTS.items()])
    made.upsert([memory("mem_4", content=TEXTS["mem_1"], entity_id="ent_2")])
    made.upsert([memory("mem_5", content=TEXTS["mem_1"], status=MemoryStatus.FORGOTTEN)])
    return made


def found_by(group: Alike, *asked: object) -> list[str]:
    """Ids of what is found."""
    return [name for _, name in group.find(*asked)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "entities", "found"),
    [
        ("The gateway listens on port 9090", ["ent_1"], ["mem_1", "mem_3"]),
        ("The gateway listens on port 9090", ["ent_1", "ent_2"], ["mem_1", "mem_4", "mem_3"]),
        ("The gateway listens on port 9090", ["ent_9"], []),
        ("Pipelines", ["ent_1"], ["mem_2"]),
        ("Nothing of it", ["ent_1"], []),
        ("", ["ent_1"], []),
        (RAMBLING, ["ent_1"], []),
    ],
)
def test_what_shares_enough_words(index: RecallIndex, text: str, entities: list[str], found: list[str]) -> None:
    assert found_by(Alike(), index, text, entities, 40) == found


def test_one_shared_word_is_enough_where_it_is_asked_for(index: RecallIndex) -> None:
    assert sorted(found_by(Alike(), index, RAMBLING, ["ent_1"], 40, 0.0)) == ["mem_1", "mem_3"]


def test_the_most_alike_come_first_and_no_more_than_asked_for(index: RecallIndex) -> None:
    assert found_by(Alike(), index, "The gateway listens on port 9090", ["ent_1"], 1) == ["mem_1"]
    assert found_by(Alike(), index, "gateway connections", ["ent_1"], 2) == ["mem_3", "mem_1"]


def test_what_is_planned_is_found_beside_what_is_committed(index: RecallIndex) -> None:
    group = Alike()
    assert found_by(group, index, "The gateway keeps twenty connections", ["ent_1"], 40) == ["mem_3", "mem_1"]
    group.add(memory("mem_6", content="The gateway keeps twenty connections"))
    group.add(memory("mem_7", content="The gateway keeps twenty connections", entity_id="ent_2"))
    assert found_by(group, index, "The gateway keeps twenty connections", ["ent_1"], 40) == ["mem_6", "mem_3", "mem_1"]
    assert found_by(group, index, "gateway", ["ent_7"], 40) == []


def test_how_much_is_shared_is_told(index: RecallIndex) -> None:
    assert Alike().find(index, "The gateway listens on port 8080", ["ent_2"], 40) == [(1.0, "mem_4")]


def test_the_forgotten_are_found_when_asked_for(index: RecallIndex) -> None:
    group = Alike()
    group.add(memory("mem_6", content="The gateway listens on port 8080"))
    gone = MemoryStatus.FORGOTTEN
    assert found_by(group, index, "The gateway listens", ["ent_1"], 40, 0.1, gone) == ["mem_5"]
    assert found_by(group, index, "The gateway listens", ["ent_2"], 40, 0.1, gone) == []
    assert found_by(group, index, "The gateway listens", ["ent_1"], 40) == ["mem_1", "mem_6", "mem_3"]
