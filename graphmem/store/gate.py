"""The gate that readers pass and a checkpoint shuts. It owns no connection and knows no engine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Many may be inside at once; whoever shuts the gate waits until they have left, and holds back the next.

    Needed because the engine stalls for seconds, then fails, when it checkpoints beside a reader (rule 7).
    Not reentrant: what is inside must not enter again.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._shut = False

    def __enter__(self) -> None:
        """Be inside; waits while the gate is shut."""
        with self._changed:
            while self._shut:
                self._changed.wait()
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._inside -= 1
            if self._shut and not self._inside:
                self._changed.notify_all()

    @contextmanager
    def shut(self, timeout: float) -> Iterator[bool]:
        """Hold everybody back; True when all have left within `timeout` seconds. One caller at a time."""
        with self._changed:
            self._shut = True
            empty = self._changed.wait_for(lambda: not self._inside, timeout)
        try:
            yield empty
        finally:
            self._open()

    def _open(self) -> None:
        with self._changed:
            self._shut = False
            self._changed.notify_all()
