"""Guards: each one alone, and which names are members of a series."""

from __future__ import annotations

import pytest

from graphmem.domain.guards import Guard, Traits, badly_divided, failed, series, traits
from graphmem.domain.model import EntityKind
from graphmem.domain.names import forms


def of(name: str) -> Traits:
    return traits(*forms(name))


@pytest.mark.parametrize(
    ("left", "right", "guard"),
    [
        ("plan 1.2", "plan 12", Guard.NUMBERS),
        ("model S", "models", Guard.SINGLE_LETTERS),
        ("c", "c++", Guard.SIGNS),
        (".net", "net", Guard.LEADING_DOT),
        ("salt & pepper", "salt pepper", Guard.JOINING_WORD),
    ],
)
def test_one_guard_fails(left: str, right: str, guard: Guard) -> None:
    assert failed(of(left), of(right), EntityKind.PROJECT) == (guard,)
    assert failed(of(left), of(left), EntityKind.PROJECT) == ()


def test_a_company_may_shout() -> None:
    assert failed(of("Yahoo!"), of("Yahoo"), EntityKind.COMPANY) == ()
    assert failed(of("Yahoo!"), of("Yahoo"), EntityKind.CONCEPT) == (Guard.SIGNS,)


@pytest.mark.parametrize(
    ("left", "right", "of_a_series"),
    [
        ("room 1", "room 2", True),
        ("room 1", "room", False),
        ("plan B", "plan C", True),
        ("plan B", "plan", False),
        ("J. K. Doe", "J Doe", False),
        ("c++", "c#", True),
        ("world war ii", "world war 2", False),
        ("김 철수", "이 철수", False),
    ],
)
def test_series(left: str, right: str, of_a_series: bool) -> None:
    assert series(of(left), of(right)) is of_a_series


@pytest.mark.parametrize(
    ("left", "right", "kind", "code", "badly"),
    [
        ("back end", "backend", EntityKind.PROJECT, False, False),
        ("pen island", "penis land", EntityKind.PROJECT, False, True),
        ("Li Na", "Lina", EntityKind.PERSON, False, True),
        ("山田 太郎", "山田太郎", EntityKind.PERSON, False, False),
        ("O'Neil", "Oneil", EntityKind.PERSON, False, False),
        ("ABC-12", "ABC12", EntityKind.OTHER, True, False),
        ("ABX-C12", "ABXC-12", EntityKind.OTHER, True, True),
    ],
)
def test_division_into_words(left: str, right: str, kind: EntityKind, code: bool, badly: bool) -> None:
    assert badly_divided(of(left), of(right), kind, code) is badly
