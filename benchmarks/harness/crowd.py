"""A store in which one entity has very many memories: where looking for what is alike costs most."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import numpy as np

from graphmem.store.log import Log
from harness.filling import BATCH, Filler
from harness.texts import Texts

WORDS: Final = 400
"""Words in use where all texts speak of the same few things."""

_SENTENCES: Final = 4
"""Sentences of a text: few enough to be taken for a claim that another could replace."""


class Chatter(Texts):
    """Texts about the same few things: each shares many words with many others, as notes on one project do."""

    def __init__(self, seed: int = 7) -> None:
        super().__init__(seed)
        self._words = self._words[:WORDS]
        self._shares = np.cumsum(1.0 / (np.arange(WORDS) + 3))
        self._shares /= self._shares[-1]
        self._dice = random.Random(seed)

    def _sentences(self, row: list[int]) -> str:
        words = [self._words[at] for at in row]
        # Numbers are what most facts differ in.
        words[self._dice.randrange(len(words))] = str(self._dice.randrange(10_000))
        length = -(-len(words) // _SENTENCES)
        parts = (" ".join(words[at : at + length]) for at in range(0, len(words), length))
        return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


class Crowd(Filler):
    """Fills a store with the memories of one entity."""

    def __init__(self, size: int, texts: Texts, length: int) -> None:
        super().__init__(size)
        self._texts, self._length = texts, length

    def logs(self) -> Iterator[Log]:
        """The whole store, in batches."""
        yield Log(entities=[self.hub])
        for start in range(0, self.filled.size, BATCH):
            count = min(BATCH, self.filled.size - start)
            yield self.log([self.memory(self.hub, text) for text in self._texts.many(count, self._length)])
