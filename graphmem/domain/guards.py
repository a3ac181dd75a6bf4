"""The guards: what two names may not differ in, however alike their letters are.

Owns one question, "which guards does this pair fail?"; what a failed guard leads to is in `matching`. No score
tells 2023 from 2024 Tax Return or Plan B from Plan C (93 and 83 of 100), so these are asked before any score.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Final

from graphmem.domain.letters import is_cjk
from graphmem.domain.model import EntityKind
from graphmem.domain.names import squash
from graphmem.domain.numerals import numbers_meant, numbers_written, renumbered


class Guard(StrEnum):
    """What kept two names from being linked, in words for a reader."""

    KIND = "another kind"
    KEY = "another canonical key"
    EXACT = "an address must be equal to the letter"
    NUMBERS = "numbers differ"
    NUMERALS = "numbers are written differently"
    SINGLE_LETTERS = "single letters differ"
    SIGNS = "signs such as + and # differ"
    LEADING_DOT = "only one begins with a dot"
    JOINING_WORD = "only one has an and"
    LEGAL_FORM = "legal forms differ"
    SCRIPT = "letters of different scripts"
    WORD_BREAKS = "words are divided differently"
    WORD_ORDER = "words are in another order"
    EXTRA_WORDS = "one has more words"
    INITIALS = "only one is written with initials"
    VARIANTS = "variant characters"
    SPELLING = "some letters differ"


_CHUNK: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|'|[\u0300-\u036f])*|\d+")
_SOFT_PUNCTUATION: Final = frozenset(" .,:/'−\\")
_EXCLAMATIONS: Final = frozenset("!?")


@dataclass(frozen=True, slots=True)
class Traits:
    """What the guards look at in one name."""

    squashed: str
    renumbered: str
    words: tuple[str, ...]
    chunks: tuple[str, ...]
    written: tuple[str, ...]
    meant: tuple[str, ...]
    singles: tuple[str, ...]
    signs: tuple[str, ...]
    leading_dot: bool
    joined: int
    breaks: frozenset[int]


def _signs(folded: str) -> tuple[str, ...]:
    if folded.isascii() and folded.replace(" ", "").isalnum():
        return ()
    return tuple(
        char for char in folded if char not in _SOFT_PUNCTUATION and unicodedata.category(char)[0] not in "LNM"
    )


def _breaks(words: list[str]) -> frozenset[int]:
    return frozenset(accumulate(len(squash(word)) for word in words[:-1])) if len(words) > 1 else frozenset()


@lru_cache(maxsize=8192)
def traits(folded: str, plain: str) -> Traits:
    """The traits of a name in its two forms (`names.forms`)."""
    words = tuple(folded.split(" "))
    content = [word for word in words if word != "and"] or list(words)
    chunks = tuple(chunk for chunk in _CHUNK.findall(plain) if chunk != "and")
    numbered = renumbered(folded)
    return Traits(
        squashed=squash(folded),
        renumbered=squash(numbered),
        words=words,
        chunks=chunks,
        written=numbers_written(folded),
        meant=numbers_meant(numbered),
        singles=tuple(chunk for chunk in chunks if len(chunk) == 1 and chunk.isalpha() and not is_cjk(chunk)),
        signs=_signs(folded),
        leading_dot=folded.startswith("."),
        joined=len(words) - len(content),
        breaks=_breaks(content),
    )


def _within(left: Iterable[str], right: Iterable[str]) -> bool:
    few, many = Counter(left), Counter(right)
    return few <= many or many <= few


def series(left: Traits, right: Traits) -> bool:
    """Whether the names count or letter different members of a series (Room 101 and 102, Plan B and C).

    Such names are known to be different things, so they aren't even suggested for one another.
    """
    if left.meant and right.meant and left.meant != right.meant:
        return True
    if left.signs and right.signs and left.signs != right.signs:
        return True
    return bool(left.singles and right.singles) and not _within(left.singles, right.singles)


def _visible_signs(signs: tuple[str, ...], kind: EntityKind | None) -> tuple[str, ...]:
    if kind is EntityKind.COMPANY:
        return tuple(sign for sign in signs if sign not in _EXCLAMATIONS)
    return signs


def failed(left: Traits, right: Traits, kind: EntityKind | None) -> tuple[Guard, ...]:
    """The guards that a pair of names fails, apart from how its letters compare."""
    checks = (
        (Guard.NUMBERS, left.written != right.written),
        (Guard.SINGLE_LETTERS, left.singles != right.singles),
        (Guard.SIGNS, _visible_signs(left.signs, kind) != _visible_signs(right.signs, kind)),
        (Guard.LEADING_DOT, left.leading_dot != right.leading_dot),
        (Guard.JOINING_WORD, left.joined != right.joined),
    )
    return tuple(guard for guard, fails in checks if fails)


def badly_divided(left: Traits, right: Traits, kind: EntityKind | None, code: bool) -> bool:
    """Whether two names of the same letters are divided into words in a way that makes other words.

    "back end" and "backend" are fine, "pen island" and "penis land" aren't; a person's name (Li Na, Lina)
    and a code (AB-C12, A-BC12) may not be divided differently at all, except where a script has no spaces.
    """
    if code:
        return left.chunks != right.chunks
    if kind is EntityKind.PERSON and not is_cjk(left.squashed):
        return left.breaks != right.breaks
    return not (left.breaks <= right.breaks or right.breaks <= left.breaks)
