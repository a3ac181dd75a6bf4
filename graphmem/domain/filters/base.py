"""What a tool-output filter is: how it recognises its format and which lines it keeps.

Owns the mechanics that all formats share. Each format is a file of its own beside this one; their order is in
`graphmem.domain.filters`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Trim = Callable[[str], str]
"""Cuts the noise out of a text of its format; gives an empty text when nothing of note is left."""

_READ_AT_MOST: Final = 20_000
_FEW_LINES: Final = 5
_SENTENCE: Final = re.compile(r"[ \t]*[A-Z][^\s:=]*(?:[ \t]+[\w'’,;()/`.-]+){4,}[.:!?]$")
_KANA: Final = re.compile("[ぁ-ん]")


@dataclass(frozen=True, slots=True)
class OutputFilter:
    """The filter of one format.

    The format is recognised by its fingerprints: `least_kinds` different ones, or `least_hits` in all where
    single lines tell little. `hints` must occur before any fingerprint is tried. `nothing` is said where
    trimming left nothing.
    """

    name: str
    trim: Trim
    nothing: str
    hints: tuple[str, ...]
    fingerprints: tuple[re.Pattern[str], ...]
    aliases: tuple[str, ...] = ()
    least_kinds: int = 2
    least_hits: int = 0
    least_characters: int = 100
    reads_documentation: bool = False

    def recognises(self, text: str) -> bool:
        """Whether a text looks like this format's; a text of few lines needs one more sign."""
        if len(text) < self.least_characters or not any(hint in text for hint in self.hints):
            return False
        start = text[:_READ_AT_MOST]
        more = 1 if start.count("\n") + 1 < _FEW_LINES else 0
        counts = [len(sign.findall(start)) for sign in self.fingerprints]
        if self.least_hits:
            return sum(counts) >= self.least_hits + more
        return sum(1 for count in counts if count) >= self.least_kinds + more


def is_sentence(line: str) -> bool:
    """Whether a line reads as if a person wrote it, in English or Japanese."""
    if line.rstrip().endswith(("。", "！", "？")):
        return _KANA.search(line) is not None
    return _SENTENCE.match(line) is not None


def keep_lines(keep: re.Pattern[str], limit: int, width: int | None = None) -> Trim:
    """A trim that keeps matching lines, and sentences that a person wrote around the output."""
    return lambda text: _joined(
        [line for line in text.split("\n") if keep.search(line) or is_sentence(line)], limit, width
    )


def drop_lines(drop: re.Pattern[str], limit: int, width: int | None = None) -> Trim:
    """A trim that drops matching and blank lines and keeps the rest."""
    return lambda text: _joined(
        [line for line in text.split("\n") if line.strip() and not drop.search(line)], limit, width
    )


def _joined(lines: list[str], limit: int, width: int | None) -> str:
    kept = [line.rstrip() if width is None else line[:width].rstrip() for line in lines[:limit]]
    if len(lines) > limit:
        kept.append(f"[{len(lines) - limit} more lines like these]")
    return "\n".join(kept)
