"""Several clients at once, each sending its next request as soon as the last one is answered.

One thread serves them all, so that the load costs little beside the service it is put on.
"""

from __future__ import annotations

import selectors
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from harness.service import Client


@dataclass
class Load:
    """What came back. Times in ms."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    failures: int = 0

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies) / self.seconds


def closed_loop(port: int, clients: int, requests: Iterator[bytes], seconds: float, good: bytes = b"") -> Load:
    """Keep that many clients busy; an answer without `good` in it is a failure."""
    load, begun, sent = Load(), time.perf_counter(), {}
    with selectors.DefaultSelector() as selector:
        for client in [Client(port) for _ in range(clients)]:
            selector.register(client.socket, selectors.EVENT_READ, client)
            client.socket.sendall(next(requests))
            sent[client] = time.perf_counter()
        while sent:
            for key, _ in selector.select():
                client = key.data
                answer, now = client.receive(), time.perf_counter()
                load.latencies.append((now - sent.pop(client)) * 1e3)
                load.failures += good not in answer
                if now - begun < seconds:
                    client.socket.sendall(next(requests))
                    sent[client] = now
                else:
                    selector.unregister(client.socket)
                    client.close()
    load.seconds = time.perf_counter() - begun
    return load
