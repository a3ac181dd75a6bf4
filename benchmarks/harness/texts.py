"""Made-up English-like text, the same in every run. Words follow Zipf's law, as they do in natural text."""

from __future__ import annotations

import random
from typing import Final

import numpy as np

VOCABULARY: Final = 30_000
SEED: Final = 7
SENTENCE: Final = 12
"""Words in a sentence."""

_COMMON: Final = """
    the of to a in is for on that with as by at from when must this be are or we it an
    which after before every into only one its has should then over under keeps holds calls
    reads writes runs waits starts returns
"""
COMMON: Final = tuple(_COMMON.split())


class Texts:
    """Makes texts of a given length, and questions from them."""

    def __init__(self, seed: int = SEED) -> None:
        letters = random.Random(SEED)
        made = {_word(letters) for _ in range(VOCABULARY)} - set(COMMON)
        self._words = [*COMMON, *sorted(made, key=_spread)]
        ranks = np.arange(len(self._words))
        self._shares = np.cumsum(1.0 / (ranks + 3))
        self._shares /= self._shares[-1]
        self._numbers = np.random.default_rng(seed)

    def many(self, count: int, length: int) -> list[str]:
        """That many texts of about `length` characters."""
        size = max(4, length // 7)
        picked = np.searchsorted(self._shares, self._numbers.random((count, size)))
        return [self._sentences(row) for row in picked.tolist()]

    def one(self, length: int) -> str:
        """A text of about `length` characters."""
        return self.many(1, length)[0]

    def _sentences(self, row: list[int]) -> str:
        words = [self._words[at] for at in row]
        parts = [" ".join(words[at : at + SENTENCE]) for at in range(0, len(words), SENTENCE)]
        return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)

    def name(self, number: int) -> str:
        """The name of the entity with that number: a word that is rare in texts, and the number."""
        rare = len(COMMON) + number * 7 % (len(self._words) - len(COMMON))
        return f"{self._words[rare].capitalize()} {number}"

    def question(self, text: str, words: int = 5) -> str:
        """Some of a text's words, as somebody would ask who half remembers it."""
        told = list(dict.fromkeys(text.lower().replace(".", "").split()))
        picked = self._numbers.permutation(len(told))[:words]
        return " ".join(told[at] for at in sorted(picked.tolist()))


def _word(letters: random.Random) -> str:
    syllables = [letters.choice("bdfgklmnprstvz") + letters.choice("aeiou") for _ in range(letters.randint(3, 4))]
    return "".join(syllables) + letters.choice(("", "n", "r", "s", "t"))


def _spread(word: str) -> str:
    # An order that has little to do with the alphabet, the same in every process.
    return word[::-1]
