"""Numbers in the caller's data: kept exactly, or refused with a path; never changed on the way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from graphmem.api.app import create_app
from graphmem.services.space import Space
from graphmem.settings import Settings
from tests.api.conftest import ATLAS, SCHEMA, Client

EXACT = [0, -1, 2**53, 2**53 + 1, -(2**53) - 1, 10**18 + 1, 2**63 - 1, -(2**63), 0.1, 1e300, -2.5e-300, 123456.789]
TOO_LARGE = [2**63, -(2**63) - 1, 2**64 - 1, 2**64, 10**30, -(10**30)]
CREATE = """mutation ($input: CreateMemoryInput!) {
  createMemory(input: $input) { memory { id metadata } errors { code message path } }
}"""


@pytest.fixture
def http(client: Client) -> Iterator[TestClient]:
    """The service over HTTP, with all that happens to a body."""
    space: Space = client.space
    with TestClient(create_app(space, Settings(), SCHEMA), base_url="http://127.0.0.1:8321") as spoken_to:
        yield spoken_to


def sent(http: TestClient, metadata: str, content: str = "It counts.") -> Any:
    """The answer to a memory with this JSON as its metadata."""
    given = {"entity": ATLAS, "layer": "context", "content": content, "metadata": "HERE", "override": ["DUPLICATE"]}
    body = json.dumps({"query": CREATE, "variables": {"input": given}}).replace('"HERE"', metadata)
    return http.post("/graphql", content=body, headers={"content-type": "application/json"})


def test_what_the_store_can_keep_comes_back_exactly(http: TestClient, client: Client) -> None:
    made = sent(http, json.dumps({"n": EXACT, "deep": {"n": EXACT}})).json()["data"]["createMemory"]
    assert made["errors"] == []
    client.space.state.rebuild()
    text = http.post("/graphql", json={"query": f'{{ memory(id: "{made["memory"]["id"]}") {{ metadata }} }}'}).text
    back = json.loads(text)["data"]["memory"]["metadata"]
    assert back == {"n": EXACT, "deep": {"n": EXACT}}
    assert [type(number) for number in back["n"]] == [type(number) for number in EXACT]


@pytest.mark.parametrize("number", TOO_LARGE)
def test_what_it_can_not_keep_is_refused(http: TestClient, client: Client, number: int) -> None:
    before = client.space.state.events.last
    for metadata in (f'{{"n": {number}}}', f'{{"deep": [{{"n": {number}}}]}}'):
        (error,) = sent(http, metadata).json()["data"]["createMemory"]["errors"]
        assert (error["code"], error["path"]) == ("INVALID", ["input", "metadata"])
        assert "send it as text" in error["message"]
    (error,) = sent(http, "null", json.dumps({"what": "It counts", "n": number})).json()["data"]["createMemory"][
        "errors"
    ]
    assert (error["code"], error["path"]) == ("INVALID", ["input", "content"])
    assert client.space.state.events.last == before


@pytest.mark.parametrize("number", [2**53 + 1, 2**63 - 1])
def test_attributes_and_literals_are_exact_as_well(client: Client, number: int) -> None:
    entity = client.ask(f'{{ memory(id: "{client.create("A fact")}") {{ entity {{ id }} }} }}')["memory"]["entity"][
        "id"
    ]
    document = f'mutation {{ updateEntity(input: {{id: "{entity}", attributes: {{n: %s}}}}) {{ %s }} }}'
    fields = "entity { attributes } errors { code path }"
    assert client.ask(document % (number, fields))["updateEntity"]["entity"] == {"attributes": {"n": number}}
    client.space.state.rebuild()
    assert client.ask(f'{{ node(id: "{entity}") {{ ... on Entity {{ attributes }} }} }}')["node"] == {
        "attributes": {"n": number}
    }
    (error,) = client.ask(document % (2**63, fields))["updateEntity"]["errors"]
    assert error == {"code": "INVALID", "path": ["input", "attributes"]}


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_json_is_no_request(http: TestClient, constant: str) -> None:
    answer = sent(http, f'{{"n": {constant}}}')
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["extensions"]["code"] == "BAD_REQUEST"
    assert f"{constant} is not JSON" in error["message"]


@pytest.mark.parametrize("number", ["1e999", "-1e999"])
def test_a_number_that_is_json_but_not_finite_is_told_by_its_field(http: TestClient, number: str) -> None:
    (error,) = sent(http, f'{{"n": {number}}}').json()["data"]["createMemory"]["errors"]
    assert (error["code"], error["path"]) == ("INVALID", ["input", "metadata"])


@pytest.mark.parametrize("importance", ["1e999", "-1e999", "1" + "0" * 400, "2", "-0.1"])
def test_an_importance_beyond_all_bounds_is_refused(http: TestClient, importance: str) -> None:
    given = (
        json.dumps({"entity": ATLAS, "layer": "context", "content": "It weighs."})[:-1]
        + f', "importance": {importance}}}'
    )
    body = f'{{"query": {json.dumps(CREATE)}, "variables": {{"input": {given}}}}}'
    answer = http.post("/graphql", content=body, headers={"content-type": "application/json"}).json()
    assert "INTERNAL" not in json.dumps(answer)
    if "data" in answer:
        (error,) = answer["data"]["createMemory"]["errors"]
        assert error["path"] == ["input", "importance"]
