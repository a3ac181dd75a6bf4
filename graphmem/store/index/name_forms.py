"""The ways in which a name may stand in a question: as it is, or an identifier such as `MCPServer` in plain words.

Owns the spelling only. The words of a spoken identifier must stand side by side, or any question with "get" and
"user" in it would name `getUser`; and an identifier with a stop word in it is never spoken, or "what to do" would name
`ToDo`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from graphmem.store.index.text import question_terms, terms

_IDENTIFIER: Final = re.compile(r"[^\W\d_][\w-]*")
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class NameForm:
    """The terms of a name, each once, and which of them must stand side by side in a question."""

    terms: tuple[str, ...]
    pairs: tuple[Pair, ...] = ()


def name_forms(name: str) -> list[NameForm]:
    """The forms of a name, as it is written first."""
    forms = [NameForm(tuple(question_terms(name)))]
    spoken: dict[str, None] = {}
    pairs: list[Pair] = []
    for word in name.split():
        parts = _spoken(word)
        spoken.update(dict.fromkeys(parts or terms(word)))
        pairs += pairwise(parts)
    return [*forms, NameForm(tuple(spoken), tuple(pairs))] if pairs else forms


def _spoken(word: str) -> tuple[str, ...]:
    """The terms of an identifier's parts; none for what is no identifier, or has a part that says nothing."""
    if not _IDENTIFIER.fullmatch(word):
        return ()
    parts = _PARTS.findall(word)
    found = [terms(part) if len(part) > 1 or part.isdigit() else [] for part in parts]
    return tuple(one for (one,) in found) if len(found) > 1 and all(len(part) == 1 for part in found) else ()


def side_by_side(text: str) -> Iterator[Pair]:
    """The pairs of plain words of a question that stand side by side, with no stop word or punctuation between."""
    before = None
    for word in text.split():
        found = terms(word)
        here = found[0] if len(found) == 1 else None
        if before is not None and here is not None and word[0].isalnum():
            yield before, here
        before = here if word[-1].isalnum() else None
