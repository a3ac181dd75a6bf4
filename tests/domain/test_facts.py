"""Facts: how a text is split into clauses, and what counts as their matter."""

from __future__ import annotations

import pytest

from graphmem.domain.facts import MOST_TERMS, Clause, is_time, prepare
from graphmem.domain.tokens import tokenise


def _only_clause(text: str) -> Clause:
    (clause,) = prepare(text).clauses
    return clause


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("One thing here.", ["thing"]),
        ("Ports moved. Logs stay.", ["port", "log stay"]),
        ("The gateway moved, and the logs went", ["gateway", "log go"]),
        ("In staging, the gateway moved", ["stag gateway"]),
        ("Redis; Kuzu — NATS", ["redis", "kuzu", "nats"]),
        ("...", []),
    ],
)
def test_a_text_is_split_into_clauses(text: str, clauses: list[str]) -> None:
    found = [" ".join(token.stem for token in clause.terms) for clause in prepare(text).clauses]
    assert found == clauses


def test_light_verbs_cues_and_old_values_are_no_matter() -> None:
    clause = _only_clause("We switched the job queue from Redis to NATS")
    assert clause.stems == {"job", "queu", "nats"}
    assert clause.known == clause.stems
    assert clause.old == {"redis"}
    assert [token.raw for token in clause.new] == ["NATS"]


def test_reasons_and_brackets_are_asides() -> None:
    clause = _only_clause("The gateway (nginx), serves TLS because browsers insist")
    assert clause.stems == {"gateway", "tls"}
    assert clause.known == {"gateway", "nginx", "tls", "browser", "insist"}


@pytest.mark.parametrize(
    ("text", "stated", "placing"),
    [
        ("The broker is NATS", {"nats"}, False),
        ("The broker is now called NATS", {"nats"}, False),
        ("He is a father", set(), False),
        ("The office is in Berlin", {"berlin"}, True),
        ("Anna lives in Berlin", set(), True),
        ("Timeout: 30", {"30"}, False),
        ("国籍は日本", {"日本"}, False),
        ("Anna likes rock", set(), False),
    ],
)
def test_what_a_clause_states_and_where_it_places(text: str, stated: set[str], placing: bool) -> None:
    clause = _only_clause(text)
    assert (clause.stated, clause.placing) == (stated, placing)


@pytest.mark.parametrize(("text", "verb_at"), [("Port is 1", 1), ("The release needs two", 2), ("Titles only", 2)])
def test_where_the_predicate_begins(text: str, verb_at: int) -> None:
    assert _only_clause(text).verb_at == verb_at


def test_negations_are_counted() -> None:
    assert _only_clause("It does not use no cache").negations == 2


@pytest.mark.parametrize(
    ("text", "claim_sized"),
    [
        ("A fact.", True),
        ("", False),
        ("word " * MOST_TERMS, True),
        ("word " * (MOST_TERMS + 1), False),
        ("long" * 1_001, False),
        ("A b. C d. E f. G h. I j.", True),
        ("A b. C d. E f. G h. I j. K l.", False),
    ],
)
def test_only_short_texts_are_facts(text: str, claim_sized: bool) -> None:
    fact = prepare(text)
    assert fact.claim_sized is claim_sized
    assert claim_sized or not fact.clauses


def test_tokens_at_hand_are_used() -> None:
    text = "The gateway listens on port 8443"
    assert prepare("", tokenise(text)) == prepare(text)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("Monday", True), ("2024", True), ("2024-05-01", True), ("8443", False), ("1900s", False), ("port", False)],
)
def test_times(word: str, expected: bool) -> None:
    assert is_time(tokenise(word)[0]) is expected
