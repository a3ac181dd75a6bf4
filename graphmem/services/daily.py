"""Something that is done at most once a day."""

from __future__ import annotations

import threading

from graphmem.domain.heat import DAY
from graphmem.domain.model import Micros


class Daily:
    """Says "now" once on each UTC day, to whoever asks first. Safe to ask from several threads."""

    def __init__(self) -> None:
        self._day = -1
        self._lock = threading.Lock()

    def due(self, now: Micros) -> bool:
        """Whether nobody asked on this day yet; asking is the answer's end."""
        day = now // DAY
        if day <= self._day:
            return False
        with self._lock:
            if day <= self._day:
                return False
            self._day = day
            return True
