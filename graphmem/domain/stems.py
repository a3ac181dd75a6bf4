"""Light English stems and stop words, for comparing what two texts say.

Owns the rules for one word. Recall has a full stemmer of its own; here the domain stays dependency-free.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_STOP: Final = """
    a an the this that these those there here it its itself he him his she her hers they them their theirs
    i me my mine we us our ours you your yours who whom whose which what when where while
    am is are was were be been being isn't aren't wasn't weren't do does did doing done don't doesn't didn't
    has have had having haven't hasn't hadn't will would shall should can could may might must
    won't wouldn't shouldn't can't couldn't cannot
    and or but nor so if then else than as at by for from in into of off on onto out over per to toward
    towards up upon via with within without about above after against along among around before behind below
    beneath beside between beyond down during inside near outside since through throughout under until
    also just only very too still even ever both each every any all some such same own other another more most
    much many few less least either neither because though although however therefore thus hence
    not no never none one ones
"""

STOP_WORDS: Final = frozenset(_STOP.split())
"""Words that say nothing by themselves. Negations are among them: they are counted, not compared."""

_IRREGULAR: Final = {
    form: base
    for base, forms in {
        "use": "used uses using",
        "run": "ran",
        "keep": "kept",
        "build": "built",
        "send": "sent",
        "hold": "held",
        "make": "made making",
        "take": "took taken taking",
        "write": "wrote written",
        "choose": "chose chosen",
        "embed": "embeds",
        "lead": "led",
        "speak": "spoke spoken",
        "begin": "began begun",
        "go": "goes went gone going",
        "buy": "bought",
        "teach": "taught",
    }.items()
    for form in (base, *forms.split())
}
_VOWELS: Final = frozenset("aeiouy")
_KEPT_DOUBLE: Final = frozenset("lsz")
_SIBILANTS: Final = ("s", "x", "z", "ch", "sh")
_SHORTEST: Final = 3


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Cut an English word in lower case to a stem: plural, past and -ing forms come out alike.

    It is no dictionary: it need only bring forms of one word together and keep different words apart.
    """
    word = word.removesuffix("'s").removesuffix("'")
    if len(word) <= _SHORTEST or not word.isascii():
        return _IRREGULAR.get(word, word)
    word = _IRREGULAR.get(word) or _without_past(_without_plural(word))
    if len(word) > _SHORTEST and word.endswith("e"):
        return word[:-1]
    return word


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("es") and word[:-2].endswith(_SIBILANTS):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= _SHORTEST and not _VOWELS.isdisjoint(base):
            return _undoubled(base)
    return word


def _undoubled(base: str) -> str:
    doubled = base[-1] == base[-2] and base[-1] not in _VOWELS and base[-1] not in _KEPT_DOUBLE
    return base[:-1] if doubled else base
