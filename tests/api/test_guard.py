"""Other sites are kept out: Host, Origin and fetch metadata, for HTTP and WebSocket."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from graphmem.api.guard import HEADERS
from graphmem.settings import Settings
from tests.api.standin import make_client

ASK = {"query": "{agent}"}
HERE = "127.0.0.1:8321"
PROTOCOL = "graphql-transport-ws"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:8321"}, 200),
        ({"host": "LOCALHOST"}, 200),
        ({"host": "[::1]:8321"}, 200),
        ({"host": "127.9.9.9"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "localhost.evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"host": ""}, 403),
        ({"origin": f"http://{HERE}"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
    ],
)
def test_on_loopback(headers: dict[str, str], status: int) -> None:
    with make_client() as client:
        assert client.post("/graphql", json=ASK, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("settings", "headers", "status"),
    [
        ({"hosts": ("notes.example",)}, {"host": "notes.example"}, 200),
        ({"hosts": ("notes.example",)}, {"host": "other.example"}, 403),
        ({"origins": ("https://notes.example",)}, {"origin": "https://notes.example"}, 200),
        ({"origins": ("https://notes.example",)}, {"origin": "https://notes.example.evil"}, 403),
        (
            {"origins": ("https://notes.example",)},
            {"origin": "https://notes.example", "sec-fetch-site": "cross-site"},
            200,
        ),
    ],
)
def test_with_names_of_ones_own(settings: dict[str, Any], headers: dict[str, str], status: int) -> None:
    with make_client(Settings(**settings)) as client:
        assert client.post("/graphql", json=ASK, headers=headers).status_code == status


@pytest.mark.parametrize(("hosts", "status"), [((), 401), (("notes.example",), 403)])
def test_elsewhere_any_host_is_fine_unless_some_are_named(tmp_path: Path, hosts: tuple[str, ...], status: int) -> None:
    with make_client(Settings(host="0.0.0.0", data=tmp_path, hosts=hosts)) as client:
        response = client.post("/graphql", json=ASK, headers={"host": "other.example"})
    assert response.status_code == status


def test_a_preflight_is_answered_for_a_known_origin_only() -> None:
    ask = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}
    with make_client(Settings(origins=("https://notes.example",))) as client:
        known = client.options("/graphql", headers={**ask, "origin": "https://notes.example"})
        other = client.options("/graphql", headers={**ask, "origin": "https://evil.example"})
    assert known.headers["access-control-allow-origin"] == "https://notes.example"
    assert other.status_code == 403


@pytest.mark.parametrize("path", ["/graphql", "/healthz", "/nowhere"])
def test_every_answer_is_hardened(path: str) -> None:
    with make_client() as client:
        response = client.get(path)
    assert {name: response.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}])
def test_sockets_are_guarded_too(headers: dict[str, str]) -> None:
    with make_client() as client:
        connection = client.websocket_connect("ws://127.0.0.1:8321/graphql", ["graphql-transport-ws"], headers=headers)
        with pytest.raises(WebSocketDisconnect) as caught:
            connection.__enter__()
    assert caught.value.code == 1008
