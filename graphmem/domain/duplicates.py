"""When two texts say the same: exactly, or nearly.

Owns the two tests. Which memories are compared, and what follows, is the caller's: the same entity only.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from graphmem.domain.stems import STOP_WORDS, stem
from graphmem.domain.tokens import Kind, Token, cjk_bigrams, is_cjk, tokenise

NEAR: Final = 0.75
"""Jaccard similarity from which two texts are near duplicates (bettermemory)."""

_DIGEST_BYTES: Final = 16
_FINAL_MARKS: Final = re.compile(r"[\s.!?…。！？｡]+$")

_PAIRS: Final = (
    "enable disable", "allow deny", "allow forbid", "accept reject", "open close", "start stop", "on off",
    "before after", "above below", "inside outside", "up down", "in out", "with without", "until since",
    "true false", "public private", "sync async", "synchronous asynchronous", "increase decrease",
    "minimum maximum", "min max", "first last", "left right", "input output", "read write", "upper lower",
    "internal external", "required optional", "local remote", "success failure", "pass fail", "love hate",
    "like dislike", "always sometimes", "all some", "must may",
)  # fmt: skip


def _opposites() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for pair in _PAIRS:
        left, right = (word if word in STOP_WORDS else stem(word) for word in pair.split())
        table[left] = table.get(left, frozenset()) | {right}
        table[right] = table.get(right, frozenset()) | {left}
    return table


# One word turns the statement round, however much of the rest agrees.
_OPPOSITES: Final = _opposites()
_NAMING: Final = (Kind.NAME, Kind.CODE)
_DIRECTIONS: Final = frozenset(["from", "to", "into", "than", "over", "by", "with", "->", "=>", "→"])
_CJK_NUMERALS: Final = frozenset("一二三四五六七八九十百千万億")
_CJK_NEGATIONS: Final = frozenset("未不非無")


@dataclass(frozen=True)
class Prepared:
    """A text prepared for comparison.

    `stems` is what it says. The rest must agree too, and is read when first asked for: of texts that say
    nearly the same. `cjk` tells that it is in a script without blanks, at least in part.
    """

    tokens: tuple[Token, ...]
    stems: frozenset[str]
    cjk: bool

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Its numbers, sorted."""
        content = [token for token in self.tokens if token.speaks]
        return tuple(sorted(_numbers(content, cjk=self.cjk)))

    @cached_property
    def negations(self) -> int:
        """How often it negates."""
        return sum(_negations(token) for token in self.tokens if self.cjk or not token.speaks)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names and code it uses."""
        return frozenset(_names(self.tokens))

    @cached_property
    def turns(self) -> frozenset[str]:
        """Its words that have an opposite."""
        return frozenset(_OPPOSITES.keys() & {token.stem for token in self.tokens})

    @cached_property
    def directions(self) -> frozenset[tuple[str, str]]:
        """Which stem follows "from", "to", "than" and their like."""
        return frozenset(_directions(self.tokens))


def exact_fingerprint(text: str) -> str:
    """Give a stable hash of what a text says, blind to case, spacing, final punctuation and width (NFKC)."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    spaced = " ".join(unicodedata.normalize("NFKC", folded).split())
    said = _FINAL_MARKS.sub("", spaced) or spaced
    return hashlib.blake2b(said.encode(), digest_size=_DIGEST_BYTES).hexdigest()


def prepare(text: str, tokens: Sequence[Token] | None = None) -> Prepared:
    """Prepare a text for `near_duplicate`; its tokens may be given where they are at hand.

    The result is worth keeping: preparing costs many times the comparison.
    """
    tokens = tokenise(text) if tokens is None else tokens
    pairs = cjk_bigrams(text)
    stems = {token.stem for token in tokens if token.speaks and not (pairs and is_cjk(token))}
    return Prepared(tuple(tokens), pairs | stems, bool(pairs))


def _numbers(content: Sequence[Token], *, cjk: bool) -> Iterator[str]:
    for token in content:
        if token.kind is Kind.NUMBER:
            yield token.stem
        elif cjk:
            yield from _CJK_NUMERALS.intersection(token.raw)


def _negations(token: Token) -> int:
    if token.kind is Kind.NEGATION:
        return 1
    return 0 if _CJK_NEGATIONS.isdisjoint(token.raw) else 1


def _names(tokens: Sequence[Token]) -> Iterator[str]:
    # The first word of a sentence is capitalised whatever it is.
    for before, token in pairwise(tokens):
        if token.kind in _NAMING and before.kind is not Kind.END:
            yield token.stem


def _directions(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    direction = None
    for token in tokens:
        if token.speaks and direction is not None:
            yield direction, token.stem
            direction = None
        elif token.stem in _DIRECTIONS:
            direction = token.stem


def similarity(left: Prepared, right: Prepared) -> float:
    """Give the Jaccard similarity of two texts' content, 0 to 1; 0 where neither has any."""
    shared = len(left.stems & right.stems)
    return shared / (len(left.stems) + len(right.stems) - shared) if shared else 0.0


def near_duplicate(left: Prepared, right: Prepared) -> float:
    """Give the similarity of two texts that say the same, and 0 for all others.

    Alike is not the same: numbers and negations must be equal, no name may be exchanged for another,
    no word for its opposite, and no "from A to B" turned round.
    """
    score = similarity(left, right)
    if score < NEAR or left.numbers != right.numbers or left.negations != right.negations:
        return 0.0
    return 0.0 if _exchanged(left, right) or _reversed(left, right) else score


def _exchanged(left: Prepared, right: Prepared) -> bool:
    if not (left.names <= right.stems or right.names <= left.stems):
        return True
    only_right = right.turns - left.turns
    return any(not _OPPOSITES[word].isdisjoint(only_right) for word in left.turns - right.turns)


def _reversed(left: Prepared, right: Prepared) -> bool:
    only_left, only_right = left.directions - right.directions, right.directions - left.directions
    return any(
        direction == other and word in right.stems and instead in left.stems
        for direction, word in only_left
        for other, instead in only_right
    )
