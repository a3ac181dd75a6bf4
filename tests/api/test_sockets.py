"""GraphQL over WebSocket: entry, operations, and malformed messages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from graphmem.api.tokens import TokenFile
from graphmem.domain.model import Scope
from graphmem.settings import Settings
from tests.api.standin import make_client

PROTOCOL = "graphql-transport-ws"
INIT = '{"type": "connection_init"}'
ENDPOINT = "ws://127.0.0.1:8321/graphql"


@contextmanager
def connected(client: TestClient, **init: Any) -> Iterator[Any]:
    with client.websocket_connect(ENDPOINT, [PROTOCOL]) as socket:
        socket.send_json({"type": "connection_init", **init})
        assert socket.receive_json() == {"type": "connection_ack"}
        yield socket


@pytest.fixture
def client() -> Iterator[TestClient]:
    with make_client() as client:
        yield client


def subscribe(socket: Any, query: str, ident: str = "1", **payload: Any) -> None:
    socket.send_json({"id": ident, "type": "subscribe", "payload": {"query": query, **payload}})


def closing_code(socket: Any) -> int:
    with pytest.raises(WebSocketDisconnect) as caught:
        socket.receive_json()
    return int(caught.value.code)


def test_a_subscription(client: TestClient) -> None:
    with connected(client) as socket:
        subscribe(socket, "subscription C($to: Int!) { count(to: $to) }", variables={"to": 2})
        assert [socket.receive_json() for _ in range(3)] == [
            {"id": "1", "type": "next", "payload": {"data": {"count": 0}}},
            {"id": "1", "type": "next", "payload": {"data": {"count": 1}}},
            {"id": "1", "type": "complete"},
        ]


def test_queries_and_mutations_leave_the_event_loop(client: TestClient) -> None:
    with connected(client) as socket:
        subscribe(socket, "{ thread agent }")
        data = socket.receive_json()["payload"]["data"]
        assert data["thread"].startswith("query")
        assert data["agent"] == "local"
        assert socket.receive_json()["type"] == "complete"
        subscribe(socket, 'mutation { write(text: "\\u00e9") }', "2")
        assert socket.receive_json()["payload"] == {"data": {"write": "é"}}


@pytest.mark.parametrize("query", ["{", "{ unknown }", "subscription { unknown }", "query A{agent} query B{agent}"])
def test_a_request_error_goes_out_as_error_and_the_connection_stays(client: TestClient, query: str) -> None:
    with connected(client) as socket:
        subscribe(socket, query)
        message = socket.receive_json()
        assert (message["id"], message["type"]) == ("1", "error")
        assert message["payload"][0]["extensions"]["code"] == "BAD_REQUEST"
        subscribe(socket, "{ agent }")
        assert socket.receive_json()["type"] == "next"


def test_a_broken_subscription_is_masked(client: TestClient) -> None:
    with connected(client) as socket:
        subscribe(socket, "subscription { breaks }")
        messages = [socket.receive_json() for _ in range(2)]
    assert [message["type"] for message in messages] == ["next", "error"]
    assert messages[1]["payload"][0]["extensions"]["code"] == "INTERNAL"
    assert "12345" not in str(messages)


def test_several_operations_at_once_and_one_left(client: TestClient) -> None:
    with connected(client) as socket:
        subscribe(socket, "subscription { silence }", "quiet")
        subscribe(socket, "{ agent }", "2")
        assert socket.receive_json()["id"] == "2"
        assert socket.receive_json() == {"id": "2", "type": "complete"}
        socket.send_json({"id": "quiet", "type": "complete"})
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "1",
        "[]",
        '"x"',
        "{",
        "{}",
        '{"type":"nonsense"}',
        '{"id":1,"type":"subscribe","payload":{"query":"{agent}"}}',
        '{"id":"1","type":"subscribe"}',
        '{"id":"1","type":"subscribe","payload":"x"}',
        '{"id":"1","type":"subscribe","payload":{}}',
        "[" * 20_000,
    ],
)
def test_a_malformed_message_closes(client: TestClient, text: str) -> None:
    with connected(client) as socket:
        socket.send_text(text)
        assert closing_code(socket) == 4400


@pytest.mark.parametrize("payload", [{"query": 1}, {"query": "{agent}", "variables": []}, {"query": ""}])
def test_a_malformed_operation_is_an_error_only(client: TestClient, payload: dict[str, Any]) -> None:
    with connected(client) as socket:
        socket.send_json({"id": "1", "type": "subscribe", "payload": payload})
        assert socket.receive_json()["type"] == "error"


@pytest.mark.parametrize("lost", ["websocket.close", "websocket.send"])
def test_a_client_that_is_gone_before_its_answer_is_no_failure(client: TestClient, lost: str) -> None:
    told = iter(
        ({"type": "websocket.connect"}, *({"type": "websocket.receive", "text": text} for text in (INIT, "[]")))
    )
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return next(told)

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message["type"])
        if message["type"] == lost:
            raise OSError("the connection is gone")

    headers = [(b"host", b"127.0.0.1:8321")]
    scope = {
        "type": "websocket",
        "path": "/graphql",
        "query_string": b"",
        "headers": headers,
        "subprotocols": [PROTOCOL],
    }
    asyncio.run(client.app(scope, receive, send))  # type: ignore[arg-type]
    assert sent[-1] == lost


def test_binary_messages_close(client: TestClient) -> None:
    with connected(client) as socket:
        socket.send_bytes(b"{}")
        assert closing_code(socket) == 4400


def test_operations_before_entry_close(client: TestClient) -> None:
    with client.websocket_connect(ENDPOINT, [PROTOCOL]) as socket:
        subscribe(socket, "{ agent }")
        assert closing_code(socket) == 4401


def test_the_legacy_protocol_is_not_spoken(client: TestClient) -> None:
    with client.websocket_connect(ENDPOINT, ["graphql-ws"]) as socket:
        assert socket.accepted_subprotocol is None
        assert closing_code(socket) == 4406


def test_entry_by_a_token_in_the_first_message(tmp_path: Path) -> None:
    token = TokenFile(tmp_path / "tokens.json").add("reader", "team", [Scope.READ])
    entry = {"Authorization": f"Bearer {token}"}
    with (
        make_client(Settings(host="0.0.0.0", data=tmp_path)) as client,
        connected(client, payload=entry) as socket,
    ):
        subscribe(socket, "{ agent space }")
        assert socket.receive_json()["payload"]["data"] == {"agent": "reader", "space": "team"}


def test_a_revoked_token_ends_what_is_open(tmp_path: Path) -> None:
    tokens = TokenFile(tmp_path / "tokens.json")
    token = tokens.add("reader", "team", [Scope.READ])
    entry = {"Authorization": f"Bearer {token}"}
    with (
        make_client(Settings(host="0.0.0.0", data=tmp_path)) as client,
        connected(client, payload=entry) as socket,
    ):
        subscribe(socket, "subscription { ticks }", "open")
        assert socket.receive_json()["type"] == "next"
        tokens.revoke(token.split("_")[1])
        while (message := socket.receive_json())["type"] == "next":
            pass
        assert (message["type"], message["payload"][0]["extensions"]["code"]) == ("error", "UNAUTHENTICATED")
        subscribe(socket, "{ agent }")
        assert socket.receive_json()["type"] == "error"


@pytest.mark.parametrize("payload", [{}, {"Authorization": "Bearer x"}, {"Authorization": 1}])
def test_no_entry_without_one(tmp_path: Path, payload: dict[str, Any]) -> None:
    with (
        make_client(Settings(host="0.0.0.0", data=tmp_path)) as client,
        client.websocket_connect(ENDPOINT, [PROTOCOL]) as socket,
    ):
        socket.send_json({"type": "connection_init", "payload": payload})
        assert closing_code(socket) == 4403


def test_an_agent_names_itself_on_loopback(client: TestClient) -> None:
    with connected(client, payload={"X-Graphmem-Agent": "claude"}) as socket:
        subscribe(socket, "{ agent }")
        assert socket.receive_json()["payload"]["data"] == {"agent": "claude"}
