"""A real service in a process of its own, and a client so small that it costs next to nothing."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_PORT = re.compile(r"http://[\d.]+:(\d+)/graphql")
_START_SECONDS = 300.0


class Service:
    """A running service. `started_in` is how many seconds it took until it was ready."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process = process
        self.log = log
        begun = time.perf_counter()
        self.port = self._wait(begun + _START_SECONDS)
        self.started_in = time.perf_counter() - begun

    def _wait(self, deadline: float) -> int:
        while time.perf_counter() < deadline and self._process.poll() is None:
            # The address is printed when the stores are open; connections wait in the backlog from then on.
            if (found := _PORT.search(self.log.read_text())) is not None:
                port = int(found[1])
                Client(port).close()
                return port
            time.sleep(0.02)
        raise RuntimeError("the service did not start: " + self.log.read_text())

    @property
    def resident_mb(self) -> float:
        """Resident memory now, in MB of a million bytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024 / 1e6

    @property
    def cpu_seconds(self) -> float:
        """CPU time used so far, user and system."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(data: Path, engine: str, **variables: str) -> Iterator[Service]:
    """Serve the stores under a folder on a free port, with the default settings but for `variables`."""
    command = [sys.executable, "-m", "graphmem", "serve", "--data", str(data), "--port", "0", "--engine", engine]
    log = data / "serve.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=os.environ | variables)
        try:
            yield Service(process, log)
        finally:
            process.terminate()
            process.wait(timeout=60)


def request(query: str, variables: dict[str, Any]) -> bytes:
    """The bytes of a request, made before the clock runs."""
    body = json.dumps({"query": query, "variables": variables}).encode()
    head = (
        "POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        f"accept: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Client:
    """One kept-alive connection."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, prepared: bytes) -> bytes:
        """Send a prepared request and return the body of the answer."""
        self.socket.sendall(prepared)
        return self.receive()

    def receive(self) -> bytes:
        """The body of the answer that is on its way."""
        received = bytearray()
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._some()
        head = bytes(received[:end]).lower()
        length = int(head.partition(b"content-length:")[2].split(None, 1)[0])
        while len(received) < end + 4 + length:
            received += self._some()
        return bytes(received[end + 4 :])

    def _some(self) -> bytes:
        if not (some := self.socket.recv(1 << 18)):
            raise ConnectionError("the service closed the connection")
        return some

    def ask(self, query: str, **variables: Any) -> dict[str, Any]:
        """The data of an answer. Raises RuntimeError where it has errors."""
        answer = json.loads(self.send(request(query, variables)))
        if "errors" in answer:
            raise RuntimeError(answer["errors"])
        data: dict[str, Any] = answer["data"]
        return data

    def close(self) -> None:
        """Hang up."""
        self.socket.close()
