"""Texts prepared for comparison, kept for the next write: preparing costs fifty times the comparison."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from graphmem.domain.duplicates import Prepared
from graphmem.domain.duplicates import prepare as prepare_duplicate
from graphmem.domain.facts import Fact
from graphmem.domain.facts import prepare as prepare_fact
from graphmem.domain.model import Memory
from graphmem.domain.tokens import tokenise

SIZE = 20_000
"""Texts kept; about 10 KB each for a long one."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A text, ready to be compared both ways: is it the same, does it replace."""

    same: Prepared
    fact: Fact


def compared(text: str) -> Compared:
    """Prepare a text."""
    tokens = tokenise(text)
    return Compared(prepare_duplicate(text, tokens), prepare_fact(text, tokens))


class FactCache:
    """The prepared texts of memories, by version; the least used ones are dropped."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Compared] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, memory: Memory) -> Compared:
        """The prepared text of a memory."""
        key = (memory.id, memory.version)
        with self._lock:
            if (known := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return known
        made = compared(memory.content)
        self.keep(memory, made)
        return made

    def keep(self, memory: Memory, made: Compared) -> None:
        """Keep a text that was prepared elsewhere."""
        with self._lock:
            self._kept[(memory.id, memory.version)] = made
            if len(self._kept) > SIZE:
                self._kept.popitem(last=False)
