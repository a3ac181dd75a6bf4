"""Letters: scripts, and that marks come off only where they make no other letter."""

from __future__ import annotations

import pytest

from graphmem.domain.letters import is_cjk, plain_letters, script_of, scripts


@pytest.mark.parametrize(
    ("char", "script"),
    [("a", "LATIN"), ("é", "LATIN"), ("я", "CYRILLIC"), ("漢", "CJK"), ("ー", "KATAKANA"), ("한", "HANGUL"), ("1", "")],
)
def test_script_of(char: str, script: str) -> None:
    assert script_of(char) == script


def test_scripts_of_a_text() -> None:
    assert scripts("Pаypal 1!") == {"LATIN", "CYRILLIC"}
    assert scripts("12 !") == frozenset()


@pytest.mark.parametrize(
    ("text", "cjk"), [("abc", False), ("日本", True), ("ab日", True), ("ёж", False), ("한글", True), ("", False)]
)
def test_is_cjk(text: str, cjk: bool) -> None:
    assert is_cjk(text) is cjk


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Ångström", "Angstrom"),
        ("Άλφα", "Αλφα"),
        ("Їжак й ў", "Їжак й ў"),
        ("が", "が"),
        ("Ð Þ ŋ ſ", "D TH n s"),
        ("a–b—c", "a-b-c"),
        ("‘x’ `y`", "'x' 'y'"),
        ("x²³", "x^2^3"),
        ("½", "1⁄2"),
        ("❤️", "❤"),
    ],
)
def test_plain_letters_keep_case(text: str, letters: str) -> None:
    assert plain_letters(text) == letters
