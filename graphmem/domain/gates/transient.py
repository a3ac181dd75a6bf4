"""The transient gate: wording that is true on the day of writing and misleads ever after.

Owns the markers and what exempts one. Years are left out on purpose: "in 2024" stays true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy
from graphmem.domain.gates.prose import Prose

# Without one of these words there is no marker; "the new" and the like are settled by the pattern.
_KEY_WORDS: Final = (
    "currently presently now writing temporarily being moment present today morning afternoon evening "
    "tonight week month yesterday tomorrow night just latest recently progress middle halfway unpushed "
    "uncommitted untracked stashed commits commit new"
)
_KEYS: Final = frozenset(_KEY_WORDS.split())
_UNDERTAKING: Final = (
    r"(?:(?:a|an|the|our|my|this|its) )?"
    r"(?:(?!morning|evening|nothing|something|anything|everything)[a-z]{2,}ing"
    r"|migration|refactor|rewrite|upgrade|rollout|deployment|rebase|merge|release)"
)
_MARKERS: Final = (
    # how things stand
    *("currently", "presently", "right now", "for now", "as of now", r"as of (?:this )?writing"),
    r"as of \d{4}-\d{2}-\d{2}",
    *("temporarily", "for the time being", "at present", r"at the moment(?!\s(?:of|when|that)\b)"),
    # which day or week it is
    *("today(?!['’]s)", "tonight", "yesterday", "tomorrow", r"this (?:morning|afternoon|evening|week|month)"),
    *(r"last (?:night|week|month)", r"next (?:week|month)"),
    # what has just been done
    *(r"(?:i|we)(?:['’]ve)? just", r"just (?:shipped|merged|deployed|landed|released|pushed|started)"),
    *("the latest", r"(?:was|were|has|have|had) recently", r"recently (?:switched|migrated|renamed|moved)"),
    # what is under way
    *(r"(?:is|are) in progress", rf"in the middle of {_UNDERTAKING}", rf"halfway through {_UNDERTAKING}"),
    # how a working copy stands
    *("unpushed", r"commits? (?:ahead|behind)", r"(?:has|have|are) uncommitted changes"),
    *(r"(?:has|have|are) (?:[a-z]+ )?untracked(?: files)?", r"(?:is|are) stashed"),
    # what is only new by comparison
    *(r"the (?-i:new)", r"now (?:uses?|using|rely|relies|relying)"),
)
_ANY_MARKER: Final = "|".join(_MARKERS).replace(" ", r"\s")
_MARKER: Final = re.compile(rf"(?<![\w.-])(?:{_ANY_MARKER})(?![\w-]|\.[a-z])", re.I)
_WIDE_MARKER: Final = re.compile(
    "現在(?!地|位置|完了|進行形|形|価値|値|時刻)|今のところ|今(?:は|だけ)|いま(?:は|のところ|[^。\n]{0,16}?て(?:いる|いない|ある))|[只唯]今|当面|当分|一時的に|とりあえず"
    "|暫定的に|今日(?!的|子|こそ)|本日|昨日|一昨日|明日(?!香|菜|美)|明後日|今朝|今晩|今夜|昨夜|今週|先週|来週|今月|先月|来月"
    "|最近|先ほど|先程|さっき|たった今|(?:作業|進行|対応|移行|調査|検討)中|したばかり|未(?:コミット|プッシュ)|最新の"
)
_HABITUAL: Final = re.compile(r"\s+[a-z]+(?:[^s\W]s|[xz]es|shes|ches|sses)\b")
_NEXT_WORD: Final = re.compile(r"\s+([A-Z][a-z]+)")
_SENTENCE_OPENS: Final = re.compile(r"(?:^|[.!?:;\n。！？])[\s\"“(*_#>-]*$")
_CHANGE: Final = re.compile(
    r"\b(?:moved|migrated|switched|replaced|renamed|changed|upgraded|downgraded|adopted|retired|deprecated"
    r"|moves?|migrates?|switch(?:es)?|replaces?|renames?|instead of|no longer|cut over|rolled back)\b",
    re.I,
)
_IDENTIFIER: Final = re.compile(r"\d|(?<=[a-z,] )[A-Z][a-z]+|\w+(?:[-_.]\w+){2,}|[A-Z][a-z]+[A-Z]\w*")


def find_transient(context: GateContext, _policy: GatePolicy) -> GateFinding | None:
    """Find wording that will be wrong soon, outside quotations and names; each marker once."""
    prose = context.prose
    markers = dict.fromkeys(_markers(prose))
    if not markers:
        return None
    return GateFinding(
        Gate.TRANSIENT,
        f"Will read wrongly later ({', '.join(markers)}): say what stays true, or give the date "
        "(valid time is kept apart from the text, in validFrom and validTo).",
        tuple(markers),
    )


def _markers(prose: Prose) -> Iterator[str]:
    if not prose.words.isdisjoint(_KEYS) or "as of" in prose.lower:
        for match in _MARKER.finditer(prose.unquoted):
            if not _is_exempt(prose, match):
                yield " ".join(match.group().lower().split())
    if not prose.ascii:
        yield from (match.group() for match in _WIDE_MARKER.finditer(prose.unquoted))


def _is_exempt(prose: Prose, match: re.Match[str]) -> bool:
    words = match.group().split()
    if _is_name(prose.text, match, words):
        return True
    if words[0].lower() == "temporarily":
        return _HABITUAL.match(prose.text, match.end()) is not None
    if [word.lower() for word in words] == ["the", "new"]:
        sentence = prose.sentence_at(match.start()).text
        return bool(_CHANGE.search(sentence) and _IDENTIFIER.search(sentence))
    return False


def _is_name(text: str, match: re.Match[str], words: list[str]) -> bool:
    # "This Week in Rust", "the Today show", "Today Weekly": title case where a sentence would not have it.
    titled = [word[:1].isupper() and word[1:].islower() for word in words]
    if not titled[-1] or (len(words) > 1 and not titled[0]):
        return False
    if len(words) > 1 or _NEXT_WORD.match(text, match.end()):
        return True
    return _SENTENCE_OPENS.search(text, max(0, match.start() - 20), match.start()) is None
