"""The groundedness gate, on request: each sentence must be borne out by words of a given transcript.

Owns the comparison of words. It can't tell truth; it tells sentences that came from nowhere.
"""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.errors import Invalid
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy
from graphmem.domain.tokens import cjk_bigrams, is_cjk, tokenise

_LEAST_TOKENS: Final = 2
_ENOUGH_TOKENS: Final = 3
_LEAST_ANCHOR: Final = 4
_MOST_MATCHES: Final = 10
_LONGEST_MATCH: Final = 120

_SPEAKER: Final = re.compile(r"^[ \t]*(?:\[[^\]\n]{1,30}\][ \t]*)?[\w .'-]{1,30}[:：][ \t]", re.M)


def find_ungrounded(context: GateContext, policy: GatePolicy) -> GateFinding | None:
    """Find sentences that share too few words with the transcript (bettermemory: less than .30 of them).

    Of two words one must occur, if only as part of another; a single word is not judged. Giving a transcript
    asks for the check; asking without one raises Invalid, where bettermemory silently checks nothing.
    """
    if context.transcript is None:
        if context.check_groundedness:
            raise Invalid("The groundedness check needs a transcript to check against.", ("transcript",))
        return None
    heard = _tokens(_SPEAKER.sub("", context.transcript))
    strangers = [
        sentence.text[:_LONGEST_MATCH]
        for sentence in context.prose.sentences
        if not _is_grounded(_tokens(sentence.text), heard, policy.least_overlap)
    ]
    if not strangers:
        return None
    return GateFinding(
        Gate.GROUNDEDNESS,
        f"The transcript does not bear out every sentence (not: {len(strangers)}). Leave those out, or "
        "override if they come from elsewhere, such as a file that was read.",
        tuple(strangers[:_MOST_MATCHES]),
    )


def _is_grounded(tokens: frozenset[str], heard: frozenset[str], least: float) -> bool:
    if len(tokens) < _LEAST_TOKENS:
        return True
    shared = len(tokens & heard)
    if len(tokens) >= _ENOUGH_TOKENS:
        return shared / len(tokens) >= least
    return shared > 0 or any(_is_anchored(token, heard) for token in tokens)


def _is_anchored(token: str, heard: frozenset[str]) -> bool:
    # Short words are parts of too many others to anchor anything.
    return len(token) >= _LEAST_ANCHOR and any(
        token in other or (len(other) >= _LEAST_ANCHOR and other in token) for other in heard
    )


def _tokens(text: str) -> frozenset[str]:
    words = (token.stem for token in tokenise(text) if token.speaks and not is_cjk(token))
    return cjk_bigrams(text) | frozenset(words)
