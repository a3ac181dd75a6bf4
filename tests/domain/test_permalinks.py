"""Permalinks: readable in every script, unique, bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.errors import Invalid
from graphmem.domain.permalinks import PERMALINK_MAX, check_permalink, permalink_of, slug


def _free(name: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("title", "permalink"),
    [
        ("Never deploy on Friday!", "never-deploy-on-friday"),
        ("  C++ / app.py::run  ", "c-app-py-run"),
        ("Café Über Łódź", "cafe-uber-lodz"),
        ("ゲートウェイの設定 (本番)", "ゲートウェイの設定-本番"),
        ("Ｆｕｌｌ ｗｉｄｔｈ １", "full-width-1"),
        ("हिन्दी में", "हिन्दी-में"),
        ("Привет, мир", "привет-мир"),
        ("🚀", "rocket"),
        ("?!", "question-mark-exclamation-mark"),
        ("\ue000", "note"),
        ("!!!!!!", "exclamation-mark-exclamation-mark-exclamation-mark"),
    ],
)
def test_a_title_becomes_readable(title: str, permalink: str) -> None:
    assert permalink_of(title, _free) == permalink
    assert check_permalink(permalink) == permalink


def test_a_taken_one_gets_a_number() -> None:
    taken = {"title", "title-2"}
    assert permalink_of("Title", taken.__contains__) == "title-3"


def test_long_titles_are_cut_between_letters() -> None:
    name = "a" * (PERMALINK_MAX - 1) + "हि"
    assert permalink_of(name, _free) == "a" * (PERMALINK_MAX - 1)
    numbered = permalink_of("b" * 300, {"b" * PERMALINK_MAX}.__contains__)
    assert numbered == "b" * (PERMALINK_MAX - 2) + "-2"


@given(st.text())
def test_any_title_has_one(title: str) -> None:
    permalink = permalink_of(title, _free)
    assert 0 < len(permalink) <= PERMALINK_MAX
    assert slug(permalink) == permalink
    assert check_permalink(permalink) == permalink


@pytest.mark.parametrize("permalink", ["notes/kuzu/locks", " trimmed ", "a/b/c/d/e/f/g/h"])
def test_a_chosen_one_may_have_parts(permalink: str) -> None:
    assert check_permalink(permalink) == permalink.strip()


@pytest.mark.parametrize(
    ("permalink", "hint"),
    [
        ("", None),
        ("!", None),
        ("Upper", "`upper` would do"),
        ("two words", "`two-words` would do"),
        ("/a//b/", "`a/b` would do"),
        ("../etc", "`etc` would do"),
        ("a/b/c/d/e/f/g/h/i", "`a/b/c/d/e/f/g/h` would do"),
        ("x" * 121, "would do"),
    ],
)
def test_any_other_is_refused_with_the_nearest(permalink: str, hint: str | None) -> None:
    with pytest.raises(Invalid) as caught:
        check_permalink(permalink)
    assert caught.value.path == ("permalink",)
    assert (hint or "lower-case") in caught.value.message
