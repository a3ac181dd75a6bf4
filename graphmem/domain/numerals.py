"""Numbers in names: digits, roman numerals, number words and kanji numerals, as written and as meant.

Owns no comparison: `guards` decides what equal or different numbers lead to.
"""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = re.compile(r"−?\d+(?:[.,:/]\d+)*")
_PART: Final = re.compile(r"-?\d+")
_ROMAN: Final = re.compile(r"(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})\Z")
_ROMAN_LETTER: Final = {"i": 1, "v": 5, "x": 10}
_ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)\Z")
_VERSION_SIGN: Final = re.compile(r"^v(?=\d)")
_TRAILING_ZEROS: Final = re.compile(r"(?:\.0+)+\Z")

_CARDINALS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_ORDINALS: Final = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_TENS: Final = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_WORDS: Final = {
    word: value
    for words in (_CARDINALS, _ORDINALS)
    for value, word in enumerate(words.split(" "))
} | _TENS  # fmt: skip

_NUMERAL: Final = re.compile(rf".*\d|[ivx]+\Z|(?:{'|'.join(_WORDS)})\Z")
"""Words that are worth a closer look."""

_KANJI_DIGITS: Final = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_KANJI_UNITS: Final = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "萬": 10_000}
_KANJI: Final = re.compile(f"[{''.join((*_KANJI_DIGITS, *_KANJI_UNITS))}]+")


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_LETTER[letter] for letter in numeral]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def _kanji_value(numeral: str) -> int:
    total, digit = 0, None
    for char in numeral:
        if (unit := _KANJI_UNITS.get(char)) is not None:
            total, digit = total + (1 if digit is None else digit) * unit, None
        else:
            digit = (digit or 0) * 10 + _KANJI_DIGITS[char]
    return total + (digit or 0)


def _word_value(word: str, alone: bool) -> str | None:
    if (known := _WORDS.get(word)) is not None:
        return str(known)
    if _ROMAN.match(word) or (not alone and word in _ROMAN_LETTER):
        return str(_roman_value(word))
    if ordinal := _ORDINAL.match(word):
        return str(int(ordinal[1]))
    return None


def _plain_number(found: re.Match[str]) -> str:
    number = _TRAILING_ZEROS.sub("", found[0].replace("−", "-"))
    sign, digits = ("-", number[1:]) if number.startswith("-") else ("", number)
    return sign + ".".join(str(int(part)) for part in re.split(r"[.:/]", digits.replace(",", "")))


def renumbered(folded: str) -> str:
    """The folded name with every number written in one way: "world war ii" and "world war 02" end in 2."""
    words = folded.split(" ")
    last = len(words) - 1
    for position, word in enumerate(words):
        if _NUMERAL.match(word):
            alone = position != last or last == 0
            words[position] = _word_value(word, alone) or _DIGITS.sub(_plain_number, _VERSION_SIGN.sub("", word))
    text = " ".join(words)
    if text.isascii():
        return text
    return _KANJI.sub(lambda found: f" {_kanji_value(found[0])} ", text).strip()


def numbers_written(folded: str) -> tuple[str, ...]:
    """The runs of digits as they are written, with the marks between them: v1.2.3 has one, "1.2.3"."""
    return tuple(_DIGITS.findall(folded)) if any(map(str.isdigit, folded)) else ()


def numbers_meant(renumbered_name: str) -> tuple[str, ...]:
    """The numbers of a renumbered name in order, however they are divided: 2024-01-05 has three."""
    return tuple(_PART.findall(renumbered_name))
