"""A real service in a process of its own, on a free port and an empty folder, written to through GraphQL."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENGINE = os.environ.get("GRAPHMEM_ENGINE", "kuzu")
PATIENCE = 30.0
"""Seconds within which a service must be up."""

CREATE = """mutation Create($input: CreateMemoryInput!) {
  createMemory(input: $input) { outcome memory { id entity { id } thread { id } } errors { message } }
}"""
BATCH = """mutation Batch($input: CreateMemoriesInput!) {
  createMemories(input: $input) {
    committed results { memory { id entity { id } } errors { message } } errors { message }
  }
}"""
LINK = """mutation Link($input: LinkMemoriesInput!) {
  linkMemories(input: $input) { link { id } errors { message } }
}"""


@dataclass(frozen=True)
class Written:
    """Ids of what a write made."""

    memory: str
    entity: str
    thread: str | None = None


@dataclass(frozen=True)
class Service:
    """A running service."""

    url: str
    folder: Path
    token: str | None = None

    def ask(self, document: str, **variables: Any) -> dict[str, Any]:
        """Execute a document that must succeed; give its data."""
        body = json.dumps({"query": document, "variables": variables}).encode()
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/graphql", body, headers)) as response:
            answer = json.load(response)
        assert "errors" not in answer, answer
        data: dict[str, Any] = answer["data"]
        return data

    def write(
        self, entity: str, content: str, *, kind: str = "PROJECT", layer: str = "context", **rest: Any
    ) -> Written:
        """Write a memory that must be committed, past every gate that can be overridden."""
        given = memory(entity, content, kind=kind, layer=layer, **rest)
        payload = self.ask(CREATE, input=given)["createMemory"]
        assert payload["outcome"] == "COMMITTED", payload
        made = payload["memory"]
        return Written(made["id"], made["entity"]["id"], (made["thread"] or {}).get("id"))

    def write_many(self, given: Sequence[dict[str, Any]]) -> list[Written]:
        """Write memories in batches, all of which must be committed."""
        made: list[Written] = []
        for start in range(0, len(given), 500):
            chunk = list(given[start : start + 500])
            payload = self.ask(BATCH, input={"memories": chunk, "mode": "EACH"})["createMemories"]
            assert payload["committed"] == len(chunk), payload
            made += [Written(one["memory"]["id"], one["memory"]["entity"]["id"]) for one in payload["results"]]
        return made

    def link(self, source: str, relation: str, target: str, reason: str | None = None) -> None:
        """Link two memories."""
        payload = self.ask(LINK, input={"from": source, "relation": relation, "to": target, "reason": reason})
        assert not payload["linkMemories"]["errors"], payload


def memory(entity: str, content: str, *, kind: str = "PROJECT", layer: str = "context", **rest: Any) -> dict[str, Any]:
    """The input that writes a memory."""
    about = {"mention": {"name": entity, "kind": kind}}
    return {"entity": about, "layer": layer, "content": content, "force": True, **rest}


@contextmanager
def serving(folder: Path, *flags: str, token: str | None = None) -> Iterator[Service]:
    """Run a service on the folder until the end of the block."""
    command = [sys.executable, "-m", "graphmem", "serve", "--data", str(folder), "--port", "0", "--min-free-mb", "0"]
    log = folder.with_suffix(".log")
    with log.open("w") as output:
        process = subprocess.Popen([*command, "--engine", ENGINE, *flags], stdout=output, stderr=output)
    try:
        service = Service(_address(process, log), folder, token)
        _await_ready(service)
        yield service
    finally:
        process.terminate()
        process.wait(20)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit and process.poll() is None:
        for line in log.read_text().splitlines():
            name, _, address = line.strip().partition(" ")
            if name == "GraphQL":
                return address.strip().removesuffix("/graphql")
        time.sleep(0.05)
    raise AssertionError(f"the service did not come up: {log.read_text()}")


def _await_ready(service: Service) -> None:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        try:
            with urllib.request.urlopen(f"{service.url}/readyz"):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    raise AssertionError("the service is not ready")
