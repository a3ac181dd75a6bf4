from __future__ import annotations

import pytest

from graphmem.store.index.paths import Paths

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
    ("asked", "found"),
    [
        ("src/app", {"src", "src/app", "src/app/main.py", "src/app/ui/view.py"}),
        ("src/app/main.py", {"src", "src/app", "src/app/main.py"}),
        ("docs", {"docs/a.md"}),
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


def test_anchors_do_not_count() -> None:
    paths = Paths()
    number = paths.number("a/b.md#top")
    assert paths.number("a/b.md") == number
    assert paths.related("a#x") == paths.related("a/b.md#end") == [number]
