"""Numerals: what is written, and what number is meant."""

from __future__ import annotations

import pytest

from graphmem.domain.numerals import numbers_meant, numbers_written, renumbered


@pytest.mark.parametrize(
    ("folded", "written"),
    [
        ("v1.2.3", ("1.2.3",)),
        ("v12.3", ("12.3",)),
        ("room 101", ("101",)),
        ("2024 01 05", ("2024", "01", "05")),
        ("level −1", ("−1",)),
        ("1,000 users", ("1,000",)),
        ("world war ii", ()),
        ("one", ()),
    ],
)
def test_numbers_written(folded: str, written: tuple[str, ...]) -> None:
    assert numbers_written(folded) == written


@pytest.mark.parametrize(
    ("folded", "meant"),
    [
        ("world war ii", ("2",)),
        ("world war i", ("1",)),
        ("i", ()),
        ("i robot", ()),
        ("henry xxxix", ("39",)),
        ("louis xiv", ("14",)),
        ("vi", ("6",)),
        ("mix", ()),
        ("phase twelve", ("12",)),
        ("twentieth century", ("20",)),
        ("fifty ways", ("50",)),
        ("3rd 21st", ("3", "21")),
        ("sprint 007", ("7",)),
        ("web 2.0", ("2",)),
        ("1,000", ("1000",)),
        ("level −1", ("-1",)),
        ("第三章", ("3",)),
        ("二十五周年", ("25",)),
        ("百二十", ("120",)),
        ("千", ("1000",)),
        ("二〇二四年", ("2024",)),
        ("田中一郎", ("1",)),
        ("no numbers", ()),
    ],
)
def test_numbers_meant(folded: str, meant: tuple[str, ...]) -> None:
    assert numbers_meant(renumbered(folded)) == meant


def test_one_way_of_writing() -> None:
    assert renumbered("world war ii part 02") == "world war 2 part 2"
    assert renumbered("第三章") == "第 3 章"
    assert renumbered("v1.10.0") == "1.10"
