"""Enums: what clients see, and which other words they may send."""

from __future__ import annotations

import inspect
from enum import StrEnum
from typing import Any

import pytest

from graphmem.api.enums import ImportanceLevel
from graphmem.api.enums.describe import describe
from graphmem.domain import draft, heat, model, resolution
from graphmem.domain.layers import IMPORTANCE_WORDS, parse_type
from graphmem.services import receipts
from tests.api.conftest import SCHEMA, Client

ENUMS = [
    enum
    for module in (draft, heat, model, resolution, receipts)
    for _, enum in inspect.getmembers(module, inspect.isclass)
    if issubclass(enum, StrEnum) and enum.__module__ == module.__name__ and enum.__name__ in SCHEMA._schema.type_map
]


@pytest.mark.parametrize("enum", ENUMS, ids=lambda enum: enum.__name__)
def test_clients_see_the_members_names(enum: type[StrEnum]) -> None:
    drawn: Any = SCHEMA._schema.type_map[enum.__name__]
    assert list(drawn.values) == list(enum.__members__)
    for member in enum:
        assert drawn.coerce_output_value(member) == member.name
        assert drawn.coerce_input_value(member.name) is member


def test_a_member_without_words_is_noticed() -> None:
    class Silent(StrEnum):
        """Nobody describes its member."""

        A = "a"

    with pytest.raises(KeyError, match="A"):
        describe({Silent: ("An enum.", {})})


def test_every_level_is_a_word_of_the_domain() -> None:
    assert {level.value for level in ImportanceLevel} == set(IMPORTANCE_WORDS)


@pytest.mark.parametrize("member", model.MemoryType)
def test_a_listed_type_is_its_own_alias(member: model.MemoryType) -> None:
    assert parse_type(member.name) is member


TYPED = "query ($types: [MemoryType!]) { memories(filter: {types: $types}) { nodes { type } } }"


@pytest.mark.parametrize("word", ["LEARNING", "LESSON", "lesson", "Learning"])
def test_a_type_may_be_sent_by_its_alias(client: Client, word: str) -> None:
    client.create("Never on Fridays.", axes={"type": word})
    assert client.ask(TYPED, types=[word])["memories"]["nodes"] == [{"type": "LEARNING"}]
    inline = f"{{ memories(filter: {{types: [{word}]}}) {{ nodes {{ type }} }} }}"
    assert client.ask(inline)["memories"]["nodes"] == [{"type": "LEARNING"}]


@pytest.mark.parametrize("word", ["BANANA", 7, None])
def test_what_is_no_alias_fails_as_before(bystander: Client, word: object, capfd: pytest.CaptureFixture[str]) -> None:
    result = bystander.run(TYPED, types=[word])
    assert result.data is None
    assert result.errors is not None
    literal = bystander.run('{ memories(filter: {types: ["LESSON"]}) { totalCount } }')
    assert literal.errors is not None
    assert "cannot represent non-enum value" in literal.errors[0].message


@pytest.mark.parametrize(("level", "importance"), [(level.name, IMPORTANCE_WORDS[level]) for level in ImportanceLevel])
def test_an_importance_in_a_word(client: Client, level: str, importance: float) -> None:
    made = client.create("One.", importanceLevel=level)
    read = client.ask("query ($id: ID) { memory(id: $id) { importance } }", id=made)
    assert read["memory"]["importance"] == importance
    updated = client.do("updateMemory", {"id": made, "importanceLevel": "LOW"}, "memory { importance }")
    assert updated["memory"]["importance"] == IMPORTANCE_WORDS["low"]


@pytest.mark.parametrize(
    ("mutation", "given"),
    [
        ("createMemory", {"entity": {"key": "k"}, "layer": "goal", "content": "c"}),
        ("updateMemory", {"id": "mem_0"}),
    ],
)
def test_an_importance_is_given_once(bystander: Client, mutation: str, given: dict[str, Any]) -> None:
    [error] = bystander.do(mutation, {**given, "importance": 0.5, "importanceLevel": "LOW"}, "outcome")["errors"]
    assert (error["code"], error["path"]) == ("INVALID", ["input", "importanceLevel"])
