"""Whether a new memory replaces an older one of the same entity, contradicts it, or neither.

Owns the rules. They look for one diverging value in an otherwise common statement: better to miss a
change than to retire what still holds. That both are about the same entity is the caller's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Final

from graphmem.domain.divergence import Divergence, diverge
from graphmem.domain.facts import Clause, Fact
from graphmem.domain.tokens import Token

MOST_VERDICTS: Final = 5
"""At most so many older memories are linked or queued by one write (bettermemory)."""

_LEAST_SIMILARITY: Final = 0.3
_LEAST_SIMILARITY_OF_KIN: Final = 0.15
_LEAST_SHARE_OF_OLDER: Final = 0.5

_LEAST_OPENING: Final = 2
_LONGEST_MIDDLE: Final = 8
_LONGEST_TAIL: Final = 6
_PREPOSITION_LIST: Final = "at by during for from in inside of on over since under until with within"
_PREPOSITIONS: Final = frozenset(_PREPOSITION_LIST.split())


class VerdictKind(StrEnum):
    """What a new memory does to an older one."""

    SUPERSEDES = "supersedes"
    RETIRES = "retires"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a new memory does to the older one at `index`, with both values and the cue, if one was said."""

    index: int
    kind: VerdictKind
    old_value: str
    new_value: str
    reason: str
    cue: str | None = None
    similarity: float = 0.0


def detect(newer: Fact, older: Sequence[Fact], *, single_valued: bool = False) -> list[Verdict]:
    """Judge each older fact of the same entity; those that go on holding get no verdict.

    SUPERSEDES needs a change cue and a diverging value of the same kind; RETIRES needs `single_valued`,
    the same opening and another trailing value; CONFLICT is a diverging value without a cue.
    """
    verdicts: list[Verdict] = []
    for similarity, index in _likely(newer, older):
        verdict = _judge(index, newer, older[index], similarity, single_valued)
        if verdict is not None:
            verdicts.append(verdict)
        if len(verdicts) == MOST_VERDICTS:
            break
    return verdicts


def _likely(newer: Fact, older: Sequence[Fact]) -> list[tuple[float, int]]:
    """Give similarity and index of the facts that have something in common, most alike first."""
    likely = []
    for index, fact in enumerate(older):
        shared = len(newer.stems & fact.stems)
        if shared and fact.claim_sized and newer.claim_sized:
            likely.append((shared / (len(newer.stems) + len(fact.stems) - shared), index))
    return sorted(likely, key=lambda pair: (-pair[0], pair[1]))


def _judge(index: int, newer: Fact, older: Fact, similarity: float, single_valued: bool) -> Verdict | None:
    if single_valued and (values := _retired(older.words, newer.words)):
        old, new = map(_said, values)
        reason = f"single value: {old!r} became {new!r}"
        return Verdict(index, VerdictKind.RETIRES, old, new, reason, None, similarity)
    if similarity < _LEAST_SIMILARITY_OF_KIN:
        return None
    for clause in newer.clauses:
        for other in older.clauses:
            found = diverge(clause, other)
            if found and (verdict := _verdict(index, found, clause, other, older, similarity)):
                return verdict
    return None


def _verdict(
    index: int, found: Divergence, newer: Clause, older: Clause, fact: Fact, similarity: float
) -> Verdict | None:
    cue = newer.cue.said if newer.cue and (found.kin or not newer.cue.weak) else None
    least = _LEAST_SIMILARITY_OF_KIN if found.kin else _LEAST_SIMILARITY
    old, new = _said(found.old), _said(found.new) or cue or "denied"
    if cue and found.certain and _is_the_point(older, fact):
        reason = f"changed ({cue}): {old!r} became {new!r}"
        return Verdict(index, VerdictKind.SUPERSEDES, old, new, reason, cue, similarity)
    if similarity >= least and (cue or found.exclusive):
        reason = f"both can't hold: {old!r} and {new!r}"
        return Verdict(index, VerdictKind.CONFLICT, old, new, reason, cue, similarity)
    return None


def _is_the_point(clause: Clause, fact: Fact) -> bool:
    # A memory that says more than what changed goes on being needed: a person decides.
    return len(clause.known) >= _LEAST_SHARE_OF_OLDER * len(fact.stems)


def _said(tokens: Sequence[Token]) -> str:
    return " ".join(token.raw for token in tokens)


def _retired(old: Sequence[Token], new: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]] | None:
    """Give both middles where the openings agree and hardly a tail follows (total-agent-memory)."""
    opening = _common(old, new)
    old_rest, new_rest = old[opening:], new[opening:]
    tail = _common(old_rest[::-1], new_rest[::-1])
    old_middle, new_middle = old_rest[: len(old_rest) - tail], new_rest[: len(new_rest) - tail]
    if not (0 < len(old_middle) <= _LONGEST_MIDDLE and 0 < len(new_middle) <= _LONGEST_MIDDLE):
        return None
    tail_fits = tail <= 1 or (tail <= _LONGEST_TAIL and old_rest[-tail].stem in _PREPOSITIONS)
    common = opening + tail
    if opening < _LEAST_OPENING or not tail_fits or 2 * common < max(len(old), len(new)):
        return None
    if {token.stem for token in old_middle} & {token.stem for token in new_middle}:
        return None
    return old_middle, new_middle


def _common(left: Sequence[Token], right: Sequence[Token]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0].stem == pair[1].stem, zip(left, right, strict=False)))
