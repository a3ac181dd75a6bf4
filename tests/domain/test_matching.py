"""Comparing names: kinds, guards, symmetry, the labelled cases beside the checkout."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.guards import Guard
from graphmem.domain.matching import Comparison, compare, keys
from graphmem.domain.model import EntityKind

PERSON, COMPANY, PROJECT = EntityKind.PERSON, EntityKind.COMPANY, EntityKind.PROJECT
CONCEPT, FILE, OTHER = EntityKind.CONCEPT, EntityKind.FILE, EntityKind.OTHER


def both_ways(kind: EntityKind | None, left: str, right: str) -> Comparison:
    found = compare(kind, left, kind, right)
    assert found == compare(kind, right, kind, left), "comparing is symmetric"
    return found


def test_declared_kinds_that_differ_are_never_one_thing() -> None:
    found = compare(PERSON, "Apple", COMPANY, "Apple")
    assert (found.linkable, found.candidate, found.blocked_by) == (False, False, (Guard.KIND,))


@pytest.mark.parametrize("kind", list(EntityKind))
def test_an_unknown_kind_conflicts_with_none(kind: EntityKind) -> None:
    assert compare(None, "apple", kind, "apple").exact
    assert compare(kind, "apple", None, "apple").exact


def test_the_known_kind_decides_how_an_unknown_one_is_read() -> None:
    assert compare(None, "getUser", PROJECT, "get_user").exact
    assert not compare(None, "getUser", OTHER, "get_user").linkable
    assert compare(None, "./Makefile", FILE, "Makefile").exact
    assert not compare(None, "makefile", FILE, "Makefile").linkable
    assert compare(None, "Acme", COMPANY, "Acme Inc.").linkable


def test_underscores_hold_symbols_apart_only_where_a_symbol_may_be_meant() -> None:
    assert not compare(OTHER, "get_user", OTHER, "getuser").linkable
    assert compare(OTHER, "get_user", OTHER, "getuser").candidate
    assert compare(PROJECT, "get_user", PROJECT, "getuser").linkable
    assert compare(None, "mcp_server", None, "MCPServer").exact


def test_the_failed_guards_are_named() -> None:
    assert compare(COMPANY, "Nordwind GmbH", COMPANY, "Nordwind AG").blocked_by == (Guard.LEGAL_FORM,)
    assert compare(PROJECT, "Google+", PROJECT, "Google").blocked_by == (Guard.SIGNS,)
    assert compare(PROJECT, ".NET", PROJECT, "NET").blocked_by == (Guard.LEADING_DOT,)
    assert compare(PERSON, "Wei Chen", PERSON, "Chen Wei").blocked_by == (Guard.WORD_ORDER,)
    assert compare(PERSON, "J. Doe", PERSON, "Jane Doe").blocked_by[-1] == Guard.INITIALS
    assert Guard.SCRIPT in compare(PERSON, "Pаypal", PERSON, "Paypal").blocked_by
    assert Guard.NUMBERS in compare(PROJECT, "2023 plan", PROJECT, "2024 plan").blocked_by
    assert compare(COMPANY, "H&M", COMPANY, "HM").blocked_by == (Guard.SINGLE_LETTERS, Guard.JOINING_WORD)
    assert compare(CONCEPT, "pen island", CONCEPT, "penis land").blocked_by == (Guard.WORD_BREAKS,)


@pytest.mark.parametrize(
    ("kind", "left", "right", "sure"),
    [
        (PROJECT, "Kubernetes", "Kubernets", True),
        (PROJECT, "Elasticsearch", "Elasticsaerch", True),
        (PERSON, "Maria Silva", "Mario Silva", False),
        (PROJECT, "authorized users", "unauthorized users", False),
        (PROJECT, "payment service", "payments service", False),
        (PROJECT, "Postgres", "PostgreSQL", False),
        (PROJECT, "Redis", "Redit", False),
        (PROJECT, "inbound queue", "outbound queue", False),
        (CONCEPT, "コンピュータ言語", "コンビュータ言語", False),
    ],
)
def test_only_a_sure_typing_error_passes_every_guard(kind: EntityKind, left: str, right: str, sure: bool) -> None:
    found = both_ways(kind, left, right)
    assert not found.linkable
    assert (found.candidate and not found.blocked_by) is sure


NAME = st.text(min_size=1, max_size=30).filter(lambda text: text.strip() != "")


@given(NAME, NAME, st.sampled_from([None, *EntityKind]))
def test_any_two_texts_compare_the_same_both_ways(left: str, right: str, kind: EntityKind | None) -> None:
    found = both_ways(kind, left, right)
    assert 0 <= found.score <= 100
    if found.linkable:
        assert set(keys(kind, left)) & set(keys(kind, right)), "what can be linked must be found by a key"


@given(NAME, st.sampled_from([None, *EntityKind]))
def test_a_name_equals_itself(name: str, kind: EntityKind | None) -> None:
    assert compare(kind, name, kind, f"  {name}  " if name == name.strip() else name).exact


SMITHS = [
    "Eric V. Smith",
    "Gregory P. Smith",
    "Kevin D. Smith",
    "Malcolm Smith",
    "Nathaniel J. Smith",
    "Emma Harper Smith",
]


@pytest.mark.parametrize("left", SMITHS)
@pytest.mark.parametrize("right", SMITHS)
def test_six_smiths_are_six_people(left: str, right: str) -> None:
    assert compare(PERSON, left, PERSON, right).linkable == (left == right)


CASES = Path(__file__).parents[2] / ".." / "shared" / "cases"
KINDS_OF_LABEL = {
    "software": (PROJECT, CONCEPT, OTHER, None),
    "symbol": (OTHER, CONCEPT, None),
    "url": (OTHER, PROJECT, CONCEPT, None),
}


@pytest.mark.data
@pytest.mark.skipif(not CASES.exists(), reason="the folder shared/cases is not beside this checkout")
def test_no_labelled_pair_is_linked_wrongly_and_most_are_found() -> None:
    same = found_again = 0
    with (CASES / "names.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            for kind in KINDS_OF_LABEL.get(row["kind"]) or (EntityKind(row["kind"]),):
                found = both_ways(kind, row["a"], row["b"])
                if row["same"] == "1":
                    same += 1
                    found_again += found.linkable or found.candidate
                else:
                    assert not found.linkable, row
    assert found_again / same >= 0.98
