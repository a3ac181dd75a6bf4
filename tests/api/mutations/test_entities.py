"""Curating entities through GraphQL on a real space."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Client

ENTITY = "entity { id name kind key aliases { name source } attributes version mergedFrom { id name by } }"


def entity_of(client: Client, memory: str) -> str:
    read = client.ask("query ($id: ID) { memory(id: $id) { entity { id } } }", id=memory)
    made: str = read["memory"]["entity"]["id"]
    return made


@pytest.fixture
def atlas(client: Client) -> str:
    """An entity with one memory."""
    return entity_of(client, client.create("One.", entity="Atlas"))


def test_an_entity_is_renamed_and_keeps_its_old_name(client: Client, atlas: str) -> None:
    given = {
        "id": atlas,
        "expectedVersion": 1,
        "name": "Atlas Next",
        "kind": "COMPANY",
        "key": "corp:atlas",
        "attributes": {"founded": 1999},
    }
    entity = client.do("updateEntity", given, ENTITY)["entity"]
    assert entity == {
        "id": atlas,
        "name": "Atlas Next",
        "kind": "COMPANY",
        "key": "corp:atlas",
        "aliases": [{"name": "Atlas", "source": "GIVEN"}],
        "attributes": {"founded": 1999},
        "version": 2,
        "mergedFrom": [],
    }
    cleared = client.do("updateEntity", {"id": atlas, "key": None, "attributes": None}, ENTITY)["entity"]
    assert (cleared["key"], cleared["attributes"], cleared["name"]) == (None, None, "Atlas Next")


@pytest.mark.parametrize(
    ("given", "code", "path"),
    [
        ({"expectedVersion": 7}, "VERSION_CONFLICT", ["expectedVersion"]),
        ({"name": None}, "INVALID", ["name"]),
        ({"name": ""}, "INVALID", ["name"]),
        ({"attributes": [1]}, "INVALID", ["attributes"]),
        ({"id": "ent_0"}, "NOT_FOUND", ["id"]),
    ],
)
def test_what_an_entity_can_not_be(
    client: Client, atlas: str, given: dict[str, Any], code: str, path: list[str]
) -> None:
    payload = client.do("updateEntity", {"id": atlas, **given}, ENTITY)
    assert payload["entity"] is None
    assert [(e["__typename"], e["code"], e["path"]) for e in payload["errors"]] == [
        ("GenericError", code, ["input", *path])
    ]


def test_aliases_come_and_go(client: Client, atlas: str) -> None:
    given = {"entity": atlas, "name": "The Titan"}
    entity = client.do("addEntityAlias", given, ENTITY)["entity"]
    assert entity["aliases"] == [{"name": "The Titan", "source": "GIVEN"}]
    assert entity_of(client, client.create("Two.", entity="the titan")) == atlas
    assert client.do("removeEntityAlias", given, ENTITY)["entity"]["aliases"] == []
    again = client.do("removeEntityAlias", given, ENTITY)
    assert [(e["code"], e["path"]) for e in again["errors"]] == [("NOT_FOUND", ["input", "name"])]


def test_a_merge_is_undone_exactly(client: Client, atlas: str) -> None:
    other_memory = client.create("Two.", entity="Hercules")
    other = entity_of(client, other_memory)
    given = {"survivor": atlas, "duplicates": [other], "reason": "the same"}
    merged = client.do("mergeEntities", given, ENTITY)["entity"]
    assert merged["mergedFrom"] == [{"id": other, "name": "Hercules", "by": "alice"}]
    assert entity_of(client, other_memory) == atlas
    undone = client.do("unmergeEntity", {"survivor": atlas, "merged": other}, ENTITY)["entity"]
    assert undone["id"] in (atlas, other)
    assert entity_of(client, other_memory) == other
    again = client.do("unmergeEntity", {"survivor": atlas, "merged": other}, ENTITY)
    assert [(e["code"], e["path"]) for e in again["errors"]] == [("INVALID_STATE", ["input", "merged"])]


def test_a_split_takes_memories_along(client: Client, atlas: str) -> None:
    stray = client.create("Two.", entity="Atlas")
    given = {"entity": atlas, "memories": [stray], "name": "Atlas (mythology)", "kind": "PERSON"}
    payload = client.do("splitEntity", given, "entity { id } newEntity { id name kind }")
    assert payload["entity"] == {"id": atlas}
    assert (payload["newEntity"]["name"], payload["newEntity"]["kind"]) == ("Atlas (mythology)", "PERSON")
    assert entity_of(client, stray) == payload["newEntity"]["id"]


DISMISS = "mutation ($id: ID!) { dismissDuplicate(id: $id) { entity { id } errors { code path } } }"


def test_a_possible_duplicate_is_dismissed(client: Client) -> None:
    client.create("One.", entity="Payments Gateway")
    client.create("Two.", entity="Payment Gateway")
    query = "{ possibleDuplicates { id left { name } right { name } score reasons since cursor } }"
    [pair] = client.ask(query)["possibleDuplicates"]
    assert {pair["left"]["name"], pair["right"]["name"]} == {"Payments Gateway", "Payment Gateway"}
    after = "query ($after: String) { possibleDuplicates(after: $after) { id } }"
    assert client.ask(after, after=pair["cursor"])["possibleDuplicates"] == []
    assert client.ask(DISMISS, id=pair["id"])["dismissDuplicate"]["errors"] == []
    assert client.ask(query)["possibleDuplicates"] == []
    again = client.ask(DISMISS, id="dup_0")["dismissDuplicate"]
    assert again == {"entity": None, "errors": [{"code": "NOT_FOUND", "path": ["id"]}]}
