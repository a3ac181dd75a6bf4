"""The application as a whole: pages, the console's rules, and the protocol's audits."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from graphmem.api.app import create_app
from graphmem.api.documents import DocumentReader
from graphmem.api.limits import Limits
from graphmem.api.pages import CONSOLE, Application
from graphmem.api.schema import build_schema
from graphmem.settings import Settings
from tests.api.standin import FakeSpace, make_client, make_schema

AUDIT = Path(__file__).parent / "audit"
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def client() -> Iterator[TestClient]:
    with make_client() as client:
        yield client


def test_a_browser_gets_the_console_and_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/graphql", headers=BROWSER)
    assert page.headers["content-type"].startswith("text/html")
    for name in ("console.css", "console.js"):
        assert f"/console/{name}" in page.text
        assert client.get(f"/console/{name}").status_code == 200
    everything = page.text + client.get("/console/console.js").text + client.get("/console/console.css").text
    assert "http://" not in everything
    assert "https://" not in everything
    assert "innerHTML" not in everything


def test_a_browser_that_asks_gets_its_answer(client: TestClient) -> None:
    response = client.get("/graphql", params={"query": "{agent}"}, headers=BROWSER)
    assert response.json() == {"data": {"agent": "local"}}


def test_the_console_can_be_off() -> None:
    with make_client(Settings(console=False)) as client:
        assert client.get("/graphql", headers=BROWSER).status_code == 400
        assert client.get("/console/console.js").status_code == 404


def test_a_page_keeps_its_own_addresses(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the page")
    (tmp_path / "page.js").write_text("the script")
    client = TestClient(Starlette(routes=[Mount("/", Application(tmp_path))]))
    assert client.get("/").text == "the page"
    assert client.get("/entity/ent_1").text == "the page"
    assert client.get("/page.js").text == "the script"
    assert client.get("/page.js").headers["cache-control"] == "no-cache"
    assert client.get("/missing.js").status_code == 404
    assert client.get("/../secrets").text == "the page"
    assert client.post("/").status_code == 405


def test_the_consoles_examples_fit_the_real_schema() -> None:
    reader = DocumentReader(build_schema(), Limits())
    examples = json.loads((CONSOLE / "examples.json").read_text(encoding="utf-8"))
    assert len(examples) >= 5
    for example in examples:
        reading = reader.read("\n".join(example["query"]))
        assert reading.errors == (), example["name"]


@pytest.fixture
def served() -> Iterator[str]:
    app = create_app(FakeSpace(), Settings(), make_schema())  # type: ignore[arg-type]
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, ws="websockets-sansio"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            thread.join(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/graphql"
    finally:
        server.should_exit = True
        thread.join()


def test_a_socket_over_a_real_connection_speaks_text(served: str) -> None:
    address = served.replace("http", "ws")
    with connect(address, subprotocols=[Subprotocol("graphql-transport-ws")]) as socket:
        socket.send(json.dumps({"type": "connection_init"}))
        assert socket.recv() == '{"type":"connection_ack"}'
        subscription = {"query": "subscription { count(to: 2) }"}
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": subscription}))
        received = [json.loads(socket.recv()) for _ in range(3)]
    assert [message["type"] for message in received] == ["next", "next", "complete"]


def test_a_page_of_another_site_gets_no_socket(served: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        connect(served.replace("http", "ws"), additional_headers={"origin": "http://evil.example"})
    assert caught.value.response.status_code == 403


@pytest.mark.skipif(
    not (AUDIT / "node_modules").is_dir() or shutil.which("node") is None,
    reason="the protocol audit needs node: npm ci --prefix tests/api/audit",
)
def test_graphql_over_http_audits(served: str) -> None:
    run = subprocess.run(["node", AUDIT / "audit.mjs", served], capture_output=True, check=True, timeout=60)
    levels: dict[str, Any] = json.loads(run.stdout)
    assert {name: level["failed"] for name, level in levels.items()} == {"MUST": [], "SHOULD": [], "MAY": []}
    assert (levels["MUST"]["passed"], levels["SHOULD"]["passed"]) == (13, 23)
