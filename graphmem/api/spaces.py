"""The spaces that are open: one store each, under the data folder.

Owns opening a space once, at its first use, and closing all of them. What a space is, the services know.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from graphmem.domain.errors import Unavailable

if TYPE_CHECKING:
    from graphmem.services.space import Space

Opener = Callable[[str], "Space"]
"""Opens the space of a name."""


class Spaces:
    """Open spaces by name. Safe to use from several threads."""

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self._lock = threading.Lock()
        self._open: dict[str, Space] = {}
        self._closed = False

    @classmethod
    def of(cls, space: Space) -> Spaces:
        """Hold one space that is open already, whatever it is called."""
        return cls(lambda _: space)

    def get(self, name: str) -> Space:
        """Give the space, opening it where it isn't yet. Raises Unavailable once closed."""
        space = self._open.get(name)
        return space if space is not None else self._opened(name)

    def opened(self, name: str) -> Space | None:
        """Give the space if it is open already."""
        return self._open.get(name)

    def open(self) -> list[Space]:
        """List the spaces that are open."""
        return list(self._open.values())

    def close(self) -> None:
        """Close every space; a second call does nothing."""
        with self._lock:
            self._closed = True
            spaces, self._open = list(self._open.values()), {}
        for space in spaces:
            space.close()

    def _opened(self, name: str) -> Space:
        with self._lock:
            if self._closed:
                raise Unavailable("the service is shutting down")
            if name not in self._open:
                self._open[name] = self._opener(name)
            return self._open[name]
