"""Excerpts and titles: where a text may be cut, and what its first sentence is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.excerpt import TITLE_LIMIT, clip, first_sentence

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short", 5, "short"),
        ("one two three", 10, "one two…"),
        ("one two three", 8, "one two…"),
        ("one twothreefour", 10, "one twoth…"),
        ("first line\nsecond", 13, "first line…"),
        ("料金は月額五百円です", 6, "料金は月額…"),
        ("ab" + "e\u0301" * 3, 6, "abe\u0301…"),
        ("ab" + FAMILY * 2, 9, "ab…"),
        ("ab" + FAMILY * 2, 10, "ab" + FAMILY + "…"),
        ("👍🏽👍🏽", 2, "👍…"),
        ("x👍🏽👍🏽", 3, "x…"),
        ("🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"),
        ("🇩🇪🇫🇷🇮🇹", 5, "🇩🇪🇫🇷…"),
        ("a한" + "\u1112\u1161\u11ab", 4, "a한…"),
        (FAMILY * 9, 4, FAMILY[:3] + "…"),
    ],
)
def test_a_cut_falls_between_words_or_graphemes(text: str, limit: int, expected: str) -> None:
    assert clip(text, limit) == expected


@given(st.text(), st.integers(min_value=1, max_value=40))
def test_a_cut_text_fits_and_begins_as_the_whole(text: str, limit: int) -> None:
    short = clip(text, limit)
    assert len(short) <= limit
    assert text.startswith(short.removesuffix("…"))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Never deploy on Friday", "Never deploy on Friday"),
        ("We chose Kuzu. It is embedded.", "We chose Kuzu"),
        ("Is it fast enough? We measure.", "Is it fast enough?"),
        ("It works!!! Really.", "It works!!!"),
        ("He said “stop.” Then he left.", "He said “stop.”"),
        ("Wait... what", "Wait..."),
        ("Kuzu 0.11.3 is the last release. Ladybug follows.", "Kuzu 0.11.3 is the last release"),
        ("See app.py for it. Yes.", "See app.py for it"),
        ("Ask Dr. J. Smith first. Then go.", "Ask Dr. J. Smith first"),
        ("Use a queue, e.g. NATS. Not Redis.", "Use a queue, e.g. NATS"),
        ("Logs, traces etc. go to Loki. Yes.", "Logs, traces etc. go to Loki"),
        ("It covers logs etc. Metrics come later.", "It covers logs etc"),
        ("No. 5 is alive. Yes.", "No. 5 is alive"),
        ("No. We do not.", "No"),
        (". hidden files first. Then", ". hidden files first"),
        (".", "."),
        ("料金は月額500円です。次の文。", "料金は月額500円です"),
        ("「急げ！」と言った。次。", "「急げ！」"),
        ("移行しますか？はい。", "移行しますか？"),
        ("# The heading\nBody text follows here.", "The heading"),
        ("- first point\n- second point", "first point"),
        ("* [ ] write the tests\n", "write the tests"),
        ("1. Stop it\n2. Start it", "Stop it"),
        ("> quoted text. More.", "quoted text"),
        ("**Decision:** use `kuzu` here. Yes.", "Decision: use `kuzu` here"),
        ("2**3**4 is a number", "2**3**4 is a number"),
        ("__init__ is run first", "init is run first"),
        ("```\ncode()\n```", "code()"),
        ("---\n\nAfter the rule", "After the rule"),
        ("Decision:\nuse Kuzu", "Decision: use Kuzu"),
        ("Use Kuzu\nbecause it is embedded", "Use Kuzu"),
        (
            "The gateway that we have been using listens on\nport 8443. It moved.",
            "The gateway that we have been using listens on",
        ),
        (
            "The gateway that we have all been using listens on\nport 8443. It moved.",
            "The gateway that we have all been using listens on port 8443",
        ),
        (
            "A rather long line which was wrapped at the margin,\n- then a list",
            "A rather long line which was wrapped at the margin,",
        ),
        ("A rather long line that is followed by a blank line indeed\n\nMore", None),
        ("---", "---"),
        ("  spaced \t out  ", "spaced out"),
    ],
)
def test_the_title_is_the_first_sentence(text: str, title: str | None) -> None:
    expected = "A rather long line that is followed by a blank line indeed" if title is None else title
    assert first_sentence(text) == expected


def test_a_long_sentence_is_cut_at_a_word() -> None:
    title = first_sentence("word " * 50)
    assert title == "word " * 15 + "word…"
    assert len(title) == TITLE_LIMIT


@given(st.text())
def test_a_title_is_one_short_line_of_whole_characters(text: str) -> None:
    title = first_sentence(text)
    assert len(title) <= TITLE_LIMIT
    assert len(title.splitlines()) <= 1
    assert bool(title) == bool(text.strip())
