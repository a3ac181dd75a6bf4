"""The few memories worth comparing with a text: of its entity, current, and sharing enough of its words."""

from __future__ import annotations

import pytest

from graphmem.domain.model import MemoryStatus
from graphmem.store.index.alike import alike
from graphmem.store.index.recall_index import RecallIndex
from tests.store.samples import memory

TEXTS = {
    "mem_1": "The gateway listens on port 8080",
    "mem_2": "Deploys go through the pipeline on Mondays",
    "mem_3": "The gateway keeps ten connections",
}


@pytest.fixture
def index() -> RecallIndex:
    """An index of three memories on one entity, one of another, and one that was forgotten."""
    made = RecallIndex()
    made.upsert([memory(name, content=text) for name, text in TEXTS.items()])
    made.upsert([memory("mem_4", content=TEXTS["mem_1"], entity_id="ent_2")])
    made.upsert([memory("mem_5", content=TEXTS["mem_1"], status=MemoryStatus.FORGOTTEN)])
    return made


@pytest.mark.parametrize(
    ("text", "entities", "found"),
    [
        ("The gateway listens on port 9090", ["ent_1"], ["mem_1", "mem_3"]),
        ("The gateway listens on port 9090", ["ent_1", "ent_2"], ["mem_1", "mem_3", "mem_4"]),
        ("The gateway listens on port 9090", ["ent_9"], []),
        ("Pipelines", ["ent_1"], ["mem_2"]),
        ("Nothing of it", ["ent_1"], []),
        ("", ["ent_1"], []),
        ("gateway " + " ".join(f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"), ["ent_1"], []),
    ],
)
def test_what_shares_enough_words(index: RecallIndex, text: str, entities: list[str], found: list[str]) -> None:
    assert alike(index, text, entities, 40) == found


def test_one_shared_word_is_enough_where_a_single_value_is_said(index: RecallIndex) -> None:
    text = "gateway " + " ".join(f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    assert alike(index, text, ["ent_1"], 40, 0.0) == ["mem_1", "mem_3"]


def test_of_many_the_ones_with_the_rarest_words(index: RecallIndex) -> None:
    assert alike(index, "The gateway listens on port 9090", ["ent_1"], 1) == ["mem_1"]
    assert alike(index, "gateway connections", ["ent_1"], 2) == ["mem_3", "mem_1"]
