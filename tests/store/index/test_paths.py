from __future__ import annotations

import pytest

from graphmem.store.index.paths import Paths, normal_path

STORED = (
    "src",
    "src/app",
    "src/app/main.py",
    "src/app.py",
    "src/apple/x.py",
    "docs/a.md",
    "src/app/ui/view.py",
)


@pytest.mark.parametrize(
    ("given", "spelled"),
    [
        ("./src//app/", "src/app"),
        ("src\\app\\main.py", "src/app/main.py"),
        ("/etc/x", "etc/x"),
        (".", ""),
        ("", ""),
    ],
)
def test_paths_are_spelled_in_one_way(given: str, spelled: str) -> None:
    assert normal_path(given) == spelled


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("src/app", {"src", "src/app", "src/app/main.py", "src/app/ui/view.py"}),
        ("src/app/main.py", {"src", "src/app", "src/app/main.py"}),
        ("./docs/", {"docs/a.md"}),
        ("docs/a.md/deeper", {"docs/a.md"}),
        ("nowhere", set()),
        ("src/app.py", {"src", "src/app.py"}),
        ("", set()),
    ],
)
def test_equal_containing_and_contained_paths_are_related(asked: str, found: set[str]) -> None:
    paths = Paths()
    numbers = {paths.number(path): path for path in STORED}
    assert {numbers[number] for number in paths.related(asked)} == found
    again = Paths(paths.numbers.values())
    assert sorted(again.related(asked)) == sorted(paths.related(asked))


def test_two_spellings_are_one_path() -> None:
    paths = Paths()
    assert paths.number("a/b") == paths.number("./a//b")
