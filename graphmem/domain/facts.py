"""A short text as a fact: its clauses, what each speaks of, and what it says has changed.

Owns the preparation, which is worth keeping; two facts are held against each other in `supersession`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from graphmem.domain.change_cues import Cue, find_cue
from graphmem.domain.tokens import Kind, Token, tokenise

MOST_TERMS: Final = 80
MOST_SENTENCES: Final = 5
MOST_CHARACTERS: Final = 4_000
"""A text of more content words or sentences is no single fact, and is not compared (bettermemory)."""

# Words for where or what something is: they may change with the value, so they are no part of the matter.
_PLACING: Final = """
    live lives lived resides located based hosted runs running run ran deployed listens listen listening
    served serves bound stored stays sits relocated 住 稼働 動 待 受
"""
_OTHERWISE_LIGHT: Final = """
    use uses used using set sets defaults equals currently presently today new old previous former latest team
    back stands kept keeps points reads pinned called named known configured assigned scheduled powered
    使 使用 利用 設定 値 置 書 行 新 旧 上 下
"""
_HOLDING: Final = """
    need needs require requires take takes cost costs last lasts expire expires allow allows accept accepts has
    have holds contains returns start starts end ends begins opens closes retries waits weighs measures limits
    uses use reads writes points earns pays owns
"""
_TIME_LIST: Final = """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december yesterday tonight morning evening week month year weekend recently ago
    last next spring summer autumn winter
"""
_PLACES: Final = frozenset(_PLACING.split())
_LIGHT: Final = _PLACES.union(_OTHERWISE_LIGHT.split())
_TIMES: Final = frozenset(_TIME_LIST.split())
_ASIDE_OPENS: Final = frozenset(["(", "because", "since", "due", "which", "although", "though", "while", "unless"])
_ASIDE_CLOSES: Final = frozenset([")", ","])
_COPULAS: Final = frozenset(["is", "are", "was", "were", ":", "=", "は"])
_PREDICATES: Final = _PLACES | _COPULAS | frozenset(_HOLDING.split())
_PASSED_OVER: Final = frozenset(["the", "now", "called", "named", "currently"])
_INSIDE: Final = frozenset(["in", "at", "on"])
_DATE: Final = re.compile(r"(?:19|20)\d\d(?:-\d\d?(?:-\d\d?)?)?$")
_SPLITS: Final = frozenset([";", "-"])
_JOINS_AFTER_COMMA: Final = frozenset(["and", "but", "so", "then", "while", "yet"])

_SILENT: Final = (Kind.MARK, Kind.END)


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement. `terms` is its matter in order, without light verbs, cues and values said to be old.

    `stems` are the terms', `known` those it has anywhere, asides included; `new` and `old` are the stems of
    the values a cue governs; `stated` the stems that follow "is".
    """

    terms: tuple[Token, ...]
    places: tuple[int, ...]
    stems: frozenset[str]
    known: frozenset[str]
    cue: Cue | None
    new: tuple[Token, ...]
    old: frozenset[str]
    stated: frozenset[str]
    placing: bool
    verb_at: int
    negations: int


@dataclass(frozen=True)
class Fact:
    """A text prepared for `supersession.detect`. `stems` are those of its content words.

    Its clauses are read when they are first asked for: most texts share too little to come that far.
    """

    tokens: tuple[Token, ...]
    stems: frozenset[str]
    claim_sized: bool

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """All its words in order, for openings."""
        return tuple(token for token in self.tokens if token.kind not in _SILENT)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Its statements; none where it is too long to be a fact."""
        return tuple(map(_clause, _split(self.tokens))) if self.claim_sized else ()


def prepare(text: str, tokens: Sequence[Token] | None = None) -> Fact:
    """Prepare a text for `supersession.detect`; its tokens may be given where they are at hand."""
    if tokens is None:
        # What is far too long for a fact is not even looked at.
        tokens = tokenise(text) if len(text) <= MOST_CHARACTERS else []
    content = [token.stem for token in tokens if token.speaks]
    sentences = 1 + [token.kind for token in tokens[:-1]].count(Kind.END)
    return Fact(tuple(tokens), frozenset(content), 0 < len(content) <= MOST_TERMS and sentences <= MOST_SENTENCES)


def _split(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    start = 0
    for at in range(len(tokens) + 1):
        if at == len(tokens) or _is_border(tokens, at):
            clause = tokens[start:at]
            if any(token.speaks for token in clause):
                yield clause
            start = at + 1


def _is_border(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.kind not in _SILENT:
        return False
    if token.raw == ",":
        return at + 1 < len(tokens) and tokens[at + 1].lower in _JOINS_AFTER_COMMA
    return token.kind is Kind.END or token.raw in _SPLITS


def _clause(tokens: Sequence[Token]) -> Clause:
    words = [token.lower for token in tokens]
    cue = find_cue(tokens, words)
    new = tuple(tokens[at] for at in cue.new if not _is_light(tokens[at])) if cue else ()
    gone = {tokens[at].stem for at in cue.old}.difference(token.stem for token in new) if cue else set()
    silent = cue.places if cue else frozenset()
    spoken = [
        (at, token)
        for at, token in enumerate(tokens)
        if token.speaks and at not in silent and token.stem not in gone and not _is_light(token)
    ]
    aside = _asides(words)
    matter = [(at, token) for at, token in spoken if at not in aside] if aside else spoken
    stated, placing = _statement(tokens, words)
    return Clause(
        terms=tuple(token for _, token in matter),
        places=tuple(at for at, _ in matter),
        stems=frozenset(token.stem for _, token in matter),
        known=frozenset(token.stem for _, token in spoken),
        cue=cue,
        new=new,
        old=frozenset(gone),
        stated=stated,
        placing=placing,
        verb_at=next((at for at, word in enumerate(words) if word in _PREDICATES), len(words)),
        negations=[token.kind for token in tokens].count(Kind.NEGATION),
    )


def _is_light(token: Token) -> bool:
    return token.kind is Kind.WORD and token.raw in _LIGHT


def _statement(tokens: Sequence[Token], words: Sequence[str]) -> tuple[frozenset[str], bool]:
    # "The broker is NATS" names the one value there is; "he is a father" does not.
    placing = not _PLACES.isdisjoint(words)
    if _COPULAS.isdisjoint(words):
        return frozenset(), placing
    stated: set[str] = set()
    copula = inside = False
    for token, word in zip(tokens, words, strict=True):
        if copula and token.speaks and word not in _PASSED_OVER:
            stated.add(token.stem)
            placing = placing or inside
        inside = copula and (inside or word in _INSIDE)
        copula = word in _COPULAS or (copula and (word in _PASSED_OVER or word in _INSIDE))
    return frozenset(stated), placing


def _asides(words: Sequence[str]) -> frozenset[int]:
    if _ASIDE_OPENS.isdisjoint(words):
        return frozenset()
    places: set[int] = set()
    inside = False
    for at, word in enumerate(words):
        if word in _ASIDE_OPENS and (at or word == "("):
            inside = True
        elif word in _ASIDE_CLOSES:
            inside = False
        elif inside:
            places.add(at)
    return frozenset(places)


def is_time(token: Token) -> bool:
    """Whether the token tells when: a weekday, a month, a year, "ago"."""
    if token.kind is Kind.NUMBER:
        return _DATE.match(token.stem) is not None
    return token.lower in _TIMES
