"""Likeness: scores, generic words, shorter forms of people's names."""

from __future__ import annotations

import pytest

from graphmem.domain.guards import Guard
from graphmem.domain.likeness import generic_core, score, shortened_person, without_honorific
from graphmem.domain.names import forms, name_parts


def test_the_score_takes_the_best_form() -> None:
    assert score(forms("wei chen"), forms("chen wei")) == 100
    assert score(forms("PyTorch"), forms("pytroch")) > 80
    assert score(forms("abc"), forms("xyz")) == 0


@pytest.mark.parametrize(
    ("folded", "core"),
    [
        ("apache kafka", "kafka"),
        ("node.js", "node"),
        ("reactjs", "react"),
        ("golang", "go"),
        ("phoenix project", "phoenix"),
        ("project phoenix plan", "phoenixplan"),
        ("sql", None),
        ("xdb", None),
        ("apache", None),
        ("payment service core", None),
    ],
)
def test_generic_core(folded: str, core: str | None) -> None:
    assert generic_core(folded) == core


@pytest.mark.parametrize(
    ("left", "right", "way"),
    [
        ("Seth Larson", "Seth Michael Larson", Guard.EXTRA_WORDS),
        ("Victor", "Victor Hugo", Guard.EXTRA_WORDS),
        ("Hugo", "Victor Hugo", Guard.EXTRA_WORDS),
        ("V", "Victor Hugo", None),
        ("Marie", "Victor Marie Hugo", None),
        ("J. Doe", "Jane Doe", Guard.INITIALS),
        ("J. R. Doe", "Jane Ruth Doe", Guard.INITIALS),
        ("J. Doe", "Jane Ruth Doe", Guard.EXTRA_WORDS),
        ("Fred Drake", "Fred L. Drake, Jr.", Guard.EXTRA_WORDS),
        ("Jane Doe", "Jane Smith", None),
        ("Jane Doe", "Jane Doe Smith", None),
        ("Jane Doe", "Jane Doe", None),
        ("Doe Jane", "Jane Doe", None),
        ("", "Jane", None),
    ],
)
def test_shortened_person(left: str, right: str, way: Guard | None) -> None:
    assert shortened_person(name_parts(left), name_parts(right)) is way
    assert shortened_person(name_parts(right), name_parts(left)) is way


@pytest.mark.parametrize(
    ("name", "bare"), [("田中さん", "田中"), ("田中", "田中"), ("김철수님", "김철수"), ("様", "様"), ("林氏", "林氏")]
)
def test_honorifics(name: str, bare: str) -> None:
    assert without_honorific(name) == bare
