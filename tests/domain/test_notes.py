"""Permalinks, paths and tags in one spelling each."""

from __future__ import annotations

import pytest

from graphmem.domain.errors import Invalid, Problems
from graphmem.domain.notes import (
    PERMALINK_MAX,
    normalise_path,
    normalise_paths,
    normalise_tags,
    paths_touch,
    permalink_from,
    slug,
    without_anchor,
)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("How we deploy", "how-we-deploy"),
        ("  C++ / Rust:  FFI! ", "c-rust-ffi"),
        ("Crème brûlée", "crème-brûlée"),
        ("ＡＰＩ の 設計", "api-の-設計"),
        ("デプロイ手順", "デプロイ手順"),
        ("हिन्दी नोट", "हिन्दी-नोट"),
        ("Straße", "strasse"),
        ("snake_case", "snake-case"),
        ("☁️ Cloud ☁️", "cloud"),
        ("☁️", "note"),
        ("!?", "note"),
        ("a" * 200, "a" * PERMALINK_MAX),
        ("b " * 100, ("b-" * 60)[:-1]),
    ],
)
def test_a_permalink_is_readable_in_any_script(title: str, expected: str) -> None:
    assert slug(title) == expected == permalink_from(title, lambda _: False)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 9, 100])
def test_a_taken_permalink_gets_the_next_number(count: int) -> None:
    taken: list[str] = []
    for _ in range(count):
        taken.append(permalink_from("Deploy", taken.__contains__))
    assert len(set(taken)) == count
    assert taken[:3] == ["deploy", "deploy-2", "deploy-3"][:count]


def test_a_number_fits_behind_a_long_title() -> None:
    first = permalink_from("x" * 300, lambda _: False)
    second = permalink_from("x" * 300, {first}.__contains__)
    assert (len(second), second[-4:]) == (PERMALINK_MAX, "xx-2")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src\\store/./kuzu.py", "src/store/kuzu.py"),
        (" a//b/ ", "a/b"),
        ("a.py#Class.method", "a.py#Class.method"),
        ("日本/a.md", "日本/a.md"),
    ],
)
def test_a_path_has_one_spelling(path: str, expected: str) -> None:
    assert normalise_path(path) == expected


@pytest.mark.parametrize("path", ["", " ", ".", "/etc", "~/x", "C:\\x", "c:x", "../x", "a/../b", "a\x00b", "#anchor"])
def test_a_path_stays_below_the_root(path: str) -> None:
    with pytest.raises(Invalid):
        normalise_path(path)


def test_every_bad_path_and_tag_is_told() -> None:
    with pytest.raises(Problems) as paths:
        normalise_paths(["ok", "/no", "..", "ok"])
    with pytest.raises(Problems) as tags:
        normalise_tags(["ok", "", "[no]", "x" * 65])
    assert [problem.path for problem in paths.value.problems] == [("paths", "1"), ("paths", "2")]
    assert [problem.path for problem in tags.value.problems] == [("tags", "1"), ("tags", "2"), ("tags", "3")]


def test_tags_and_paths_are_there_once() -> None:
    assert normalise_tags(["#DB", " db ", "Graph"]) == ("db", "graph")
    assert normalise_paths(["a/b", "a//b", "a/b#c"]) == ("a/b", "a/b#c")


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [("a/b", "a/b#x", True), ("a", "a/b", True), ("a/b", "a", True), ("a", "ab", False), ("a/b", "a/c", False)],
)
def test_paths_touch_when_one_holds_the_other(left: str, right: str, expected: bool) -> None:
    assert paths_touch(left, right) is expected
    assert without_anchor(right) == right.partition("#")[0]
