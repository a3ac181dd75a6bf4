"""Stems: forms of one word come out alike, different words do not."""

from __future__ import annotations

import pytest

from graphmem.domain.stems import STOP_WORDS, stem

FORMS = [
    "listen listens listened listening",
    "move moves moved moving",
    "cache caches cached caching",
    "policy policies",
    "retry retries retried retrying",
    "process processes processed processing",
    "stop stops stopped stopping",
    "bill bills billed billing",
    "use uses used using",
    "choose chooses chose chosen choosing",
    "write writes wrote written writing",
    "embed embeds embedded embedding",
    "match matches matched matching",
    "agree's agree",
    "anna's anna",
]


@pytest.mark.parametrize("forms", FORMS)
def test_forms_of_a_word_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("word", ["ring", "king", "red", "bed", "status", "analysis", "class", "need", "bus"])
def test_words_that_only_look_inflected_stay(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize("pair", ["billing filling", "cache catch", "port part", "moved loved", "policy police"])
def test_different_words_stay_apart(pair: str) -> None:
    left, right = pair.split()
    assert stem(left) != stem(right)


def test_other_scripts_are_left_alone() -> None:
    assert stem("ゲートウェイ") == "ゲートウェイ"


def test_stop_words_are_lower_case() -> None:
    assert all(word == word.lower() for word in STOP_WORDS)
