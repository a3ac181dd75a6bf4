"""The readable name of a note: made from its title, whatever its script, and never changed afterwards.

Owns the spelling. Whether a name is taken is the store's to say.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Final

from graphmem.domain.errors import Invalid
from graphmem.domain.letters import plain_letters

PERMALINK_MAX: Final = 120
"""Characters of a permalink (Tirith)."""

_MOST_SEGMENTS: Final = 8
_MOST_NAMED: Final = 3
_KEPT: Final = frozenset("LMN")


def permalink_of(title: str, taken: Callable[[str], bool]) -> str:
    """Give a new permalink for a title: `taken` says which are in use, and `-2`, `-3`, … avoid them.

    Letters and digits of every script stay, Latin accents go. A title without any letter is spelled out
    by the names of its signs.
    """
    base = slug(title) or slug(" ".join(_sign_names(title))) or "note"
    if not taken(base):
        return base
    return next(name for number in count(2) if not taken(name := _numbered(base, number)))


def slug(text: str) -> str:
    """Give a text as one permalink segment; empty where it has neither letter nor digit."""
    lower = plain_letters(text).lower()
    kept = (char if unicodedata.category(char)[0] in _KEPT else " " for char in lower)
    return _cut("-".join("".join(kept).split()), PERMALINK_MAX)


def check_permalink(permalink: str, where: Sequence[str] = ("permalink",)) -> str:
    """Give a permalink the caller chose, trimmed: at most 8 segments with `/` between, each as `slug` gives it.

    Raises Invalid for any other, naming the nearest that would do.
    """
    chosen = permalink.strip()
    segments = chosen.split("/")
    proper = "/".join(filter(None, map(slug, segments[:_MOST_SEGMENTS])))[:PERMALINK_MAX].strip("/-")
    if chosen != proper or not proper:
        hint = f"; `{proper}` would do" if proper else ""
        raise Invalid(f"the permalink must be lower-case words joined by `-`, at most 8 parts by `/`{hint}", where)
    return chosen


def _sign_names(title: str) -> Iterator[str]:
    signs = (char for char in title if not char.isspace())
    for _, sign in zip(range(_MOST_NAMED), signs, strict=False):
        yield unicodedata.name(sign, "")


def _numbered(base: str, number: int) -> str:
    suffix = f"-{number}"
    return _cut(base, PERMALINK_MAX - len(suffix)) + suffix


def _cut(name: str, limit: int) -> str:
    if len(name) <= limit:
        return name
    end = limit
    # A mark belongs to the letter before it.
    while end > 1 and unicodedata.category(name[end])[0] == "M":
        end -= 1
    return name[:end].rstrip("-")
