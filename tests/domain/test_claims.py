"""Claims are read strictly: nothing that leads out of a worktree, nothing that can't be checked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.claims import (
    LONGEST_CLAIM,
    MOST_CLAIMS,
    ClaimForm,
    Language,
    language_of,
    literal_value,
    parse_claim,
    parse_claims,
    same_value,
)
from graphmem.domain.errors import Invalid, LimitExceeded, Problem, Problems


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("app.py", ClaimForm("app.py", "app.py")),
        (" ./src//app.py ", ClaimForm("./src//app.py", "src/app.py")),
        ("docs/日本語.md", ClaimForm("docs/日本語.md", "docs/日本語.md")),
        ("a..b.md", ClaimForm("a..b.md", "a..b.md")),
        ("!gone.py", ClaimForm("!gone.py", "gone.py", absent=True)),
        ("app.py::run", ClaimForm("app.py::run", "app.py", symbol="run")),
        ("app.py::App.run", ClaimForm("app.py::App.run", "app.py", symbol="App.run")),
        ("lib.rs::Foo::new", ClaimForm("lib.rs::Foo::new", "lib.rs", symbol="Foo.new")),
        ("A.java::A#run", ClaimForm("A.java::A#run", "A.java", symbol="A.run")),
        ("app.py::計算", ClaimForm("app.py::計算", "app.py", symbol="計算")),
        ("app.py::PORT=8080", ClaimForm("app.py::PORT=8080", "app.py", name="PORT", literal="8080")),
        ("a.json::x.y = \"=\"", ClaimForm('a.json::x.y = "="', "a.json", name="x.y", literal='"="')),
        (".env::LEVEL=debug", ClaimForm(".env::LEVEL=debug", ".env", name="LEVEL", literal="debug")),
        ("a.py::PWD_MIN=8", ClaimForm("a.py::PWD_MIN=8", "a.py", name="PWD_MIN", literal="8")),
    ],
)  # fmt: skip
def test_claims_are_taken_apart(text: str, form: ClaimForm) -> None:
    assert parse_claim(text) == form


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!",
        ".",
        "./",
        "../x",
        "a/../../x",
        "!../x",
        "../x.py::run",
        "/etc/passwd",
        "~/secrets",
        "C:/Windows",
        "c:\\windows",
        "src\\app.py",
        "app\n.py",
        "app\x00.py",
        "!app.py::run",
        "app.py::",
        "app.py::two words",
        "app.py::1st",
        "app.py::=1",
        "app.py::PORT=",
        "app.py::two words=1",
        "notes.md::heading",
        "a.json::name",
        "main.go::Port=1",
        "README::x=1",
        "app.py::DB_PASSWORD='x'",
        ".env::API_KEY=x",
        ".env::GITHUB_TOKEN=x",
        "a.json::auth.client_secret=1",
    ],
)
def test_other_claims_are_invalid(text: str) -> None:
    with pytest.raises(Invalid):
        parse_claim(text)


def test_a_claim_is_not_endless() -> None:
    assert parse_claim("a" * LONGEST_CLAIM).path == "a" * LONGEST_CLAIM
    with pytest.raises(LimitExceeded):
        parse_claim("a" * (LONGEST_CLAIM + 1))


def test_a_memory_has_at_most_so_many_claims() -> None:
    texts = [f"file{number}.py" for number in range(MOST_CLAIMS)]

    assert len(parse_claims(texts)) == MOST_CLAIMS
    with pytest.raises(LimitExceeded):
        parse_claims([*texts, "one/more.py"])


def test_every_bad_claim_is_told_by_its_place() -> None:
    with pytest.raises(Problems) as refused:
        parse_claims(["app.py", "../x", "ok.py", "/etc"])

    assert [problem.path for problem in refused.value.problems] == [("claims", "1"), ("claims", "3")]


def test_a_claim_counts_once() -> None:
    assert [form.text for form in parse_claims(["a.py", " a.py", "b.py"])] == ["a.py", "b.py"]


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.py", Language.PYTHON),
        ("a/b.TSX", Language.TSX),
        (".env", Language.ENV),
        ("conf/.env.local", Language.ENV),
        ("prod.env", Language.ENV),
        ("a.h", Language.CPP),
        ("Makefile", None),
        ("a.env/b", None),
    ],
)
def test_a_files_name_tells_its_language(path: str, language: Language | None) -> None:
    assert language_of(path) is language
    assert ClaimForm("x", path).language is language


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("8080", 8080),
        ("30.0", 30.0),
        ("true", True),
        ("True", True),
        ("null", None),
        ("None", None),
        ('"a"', "a"),
        ("'a'", "a"),
        ("[1, 2]", [1, 2]),
        ("(1, 2)", (1, 2)),
        ("{'a': {1}}", {"a": {1}}),
        ("debug", "debug"),
        ("1.2.3", "1.2.3"),
        ("__import__('os')", "__import__('os')"),
        ("[" * 900, "[" * 900),
    ],
)
def test_a_literal_is_json_python_or_words(literal: str, value: Any) -> None:
    assert literal_value(literal) == value


@pytest.mark.parametrize(
    ("claimed", "found", "same"),
    [
        (30, 30, True),
        (30, 30.0, False),
        (1, True, False),
        ("1", 1, False),
        (None, None, True),
        ([1, 2], [1, 2], True),
        ([1, 2], (1, 2), True),
        ((1, 2), [1, 2], False),
        ((1, 2), (1, 2), True),
        ([1, 2], [1, 2.0], False),
        ([1], [1, 2], False),
        ([1], "1", False),
        ({"a": [1]}, {"a": [1]}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"b": 1}, False),
        ({1, 2}, {2, 1}, True),
    ],
)
def test_values_are_the_same_in_kind_too(claimed: Any, found: Any, same: bool) -> None:
    assert same_value(claimed, found) is same


@given(st.text(max_size=60))
def test_no_text_is_read_as_a_way_out(text: str) -> None:
    try:
        form = parse_claim(text)
    except Problem:
        return
    assert not form.path.startswith(("/", "~"))
    assert ".." not in form.path.split("/")
    assert "\\" not in form.path
