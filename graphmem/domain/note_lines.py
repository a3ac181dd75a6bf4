"""What the lines of a note say beside its prose: observations, and relations to other notes.

Owns the two forms, which are Tirith's: `- [category] text #tag` and `- relation [[Target]]`. What a relation
becomes in the graph is the services' business. Lines in code blocks are code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.domain.model import Relation

MOST_LINES: Final = 200
"""Observations and relations read from one note; a note with more is a list, not a note."""

_BULLET: Final = r"[ \t]*[-*+][ \t]+"
# A box to tick is no category, and a link in Markdown has its address right behind the bracket.
_OBSERVATION: Final = re.compile(rf"{_BULLET}\[(?P<category>[^\[\]\n]{{1,64}})\][ \t]+(?P<text>\S.*)")
_RELATION: Final = re.compile(
    rf"{_BULLET}(?:(?P<word>[^\W_][\w \t-]{{0,39}}?)[ \t]*)?"
    r"\[\[(?P<target>[^\[\]\n|]{1,300})(?:\|[^\[\]\n]*)?\]\][ \t]*(?:\([^\n]*\))?[ \t]*"
)
_TAG: Final = re.compile(r"(?:(?<=\s)|^)#([^\s#\[\]]{1,64})")
_LAST_TAGS: Final = re.compile(r"(?:\s+#[^\s#\[\]]{1,64})+\s*$")
_FENCE: Final = re.compile(r"[ \t]*(```+|~~~+)")
_BOX: Final = frozenset({"", "x", "X", "-"})

_RELATIONS: Final = {relation.value: relation for relation in Relation}


@dataclass(frozen=True, slots=True)
class Observation:
    """One line `- [category] text #tag`; the tags at its end are not part of the text."""

    category: str
    text: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationLine:
    """One line `- word [[Target]]`: the relation it stands for, its own word, and what it points to."""

    relation: Relation
    word: str
    target: str

    @property
    def said(self) -> str:
        """The line without its bullet; two lines that say the same are one relation."""
        return f"{self.word} [[{self.target}]]".lstrip()


def observations(content: str) -> tuple[Observation, ...]:
    """The observations of a text, in order; at most 200."""
    found: list[Observation] = []
    for line in _lines(content, "["):
        match = _OBSERVATION.fullmatch(line)
        if match and (category := match["category"].strip()) not in _BOX:
            tags = tuple(dict.fromkeys(tag.lower() for tag in _TAG.findall(match["text"])))
            text = _LAST_TAGS.sub("", f" {match['text']}").strip()
            found.append(Observation(category, text, tags))
    return tuple(found[:MOST_LINES])


def relation_lines(content: str) -> tuple[RelationLine, ...]:
    """The relations of a text to other notes, each once, in order; at most 200.

    A word that is one of our relations (`led to`, `depends-on`) is taken at its word. Any other, and none at
    all (Tirith: relates_to), extends: the loosest of ours; its own word is kept.
    """
    found: dict[str, RelationLine] = {}
    for line in _lines(content, "[["):
        if match := _RELATION.fullmatch(line):
            word = " ".join((match["word"] or "").split())
            relation = _RELATIONS.get(re.sub("[ -]", "_", word.lower()), Relation.EXTENDS)
            if target := " ".join(match["target"].split()):
                said = RelationLine(relation, word, target)
                found.setdefault(said.said, said)
    return tuple(found.values())[:MOST_LINES]


def _lines(content: str, sign: str) -> Iterator[str]:
    """The lines that carry a sign, those in code blocks left out."""
    if sign not in content:
        return
    fence = ""
    for line in content.splitlines():
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence and sign in line:
            yield line
