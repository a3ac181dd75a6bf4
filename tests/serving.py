"""A real service in a process of its own, for tests that go over HTTP."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import ENGINE

_URL = re.compile(r"(http://[\d.]+:\d+)/graphql")


@contextmanager
def served(data: Path, *flags: str, **variables: str) -> Iterator[str]:
    """Serve the spaces under a folder on a free port; gives the base URL."""
    settings = {
        "GRAPHMEM_ENGINE": ENGINE,
        "GRAPHMEM_BUFFER_POOL_MB": "64",
        "GRAPHMEM_MAX_DB_MB": "4096",
        "GRAPHMEM_MIN_FREE_MB": "0",
    }
    command = [sys.executable, "-m", "graphmem", "serve", "--data", str(data), "--port", "0", *flags]
    data.mkdir(parents=True, exist_ok=True)
    # A file, not a pipe: nobody reads on while the tests run, and a full pipe would stop the service.
    with (data / "serve.log").open("w+") as log:
        server = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, text=True, env=os.environ | settings | variables
        )
        try:
            yield _wait(server, data / "serve.log")
        finally:
            server.terminate()
            server.wait(timeout=30)


def _wait(server: subprocess.Popen[str], log: Path) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        if (found := _URL.search(log.read_text())) and _ready(found[1]):
            return found[1]
        time.sleep(0.05)
    raise RuntimeError("the service did not start: " + log.read_text())


def _ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
