"""What a single character is when case, width, accents and typography don't count; words are not known here.

Accents come off Latin and Greek only: in other scripts a mark makes another letter (ハ and パ, и and й).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

from graphmem.domain.blank import INVISIBLE

_TRADE_SIGNS: Final = "™®©℠℗"
_DASHES: Final = "‐‑‒–—―﹘﹣－−"
_APOSTROPHES: Final = "’‘‛ʼʻʹ´`′＇‵"
_QUOTES: Final = '“”„‟«»‹›"「」『』〝〞〟〈〉《》'
_MIDDLE_DOTS: Final = "・·•‧･∙⋅"
_SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"

_LATIN: Final = {
    "ı": "i", "İ": "I", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE",
    "œ": "oe", "Œ": "OE", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "TH", "ħ": "h", "Ħ": "H",
    "ŧ": "t", "Ŧ": "T", "ſ": "s", "ŀ": "l", "Ŀ": "L", "ɨ": "i", "Ɨ": "I", "ŋ": "n", "Ŋ": "N",
}  # fmt: skip
_CYRILLIC: Final = {"ё": "е", "Ё": "Е"}
_ARABIC: Final = {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ـ": ""}
_LETTERS: Final = _LATIN | _CYRILLIC | _ARABIC

_GENERIC_MARKS: Final = range(0x0300, 0x0370)
_HEBREW_POINTS: Final = range(0x0591, 0x05C8)
_ARABIC_VOWELS: Final = (*range(0x064B, 0x0653), 0x0670)
_OPTIONAL_MARKS: Final = frozenset((*_GENERIC_MARKS, *_HEBREW_POINTS, *_ARABIC_VOWELS))


class CharacterMap(dict[int, str]):
    """A table for `str.translate` that works a character out once, when it first appears."""

    def __init__(self, rule: Callable[[str], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, point: int) -> str:
        mapped = self[point] = self._rule(chr(point))
        return mapped


def _typography(char: str) -> str:
    if char in _TRADE_SIGNS or unicodedata.category(char) == "Cf" or INVISIBLE.match(char):
        return ""
    if char in _DASHES:
        return "-"
    if char in _APOSTROPHES:
        return "'"
    if char in _QUOTES or char in _MIDDLE_DOTS or char.isspace() or unicodedata.category(char) == "Cc":
        return " "
    if char in _SUPERSCRIPTS:
        return f"^{unicodedata.digit(char)}"
    return char


def _letter(char: str) -> str:
    if (known := _LETTERS.get(char)) is not None:
        return known
    if ord(char) in _OPTIONAL_MARKS or unicodedata.category(char) == "Cf" or 0xFE00 <= ord(char) <= 0xFE0F:
        return ""
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    base = unicodedata.normalize("NFD", char)[0]
    return _LETTERS.get(base, base) if script_of(base) in ("LATIN", "GREEK") else char


def script_of(char: str) -> str:
    """The script of a letter, by the first word of its Unicode name; empty for anything else."""
    if not char.isalpha():
        return ""
    return unicodedata.name(char, "UNKNOWN").split(" ", 1)[0].split("-", 1)[0]


_TYPOGRAPHY: Final = CharacterMap(_typography)
_PLAIN_LETTERS: Final = CharacterMap(_letter)
_SCRIPTS: Final = CharacterMap(script_of)


def plain_letters(text: str) -> str:
    """The text in compatibility form, without accents, marks, invisible characters and fancy punctuation.

    Case stays. Superscript digits become `^2`, so that R² is not R2 (NFKC alone would make them one).
    """
    if text.isascii():
        return text.translate(_TYPOGRAPHY)
    return unicodedata.normalize("NFKC", text.translate(_TYPOGRAPHY)).translate(_PLAIN_LETTERS)


def scripts(text: str) -> frozenset[str]:
    """The scripts a text mixes, as upper-case names (LATIN, CYRILLIC, CJK, HANGUL, …)."""
    return frozenset(_SCRIPTS[ord(char)] for char in text) - {""}


_NO_SPACES: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL"})


def is_cjk(text: str) -> bool:
    """Whether the text has letters of the scripts in which one character says as much as a word part."""
    return not text.isascii() and not scripts(text).isdisjoint(_NO_SPACES)
