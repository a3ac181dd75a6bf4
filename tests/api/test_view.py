"""GraphQL over HTTP: statuses, media types, and that nothing a client sends makes a 500."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient

from graphmem.api.spaces import Spaces
from graphmem.api.view import HttpView
from graphmem.domain.errors import Unavailable
from graphmem.settings import Settings
from graphmem.store.port import StoreIOError
from tests.api.standin import FakeSpace, make_client

GRAPHQL = "application/graphql-response+json"


@pytest.fixture
def client() -> Iterator[TestClient]:
    with make_client() as client:
        yield client


def post(client: TestClient, query: str, accept: str = GRAPHQL, **body: Any) -> Any:
    return client.post("/graphql", json={"query": query, **body}, headers={"accept": accept})


def code(response: Any) -> str:
    return str(response.json()["errors"][0]["extensions"]["code"])


def test_a_query_runs_on_a_worker_thread(client: TestClient) -> None:
    response = post(client, "{ thread agent space }")
    assert response.status_code == 200
    assert response.headers["content-type"] == f"{GRAPHQL}; charset=utf-8"
    data = response.json()["data"]
    assert data["thread"].startswith("query")
    assert (data["agent"], data["space"]) == ("local", "default")


def test_a_mutation_with_variables(client: TestClient) -> None:
    query = "mutation W($text: String!) { write(text: $text) }"
    assert post(client, query, variables={"text": "é\u0000😀"}).json() == {"data": {"write": "é\u0000😀"}}


def test_a_query_counts_as_read_from_its_arrival_on(client: TestClient) -> None:
    post(client, "{ agent }")  # Opens the space.
    assert post(client, "{ counted }").json() == {"data": {"counted": True}}
    assert post(client, "mutation { counted }").json() == {"data": {"counted": False}}
    assert post(client, "query A { agent } mutation B { counted }", operationName="B").json()["data"] == {
        "counted": False
    }


def test_a_query_does_not_queue_behind_writes_that_wait() -> None:
    space = FakeSpace()
    with make_client(Settings(threads=1), space) as client, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(post, client, "mutation { wait }")
        assert space.begun.wait(10)
        assert post(client, "{ agent }").json() == {"data": {"agent": "local"}}
        space.gone_on.set()
        assert waiting.result().json() == {"data": {"wait": True}}


@pytest.mark.parametrize(
    ("accept", "status", "media"),
    [
        (GRAPHQL, 400, GRAPHQL),
        ("application/json", 200, "application/json"),
        ("*/*", 200, "application/json"),
    ],
)
@pytest.mark.parametrize("query", ["{", "{ unknown }", "query A { agent } query B { agent }"])
def test_request_errors(client: TestClient, query: str, accept: str, status: int, media: str) -> None:
    response = post(client, query, accept)
    assert response.status_code == status
    assert response.headers["content-type"].startswith(media)
    assert "data" not in response.json()
    assert code(response) == "BAD_REQUEST"


def test_an_unknown_operation_is_named(client: TestClient) -> None:
    response = post(client, "query A { agent }", operationName="B")
    assert response.status_code == 400
    assert "'B'" in response.json()["errors"][0]["message"]


def test_get_runs_queries_only(client: TestClient) -> None:
    ask = {
        "query": "query E($t: String!) { echo(text: $t) }",
        "variables": '{"t": "x"}',
        "operationName": "E",
    }
    assert client.get("/graphql", params=ask).json() == {"data": {"echo": "x"}}
    refused = client.get("/graphql", params={"query": 'mutation { write(text: "x") }'})
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    assert client.get("/graphql", params={"query": "{agent}", "variables": "{"}).status_code == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(client: TestClient, method: str) -> None:
    response = client.request(method, "/graphql")
    assert response.status_code == 405
    assert {"GET", "POST"} <= set(response.headers["allow"].replace(" ", "").split(","))


@pytest.mark.parametrize(
    ("content", "media", "status"),
    [
        (b"null", "application/json", 400),
        (b"1", "application/json", 400),
        (b'"x"', "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[" * 50_000, "application/json", 400),
        (b'{"query":"{agent}","variables":{"a":' + b"9" * 5000 + b"}}", "application/json", 400),
        (b'{"query":"{agent}"}', "application/json; charset=utf-8", 200),
        (b'{"query":"{agent}"}', "text/plain", 415),
        (b"query=%7Bagent%7D", "application/x-www-form-urlencoded", 415),
        (b"{agent}", "application/graphql", 415),
        (b'{"query":"{agent}"}', "", 415),
        (b" " * 100_001, "application/json", 413),
    ],
)
def test_bodies(content: bytes, media: str, status: int) -> None:
    with make_client(Settings(max_body_bytes=100_000)) as client:
        response = client.post("/graphql", content=content, headers={"content-type": media})
    assert response.status_code == status
    if status != 200:
        assert response.json()["errors"][0]["message"]


def test_a_body_without_a_length_is_measured_as_it_comes(client: TestClient) -> None:
    with make_client(Settings(max_body_bytes=1024)) as client:
        chunks = (b" " * 500 for _ in range(4))
        response = client.post("/graphql", content=chunks, headers={"content-type": "application/json"})
    assert response.status_code == 413


def test_nothing_acceptable(client: TestClient) -> None:
    response = post(client, "{agent}", "image/png")
    assert response.status_code == 406
    assert response.headers["content-type"].startswith("application/json")


def test_an_unexpected_error_is_masked_and_logged(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    response = post(client, "{ broken agent }")
    assert response.status_code == 200
    assert response.json()["data"] == {"broken": None, "agent": "local"}
    error = response.json()["errors"][0]
    assert error["extensions"]["code"] == "INTERNAL"
    assert "12345" not in response.text
    assert "12345" in caplog.text
    assert error["extensions"]["incident"] in caplog.text


def test_an_expected_failure_in_a_query_is_shown(client: TestClient) -> None:
    error = post(client, "{ refused }").json()["errors"][0]
    assert error["message"] == "that can't be"
    assert error["extensions"]["code"] == "INVALID"
    assert error["extensions"]["path"] == ["input", "text"]
    assert error["path"] == ["refused"]


def test_a_clients_mistake_is_not_logged_as_an_error(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    post(client, '{ echo(text: "my secret") unknown }')
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert "secret" not in caplog.text


def test_nodes_drawn_are_bounded(client: TestClient) -> None:
    nested = "{ item { items(first: 60) { items(first: 60) { items(first: 60) { name } } } } }"
    error = post(client, nested).json()["errors"][0]
    assert error["extensions"]["code"] == "LIMIT_EXCEEDED"
    assert "10000 nodes" in error["message"]


def test_a_wrong_token_is_refused(client: TestClient) -> None:
    response = client.post("/graphql", json={"query": "{agent}"}, headers={"authorization": "Bearer x"})
    assert response.status_code == 401
    assert response.headers["www-authenticate"] == "Bearer"
    assert code(response) == "UNAUTHENTICATED"


@pytest.mark.parametrize(
    ("failure", "status", "expected"),
    [
        (Unavailable("the disk is full"), 503, "UNAVAILABLE"),
        (StoreIOError("12345"), 503, "UNAVAILABLE"),
        (OSError("12345"), 500, "INTERNAL"),
    ],
)
def test_a_space_that_cannot_be_opened(failure: Exception, status: int, expected: str) -> None:
    def opener(name: str) -> Any:
        raise failure

    with make_client(space=Spaces(opener)) as client:
        response = post(client, "{agent}")
        stream = post(client, "subscription { count(to: 1) }", "text/event-stream")
    assert expected in stream.text
    assert (response.status_code, code(response)) == (status, expected)
    assert "12345" not in response.text


def test_a_subscription_needs_a_stream(client: TestClient) -> None:
    response = post(client, "subscription { count(to: 2) }")
    assert response.status_code == 400
    assert "text/event-stream" in response.json()["errors"][0]["message"]


def test_a_subscription_as_a_stream(client: TestClient) -> None:
    response = post(client, "subscription { count(to: 2) }", "text/event-stream")
    assert response.headers["content-type"].startswith("text/event-stream")
    events = [part.split("\n", 1) for part in response.text.strip().split("\n\n")]
    assert [event for event, _ in events] == ["event: next", "event: next", "event: complete"]
    assert [json.loads(data.removeprefix("data: ")) for _, data in events[:2]] == [
        {"data": {"count": 0}},
        {"data": {"count": 1}},
    ]


@pytest.mark.parametrize("query", ["{", "subscription { unknown }"])
def test_a_request_error_as_a_stream(client: TestClient, query: str) -> None:
    response = post(client, query, "text/event-stream")
    assert response.text.count("event: next") == 1
    assert "BAD_REQUEST" in response.text


def test_a_mutation_by_get_as_a_stream(client: TestClient) -> None:
    ask = {"query": 'mutation { write(text: "x") }'}
    response = client.get("/graphql", params=ask, headers={"accept": "text/event-stream"})
    assert "a mutation must be sent by POST" in response.text


def test_a_query_as_a_stream(client: TestClient) -> None:
    response = post(client, "{ agent }", "text/event-stream")
    assert response.text == 'event: next\ndata: {"data":{"agent":"local"}}\n\nevent: complete\ndata:\n\n'


def test_a_broken_subscription_ends_masked(client: TestClient) -> None:
    response = post(client, "subscription { breaks }", "text/event-stream")
    assert "12345" not in response.text
    assert "INTERNAL" in response.text
    assert response.text.endswith("event: complete\ndata:\n\n")


def test_closing_the_application_closes_the_space() -> None:
    space = FakeSpace()
    with make_client(space=space) as client:
        post(client, "{agent}")
    assert space.closed == 1


@pytest.mark.parametrize("ending", [True, False])
def test_what_a_stopping_service_does_not_wait_for_is_told_so(ending: bool) -> None:
    async def cut_off() -> Response:
        operations, told = Mock(run=AsyncMock(side_effect=asyncio.CancelledError)), asyncio.Event()
        if ending:
            told.set()
        body = b'{"query": "{ agent }"}'
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        scope = {"type": "http", "method": "POST", "path": "/graphql", "query_string": b"", "headers": headers}
        receive = AsyncMock(return_value={"type": "http.request", "body": body, "more_body": False})
        return await HttpView(operations, Mock(), 1_000, told)(Request(scope, receive))

    if not ending:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(cut_off())
        return
    answer = asyncio.run(cut_off())
    assert answer.status_code == 503
    assert json.loads(bytes(answer.body))["errors"][0]["extensions"] == {"code": "UNAVAILABLE"}
