"""The record, the counts, who is asking and which service answers, through GraphQL on a real space."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import pytest

from graphmem.domain.model import Scope
from tests.api.conftest import Client
from tests.conftest import ENGINE

EVENTS = """query ($first: Int, $after: String, $types: [EventType!], $entity: ID, $memory: ID)
{ events(first: $first, after: $after, types: $types, entity: $entity, memory: $memory) {
    edges { cursor node { number } }
    nodes { id number type at agent memoryId memory { id } entity { name } reason details }
    pageInfo { hasNextPage hasPreviousPage endCursor } } }"""


def events(client: Client, **variables: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.ask(EVENTS, **variables)["events"]["nodes"]
    return found


def test_the_record_says_who_did_what(client: Client) -> None:
    made = client.create("One.")
    client.do("forgetMemory", {"id": made, "reason": "wrong"}, "outcome")
    found = events(client)
    assert [event["number"] for event in found] == list(range(1, len(found) + 1))
    assert [event["type"] for event in found] == ["ENTITY_CREATED", "MEMORY_CREATED", "MEMORY_FORGOTTEN"]
    last = found[-1]
    assert (last["agent"], last["reason"], last["memoryId"]) == ("alice", "wrong", made)
    assert last["memory"] == {"id": made}
    assert last["entity"] == {"name": "Atlas"}
    assert isinstance(last["details"], dict)


def test_the_record_by_type_entity_and_memory(client: Client) -> None:
    one = client.create("One.", entity="Atlas")
    client.create("Two.", entity="Hercules")
    entity = client.ask("query ($id: ID) { memory(id: $id) { entity { id } } }", id=one)["memory"]["entity"]["id"]
    assert len(events(client, types=["MEMORY_CREATED"])) == 2
    assert [event["memoryId"] for event in events(client, memory=one)] == [one]
    assert {event["entity"]["name"] for event in events(client, entity=entity)} == {"Atlas"}
    assert events(client, types=None, entity=None, memory=None, first=None) == events(client)


def test_the_record_in_pages(client: Client) -> None:
    for number in range(4):
        client.create(f"Memory {number}.")
    whole = [event["number"] for event in events(client)]
    page = client.ask(EVENTS, first=2)["events"]
    assert page["pageInfo"]["hasNextPage"] is True
    rest = client.ask(EVENTS, after=page["pageInfo"]["endCursor"])["events"]
    assert rest["pageInfo"]["hasPreviousPage"] is True
    assert [event["number"] for event in page["nodes"] + rest["nodes"]] == whole


def test_an_erased_memory_stays_in_the_record_by_its_id(client: Client) -> None:
    made = client.create("One.")
    client.do("eraseMemory", {"id": made, "reason": "asked"}, "erasedId")
    erased = events(client, types=["MEMORY_ERASED"])[0]
    assert (erased["memoryId"], erased["memory"]) == (made, None)


def test_the_counts(client: Client) -> None:
    one = client.create("One.", layer="goal", thread={"key": "t"})
    two = client.create("Two.", layer="caveat", entity="Hercules")
    client.do("linkMemories", {"from": one, "relation": "LED_TO", "to": two}, "link { id }")
    stats = client.ask("{ stats { entities memories threads links events layers { layer count } } }")["stats"]
    layers = {row["layer"]: row["count"] for row in stats.pop("layers")}
    assert stats == {"entities": 2, "memories": 2, "threads": 1, "links": 1, "events": 5}
    assert layers == {"GOAL": 1, "CONTEXT": 0, "EMOTION": 0, "IMPLEMENTATION": 0, "CAVEAT": 1, "LEARNING": 0}


def test_any_token_may_ask_who_it_is(bystander: Client) -> None:
    query = "{ viewer { space agent scopes } }"
    assert bystander.with_scopes(Scope.FORGET, Scope.WRITE).ask(query)["viewer"] == {
        "space": "default",
        "agent": "alice",
        "scopes": ["WRITE", "FORGET"],
    }


def test_the_service_says_what_it_is(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    query = "{ serviceInfo { version engine engineVersion ready } }"
    info = client.with_scopes().ask(query)["serviceInfo"]
    assert (info["version"], info["engine"], info["ready"]) == (version("graphmem"), ENGINE, True)
    assert info["engineVersion"]
    client.space.database.poison("a test")
    assert client.ask(query)["serviceInfo"]["ready"] is False
