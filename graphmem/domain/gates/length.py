"""The length gate: an ambient memory is read with every reply, so a long one costs on every turn.

Owns counting words in any script; the limits are the space's.
"""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy

_SPACED: Final = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_CHARACTERS_PER_WORD: Final = 2


def count_words(text: str) -> int:
    """Count words; scripts without spaces count one for every two characters (a Japanese word's mean)."""
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text))
    return len(_SPACED.findall(text)) + unspaced // _CHARACTERS_PER_WORD


def find_length(context: GateContext, policy: GatePolicy) -> GateFinding | None:
    """Find a body with more words than its category may have (bettermemory: 500 for ambient)."""
    limit = policy.word_limits.get(context.category)
    # A word has at least one character, so most texts need no counting.
    if limit is None or len(context.prose.text) <= limit:
        return None
    words = count_words(context.prose.text)
    if words <= limit:
        return None
    return GateFinding(
        Gate.LENGTH,
        f"{words} words, but a memory of category {context.category.value} should have at most {limit}: "
        "keep what shapes every reply, and write the rest as facts.",
        (f"{words} words",),
    )
