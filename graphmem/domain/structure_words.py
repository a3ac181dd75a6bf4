"""The words that give away a memory's altitude, type and state, in English and Japanese.

Owns the word lists and how a text is searched for them. What follows from a hit is in `structure`.
The categories and their order are linksee's; the lists are our own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graphmem.domain.model import Altitude, MemoryState, MemoryType

READ_AT_MOST: Final = 2000
"""Characters that are searched: what a memory is about is said early, and a long one costs no more."""

_WORD: Final = re.compile(r"[a-z']+")
# Splitting at everything else is twice as fast as finding words, and does for plain ASCII.
_SPACED: Final = {code: " " for code in range(128) if chr(code) not in "abcdefghijklmnopqrstuvwxyz'"}

# "not yet done", "once it is merged", "will be fixed", "non-deprecated": the word is there, the thing is not.
_DENIED_BEFORE: Final = re.compile(
    r"(?:\b(?:not|never|non|no|cannot|once|until|when|if|unless|before|to be|"
    r"(?:will|shall|should|must|can|could|may|might|would) be)|n't)"
    r"(?:\s+(?:yet|been|be|fully|really|it|it's|this|that|is|was|we|have|has|are|the|a|any))*\s*$"
)
_ASKED_BEFORE: Final = re.compile(r"(?:that's|that is|which is|this is|reasons?|explains?|the|and|or)\s*$")
_DENIED_BEFORE_JA: Final = ("未", "不", "非")
_DENIED_AFTER_JA: Final = re.compile(r"(?:して|されて|できて|し|され|でき)?い?(?:な[いかくけ]|ませ[んぬ]|ず)")
_LOOK_BACK: Final = 40
_LOOK_AHEAD: Final = 8


@dataclass(frozen=True, slots=True)
class Cue:
    """Words, phrases of several words and Japanese stretches that tell the same thing.

    `keys` holds the words and the longest word of each phrase: without one of them there is no hit.
    A deniable cue does not count where it is negated or only a condition.
    """

    words: frozenset[str]
    phrases: tuple[str, ...]
    japanese: frozenset[str]
    keys: frozenset[str]
    deniable: bool


class Reading:
    """A text prepared for being searched for cues. `text` is lower case, its hyphens are spaces.

    `cued` tells whether any cue at all may be in it: most texts have none.
    """

    __slots__ = ("_japanese", "_words", "cued", "text")

    def __init__(self, text: str) -> None:
        self.text = text[:READ_AT_MOST].lower().replace("-", " ").replace("’", "'")
        if self.text.isascii():
            self._words = frozenset(self.text.translate(_SPACED).split())
            self._japanese: frozenset[str] = frozenset()
        else:
            self._words = frozenset(_WORD.findall(self.text))
            self._japanese = frozenset(_ANY_JAPANESE.findall(self.text))
        self.cued = bool(self._japanese) or not _ANY_KEY.isdisjoint(self._words)

    def has(self, cue: Cue) -> bool:
        """Whether the text says any of the cue's words."""
        if not cue.keys.isdisjoint(self._words):
            found = [*(cue.words & self._words), *filter(self.text.__contains__, cue.phrases)]
            if any(self._stands(word, cue.deniable) for word in found):
                return True
        if cue.japanese.isdisjoint(self._japanese):
            return False
        return any(self._stands(word, cue.deniable) for word in cue.japanese & self._japanese)

    def _stands(self, word: str, deniable: bool) -> bool:
        at = self.text.find(word)
        while at >= 0:
            before = self.text[max(0, at - _LOOK_BACK) : at]
            after = self.text[at + len(word) : at + len(word) + _LOOK_AHEAD]
            if _is_whole(word, before, after) and not _is_denied(word, before, after, deniable):
                return True
            at = self.text.find(word, at + 1)
        return False


def _is_whole(word: str, before: str, after: str) -> bool:
    return not word.isascii() or not (before[-1:].isalpha() or after[:1].isalpha())


def _is_denied(word: str, before: str, after: str, deniable: bool) -> bool:
    if word == "why":
        return _ASKED_BEFORE.search(before) is not None
    if not deniable:
        return False
    if word.isascii():
        return _DENIED_BEFORE.search(before) is not None
    return before.endswith(_DENIED_BEFORE_JA) or _DENIED_AFTER_JA.match(after) is not None


def _cue(words: str, phrases: str, japanese: str, *, deniable: bool = False) -> Cue:
    several = tuple(phrase.strip() for phrase in phrases.split(",") if phrase.strip())
    single = frozenset(words.split())
    keys = single.union(max(phrase.split(), key=len) for phrase in several)
    return Cue(single, several, frozenset(japanese.split()), keys, deniable)


ALTITUDES: Final = (
    (
        Altitude.MISSION,
        _cue("mission vision", "north star, product direction", "ミッション ビジョン 使命 理念 北極星 存在意義"),
    ),
    (
        Altitude.STRATEGY,
        _cue(
            "strategy strategic strategies positioning gtm revenue pricing icp monetisation monetization",
            "go to market, business model, target market, ideal customer, market share",
            "戦略 ポジショニング 収益 売上 価格設定 料金プラン 市場 競合 ビジネスモデル マネタイズ",
        ),
    ),
    (
        Altitude.ARCHITECTURE,
        _cue(
            "architecture architectural schema schemas database databases migration migrations "
            "microservice microservices infrastructure",
            "api design, system design, data model, design pattern",
            "アーキテクチャ スキーマ データベース マイグレーション 設計 データモデル インフラ 基盤",
        ),
    ),
)
"""Asked in this order; none of them means implementation."""

QUESTION: Final = _cue(
    "why",
    "how to, how do, how can, how should, what is, what are, what if, can we, can i, should we, should i, "
    "could we, do we need, is it possible",
    "ですか ますか でしょうか だろうか なぜ どうして どうやって どうすれば どうやれば とは何 べきか",
)
COMPARISON: Final = _cue(
    "vs versus alternative alternatives options comparison tradeoff tradeoffs",
    "compared to, compared with, pros and cons, trade off",
    "比較 比べ 代替 選択肢 対抗案 一長一短 メリットとデメリット",
)
TYPES: Final = (
    (MemoryType.COMPARISON, COMPARISON),
    (
        MemoryType.DECISION,
        _cue(
            "approve approves approved decide decides decided decision chose chosen settled agreed",
            "go with, going with, went with, commit to, committed to, opted for",
            "決定 決めた 決まった 決まり 採用 承認 選定 選んだ ことにした ことにする でいく で行く 合意",
            deniable=True,
        ),
    ),
    (
        MemoryType.LEARNING,
        _cue(
            "learned learnt realised realized discovered insight insights lesson lessons",
            "turns out, turned out, found out, figured out",
            "学んだ 学び わかった 分かった 判明 気づいた 気付いた 発見 教訓 知見",
            deniable=True,
        ),
    ),
    (
        MemoryType.OUTCOME,
        _cue(
            "result results resulted outcome shipped deployed launched finished released",
            "went live, rolled out",
            "結果 リリースした リリース済 デプロイした デプロイ済 公開した 完成 出荷 ローンチ 終了",
            deniable=True,
        ),
    ),
)
"""Asked in this order after the question; none of them means the layer's own type."""

STATES: Final = (
    (
        MemoryState.DONE,
        _cue(
            "done finished shipped resolved merged completed fixed deployed launched released",
            "went live, rolled out",
            "完了 終わった 終わりました 完成 解決 対応済 実装済 修正済 リリースした リリース済 デプロイした "
            "デプロイ済 マージした マージ済",
            deniable=True,
        ),
    ),
    (
        MemoryState.DECIDED,
        _cue(
            "decided decision chose chosen settled agreed approved",
            "go with, going with, went with, commit to, committed to",
            "決定 決めた 決まった 採用 合意 承認 ことにした ことにする",
            deniable=True,
        ),
    ),
    (
        MemoryState.IN_PROGRESS,
        _cue(
            "wip ongoing underway",
            "working on, in progress, in the middle of",
            "作業中 進行中 対応中 実装中 開発中 取り組んで 着手",
            deniable=True,
        ),
    ),
    (
        MemoryState.PARKED,
        _cue(
            "pending later postponed parked backlog someday",
            "on hold, for another day, put off",
            "保留 後で 後回し 見送 延期 ペンディング いずれ",
        ),
    ),
    (
        MemoryState.STALLED,
        _cue(
            "stuck blocked stalled",
            "waiting for, waiting on",
            "行き詰 詰まって ブロックされ 停滞 待ちの状態",
            deniable=True,
        ),
    ),
    (
        MemoryState.SUPERSEDED,
        _cue(
            "replaced deprecated obsolete superseded",
            "no longer used",
            "置き換え 置き換わ 廃止 非推奨 使われなくな",
            deniable=True,
        ),
    ),
)
"""Asked in this order; none of them means the layer's own state."""

_CUES: Final = (QUESTION, *(cue for _, cue in (*ALTITUDES, *TYPES, *STATES)))
_ANY_KEY: Final = frozenset().union(*(cue.keys for cue in _CUES))
_ANY_JAPANESE: Final = re.compile("|".join(sorted({word for cue in _CUES for word in cue.japanese})))

_QUESTION_MARK: Final = re.compile(r"[?？](?=[\s\"'”’」』)）\]*_?？!！]|$)")

_ACKNOWLEDGEMENT: Final = re.compile(
    r"(?:(?:ok|okay|k|yes|yep|yeah|no|nope|sure|thanks|thank you|thx|ty|got it|understood|great|perfect|nice|"
    r"cool|good|sounds good|looks good|lgtm|will do|noted|right|agreed|go ahead|please|"
    r"はい|いいえ|うん|了解|了解です|了解しました|承知しました|わかりました|分かりました|ありがとう|ありがとうございます|"
    r"お願いします|いいね|なるほど|オーケー)[\s,.!。、！~]*)+$"
)
_ACKNOWLEDGED_WITHIN: Final = 60
_PASTE_OR_META: Final = re.compile(
    r"traceback \(most recent call last\)|diff git |>>> |\$ \w|@@ \d|"
    r"(?:as an ai|let me know if|i'll now|i will now|let me (?:check|look|see|try|start|first)|"
    r"here(?:'s| is) (?:the|your) (?:updated|full|complete|code)|please continue\b|continue please\b|"
    r"続けてください|続きをお願い|では、?次に)"
)


def is_question(reading: Reading) -> bool:
    """Whether the text asks: a question mark that ends something (not one inside a URL), or asking words."""
    return _QUESTION_MARK.search(reading.text) is not None or reading.has(QUESTION)


def is_junk(reading: Reading) -> bool:
    """Whether the text is nothing to keep: a bare acknowledgement, a paste, talk about the talk (linksee)."""
    text = reading.text.strip()
    if len(text) <= _ACKNOWLEDGED_WITHIN and _ACKNOWLEDGEMENT.match(text):
        return True
    return _PASTE_OR_META.match(text) is not None
