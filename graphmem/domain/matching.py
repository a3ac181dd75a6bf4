"""Comparing two names: equal, linkable, worth suggesting, or different, always with the reasons.

Guards come before scores: what a guard forbids no score can link. Owns pairs only; what a mention with
several hits resolves to is in `resolving`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rapidfuzz import fuzz

from graphmem.domain.guards import Guard, Traits, badly_divided, failed, series, traits
from graphmem.domain.legal_forms import Incorporated, incorporated
from graphmem.domain.letters import is_cjk
from graphmem.domain.likeness import (
    generic_core,
    mistyped,
    reordered,
    score,
    shortened_person,
    spelling_guards,
    without_honorific,
)
from graphmem.domain.model import EntityKind
from graphmem.domain.names import forms, name_parts, names_equal, squash
from graphmem.domain.numerals import renumbered
from graphmem.domain.shapes import ADDRESSES, CODES, Shape, identity, loosened, shape_of, spelled_as_symbol
from graphmem.domain.variants import loose


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two names are to one another. `score` is 0–100; `blocked_by` names the guards that failed.

    `exact`: one name, written in one of its usual ways. `linkable`: equal letters and every guard passed.
    `candidate`: worth asking about. `same_letters`: equal when spaces, punctuation and legal form don't count.
    """

    linkable: bool = False
    candidate: bool = False
    score: float = 0.0
    reasons: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    exact: bool = False
    same_letters: bool = False


_DIFFERENT: Final = Comparison()
_FULL: Final = 100.0
_SHORT_SIGNED: Final = 3

_COMPANY_LIKE: Final = frozenset({None, EntityKind.COMPANY, EntityKind.OTHER})
_MAYBE_PERSON: Final = frozenset({None, EntityKind.PERSON})
_NO_GENERIC_WORDS: Final = frozenset({EntityKind.PERSON, EntityKind.COMPANY, EntityKind.FILE})


def kinds_conflict(left: EntityKind | None, right: EntityKind | None) -> bool:
    """Whether both kinds are declared and differ; an unknown kind conflicts with none."""
    return left is not None and right is not None and left is not right


def compare(kind_a: EntityKind | None, name_a: str, kind_b: EntityKind | None, name_b: str) -> Comparison:
    """Compares two names of the given kinds (None: unknown). Symmetric."""
    if kinds_conflict(kind_a, kind_b):
        return Comparison(blocked_by=(Guard.KIND,))
    kind = kind_a or kind_b
    shapes = (shape_of(kind, name_a), shape_of(kind, name_b))
    for shape in shapes:
        if shape in ADDRESSES:
            return _compare_addresses(shape, name_a, name_b)
    if names_equal(name_a, name_b):
        return _equal("the same name")
    return _compare_words(kind, name_a, name_b, code=not CODES.isdisjoint(shapes))


def _compare_addresses(shape: Shape, left: str, right: str) -> Comparison:
    ours, theirs = identity(shape, left), identity(shape, right)
    if ours == theirs:
        return _equal(f"the same {shape}")
    if loosened(shape, left) == loosened(shape, right):
        return _suggestion(fuzz.ratio(ours, theirs), f"nearly the same {shape}", Guard.EXACT)
    if shape is Shape.PATH and _below(*sorted((ours, theirs), key=len)):
        return _suggestion(fuzz.ratio(ours, theirs), "the end of the same path", Guard.EXACT)
    return Comparison(score=fuzz.ratio(ours, theirs), blocked_by=(Guard.EXACT,))


def _below(shorter: str, longer: str) -> bool:
    return not posixpath.isabs(shorter) and longer.endswith(f"/{shorter}")


@lru_cache(maxsize=64)
def _equal(reason: str) -> Comparison:
    return replace(_link(reason), exact=True)


def _link(reason: str) -> Comparison:
    return Comparison(linkable=True, score=_FULL, reasons=(reason,), same_letters=True)


def _suggestion(how_alike: float, reason: str, *guards: Guard) -> Comparison:
    return Comparison(candidate=True, score=how_alike, reasons=(reason,), blocked_by=guards)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two names under comparison, with what all rules need."""

    kind: EntityKind | None
    names: tuple[str, str]
    left_forms: tuple[str, str]
    right_forms: tuple[str, str]
    left: Traits
    right: Traits
    score: float
    code: bool

    @property
    def folded(self) -> tuple[str, str]:
        return self.left_forms[0], self.right_forms[0]


def _compare_words(kind: EntityKind | None, left: str, right: str, code: bool) -> Comparison:
    ours, theirs = forms(left), forms(right)
    pair = _Pair(kind, (left, right), ours, theirs, traits(*ours), traits(*theirs), score(ours, theirs), code)
    legal = _same_but_for_legal_form(pair)
    if legal and legal.linkable:
        return legal
    if pair.left.squashed == pair.right.squashed:
        return _same_letters(pair)
    if legal:
        return legal
    if series(pair.left, pair.right):
        return Comparison(score=pair.score, blocked_by=failed(pair.left, pair.right, kind))
    return next(_suggestions(pair), replace(_DIFFERENT, score=pair.score))


def _same_letters(pair: _Pair) -> Comparison:
    guards = failed(pair.left, pair.right, pair.kind)
    if badly_divided(pair.left, pair.right, pair.kind, pair.code):
        guards = (*guards, Guard.WORD_BREAKS)
    if spelled_as_symbol(pair.kind, *pair.names):
        guards = (*guards, Guard.EXACT)
    if not guards:
        return _link("the same letters and digits")
    only_a_sign = Guard.SIGNS in guards and len(pair.left.squashed) <= _SHORT_SIGNED and not pair.left.written
    if only_a_sign or series(pair.left, pair.right):
        return Comparison(score=pair.score, blocked_by=guards, same_letters=True)
    return replace(_suggestion(pair.score, "the same letters and digits", *guards), same_letters=True)


def _same_but_for_legal_form(pair: _Pair) -> Comparison | None:
    """Acme and Acme Inc. are one company, Acme GmbH and Acme AG are two."""
    if pair.kind not in _COMPANY_LIKE:
        return None
    ours, theirs = incorporated(pair.left_forms[1]), incorporated(pair.right_forms[1])
    unincorporated = ours.form is theirs.form is None and pair.left.squashed == pair.right.squashed
    if unincorporated or _company_key(ours) != _company_key(theirs):
        return None
    reason = "the same name but for its legal form or article"
    guards = _legal_guards(ours, theirs, pair.kind)
    if guards:
        return replace(_suggestion(pair.score, reason, *guards), same_letters=True)
    return _link(reason)


def _company_key(company: Incorporated) -> str:
    return squash(company.name.removeprefix("the "))


def _legal_guards(left: Incorporated, right: Incorporated, kind: EntityKind | None) -> tuple[Guard, ...]:
    conflict = None not in (left.form, right.form) and (left.form, left.in_front) != (right.form, right.in_front)
    ours, theirs = traits(left.name, left.name), traits(right.name, right.name)
    guards = failed(ours, theirs, kind)
    if ours.squashed != theirs.squashed:
        guards = (*guards, Guard.EXTRA_WORDS)
    elif badly_divided(ours, theirs, kind, code=False):
        guards = (*guards, Guard.WORD_BREAKS)
    return (*guards, Guard.LEGAL_FORM) if conflict or kind is not EntityKind.COMPANY else guards


def _suggestions(pair: _Pair) -> Iterator[Comparison]:
    """The rules for names that are worth asking about, the most telling first."""
    left, right, how_alike = pair.left, pair.right, pair.score
    if left.renumbered == right.renumbered:
        yield _suggestion(how_alike, "the same name with the same numbers", Guard.NUMERALS)
    if not left.squashed.isascii() and loose(left.squashed) == loose(right.squashed):
        yield _suggestion(how_alike, "written with variant characters", Guard.VARIANTS)
    if reordered(left, right):
        yield _suggestion(how_alike, "the same words in another order", Guard.WORD_ORDER)
    if pair.code:
        return
    if pair.kind is EntityKind.PERSON and (shortening := _shortened(pair)):
        yield _suggestion(how_alike, "a shorter form of the name", *failed(left, right, pair.kind), shortening)
    if pair.kind not in _NO_GENERIC_WORDS and _same_core(pair):
        yield _suggestion(how_alike, "the same name but for a generic word", Guard.EXTRA_WORDS)
    if mistyped(left, right, pair.kind, how_alike):
        guards = (*failed(left, right, pair.kind), *spelling_guards(left, right, pair.kind))
        yield _suggestion(how_alike, "spelled alike", *guards)


def _shortened(pair: _Pair) -> Guard | None:
    if is_cjk(pair.left.squashed):
        same = without_honorific(pair.left.squashed) == without_honorific(pair.right.squashed)
        return Guard.EXTRA_WORDS if same else None
    return shortened_person(*map(name_parts, pair.names))


def _same_core(pair: _Pair) -> bool:
    left, right = pair.folded
    return generic_core(left) == pair.right.squashed or generic_core(right) == pair.left.squashed


@lru_cache(maxsize=8192)
def keys(kind: EntityKind | None, name: str) -> tuple[str, ...]:
    """The squashed forms under which a name is kept, its own first.

    Two names that are equal, linkable, or suggested by a rule other than spelling and word order share one.
    """
    shape = shape_of(kind, name)
    if shape in ADDRESSES:
        return (squash(forms(loosened(shape, name))[1]),)
    folded, plain = forms(name)
    own = squash(folded)
    return tuple(dict.fromkeys((own, *_further_keys(kind, folded, plain))))


def probes(kind: EntityKind | None, name: str) -> tuple[str, ...]:
    """The keys to look a name up by: its own, and for a full name of a person its first and last word alone."""
    own = keys(kind, name)
    parts = name_parts(name) if kind in _MAYBE_PERSON else ()
    return own if len(parts) < 2 else tuple(dict.fromkeys((*own, parts[0], parts[-1])))


def _with_one_letter_less(own: str) -> Iterator[str]:
    """For names too short to share letter groups after one edit: they share what is left without the letter."""
    if 3 <= len(own) <= 4 and own.isascii():
        yield f"~{own}"
        yield from (f"~{own[:at]}{own[at + 1 :]}" for at in range(len(own)))


def _further_keys(kind: EntityKind | None, folded: str, plain: str) -> Iterator[str]:
    own = squash(folded)
    yield from _with_one_letter_less(own)
    yield squash(renumbered(folded))
    if not own.isascii():
        yield without_honorific(own)
        yield loose(own)
    if kind in _COMPANY_LIKE:
        yield _company_key(incorporated(plain))
    if kind not in _NO_GENERIC_WORDS and (core := generic_core(folded)):
        yield core
