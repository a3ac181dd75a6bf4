"""Short readable pieces of a text: cut at a limit, and the first sentence as a title.

Owns where a text may be cut. It never changes what is stored.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

TITLE_LIMIT: Final = 80
"""Longest title that is made from a text (linksee); a given one may be longer."""

# More than any title needs, so that a long text costs no more than a short one.
_OPENING: Final = 280
_WRAPPED_FROM: Final = 50

_JOINER: Final = "\u200d"
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
# Variation selectors and combining marks are category M; these extend a character without being marks.
_EXTENDERS: Final = re.compile("[\u200c\u200d\u1160-\u11ff\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_FLAG_LETTER: Final = re.compile("[\U0001f1e6-\U0001f1ff]")

_MARKER: Final = re.compile(r"(?:>\s*)*(#{1,6}\s+|[-*+•・●○]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?")
_FENCE_OR_RULE: Final = re.compile(r"(?:```|~~~)|[-*_=#>+\s]*$")
_BOLD: Final = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_ENDER: Final = re.compile(r"([.!?…。！？｡．])[.!?…。！？｡．]*[\"'”’)\]」』）】]*")
_LATIN_ENDERS: Final = ".!?…"
_ALWAYS_SHORT: Final = re.compile(r"(?:e\.g|i\.e|vs|dr|mrs?|ms|prof|cf|approx|ca)$", re.I)
_MOSTLY_SHORT: Final = re.compile(r"(?:etc|inc|ltd|corp|co|jr|sr|al|dept|est|nos?|fig|pp?|vol|sec|ch|st)$", re.I)


def clip(text: str, limit: int) -> str:
    """Shorten a text to at most `limit` characters, an ellipsis included.

    Cuts between words where one ends in the last third, and never inside a grapheme
    (accents, emoji sequences, flags, Hangul syllables).
    """
    if len(text) <= limit:
        return text
    room = limit - 1
    if not text[room].isspace():
        space = max(text.rfind(" ", 0, room), text.rfind("\n", 0, room))
        room = space if space >= limit * 2 // 3 else _grapheme_start(text, room)
    return text[:room].rstrip() + "…"


def _grapheme_start(text: str, at: int) -> int:
    start = at
    while start > 0 and _continues(text, start):
        start -= 1
    # A "character" longer than the limit is hostile input: cut it anywhere.
    return start or at


def _continues(text: str, at: int) -> bool:
    character = text[at]
    if text[at - 1] == _JOINER or _EXTENDERS.match(character):
        return True
    if unicodedata.category(character) in _MARKS:
        return True
    if not _FLAG_LETTER.match(character):
        return False
    letters = at
    while letters > 0 and _FLAG_LETTER.match(text[letters - 1]):
        letters -= 1
    return (at - letters) % 2 == 1


def first_sentence(text: str, limit: int = TITLE_LIMIT) -> str:
    """Give the first sentence of a text as one line of at most `limit` characters.

    Markdown's bullets, headings and bold marks are dropped, and so is the final full stop.
    Knows Latin and CJK sentence ends, and the usual abbreviations.
    """
    opening = _opening_paragraph(text)
    for match in _ENDER.finditer(opening):
        if _ends_sentence(opening, match):
            opening = opening[: match.end()]
            break
    if len(opening) > 1 and opening.endswith((".", "。")) and not opening.endswith(".."):
        opening = opening[:-1]
    return clip(opening, limit)


def _ends_sentence(text: str, mark: re.Match[str]) -> bool:
    if mark.start() == 0:
        return False
    if mark[1] not in _LATIN_ENDERS or mark.end() == len(text):
        return True
    return text[mark.end()].isspace() and not _is_abbreviation(text, mark)


def _is_abbreviation(text: str, mark: re.Match[str]) -> bool:
    before = text[: mark.start()].rsplit(None, 1)
    if mark.group() != "." or not before:
        return False
    word = before[-1].lstrip("(\"'“‘")
    if _ALWAYS_SHORT.match(word) or (len(word) == 1 and word.isupper()):
        return True
    return _MOSTLY_SHORT.match(word) is not None and not text[mark.end() :].lstrip()[:1].isupper()


def _opening_paragraph(text: str) -> str:
    lines: list[str] = []
    for line in text.lstrip()[:_OPENING].splitlines():
        bare = line.strip()
        if _FENCE_OR_RULE.match(bare):
            if lines:
                break
            continue
        marker = _MARKER.match(bare)
        kind = marker.group(1) if marker else None
        if kind and lines:
            break
        lines.append(bare[marker.end() :] if marker else bare)
        if (kind and kind.startswith("#")) or _stands_alone(bare):
            break
    opening = " ".join(" ".join(lines).split())
    if "**" in opening or "__" in opening:
        opening = _BOLD.sub(r"\2", opening)
    return opening or " ".join(text[:_OPENING].split())


def _stands_alone(line: str) -> bool:
    # A short line was ended on purpose; a long one, or one that announces more, was wrapped.
    return len(line) < _WRAPPED_FROM and not line.endswith((":", ",", "、", "："))
