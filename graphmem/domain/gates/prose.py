"""A text as the gates read it: scanned once, its words, quotes and sentences found on demand.

Owns splitting only; what a word or a sentence means is each gate's own matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

QUOTED_FILLER: Final = "·"
"""Stands for each character of a quotation in `Prose.unquoted`, so that offsets stay the same."""

_WORD: Final = re.compile(r"[a-z0-9]+")
# Splitting at everything else is twice as fast as finding words, and does for plain ASCII.
_SPACED: Final = {code: " " for code in range(128) if not chr(code).isalnum()}
_QUOTATION: Final = re.compile(
    r'"[^"\n]*"|`[^`\n]+`|“[^”\n]{0,400}”|「[^」\n]{0,400}」|『[^』\n]{0,400}』|(?<!\w)‘[^’\n]{0,400}’(?!\w)'
)
_QUOTE_MARK: Final = re.compile(r'["“`「『‘]')
_MARKER: Final = re.compile(r"[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+|[-*+•・][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,3}[.)][ \t]+)?")
_SENTENCE_END: Final = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+[」』）”’]*|\n")
_ABBREVIATION: Final = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|approx|mrs?|ms|dr|prof|no|st|(?-i:[A-Z]))$", re.I)
_WRAPPED_FROM: Final = 50


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a text; `start` is its offset in the text, list markers left out."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Offset just after the sentence."""
        return self.start + len(self.text)


class Prose:
    """A text with its words, quotations and sentences, each found when first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def lower(self) -> str:
        """The text in lower case, with plain apostrophes."""
        lower = self.text.lower()
        return lower if self.ascii else lower.replace("’", "'")

    @cached_property
    def ascii(self) -> bool:
        """Whether the text is plain ASCII, so that no Japanese rule can apply."""
        return self.text.isascii()

    @cached_property
    def words(self) -> frozenset[str]:
        """The distinct ASCII words in lower case: the cheap look before any pattern runs."""
        if self.ascii:
            return frozenset(self.lower.translate(_SPACED).split())
        return frozenset(_WORD.findall(self.lower))

    @cached_property
    def unquoted(self) -> str:
        """The text with quotations and inline code blanked out, of the same length."""
        if not _QUOTE_MARK.search(self.text):
            return self.text
        return _QUOTATION.sub(lambda match: QUOTED_FILLER * len(match.group()), self.text)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences, soft-wrapped lines joined; spans refer to the text."""
        return tuple(_split(self.text))

    def sentence_at(self, offset: int) -> Sentence:
        """Give the sentence that covers an offset, or the last one before it."""
        for sentence in self.sentences:
            if offset < sentence.end:
                return sentence
        return self.sentences[-1] if self.sentences else Sentence(self.text, 0)


def _split(text: str) -> list[Sentence]:
    joined = _join_wrapped(text)
    found: list[Sentence] = []
    start = 0
    for end in _SENTENCE_END.finditer(joined):
        if end.group() == "." and _is_no_end(joined, start, end.start()):
            continue
        _add(found, joined, start, end.end())
        start = end.end()
    _add(found, joined, start, len(joined))
    return found


def _is_no_end(text: str, start: int, dot: int) -> bool:
    # An abbreviation, an initial, or the number of a list's entry.
    return _ABBREVIATION.search(text, start, dot) is not None or text[start:dot].strip().isdigit()


def _add(found: list[Sentence], text: str, start: int, end: int) -> None:
    marker = _MARKER.match(text, start, end)
    begin = marker.end() if marker else start
    while begin < end and text[begin].isspace():
        begin += 1
    sentence = text[begin:end].rstrip()
    if sentence:
        found.append(Sentence(sentence, begin))


def _join_wrapped(text: str) -> str:
    if "\n" not in text:
        return text
    lines = text.split("\n")
    pieces = [lines[0]]
    for before, line in pairwise(lines):
        pieces.append(" " if _continues(before, line) else "\n")
        pieces.append(line)
    return "".join(pieces)


def _continues(before: str, line: str) -> bool:
    # A short line was ended on purpose; a long one was wrapped, unless a list or heading follows.
    if len(before.rstrip()) < _WRAPPED_FROM or not line.strip():
        return False
    marker = _MARKER.match(line)
    return marker is None or not marker.group().strip()
