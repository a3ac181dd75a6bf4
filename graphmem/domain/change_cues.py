"""The words that tell that something changed, and the values they govern: "moved from A to B".

Owns the cues, English and Japanese, and the slots beside them. What changed is decided in `supersession`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from graphmem.domain.tokens import Kind, Token

_VERB_LIST: Final = """
    moved moves switched switches migrated migrates relocated transferred transitioned converted
    changed updated renamed replaced replaces superseded supersedes swapped substituted
    upgraded downgraded raised lowered bumped increased decreased reduced extended shortened doubled halved
    adopted retired decommissioned deprecated withdrawn withdrew reverted abandoned discontinued
    reassigned rescheduled postponed promoted demoted scaled became
"""
_PHRASE_LIST: Final = """
    no longer, cut over, rolled back, instead of, rather than, favour of, favor of, back on, back to, now,
    previously, formerly, old, previous, former, handed over, again, once more
"""
_JAPANESE_LIST: Final = """
    変更 移行 移動 移転 切替 置換 更新 改名 廃止 撤回 交代 刷新 変 切 替 換 戻 引 乗 今 現在 以前 以降
"""
_GIVEN_UP: Final = "やめ"
_JAPANESE_KANA: Final = (_GIVEN_UP, "もう", "かわりに", "これから")

# Said shortly before a cue, they make it a plan, a condition or a denial.
_UNREAL_LIST: Final = """
    not never will would should could may might must can shall if unless when once until plan plans planned
    planning consider considering want wants wanted propose proposed proposes hope hopes be
"""
_UNREAL_JAPANESE: Final = frozenset(["予定", "検討", "計画", "案", "場合"])
_REPLACING_LIST: Final = "replaced replaces superseded supersedes swapped substituted"
_ENDING_LIST: Final = "retired decommissioned deprecated withdrew abandoned discontinued"

_VERBS: Final = frozenset(_VERB_LIST.split())
_JAPANESE: Final = frozenset(_JAPANESE_LIST.split())
_UNREAL: Final = frozenset(_UNREAL_LIST.split())
_UNREAL_WITHIN: Final = 3
_PASSIVE: Final = frozenset(["is", "are", "was", "were", "been", "be", "being", "gets", "got"])
_PASSIVE_WITHIN: Final = 2

_REPLACING: Final = frozenset(_REPLACING_LIST.split())
_OLD_FOLLOWS: Final = {
    *_ENDING_LIST.split(), "instead of", "rather than", "previously", "formerly", "old", "previous", "former",
}  # fmt: skip
_NEW_FOLLOWS: Final = frozenset(["favour of", "favor of", "back on", "back to", "adopted", "became"])
_VERBAL: Final = frozenset(["cut over", "rolled back", "handed over"])
_ARROWS: Final = frozenset(["->", "=>", "→"])
_WEAK: Final = frozenset(["again", "once more"])
_INSTEAD: Final = frozenset(["instead of", "rather than"])
_FORMER: Final = frozenset(["old", "previous", "former"])
_DETERMINERS: Final = frozenset(["the", "our", "its", "their"])
_NOT_BEFORE_NOW: Final = frozenset(["right", "for", "by", "until", "till", "just", "even", "but"])
_SLOT: Final = 4
_SKIPPED: Final = 3


def _by_first_word() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    table: dict[str, tuple[tuple[str, ...], ...]] = {verb: ((verb,),) for verb in _VERB_LIST.split()}
    for phrase in _PHRASE_LIST.split(","):
        words = tuple(phrase.split())
        table[words[0]] = (*table.get(words[0], ()), words)
    return table


_CUES: Final = _by_first_word()
_HEADS: Final = _ARROWS.union(_CUES)


@dataclass(frozen=True, slots=True)
class Cue:
    """A change as it was said. `places` are the tokens of the cues, `new` and `old` those they govern.

    A weak one ("again", a "now" at the end) may as well tell of something that goes on.
    """

    said: str
    weak: bool
    places: frozenset[int]
    new: tuple[int, ...]
    old: tuple[int, ...]


def find_cue(tokens: Sequence[Token], words: Sequence[str]) -> Cue | None:
    """Find the change cues of one clause; None where nothing is said to have changed.

    `words` are the tokens in lower case. Plans, conditions and denials ("will be moved", "if it moved",
    "has not moved") are no change.
    """
    found = [] if _HEADS.isdisjoint(words) else list(_english(words))
    found += _japanese(tokens)
    if not found:
        return None
    slots = _Slots(tokens, words)
    for start, said in found:
        slots.fill(start, said)
    start, said = next(((start, said) for start, said in found if said in _VERBS), found[0])
    return Cue(
        said=said,
        weak=said in _WEAK or (said == "now" and start == len(tokens) - 1),
        places=frozenset(place for start, said in found for place in range(start, start + len(said.split()))),
        new=tuple(slots.new),
        old=tuple(slots.old),
    )


def _english(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    for at, word in enumerate(words):
        if word in _ARROWS:
            yield at, word
        for phrase in _CUES.get(word, ()):
            if tuple(words[at : at + len(phrase)]) == phrase and _is_real(words, at, phrase):
                yield at, " ".join(phrase)


def _is_real(words: Sequence[str], at: int, phrase: tuple[str, ...]) -> bool:
    before = words[max(0, at - _UNREAL_WITHIN) : at]
    if phrase[0] in _VERBS or " ".join(phrase) in _VERBAL:
        return _UNREAL.isdisjoint(before) and not any(word.endswith("n't") for word in before)
    if phrase[0] in _FORMER:
        return at > 0 and words[at - 1] in _DETERMINERS
    return phrase != ("now",) or at == 0 or words[at - 1] not in _NOT_BEFORE_NOW


def _japanese(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    for at, token in enumerate(tokens):
        if not token.raw.isascii() and _tells_change(token.raw, tokens[at + 1 : at + 3]):
            yield at, token.raw


def _tells_change(said: str, following: Sequence[Token]) -> bool:
    if any(kana in said for kana in _JAPANESE_KANA):
        return True
    unreal = any(token.kind is Kind.NEGATION or token.raw in _UNREAL_JAPANESE for token in following)
    return said in _JAPANESE and not unreal


class _Slots:
    """The places of the values that the cues of one clause govern."""

    def __init__(self, tokens: Sequence[Token], words: Sequence[str]) -> None:
        self.tokens = tokens
        self.words = words
        self.new: list[int] = []
        self.old: list[int] = []

    def fill(self, start: int, said: str) -> None:
        """Find the values beside the cue said at `start`."""
        after = start + len(said.split())
        if not said.isascii() and said not in _ARROWS:
            self._japanese(start)
        elif said in _ARROWS:
            self.old += self._before(start)
            self.new += self._after(after)
        elif said in _REPLACING:
            self._replacing(start)
        elif said == "no longer":
            self.old += self._rest(after)
        elif said in _NEW_FOLLOWS:
            self.new += self._after(after)
        elif said in _OLD_FOLLOWS:
            self.old += self._after(after)
            self.new += self._before(start) if said in _INSTEAD else []
        if said in _VERBS or said in _VERBAL:
            self._from_to(after)

    def _from_to(self, after: int) -> None:
        to = self._behind(after, ("to", "into", "onto"))
        self.new += to
        # "Adopted a dog from the shelter" replaces nothing: only "from A to B" does.
        self.old += self._behind(after, ("from",)) if to else []

    def _replacing(self, start: int) -> None:
        by = self._behind(start + 1, ("with", "by"))
        self.new += by
        subject = self._before(start)
        if _PASSIVE.isdisjoint(self.words[max(0, start - _PASSIVE_WITHIN) : start]):
            self.old += self._after(start + 1)
            self.new += [] if by else subject
        elif all(self.tokens[at].kind is not Kind.WORD for at in subject):
            # "The database was replaced": that subject is the role, not the value.
            self.old += subject

    def _japanese(self, cue: int) -> None:
        if _GIVEN_UP in self.tokens[cue].raw:
            self.old += self._before(cue)
            self.new += self._after(cue + 1)
        for at in range(cue):
            if self.tokens[at].raw.startswith("から"):
                self.old += self._before(at)
            elif self.tokens[at].raw.startswith(("に", "へ")):
                self.new += self._before(at)

    def _behind(self, start: int, links: tuple[str, ...]) -> list[int]:
        link = next((at for at in range(start, len(self.words)) if self.words[at] in links), None)
        return [] if link is None else self._after(link + 1)

    def _after(self, start: int) -> list[int]:
        stops = takewhile(lambda at: self.tokens[at].kind is Kind.STOP, range(start, len(self.tokens)))
        first = start + min(_SKIPPED, len(list(stops)))
        within = range(first, min(len(self.tokens), first + _SLOT))
        return list(takewhile(lambda at: self.tokens[at].speaks, within))

    def _before(self, end: int) -> list[int]:
        stops = takewhile(lambda at: self.tokens[at].kind is Kind.STOP, range(end - 1, -1, -1))
        last = end - min(_SKIPPED, len(list(stops)))
        within = range(last - 1, max(-1, last - 1 - _SLOT), -1)
        return list(takewhile(lambda at: self.tokens[at].speaks, within))[::-1]

    def _rest(self, start: int) -> list[int]:
        within = takewhile(lambda at: self.tokens[at].kind is not Kind.MARK, range(start, len(self.tokens)))
        return [at for at in within if self.tokens[at].speaks]
