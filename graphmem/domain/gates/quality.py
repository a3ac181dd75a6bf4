"""The quality gate: how specific, actionable and verifiable a text is, by signs that can be named.

Owns the score. It stands in for the language model that total-agent-memory asks, so it is deterministic, it
explains itself, and it is off by default. It never judges whether a text is right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy

_SHORTEST_JUDGED: Final = 80
_ENOUGH: Final = 0.5
_MOST_VAGUE: Final = 3
_HINTS: Final = (
    "names, numbers or code that say exactly what is meant",
    "what to do, when, and why",
    "a path, version, figure or test that one can check",
)
_SHORTEST_JUDGED_WIDE: Final = 40

_NUMBER: Final = re.compile(r"\d")
_UNIT: Final = re.compile(
    r"\d\s?(?:%|ms|s\b|sec|min|h\b|hours?|days?|weeks?|[kMGT]i?B|Hz|px|rps|qps|req|rows|times|x\b"
    "|[円日時分秒件回倍人割])"
)
_CODE: Final = re.compile(r"`[^`\n]+`|\w\(\)|[a-z]_[a-z0-9]|[a-z][A-Z]\w|(?<!\S)--?[a-z][\w-]+|[A-Z]_[A-Z]")
_PLACE: Final = re.compile(
    r"https?://\S|[\w.-]/[\w.-]+/|\w/\w+\.\w|\w\.(?:py|js|ts|go|rs|java|c|h|cpp|toml|ya?ml|json|md|sql|sh)\b"
)
_VERSION: Final = re.compile(r"\d\.\d|#\d|[A-Z]{2}-\d|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b")
_DATE: Final = re.compile(r"\d{4}-\d{2}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\d年|\d月|[月火水木金土日]曜")
_NAME: Final = re.compile(r"[a-z,] [A-Z]\w|[A-Z]{2}|[ァ-ヴー]{3}|[A-Za-z0-9]{2}[ぁ-ん一-龯]")
_VAGUE: Final = re.compile(
    r"\b(?:stuff|things?|somehow|something|somewhere|someone|various|etc|maybe|perhaps|probably|kind of|sort of|a lot"
    r"|very|really|nice|good|better|bad|interesting|situation|everybody|at some point|sooner or later)\b"
    "|なんか|いろいろ|色々|たぶん|適当|ちゃんと|ような気がする|感じ|思う|思った"
)
_INSTRUCTION: Final = re.compile(
    r"\b(?:use|run|set|call|add|avoid|keep|check|pass|pin|start|stop|restart|deploy|roll|write|read|wrap|retry"
    r"|enable|disable|install|upgrade|move|replace|create|delete|rotate|ask|cache|limit|skip|lock|test|prefer"
    r"|must|should|never|always|has to|needs? to)\b"
    "|べき|すること|してはいけない|しないこと|を使う|必ず|禁止"
)
_REASON: Final = re.compile(
    r"\b(?:because|since|so that|otherwise|in order to|due to|which means|caused by|to avoid|instead of)\b"
    "|ため|ので|から[、。]|理由|代わりに"
)
_CONDITION: Final = re.compile(r"\b(?:when|if|unless|before|after|until|during|only)\b|とき|場合|たら|前に|後に")
_EVIDENCE: Final = re.compile(
    r"\b(?:test(?:s|ed)?|measured|benchmark(?:ed)?|reproduc\w+|confirmed|verified|logs?|error|commit|issue"
    r"|returns?|fails?|exit code|docs?|spec)\b|計測|検証|確認|再現|エラー|テスト"
)


@dataclass(frozen=True, slots=True)
class Quality:
    """Three scores from 0 to 1, and what is missing for a better one."""

    specific: float
    actionable: float
    verifiable: float
    missing: tuple[str, ...]

    @property
    def score(self) -> float:
        """The mean of the three."""
        return (self.specific + self.actionable + self.verifiable) / 3


def assess(text: str) -> Quality:
    """Score a text by its signs: names and code, instruction and reason, places and evidence.

    Each score starts at a half, rises with what is there and falls with every vague word but the first: a plain
    fact passes, and only a text whose vagueness outweighs its substance falls below a half.
    """
    lower = text.lower()
    # One vague word is how people talk; it is their number that tells.
    loss = min(max(0, len(_VAGUE.findall(lower)) - 1), _MOST_VAGUE) / _MOST_VAGUE
    signs = (
        _share(text, _NAME, _NUMBER, _CODE, _PLACE, enough=3),
        _share(lower, _INSTRUCTION, _REASON, _CONDITION, enough=2),
        max(_share(text, _UNIT, _VERSION, _PLACE, _CODE, _DATE, enough=2), _share(lower, _EVIDENCE, enough=2)),
    )
    specific, actionable, verifiable = (min(1.0, max(0.0, (1 + share - loss) / 2)) for share in signs)
    missing = tuple(hint for hint, share in zip(_HINTS, signs, strict=True) if share < _ENOUGH)
    return Quality(specific, actionable, verifiable, missing)


def find_low_quality(context: GateContext, policy: GatePolicy) -> GateFinding | None:
    """Find a text whose mean score is below the space's least; short ones are not judged."""
    text = context.prose.text
    if len(text) < (_SHORTEST_JUDGED if context.prose.ascii else _SHORTEST_JUDGED_WIDE):
        return None
    quality = assess(text)
    if quality.score >= policy.least_quality:
        return None
    return GateFinding(
        Gate.QUALITY,
        f"Scores {quality.score:.2f} of the {policy.least_quality:.2f} asked for. "
        f"Missing: {'; '.join(quality.missing) or 'plain words in place of vague ones'}.",
        (
            f"specific {quality.specific:.2f}",
            f"actionable {quality.actionable:.2f}",
            f"verifiable {quality.verifiable:.2f}",
        ),
    )


def _share(text: str, *signs: re.Pattern[str], enough: int) -> float:
    return min(1.0, sum(1 for sign in signs if sign.search(text)) / enough)
