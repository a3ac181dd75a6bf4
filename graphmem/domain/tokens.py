"""The tokens of a text, for comparing what two texts say: words, names, code, numbers, marks.

Owns the splitting and what a single token is. Case is kept in `raw` and gone in `stem`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from graphmem.domain.letters import plain_letters
from graphmem.domain.stems import STOP_WORDS, stem


class Kind(Enum):
    """What sort of token."""

    MARK = "mark"
    END = "end"
    NEGATION = "negation"
    STOP = "stop"
    WORD = "word"
    NAME = "name"
    CODE = "code"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Token:
    """One token. NAME is a capitalised word, wherever it stands; CODE has digits, joints or humps in it.

    `speaks` tells whether it carries content: marks, stop words and negations do not.
    """

    raw: str
    lower: str
    stem: str
    kind: Kind
    speaks: bool = False


_CJK: Final = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff々ー"
# One script is one token: without spaces, a change of script is the likeliest border of a word.
_CJK_RUN: Final = re.compile("[\u3040-\u309f]+|[\u30a0-\u30ff\u31f0-\u31ff]+|[\u3400-\u4dbf\u4e00-\u9fff々]+")
_ANY_CJK: Final = re.compile(f"[{_CJK}]+")
_LINE_END: Final = re.compile(r"\n\s*(?:(?=\n)|[-*•#]+\s)")
_TOKEN: Final = re.compile(
    r"\w+(?:(?:[.:/@'&+]|://|::)\w+|,\d{3}(?!\d)|(?:-\w+){0,4}-\d\w*)*(?:%|\+\+|#(?!\w))?"
    r"|[$€£¥#@]\w+(?:[.,]\d+)*%?|->|=>|→|[.!?…]+(?=[\s)\"']|$)|[。！？｡]|[;,:()、（）]|(?<=\s)-(?=\s)"
)
_ENDS: Final = frozenset(".!?…。！？｡;")
_HUMP: Final = re.compile(r"[a-z][A-Z]")
_NUMBER: Final = re.compile(r"[$€£¥#]?v?\d", re.I)
_JOINT: Final = re.compile(r"[\d._/@&+#:]")
_NEGATIONS: Final = frozenset(["not", "no", "never", "none", "without", "cannot", "neither", "nor", "non"])
_NEGATED_JA: Final = re.compile(r"な[いかくけ]|ませ[んぬ]|ずに")
_HIRAGANA: Final = re.compile("[\u3040-\u309f]+$")
_FROM_TWO: Final = "two three four five six seven eight nine ten eleven twelve"
_SPELLED: Final = {word: str(value) for value, word in enumerate(_FROM_TWO.split(), 2)}


def tokenise(text: str) -> list[Token]:
    """Split a text into tokens. Accents, width and typography don't count; hyphened words are split."""
    if "\n" in text:
        text = _LINE_END.sub(" ; ", text)
    plain = plain_letters(text)
    if not plain.isascii():
        plain = _CJK_RUN.sub(r" \g<0> ", plain)
    return [_read(raw) for raw in _TOKEN.findall(plain)]


def cjk_bigrams(text: str) -> frozenset[str]:
    """Give the pairs of neighbouring characters in the Chinese and Japanese stretches of a text."""
    if text.isascii():
        return frozenset()
    runs = _ANY_CJK.findall(plain_letters(text))
    return frozenset(run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1)))


def is_cjk(token: Token) -> bool:
    """Whether the token is a Chinese or Japanese stretch."""
    return not token.raw.isascii() and _ANY_CJK.match(token.raw) is not None


# The same words come again and again: a token is made once and shared.
@lru_cache(maxsize=1 << 16)
def _read(raw: str) -> Token:
    lower = raw.lower()
    if not (raw[0].isalnum() or raw[-1].isalnum() or "_" in raw):
        return Token(raw, raw, raw, Kind.END if raw[0] in _ENDS else Kind.MARK)
    if lower in _NEGATIONS or lower.endswith("n't") or (_HIRAGANA.match(raw) and _NEGATED_JA.search(raw)):
        return Token(raw, lower, lower, Kind.NEGATION)
    if lower.removesuffix("'s") in STOP_WORDS or _HIRAGANA.match(raw):
        return Token(raw, lower, lower, Kind.STOP)
    kind, base = _content(raw, lower)
    return Token(raw, lower, base, kind, speaks=True)


def _content(raw: str, lower: str) -> tuple[Kind, str]:
    if lower in _SPELLED:
        return Kind.NUMBER, _SPELLED[lower]
    if _NUMBER.match(raw):
        return Kind.NUMBER, lower.replace(",", "").lstrip("v")
    if _JOINT.search(raw) or _HUMP.search(raw):
        return Kind.CODE, lower.rstrip(".")
    # The S of NATS is no plural.
    acronym = raw.isupper() and len(raw) > 1
    return Kind.NAME if raw[0].isupper() else Kind.WORD, lower if acronym else stem(lower)
