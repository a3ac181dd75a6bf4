"""From an address to a client: over HTTP, in this process, with and without tokens, and how each fails."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import graphmem
from graphmem.api.tokens import TokenFile
from graphmem.client.errors import (
    BadRequest,
    Forbidden,
    StoreInUse,
    StoreUnusable,
    Unauthenticated,
    Unavailable,
    Unreachable,
)
from graphmem.client.wires import RemoteWires, endpoint
from graphmem.domain.model import Scope
from tests.conftest import ENGINE

CONTENT = "The nightly export runs at two in the morning."


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://127.0.0.1:8321", "http://127.0.0.1:8321/graphql"),
        ("https://notes.example/", "https://notes.example/graphql"),
        ("https://notes.example/team/graphql", "https://notes.example/team/graphql"),
    ],
)
def test_an_address_is_completed(url: str, address: str) -> None:
    assert endpoint(url) == address


@pytest.mark.parametrize(
    ("url", "socket"),
    [("http://a/graphql", "ws://a/graphql"), ("https://a/graphql", "wss://a/graphql")],
)
def test_subscriptions_go_over_a_websocket(url: str, socket: str) -> None:
    async def made() -> Any:
        return RemoteWires(url, "gmt_x").events()

    # The transport wants a loop to be running when it is made, as one is when it is used.
    assert asyncio.run(made()).url == socket


def test_over_http_the_same_can_be_done(remote: graphmem.Client) -> None:
    made = remote.remember(CONTENT, about="Over HTTP").memory
    assert made is not None
    assert [hit.memory.id for hit in remote.recall("nightly export", entities=["Over HTTP"])] == [made.id]
    assert remote.memories(graphmem.Filter(entities=["Over HTTP"])).total() == 1


def test_a_service_is_not_asked_for_a_space(service: str) -> None:
    with pytest.raises(ValueError, match="token"):
        graphmem.connect(service, space="other")


def test_a_wrong_token_is_refused(service: str) -> None:
    with graphmem.connect(service, "gmt_wrong") as client, pytest.raises(Unauthenticated):
        client.stats()


def test_a_document_that_does_not_fit_is_told(remote: graphmem.Client) -> None:
    with pytest.raises(BadRequest, match="nonsense"):
        remote.execute("{ nonsense }")


def test_nobody_there() -> None:
    with graphmem.connect("http://127.0.0.1:9") as client, pytest.raises(Unreachable, match="graphmem serve"):
        client.stats()


@pytest.fixture
def somebody_else() -> Iterator[str]:
    """A web server that is no graphmem."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_somebody_else_there(somebody_else: str) -> None:
    with graphmem.connect(somebody_else) as client, pytest.raises(Unreachable, match="no graphmem"):
        client.stats()


def test_a_store_has_one_owner_which_is_named(data: Path, memory: graphmem.Client) -> None:
    with pytest.raises(StoreInUse, match="already open in this process"):
        graphmem.connect(data)
    memory.close()
    program = "import graphmem, sys; graphmem.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    owner = subprocess.Popen(
        [sys.executable, "-c", program, data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ)
    )
    assert owner.stdout is not None
    owner.stdout.readline()
    with pytest.raises(StoreInUse, match=rf"process {owner.pid} on .* over HTTP"):
        graphmem.connect(data)
    owner.communicate(b"", timeout=30)


def test_what_was_written_is_there_the_next_time(data: Path) -> None:
    with graphmem.connect(data) as client:
        client.remember(CONTENT, about="Atlas")
    store = data / "default" / f"memories.{ENGINE}"
    with graphmem.connect(store) as client:
        assert client.stats().memories == 1
        assert client.viewer().space == "default"


def test_spaces_lie_side_by_side(data: Path) -> None:
    with graphmem.connect(data, space="one") as client:
        client.remember(CONTENT, about="Atlas")
    with graphmem.connect(data, space="two") as client:
        assert client.stats().memories == 0


def test_a_token_opens_its_space_with_its_scopes(data: Path) -> None:
    token = TokenFile(data / "tokens.json").add("reader", "library", [Scope.READ])
    with graphmem.connect(data, token) as client:
        assert (client.viewer().agent, client.viewer().space) == ("reader", "library")
        with pytest.raises(Forbidden):
            client.remember(CONTENT, about="Atlas")
    with pytest.raises(Unauthenticated):
        graphmem.connect(data, "gmt_wrong")


def test_what_is_no_store_is_not_opened(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data.mkdir()
    note = data / "notes.txt"
    note.write_text("not a store")
    with pytest.raises(StoreUnusable, match="no store"):
        graphmem.connect(note)
    broken = data / "default" / f"memories.{ENGINE}"
    broken.parent.mkdir()
    broken.write_text("not a store either")
    with pytest.raises(StoreUnusable):
        graphmem.connect(data)
    monkeypatch.setenv("GRAPHMEM_PORT", "http")
    with pytest.raises(StoreUnusable, match="GRAPHMEM_PORT"):
        graphmem.connect(data)


def test_after_closing_nothing_is_answered(data: Path) -> None:
    client = graphmem.connect(data)
    client.close()
    client.close()
    with pytest.raises(Unavailable):
        client.stats()
