"""Texts prepared for comparison, kept for the next write: preparing costs fifty times the comparison."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cached_property

from graphmem.domain.duplicates import Prepared
from graphmem.domain.duplicates import prepare as prepare_duplicate
from graphmem.domain.facts import Fact
from graphmem.domain.facts import prepare as prepare_fact
from graphmem.domain.model import Memory
from graphmem.domain.tokens import Token, tokenise

SIZE = 20_000
"""Texts kept; about 10 KB each for a long one."""


class Compared:
    """A text to be compared both ways: is it the same, does it replace. Prepared when it first is."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _tokens(self) -> list[Token]:
        return tokenise(self._text)

    @cached_property
    def same(self) -> Prepared:
        """For `near_duplicate`."""
        return prepare_duplicate(self._text, self._tokens)

    @cached_property
    def fact(self) -> Fact:
        """For `detect`."""
        return prepare_fact(self._text, self._tokens)


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
        made = Compared(memory.content)
        self.keep(memory, made)
        return made

    def keep(self, memory: Memory, made: Compared) -> None:
        """Keep a text that was prepared elsewhere."""
        with self._lock:
            self._kept[(memory.id, memory.version)] = made
            if len(self._kept) > SIZE:
                self._kept.popitem(last=False)
