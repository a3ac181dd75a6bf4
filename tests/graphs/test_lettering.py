"""Room and lines of texts in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.graphs.lettering import clipped, clusters, one_line, width, wrapped


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ab", ["a", "b"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("👩\u200d💻!", ["👩\u200d💻", "!"]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        ("👍🏽", ["👍🏽"]),
        ("", []),
    ],
)
def test_what_a_reader_takes_for_one_character(text: str, pieces: list[str]) -> None:
    assert clusters(text) == pieces


def test_wide_characters_take_more_room() -> None:
    assert width("il", 10) < width("ab", 10) < width("AB", 10) < width("MW", 10) < width("東京", 10)


def test_a_line_has_nothing_that_can_not_be_seen() -> None:
    assert one_line(" a\n\tb\u202e\u200bc\x07 ") == "a bc"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("one two", ["one two"]),
        ("one two three four", ["one two", "three four"]),
        ("one two three four five six", ["one two", "three four…"]),
        ("unbreakablyverylongword", ["unbreakably", "verylongw…"]),
        ("登录页面必须支持公司", ["登录页面必", "须支持公司"]),
    ],
)
def test_texts_are_broken_where_they_may_be(text: str, lines: list[str]) -> None:
    assert wrapped(text, 62, 10, 2) == lines


def test_one_line_is_clipped() -> None:
    assert clipped("one two three four", 62, 10) == "one two…"
    assert clipped("", 62, 10) == ""


@given(st.text(max_size=60), st.integers(30, 200), st.integers(1, 4))
def test_no_line_is_too_long_whatever_the_text(text: str, room: int, lines: int) -> None:
    found = wrapped(text, room, 8, lines)
    assert len(found) <= lines
    assert all(width(line, 8) <= room or len(clusters(line)) <= 2 for line in found)
