"""Private sections are cut, whatever their case, nesting or end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.private import PrivateCut, cut_private


@pytest.mark.parametrize(
    ("text", "left", "sections"),
    [
        ("nothing private here", "nothing private here", 0),
        ("a < b and b > c", "a < b and b > c", 0),
        ("keep <private>hide</private> keep", "keep keep", 1),
        ("keep <PRIVATE>hide</Private> keep", "keep keep", 1),
        ("one <private>a</private> two <private>b</private> three", "one two three", 2),
        ("keep <private>a <private>b</private> c</private> keep", "keep keep", 1),
        ("keep <private>hides the rest", "keep", 1),
        ("keep <private>a <private>b</private> still hidden", "keep", 1),
        ("stray </private> closing tag", "stray closing tag", 0),
        ('keep <private reason="name">hide</private>', "keep", 1),
        ("keep < private >hide</ private > keep", "keep keep", 1),
        ("<private>everything</private>", "", 1),
        ("行を残す<private>電話番号</private>。終わり", "行を残す。終わり", 1),
        ("残す<private>閉じていない", "残す", 1),
        ("privately owned <privateer>", "privately owned <privateer>", 0),
    ],
)
def test_sections_are_cut_and_counted(text: str, left: str, sections: int) -> None:
    assert cut_private(text) == PrivateCut(left, sections)


def test_indentation_outside_of_the_seams_stays() -> None:
    text = "def f():\n    return 1  # <private>why</private>\n    # end"

    assert cut_private(text).text == "def f():\n    return 1  # \n    # end"


@given(st.text(), st.text(alphabet="秘密xyz"))
def test_nothing_after_an_open_section_survives(before: str, secret: str) -> None:
    cut = cut_private(f"{before}<private>{secret}SENTINEL")

    assert "SENTINEL" not in cut.text
    assert cut.sections >= 1
