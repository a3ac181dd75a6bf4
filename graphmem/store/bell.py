"""Tells whoever listens that something was committed. Carries no events: listeners read from the log.

So a slow listener holds nothing up and costs no memory; it reads on from its own place when it can.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Bell:
    """Rung by the writer after each commit."""

    def __init__(self) -> None:
        self._listeners: set[Callable[[], None]] = set()
        self._lock = threading.Lock()

    @contextmanager
    def listening(self, listener: Callable[[], None]) -> Iterator[None]:
        """Have a listener called at each ring, in the writer's thread: it must return at once."""
        with self._lock:
            self._listeners.add(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def ring(self) -> None:
        """Call every listener."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            # A listener whose event loop is gone must not fail the commit it is told of.
            with suppress(RuntimeError):
                listener()
