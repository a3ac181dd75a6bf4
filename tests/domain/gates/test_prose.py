"""A text is split into words, quotations and sentences the same way for every gate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.gates.prose import Prose, Sentence


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        ("One", ["One"]),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("See e.g. the docs, i.e. Dr. Waller's. Then A. Smith's.", None),
        ("Version 1.2 is out. It works.", ["Version 1.2 is out.", "It works."]),
        ("一つ目。二つ目！三つ目", ["一つ目。", "二つ目！", "三つ目"]),
        ("- one\n- [ ] two\n1. three\n# four", ["one", "two", "three", "four"]),
        ("> quoted line\nshort", ["quoted line", "short"]),
        ("He said “it is so.” Then he left", ["He said “it is so.”", "Then he left"]),
        ("A line that is so long that it was surely wrapped by\nan editor. Next", None),
        ("A line that is so long that it was surely wrapped by\n\nan editor", None),
        ("A line that is so long that it was surely wrapped by\n- a list item", None),
    ],
)
def test_sentences(text: str, sentences: list[str] | None) -> None:
    expected = {
        "See": ["See e.g. the docs, i.e. Dr. Waller's.", "Then A. Smith's."],
        "A line that is so long that it was surely wrapped by\nan": [
            "A line that is so long that it was surely wrapped by an editor.",
            "Next",
        ],
        "A line that is so long that it was surely wrapped by\n\n": [
            "A line that is so long that it was surely wrapped by",
            "an editor",
        ],
        "A line that is so long that it was surely wrapped by\n- ": [
            "A line that is so long that it was surely wrapped by",
            "a list item",
        ],
    }
    if sentences is None:
        sentences = next(value for opening, value in expected.items() if text.startswith(opening))

    assert [sentence.text for sentence in Prose(text).sentences] == sentences


@given(st.text(alphabet="ab AB.。!\n\"'“”- ", max_size=80))
def test_offsets_are_those_of_the_text(text: str) -> None:
    prose = Prose(text)

    assert len(prose.unquoted) == len(text)
    for sentence in prose.sentences:
        assert text[sentence.start : sentence.end].replace("\n", " ") == sentence.text


@pytest.mark.parametrize(
    ("text", "unquoted"),
    [
        ("no quotes", "no quotes"),
        ('a "b c" d', "a ····· d"),
        ("a “b” `c` 「d」『e』", "a ··· ··· ······"),
        ("don't and won’t stay", "don't and won’t stay"),
        ("a ‘b’ c", "a ··· c"),
        ('a "b\nc" d', 'a "b\nc" d'),
    ],
)
def test_quotations_are_blanked(text: str, unquoted: str) -> None:
    assert Prose(text).unquoted == unquoted


def test_words_are_ascii_and_lower_case() -> None:
    assert Prose("It’s DB_Name-2 日本").words == {"it", "s", "db", "name", "2"}
    assert Prose("It's DB_Name-2").words == {"it", "s", "db", "name", "2"}


def test_the_sentence_at_an_offset() -> None:
    prose = Prose("One. Two. ")

    assert prose.sentence_at(0) == Sentence("One.", 0)
    assert prose.sentence_at(6) == Sentence("Two.", 5)
    assert prose.sentence_at(99) == Sentence("Two.", 5)
    assert Prose("").sentence_at(0) == Sentence("", 0)
