"""Folding: which spellings are one name, which forms a name has, and that folding is total and stable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.names import fold, forms, name_parts, names_equal, plain, squash

FOLDED = [
    ("MCPServer", "mcp server"),
    ("mcp server", "mcp server"),
    ("MCP-Server", "mcp server"),
    ("mcp_server", "mcp server"),
    ("OAuth2Client", "oauth2 client"),
    ("parseURLs now", "parse urls now"),
    ("APIs", "apis"),
    ("EC2Instance", "ec2 instance"),
    ("GPT4All", "gpt4 all"),
    ("3D", "3d"),
    ("iPhone", "i phone"),
    ("ПростоСервис", "просто сервис"),
    ("  many   spaces\t\n", "many spaces"),
    ("a__b--c", "a b c"),
    ("Acme, Inc.", "acme inc"),
    ("Acme (Berlin)", "acme berlin"),
    ("“Quoted” name", "quoted name"),
    ("Toys 'R' Us", "toys r us"),
    ("O’Brien", "o'brien"),
    ("U.S.A.", "usa"),
    ("U. S. A.", "usa"),
    ("J. R. R. Tolkien", "jrr tolkien"),
    ("J. Smith", "j smith"),
    ("d.o.o.", "doo"),
    ("a.b", "a.b"),
    ("Node.js", "node.js"),
    (".NET", ".net"),
    ("...more", "more"),
    ("HTTP/1.1", "http/1.1"),
    ("1,000 users", "1,000 users"),
    ("AT&T", "at and t"),
    ("C++", "c++"),
    ("C #", "c #"),
    ("level -1", "level −1"),
    ("level-1", "level 1"),
    ("2024-01-05", "2024 01 05"),
    ("R²", "r^2"),
    ("H₂O", "h2o"),
    ("Brand™ ®", "brand"),
    ("zero\u200bwidth", "zerowidth"),
    ("soft\u00adhyphen", "softhyphen"),
    ("nul\x00char", "nul char"),
    ("Café", "cafe"),
    ("Cafe\u0301", "cafe"),
    ("STRAẞE", "strasse"),
    ("Łódź", "lodz"),
    ("Ærø", "aero"),
    ("İstanbul", "istanbul"),
    ("IŞIK", "isik"),
    ("ışık", "isik"),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
    ("Ёлка", "елка"),
    ("Йога", "йога"),
    ("Ива\u0301н", "иван"),
    ("ﬁne", "fine"),
    ("ＡＢＣ１２", "abc12"),
    ("ﾊﾞﾅﾅ", "バナナ"),
    ("ハブ", "ハブ"),
    ("パブ", "パブ"),
    ("ジョン・スミス", "ジョン スミス"),
    ("أحمد", "احمد"),
    ("على", "علي"),
    ("مُحَمَّد", "محمد"),
    ("שָׁלוֹם", "שלום"),
    ("٣٤", "34"),
    ("हिन्दी", "हिन्दी"),
    ("🚀 Rocket", "🚀 rocket"),
    ("🚀", "🚀"),
    ("?!", "?!"),
    ("-", "-"),
    ("...", "..."),
    ("", ""),
    ("   ", ""),
]


@pytest.mark.parametrize(("name", "folded"), FOLDED)
def test_folding(name: str, folded: str) -> None:
    assert fold(name) == folded


def test_the_plain_form_leaves_camel_case_together() -> None:
    assert plain("GitHub Pages-Site") == "github pages site"
    assert fold("GitHub Pages-Site") == "git hub pages site"
    assert plain("Socket.IOClient") == "socket.ioclient"


def test_a_name_without_humps_has_one_form() -> None:
    folded, same = forms("plain name")
    assert folded is same


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("GitHub", "github", True),
        ("GitHub", "git hub", True),
        ("github", "git hub", False),
        ("Kuzu", "Kùzu", True),
        ("ハブ", "パブ", False),
        ("Paypal", "Pаypal", False),
    ],
)
def test_equal_by_either_form(left: str, right: str, equal: bool) -> None:
    assert names_equal(left, right) is equal
    assert names_equal(right, left) is equal


@pytest.mark.parametrize(
    ("folded", "squashed"),
    [
        ("back end", "backend"),
        ("at and t", "att"),
        ("and", "and"),
        ("c++", "c"),
        ("node.js", "nodejs"),
        ("🚀", "🚀"),
        ("team 🚀", "team"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_squashing(folded: str, squashed: str) -> None:
    assert squash(folded) == squashed


def test_parts_keep_dotted_initials_apart() -> None:
    assert name_parts("J.R. O'Neil-Žák 3rd") == ("j", "r", "oneil", "zak", "3rd")


@given(st.text(max_size=60))
def test_folding_takes_any_text(text: str) -> None:
    folded, together = forms(text)
    assert bool(folded) == bool(together)
    assert folded == folded.strip()
    assert "  " not in folded
    assert bool(squash(folded)) == bool(folded)


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=40))
def test_case_of_words_without_humps_does_not_count(text: str) -> None:
    assert fold(text.lower()) == plain(text.upper()) == plain(text)
