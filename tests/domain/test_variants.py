"""Variant characters are one letter in the loose form, and nothing else is."""

from __future__ import annotations

import pytest

from graphmem.domain.variants import loose, strokes


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("王伟", "王偉"),
        ("渡辺", "渡邊"),
        ("渡邉", "渡邊"),
        ("さくら", "サクラ"),
        ("サーバ", "サーバー"),
        ("فاطمة", "فاطمه"),
    ],
)
def test_written_for_one_another(left: str, right: str) -> None:
    assert loose(left) == loose(right)


@pytest.mark.parametrize(("left", "right"), [("李娜", "李那"), ("ハブ", "パブ"), ("abc", "abd"), ("佐藤健", "佐藤建")])
def test_other_characters_stay_apart(left: str, right: str) -> None:
    assert loose(left) != loose(right)


def test_loose_is_never_empty() -> None:
    assert loose("ー") == "ー"
    assert loose("plain") == "plain"


def test_hangul_is_taken_apart() -> None:
    assert len(strokes("김철수")) == 8
    assert strokes("abc") == "abc"
