"""The lines of a note that mean something: observations and relations, as Tirith and basic-memory write them.

Owns the reading of a body. What a relation's target is, and what is made of an observation, is decided
by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.domain.model import Relation

_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
# "- [ ] to do" and "- [x] done" are tasks, "- [text](url)" is a link: neither is an observation.
_OBSERVATION: Final = re.compile(r"\s*[-*+]\s+\[(?![xX ]?\])([\w][\w -]{0,31})\]\s+(\S.*)$")
_RELATION: Final = re.compile(r"\s*[-*+]\s+([^\W\d_][\w -]{0,63}?)?\s*\[\[([^\[\]|]{1,300})(?:\|[^\[\]]*)?\]\]\s*(.*)$")
_TAG: Final = re.compile(r"(?:^|(?<=\s))#(?!\d+(?:\s|$))([^\s#\[\]]{1,64})")

_WORDS: Final = {
    Relation.SUPERSEDES: "supersedes, replaces, obsoletes",
    Relation.LED_TO: "led to, leads to, causes, caused",
    Relation.IMPLEMENTS: "implements, realises, realizes",
    Relation.RESOLVES: "resolves, fixes, solves, closes",
    Relation.DEPENDS_ON: "depends on, requires, needs, uses",
    Relation.EXTENDS: "extends, builds on, refines, relates to",
    Relation.CONTRADICTS: "contradicts, conflicts with",
}
_TURNED: Final = {
    Relation.SUPERSEDES: "superseded by, replaced by, obsoleted by",
    Relation.LED_TO: "caused by, because of, follows from",
    Relation.IMPLEMENTS: "implemented by, realised by, realized by",
    Relation.RESOLVES: "resolved by, fixed by, solved by, closed by",
    Relation.DEPENDS_ON: "required by, needed by, used by",
    Relation.EXTENDS: "extended by, refined by",
    Relation.CONTRADICTS: "contradicted by",
}


@dataclass(frozen=True, slots=True)
class Observation:
    """One `- [category] text #tag` line; tags are in lower case, trailing ones no part of the text."""

    category: str
    text: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoteRelation:
    """One `- relation [[Target]]` line. With `turned` the link goes from the target to the note.

    A relation that is none of ours is an EXTENDS, the weakest; `said` keeps its words for the link's reason.
    """

    relation: Relation
    said: str
    target: str
    turned: bool


@dataclass(frozen=True, slots=True)
class NoteBody:
    """What a note's body says line by line."""

    observations: tuple[Observation, ...]
    relations: tuple[NoteRelation, ...]


def read_note(body: str) -> NoteBody:
    """Read the observations and relations of a note; each once, fenced code left out."""
    observations: dict[Observation, None] = {}
    relations: dict[NoteRelation, None] = {}
    for line in _prose(body):
        if relation := _RELATION.match(line):
            relations[_relation(relation)] = None
        elif observation := _OBSERVATION.match(line):
            observations[_observation(observation)] = None
    return NoteBody(tuple(observations), tuple(relations))


def _prose(body: str) -> Iterator[str]:
    fenced = False
    for line in body.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield line


def _observation(match: re.Match[str]) -> Observation:
    category, text = match[1].strip().lower(), match[2].strip()
    tags = dict.fromkeys(tag.rstrip(".,;:!?)").lower() for tag in _TAG.findall(text))
    words = text.split()
    while len(words) > 1 and _TAG.fullmatch(words[-1]):
        words.pop()
    return Observation(category, " ".join(words), tuple(filter(None, tags)))


def _relation(match: re.Match[str]) -> NoteRelation:
    said = " ".join((match[1] or "relates to").replace("_", " ").replace("-", " ").lower().split())
    relation, turned = _RELATIONS.get(said, (Relation.EXTENDS, False))
    return NoteRelation(relation, said, match[2].strip(), turned)


def _lexicon() -> dict[str, tuple[Relation, bool]]:
    return {
        word.strip(): (relation, turned)
        for turned, table in ((False, _WORDS), (True, _TURNED))
        for relation, words in table.items()
        for word in words.split(",")
    }


_RELATIONS: Final = _lexicon()
