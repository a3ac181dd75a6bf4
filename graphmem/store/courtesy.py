"""Reads go first, for a moment: a write that comes while something is read waits a little.

Python runs one thread at a time. A search of four milliseconds that takes turns with ten writers takes forty, while a
write, which waits for the disk anyway, hardly notices. The waits are short and bounded, so reads can't stop writes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

AT_THE_DOOR: Final = 0.1
"""Seconds that a mutation waits at most before it begins."""

IN_THE_WRITER: Final = 0.06
"""Seconds that a group of writes waits at most, in all: before each unit, before it is written, and before it shows."""


class Courtesy:
    """Who reads now, and the wait until nobody does."""

    def __init__(self) -> None:
        self._nobody = threading.Condition()
        self._reading = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Count as a reader inside the block."""
        with self._nobody:
            self._reading += 1
        try:
            yield
        finally:
            with self._nobody:
                self._reading -= 1
                if not self._reading:
                    self._nobody.notify_all()

    def let_by(self, at_most: float) -> float:
        """Wait until nobody reads, `at_most` so many seconds; returns how long it was."""
        if not self._reading or at_most <= 0:
            return 0.0
        begun = time.monotonic()
        with self._nobody:
            self._nobody.wait_for(lambda: not self._reading, at_most)
        return time.monotonic() - begun
