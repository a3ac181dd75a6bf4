"""Ambient memories are short, in words of any script."""

from __future__ import annotations

import pytest

from graphmem.domain.gates import GateContext, GatePolicy, Prose
from graphmem.domain.gates.length import count_words, find_length
from graphmem.domain.model import Category


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("one two  three", 3), ("it's state-of-the-art", 6), ("日本語の文", 2), ("日本語 and English", 3)],
)
def test_words_are_counted(text: str, words: int) -> None:
    assert count_words(text) == words


@pytest.mark.parametrize(
    ("text", "category", "found"),
    [
        ("word " * 500, Category.AMBIENT, False),
        ("word " * 501, Category.AMBIENT, True),
        ("word " * 501, Category.FACT, False),
        ("長" * 1001, Category.AMBIENT, False),
        ("長" * 1002, Category.AMBIENT, True),
        ("x" * 600, Category.AMBIENT, False),
    ],
)
def test_an_ambient_memory_has_at_most_500_words(text: str, category: Category, found: bool) -> None:
    finding = find_length(GateContext(Prose(text), category=category), GatePolicy())

    assert (finding is not None) is found


def test_a_space_may_limit_other_categories() -> None:
    policy = GatePolicy(word_limits={Category.FACT: 3})

    finding = find_length(GateContext(Prose("one two three four")), policy)

    assert finding is not None
    assert finding.matches == ("4 words",)
