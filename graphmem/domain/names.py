"""Folding of names: the spellings under which one name is found again. What two names mean is in `matching`.

    given      MCPServer   mcp_server   Café-Bar   U.S.A.   AT&T
    plain      mcpserver   mcp server   cafe bar   usa      at and t      case, accents, separators gone
    folded     mcp server  mcp server   cafe bar   usa      at and t      and camelCase taken apart
    squashed   mcpserver   mcpserver    cafebar    usa      att           only letters and digits left

Two names are equal when their folded or their plain forms are; squashed forms only bring names together
that `matching` then looks at with its guards.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from graphmem.domain.blank import INVISIBLE
from graphmem.domain.letters import CharacterMap, plain_letters

_LOWER: Final = "a-zа-яёіїєґα-ω"
_UPPER: Final = "A-ZА-ЯЁІЇЄҐΑ-Ω"

_HUMP: Final = re.compile(
    rf"(?<=[{_LOWER}])(?=[{_UPPER}])"
    rf"|(?<=[{_UPPER}]{{2}})(?=[{_UPPER}](?!s\b)[{_LOWER}])"
    rf"|(?<=[0-9])(?=[{_UPPER}][{_LOWER}])"
)
"""Where camelCase is taken apart. A lone capital stays with its word, so that OAuth is one word."""

_INITIALS: Final = re.compile(r"(?<![\w.'])(?:[^\W\d_](?:\. ?[^\W\d_]){2,}\.?|[^\W\d_]\. ?[^\W\d_]\.)(?!\w)")
"""Dotted initials, which are joined: U.S.A., J. R. R., s.r.o.; two letters only with the last dot (a.b stays)."""

_MINUS: Final = re.compile(r"(?<![\w)\]])-(?=\d)")
_BRACKETS: Final = re.compile(r"[()\[\]{}<>|;]|,(?!\d)|(?<!\d),")
_SPACING: Final = re.compile(r"[\s_\-]+")
_SIMPLE: Final = re.compile(r"[A-Za-z0-9]+(?:[ _-][A-Za-z0-9]+)*\Z")
_PART: Final = re.compile(r"[^\W_]+")
_EDGE_AFTER: Final = ".:/\\'~"
_EDGE_BEFORE: Final = ":/\\'~"
_MINUS_SIGN: Final = "−"

_JOINING_WORD: Final = "and"


def _squashed(char: str) -> str:
    return char if unicodedata.category(char)[0] in "LNM" else ""


_SQUASH: Final = CharacterMap(_squashed)


def _trimmed(token: str) -> str:
    token = token.rstrip(_EDGE_AFTER).lstrip(_EDGE_BEFORE)
    return token.lstrip(".") if token.startswith("..") else token


def _settled(text: str) -> str:
    """Separators to single spaces and sentence punctuation off the words; falls back on the text itself."""
    lowered = _MINUS.sub(_MINUS_SIGN, _BRACKETS.sub(" ", text)).casefold().replace("&", " and ")
    words = (_trimmed(word) for word in _SPACING.sub(" ", lowered).split(" "))
    return " ".join(word for word in words if word) or " ".join(text.casefold().split())


def _lettered(name: str) -> str:
    text = plain_letters(name)
    if "." in text:
        text = _INITIALS.sub(lambda found: found[0].replace(".", "").replace(" ", ""), text)
    return text


@lru_cache(maxsize=16_384)
def forms(name: str) -> tuple[str, str]:
    """The folded and the plain form; they are the same object where the name has no humps."""
    simple = _SIMPLE.match(name) is not None
    text = name if simple else _lettered(name)
    plain = " ".join(_SPACING.sub(" ", text).casefold().split()) if simple else _settled(text)
    humped = _HUMP.sub(" ", text)
    if humped == text:
        return plain, plain
    return (_SPACING.sub(" ", humped).casefold() if simple else _settled(humped)), plain


def fold(name: str) -> str:
    """The name without case, accents, separators and humps; never empty unless the name is blank."""
    return forms(name)[0]


def plain(name: str) -> str:
    """As `fold`, with camelCase left together."""
    return forms(name)[1]


def squash(folded: str) -> str:
    """Only the letters and digits of a folded (or plain) name, the word "and" left out.

    A name without any (an emoji, a punctuation mark) is its own squashed form.
    """
    words = folded.split(" ")
    if len(words) > 1 and _JOINING_WORD in words:
        kept = [word for word in words if word != _JOINING_WORD]
        folded = " ".join(kept) if kept else folded
    if folded.isascii() and folded.replace(" ", "").isalnum():
        return folded.replace(" ", "")
    return folded.translate(_SQUASH) or folded


def name_parts(name: str) -> tuple[str, ...]:
    """The runs of letters and digits as they stand, so that J.R. has two where the folded name has one word."""
    return tuple(_PART.findall(plain_letters(name).casefold().replace("'", "")))


def canonical_key(key: str) -> str:
    """A canonical key as it is compared: composed, without what can't be seen; case counts."""
    return key.strip() if key.isascii() else unicodedata.normalize("NFC", INVISIBLE.sub("", key)).strip()


def names_equal(left: str, right: str) -> bool:
    """Whether two names are the same when case, accents, separators and humps don't count."""
    (left_folded, left_plain), (right_folded, right_plain) = forms(left), forms(right)
    return left_folded == right_folded or left_plain == right_plain
