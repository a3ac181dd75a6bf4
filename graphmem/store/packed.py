"""Rows of memories kept compressed, so that most texts of a large space fit into little memory.

Owns the packing and its budget. A text from here costs a fiftieth of one from the engine, and no wait for it.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from typing import Final

BUDGET: Final = 48 << 20
"""Bytes in all."""

ROOM: Final = BUDGET // 440
"""Memories of usual length that fit, about 114,000."""

_OVERHEAD: Final = 200
"""Bytes that a kept row takes beside its own: its key, and its place in the table."""

_RAW: Final = -15
"""zlib's widest window, without header and checksum."""

_SEPARATOR: Final = "\x00"

Row = tuple[int, str, str, str]
"""When it was recorded, title, content, state; no text of a memory holds a NUL."""


class Packed:
    """Rows by key. Those that came first go first once the budget is spent. Takes no lock."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._spent = 0
        self._rows: OrderedDict[str, bytes] = OrderedDict()
        self._sample = b""

    def __len__(self) -> int:
        return len(self._rows)

    def pack(self, row: Row) -> bytes:
        """A row in few bytes: what one state says, the next says in nearly the same words."""
        recorded, *texts = row
        if not self._sample:
            self._sample = texts[-1].encode()
        packer = zlib.compressobj(1, zlib.DEFLATED, _RAW, zdict=self._sample)
        return packer.compress(_SEPARATOR.join((str(recorded), *texts)).encode()) + packer.flush()

    def put(self, key: str, packed: bytes) -> None:
        """Keep a packed row."""
        self.drop(key)
        self._rows[key] = packed
        self._spent += len(packed) + _OVERHEAD
        while self._spent > self._budget:
            self.drop(next(iter(self._rows)))

    def get(self, key: str) -> Row | None:
        """A row, where it is kept."""
        if (packed := self._rows.get(key)) is None:
            return None
        text = zlib.decompressobj(_RAW, self._sample).decompress(packed).decode()
        recorded, title, content, state = text.split(_SEPARATOR)
        return int(recorded), title, content, state

    def drop(self, key: str) -> None:
        """Let go of a row; none is no error."""
        if (packed := self._rows.pop(key, None)) is not None:
            self._spent -= len(packed) + _OVERHEAD
