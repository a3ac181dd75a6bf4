"""A service of a notebook's own, in a temporary folder; it goes when the notebook does."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import graphmem

_URL = re.compile(r"(http://[\d.]+:\d+)/graphql")


def start() -> graphmem.Client:
    """Start a service on a free port and connect to it."""
    folder = tempfile.TemporaryDirectory(prefix="graphmem-notebook-", ignore_cleanup_errors=True)
    log = Path(folder.name) / "serve.log"
    command = [sys.executable, "-m", "graphmem", "serve", "--data", folder.name, "--port", "0"]
    small = {"GRAPHMEM_BUFFER_POOL_MB": "128", "GRAPHMEM_MAX_DB_MB": "4096", "GRAPHMEM_MIN_FREE_MB": "0"}
    with log.open("w") as out:
        server = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=os.environ | small)
    url = _ready(server, log)
    client = graphmem.connect(url)

    def stop() -> None:
        client.close()
        server.terminate()
        server.wait(timeout=30)
        folder.cleanup()

    atexit.register(stop)
    return client


def _ready(server: subprocess.Popen[bytes], log: Path) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        found = _URL.search(log.read_text())
        if found is not None and _answers(found[1]):
            return found[1]
        time.sleep(0.1)
    raise RuntimeError(f"the service did not start:\n{log.read_text()}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
