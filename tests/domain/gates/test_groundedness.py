"""Sentences must be borne out by the transcript, where one is given or asked for."""

from __future__ import annotations

import pytest

from graphmem.domain.errors import Invalid
from graphmem.domain.gates import GateContext, GatePolicy, Prose
from graphmem.domain.gates.groundedness import find_ungrounded

TRANSCRIPT = """User: the nightly billing job hangs twice a week
Assistant: PostgreSQL advisory locks would be released when the session ends
[10:02] User: good, we use those instead of Redis
田中: 夜間バッチはアドバイザリロックを使います
"""

GROUNDED = [
    "The nightly billing job uses PostgreSQL advisory locks.",
    "Billing jobs were hanging.",
    "Advisory locking!",
    "Redislike things.",
    "Locks.",
    "",
    "夜間バッチはアドバイザリロックを使う。",
]

UNGROUNDED = [
    "Kafka partitions are rebalanced by the operator.",
    "Blue elephants.",
    "東京の支店は来年閉鎖される予定です。",
]


def strangers(text: str, **context: object) -> tuple[str, ...]:
    settings = {"transcript": TRANSCRIPT, **context}
    finding = find_ungrounded(GateContext(Prose(text), **settings), GatePolicy())  # type: ignore[arg-type]
    return finding.matches if finding else ()


@pytest.mark.parametrize("text", GROUNDED)
def test_sentences_with_words_of_the_transcript_pass(text: str) -> None:
    assert strangers(text) == ()


@pytest.mark.parametrize("text", UNGROUNDED)
def test_sentences_from_nowhere_are_told(text: str) -> None:
    assert strangers(text) == (text,)


def test_each_sentence_is_judged_by_itself() -> None:
    text = f"{GROUNDED[0]} {UNGROUNDED[0]} {UNGROUNDED[1]}"

    assert strangers(text) == (UNGROUNDED[0], UNGROUNDED[1])


def test_speakers_names_bear_nothing_out() -> None:
    assert strangers("Users assist users.") == ("Users assist users.",)


def test_the_least_overlap_is_the_spaces() -> None:
    text = "The billing job moved to Kafka partitions."
    context = GateContext(Prose(text), transcript=TRANSCRIPT)

    assert find_ungrounded(context, GatePolicy(least_overlap=0.3)) is None
    assert find_ungrounded(context, GatePolicy(least_overlap=0.9)) is not None


def test_asking_without_a_transcript_is_an_error() -> None:
    # bettermemory silently checks nothing then.
    with pytest.raises(Invalid) as refused:
        strangers("Anything.", transcript=None, check_groundedness=True)

    assert refused.value.path == ("transcript",)


def test_without_asking_nothing_is_checked() -> None:
    assert strangers("Blue elephants.", transcript=None) == ()
