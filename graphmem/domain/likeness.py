"""How alike two names are that are not the same: typing errors, other word orders, initials, added generic words.

Owns what is worth suggesting. Nothing here links two names; `matching` asks the guards for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from graphmem.domain.guards import Guard, Traits
from graphmem.domain.letters import is_cjk, scripts
from graphmem.domain.model import EntityKind
from graphmem.domain.variants import strokes

SUGGESTED_FROM: Final = 80.0
"""From this score on a name is suggested; below it, one-typo recall falls (reference measurement: .96–.98)."""

_SHORT: Final = 5
_SHORT_CJK: Final = 4
_SHORTEST: Final = 3
_SHORTEST_AMONG_OTHERS: Final = 2
_PERSON_WORD: Final = 70.0
_SURE_WORD: Final = 85.0
_FIRST_LETTER_FROM: Final = 6
_NICKNAME: Final = 3

_GENERIC_BEFORE: Final = frozenset(
    {
        "the", "project", "apache", "google", "microsoft", "amazon", "aws", "azure", "ibm", "oracle",
        "adobe", "gnu", "hashicorp", "jetbrains", "elastic", "nvidia", "intel", "atlassian", "cloudflare",
        "facebook", "meta",
    }
)  # fmt: skip
_GENERIC_AFTER: Final = frozenset(
    {
        "js", "db", "lang", "sql", "py", "io", "project", "app", "application", "service", "library",
        "framework", "language", "database", "platform", "repo", "repository", "team", "company",
    }
)  # fmt: skip
_ATTACHED: Final = ("lang", "js", "db", "sql")
_ADDITIONS: Final = frozenset(
    {
        "jr", "sr", "junior", "senior", "ii", "iii", "iv", "md", "phd", "esq",
    }
)  # fmt: skip
_HONORIFICS: Final = ("さん", "さま", "様", "氏", "君", "くん", "ちゃん", "先生", "님", "씨")


def score(left: Sequence[str], right: Sequence[str]) -> float:
    """0–100: the best of ratio and token_sort_ratio over the folded forms, and of ratio over the plain ones."""
    (left_folded, left_plain), (right_folded, right_plain) = left, right
    best = max(fuzz.ratio(left_folded, right_folded), fuzz.token_sort_ratio(left_folded, right_folded))
    if left_plain is left_folded and right_plain is right_folded:
        return best
    return max(best, fuzz.ratio(left_plain, right_plain))


def _remainders(left: Traits, right: Traits) -> tuple[list[str], list[str]]:
    """The words that only one of the names has, in their order."""
    ours, theirs = list(left.words), list(right.words)
    for word in left.words:
        if word in theirs:
            ours.remove(word)
            theirs.remove(word)
    return ours, theirs


def _one_edit(left: str, right: str) -> bool:
    apart_left, apart_right = strokes(left), strokes(right)
    return OSA.distance(apart_left, apart_right, score_cutoff=1) <= 1


def _word_alike(left: str, right: str, kind: EntityKind | None) -> bool:
    shorter = min(len(left), len(right))
    if shorter <= (_SHORT_CJK if is_cjk(left) else _SHORT):
        nickname = kind is EntityKind.PERSON and shorter >= _NICKNAME and left[:shorter] == right[:shorter]
        return nickname or _one_edit(left, right)
    if left[0] != right[0] and not (shorter >= _FIRST_LETTER_FROM and _one_edit(left, right)):
        return False
    return fuzz.ratio(left, right) >= (_PERSON_WORD if kind is EntityKind.PERSON else SUGGESTED_FROM)


def mistyped(left: Traits, right: Traits, kind: EntityKind | None, how_alike: float) -> bool:
    """Whether one name may be the other with typing errors: what differs must itself be alike."""
    short = min(len(left.squashed), len(right.squashed)) <= _SHORT
    if not short and how_alike < SUGGESTED_FROM:
        return False
    ours, theirs = _remainders(left, right)
    if not ours or not theirs:
        return False
    same_count = len(ours) == len(theirs)
    pairs = list(zip(ours, theirs, strict=True)) if same_count else [("".join(ours), "".join(theirs))]
    shortest = _SHORTEST if ours == list(left.words) else _SHORTEST_AMONG_OTHERS
    return all(min(map(len, pair)) >= shortest and _word_alike(*pair, kind) for pair in pairs)


def spelling_guards(left: Traits, right: Traits, kind: EntityKind | None) -> tuple[Guard, ...]:
    """The guards of a mistyped pair; without any, a space that links from a score may link it."""
    if scripts(left.squashed) != scripts(right.squashed):
        return (Guard.SCRIPT,)
    short = min(len(left.squashed), len(right.squashed)) <= _SHORT
    if short or kind is EntityKind.PERSON or is_cjk(left.squashed):
        return (Guard.SPELLING,)
    pairs = zip(*_remainders(left, right), strict=False)
    return () if all(_surely_mistyped(*pair) for pair in pairs) else (Guard.SPELLING,)


def _surely_mistyped(left: str, right: str) -> bool:
    shorter, longer = sorted((left, right), key=len)
    extended = longer.startswith(shorter) or longer.endswith(shorter)
    return left[:1] == right[:1] and not extended and fuzz.ratio(left, right) >= _SURE_WORD


def reordered(left: Traits, right: Traits) -> bool:
    """Whether the names have the same words in another order (Wei Zhang, Zhang Wei)."""
    return len(left.words) > 1 and left.words != right.words and sorted(left.words) == sorted(right.words)


def generic_core(folded: str) -> str | None:
    """The name without one generic word around it (Apache Kafka, Vue.js, Golang), None where it has none."""
    words = folded.replace(".", " ").split()
    if len(words) > 1 and words[0] in _GENERIC_BEFORE:
        return "".join(words[1:])
    if len(words) > 1 and words[-1] in _GENERIC_AFTER:
        return "".join(words[:-1])
    for ending in _ATTACHED:
        if len(words) == 1 and words[0].endswith(ending) and len(words[0]) > len(ending) + 1:
            return words[0].removesuffix(ending)
    return None


def _same_given_name(few: str, many: str) -> bool:
    return few == many or (1 in (len(few), len(many)) and few[:1] == many[:1])


def shortened_person(left: Sequence[str], right: Sequence[str]) -> Guard | None:
    """Whether one is a shorter form of the other person's name, and in which way: fewer words or initials."""
    few, many = sorted((left, right), key=len)
    if not few or few == many:
        return None
    if len(few) == 1:
        bare = len(few[0]) > 1 and len(many) > 1 and few[0] in (many[0], many[-1])
        return Guard.EXTRA_WORDS if bare else None
    following = iter(_without_addition(many) if many[-1] != few[-1] else many)
    if not all(any(_same_given_name(word, other) for other in following) for word in few):
        return None
    if next(following, None) is not None:
        return None
    return Guard.EXTRA_WORDS if len(few) < len(many) else Guard.INITIALS


def _without_addition(parts: Sequence[str]) -> Sequence[str]:
    return parts[:-1] if parts[-1] in _ADDITIONS else parts


def without_honorific(squashed: str) -> str:
    """A Japanese or Korean name without さん, 氏, 님 and the like."""
    for honorific in _HONORIFICS:
        if squashed.endswith(honorific) and len(squashed) > len(honorific) + 1:
            return squashed.removesuffix(honorific)
    return squashed
