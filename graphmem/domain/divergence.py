"""Where two statements about the same matter part: the one value that was exchanged.

Owns the comparison of two clauses. What a divergence leads to is decided in `supersession`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graphmem.domain.facts import Clause, is_time
from graphmem.domain.tokens import Kind, Token, is_cjk

_LONGEST_VALUE: Final = 3
_MOST_APART: Final = 5
_LEAST_SHARED: Final = 2
_LEAST_COVERED: Final = 0.6
_MOVING: Final = frozenset(["moved", "moves", "relocated", "migrated", "migrates", "transferred"])
_DIGIT: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Divergence:
    """The values two clauses differ in; `new` is empty where the old one is only taken back.

    `kin`: surely of one kind, such as two ports. `certain`: fit to act upon where a cue was said.
    `exclusive`: even without a cue, both can't hold.
    """

    old: tuple[Token, ...]
    new: tuple[Token, ...]
    kin: bool
    certain: bool
    exclusive: bool


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring terms of a clause."""

    clause: Clause
    start: int
    tokens: tuple[Token, ...]

    @property
    def before(self) -> frozenset[str]:
        return frozenset(token.stem for token in self.clause.terms[: self.start])

    @property
    def beside(self) -> frozenset[str]:
        terms, stop = self.clause.terms, self.start + len(self.tokens)
        return frozenset(token.stem for token in (*terms[max(0, self.start - 1) : self.start], *terms[stop : stop + 1]))

    @property
    def is_stated(self) -> bool:
        return self.tokens[0].stem in self.clause.stated

    @property
    def is_changed_to(self) -> bool:
        """The clause itself tells a change, and this is what it changed to."""
        return all(token in self.clause.new for token in self.tokens)

    @property
    def is_predicate(self) -> bool:
        return self.clause.places[self.start] > self.clause.verb_at


def diverge(newer: Clause, older: Clause) -> Divergence | None:
    """Give what a newer clause says otherwise than an older one; None where they speak of different matters.

    All else must be common: whatever more both of them say makes them two facts.
    """
    if newer.old and not newer.old.isdisjoint(older.stems):
        return _taken_back(newer, older)
    shared = len(newer.stems & older.stems)
    if not shared or max(len(newer.stems - older.known), len(older.stems - newer.stems)) > _MOST_APART:
        return None
    new, old = _parts(newer, older)
    if not new and not old:
        return _denied(newer, older, shared)
    timeless_new, timeless_old = _timeless(newer, new), _timeless(older, old)
    timed = new != timeless_new and old != timeless_old
    for places in ((old, new), (timeless_old, timeless_new)):
        old_run, new_run = _run(older, places[0]), _run(newer, places[1])
        if old_run and new_run:
            return _exchanged(old_run, new_run, shared, timed)
    return None


def _parts(newer: Clause, older: Clause) -> tuple[list[int], list[int]]:
    new = [at for at, token in enumerate(newer.terms) if token.stem not in older.known]
    old = [at for at, token in enumerate(older.terms) if not _is_still_said(token, newer)]
    return new, old


def _is_still_said(token: Token, newer: Clause) -> bool:
    # "… to 9443 because 8443 was taken" names the old value without stating it.
    return token.stem in (newer.known if token.kind is Kind.WORD else newer.stems)


def _timeless(clause: Clause, terms: list[int]) -> list[int]:
    return [at for at in terms if not is_time(clause.terms[at])]


def _run(clause: Clause, terms: list[int]) -> _Run | None:
    # "S3 in staging" is a value and a circumstance: other circumstances, other facts.
    if not 0 < len(terms) <= _LONGEST_VALUE:
        return None
    start, last = terms[0], terms[-1]
    adjacent = clause.places[last] - clause.places[start] == last - start == len(terms) - 1
    return _Run(clause, start, clause.terms[start : last + 1]) if adjacent else None


def _taken_back(newer: Clause, older: Clause) -> Divergence | None:
    """The newer clause names the old value itself: "from A to B", "B instead of A", "no longer A"."""
    new, old = _parts(newer, older)
    shared = len(newer.known & older.known)
    replaced = tuple(older.terms[at] for at in old if older.terms[at].stem in newer.old)
    covered = shared + len(newer.old & older.known) >= _LEAST_COVERED * len(older.known)
    if not replaced or not shared or not covered:
        return None
    if newer.new:
        instead = tuple(token for token in newer.new if token.stem not in older.known)
        return Divergence(replaced, instead, kin=True, certain=True, exclusive=True)
    run = _run(newer, new)
    if new and (run is None or _has_number(run.tokens) != _has_number(replaced)):
        return None
    return Divergence(replaced, run.tokens if run else (), kin=True, certain=True, exclusive=True)


def _denied(newer: Clause, older: Clause, shared: int) -> Divergence | None:
    if newer.negations % 2 == older.negations % 2 or shared < _LEAST_SHARED:
        return None
    return Divergence(older.terms, (), kin=True, certain=True, exclusive=True)


def _exchanged(old: _Run, new: _Run, shared: int, timed: bool) -> Divergence | None:
    if not _are_of_one_kind(old, new) or not (shared >= _LEAST_SHARED or _is_same_frame(old, new, shared)):
        return None
    kin = _are_kin(old.tokens, new.tokens)
    if not kin and old.before != new.before:
        return None
    exclusive = (kin or _is_single_valued(old, new)) and old.is_predicate and new.is_predicate and not timed
    return Divergence(old.tokens, new.tokens, kin, _is_certain(old, new, kin), exclusive)


def _has_number(tokens: tuple[Token, ...]) -> bool:
    return any(token.kind is Kind.NUMBER for token in tokens)


def _are_of_one_kind(old: _Run, new: _Run) -> bool:
    if not (_has_number(old.tokens) and _has_number(new.tokens)):
        return _has_number(old.tokens) == _has_number(new.tokens)
    return _shapes(old.tokens) == _shapes(new.tokens) or not old.beside.isdisjoint(new.beside)


def _are_kin(old: tuple[Token, ...], new: tuple[Token, ...]) -> bool:
    codes = all(token.kind is Kind.CODE for token in (*old, *new))
    return _has_number(old) or (codes and len(old) == len(new))


def _shapes(tokens: tuple[Token, ...]) -> list[str]:
    return [_DIGIT.sub("9", token.stem) for token in tokens if token.kind is Kind.NUMBER]


def _is_plain(run: _Run) -> bool:
    return any(token.kind is Kind.WORD and not is_cjk(token) for token in run.tokens)


def _is_same_frame(old: _Run, new: _Run, shared: int) -> bool:
    """Whether one shared word will do: nothing but the value differs, and the old one was the only one."""
    cue = new.clause.cue
    apart = len(old.clause.terms) - len(old.tokens), len(new.clause.terms) - len(new.tokens)
    if cue is None or apart != (shared, shared):
        return False
    if (_is_plain(old) or _is_plain(new)) and not new.clause.new:
        return False
    return old.clause.placing or old.is_changed_to or (cue.said not in _MOVING and old.is_stated)


def _is_certain(old: _Run, new: _Run, kin: bool) -> bool:
    cue, governed = new.clause.cue, new.clause.new
    if old.start == 0 or new.start == 0 or new.clause.old:
        return False
    if governed and not any(token in governed for token in new.tokens):
        return False
    # "Now likes jazz": who likes jazz may go on liking rock.
    guess = cue is not None and cue.said == "now" and not kin and _is_plain(new)
    return not guess or old.is_stated or old.clause.placing


def _is_single_valued(old: _Run, new: _Run) -> bool:
    if any(token.kind is Kind.WORD for token in (*old.tokens, *new.tokens)):
        return False
    return (old.is_stated and new.is_stated) or (old.clause.placing and new.clause.placing)
