from __future__ import annotations

import time

import pytest

from graphmem.store.index import text as text_module
from graphmem.store.index.text import question_terms, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t ", []),
        ("?!… --- ...", []),
        ("The cats were running", ["cat", "run"]),
        ("went, goes and gone", ["go", "go", "go"]),
        ("Women and children bought teeth", ["woman", "child", "buy", "tooth"]),
        ("José Ångström naïve ŁÓDŹ Straße", ["jose", "angstrom", "naiv", "lodz", "strass"]),
        ("Ελλάδα", ["ελλαδα"]),
        ("ハブ パブ", ["ハ", "ブ", "ハブ", "パ", "ブ", "パブ"]),
        ("人工智能", ["人", "工", "智", "能", "人工", "工智", "智能"]),
        ("東", ["東"]),
        ("第3章", ["第", "3", "章"]),
        ("한국어", ["한", "국", "어", "한국", "국어"]),
        ("ﾊﾟｿｺﾝ", ["パ", "ソ", "コ", "ン", "パソ", "ソコ", "コン"]),
        ("Caroline's don’t they'll", ["carolin"]),
        ("ID-42", ["id42", "id", "42"]),
        ("ID42", ["id42", "id", "42"]),
        ("v1.2.3 1.2.3", ["v1.2.3", "1.2.3", "1.2.3"]),
        ("(10.0.0.1)", ["10.0.0.1"]),
        ("404.", ["404"]),
        ("1,000,000 1,00", ["1000000", "1", "00"]),
        ("C++, C# and .NET!", ["c++", "c#", ".net", "net"]),
        ("18+", ["18+", "18"]),
        ("getUserName get_user_name", ["getusernam", "get", "user", "name"] * 2),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("iPhone LGBTQ McDonald", ["iphon", "phone", "lgbtq", "mcdonald", "mc", "donald"]),
        ("OAuth2Client", ["oauth2client", "auth", "client", "oauth"]),
        ("OAuth OAuth2.0 xRay", ["oauth", "auth", "oauth2.0", "oauth2", "auth", "oauth", "0", "xray", "ray"]),
        ("U.S.A. e.g. J.R.R. Tolkien", ["usa", "eg", "jrr", "tolkien"]),
        ("self-care", ["selfcar", "self", "care"]),
        ("2023-05-08", ["2023-05-08", "2023", "05", "08"]),
        ("10:30", ["10:30", "10", "30"]),
        ("src/app/main.py", ["src/app/main.py", "src", "app", "main.py", "main", "py"]),
        ("./src\\app/", ["src/app", "src", "app"]),
        ("__init__.py", ["init.py", "init", "py"]),
        ("a@b.com", ["a@b.com", "b.com", "com"]),
        ("https://x.org/a?b=1", ["https://x.org/a", "https", "x.org", "org", "b", "1"]),
        ("node.js #tag @user", ["node.js", "node", "js", "tag", "user"]),
        ("great🎉 🚀", ["🎉", "great", "🚀"]),
        ("May the 4th", ["may", "4th", "th"]),
        ("x=1", ["x", "1"]),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected
    assert terms(text) == expected, "the second time from the cache"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where did Caroline's kids go?", {"carolin": "Caroline's", "kid": "kids", "go": "go"}),
        ("人工智能?", {"人工": "人工", "工智": "工智", "智能": "智能"}),
        ("東 or 東京", {"東": "東", "東京": "東京"}),
        ("“ID-42”, (ID-42)", {"id42": "ID-42", "id": "ID-42", "42": "ID-42"}),
        ("why .NET", {".net": ".NET", "net": ".NET"}),
        ("the of and", {}),
    ],
)
def test_a_questions_terms_know_their_words(question: str, expected: dict[str, str]) -> None:
    assert question_terms(question) == expected


def test_terms_are_bounded_in_length_and_number_but_not_texts_without_blanks() -> None:
    assert terms("x" * 1000) == ["x" * 64]
    assert len(terms("-".join(["ab"] * 500))) == 64
    assert len(terms("東京" * 500)) == 1999


def test_long_texts_of_any_kind_are_read_in_linear_time() -> None:
    start = time.thread_time()
    for text in ("ab-" * 20_000, "a.b/" * 20_000, "aB" * 20_000, "東京 " * 20_000, "'" * 60_000, "🎉" * 60_000):
        terms(text)
    assert time.thread_time() - start < 5


def test_what_is_remembered_of_words_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_module, "_CACHED", 10)
    monkeypatch.setattr(text_module, "_cache", {})
    assert terms(" ".join(f"word{number}" for number in range(50)))[-1:] == ["49"]
    assert len(text_module._cache) <= 10
