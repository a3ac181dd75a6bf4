"""Cleaning cuts, trims and hides in that order, says so, and leaves everything else exactly as it was."""

from __future__ import annotations

import json

import pytest

from graphmem.domain.cleaning import Cleaned, Cleaning, clean
from graphmem.domain.draft import Gate
from graphmem.domain.errors import Invalid
from graphmem.domain.gates import GatePolicy
from tests.domain.credentials.samples import fill
from tests.domain.filters.samples import PYTEST

TOKEN = "ghp_" + fill(36)
PLAIN = Cleaning(GatePolicy())
REDACTING = Cleaning(GatePolicy(redact_credentials=True))


@pytest.mark.parametrize(
    "text",
    ["", "  plain text \n", "日本語の文。", "{not json", '{"a": 1}', '["what"]', '{"what" : "as it was",  "why":null}'],
)
def test_clean_texts_stay_as_they_are(text: str) -> None:
    assert clean(text, PLAIN) == Cleaned(text)


def test_private_sections_are_counted_and_gone() -> None:
    cleaned = clean("keep <private>hide</private> keep <private>rest", PLAIN)

    assert (cleaned.text, cleaned.private_sections) == ("keep keep", 2)
    assert [(f.gate, f.message) for f in cleaned.findings] == [(Gate.CREDENTIAL, "Private sections cut out: 2.")]


def test_private_sections_go_before_anything_is_recognised() -> None:
    assert clean(f"<private>{PYTEST}</private>fine", PLAIN).text == "fine"


def test_tool_output_is_trimmed_and_the_report_is_a_finding() -> None:
    cleaned = clean(PYTEST, PLAIN)

    assert "collected" not in cleaned.text
    (finding,) = cleaned.findings
    assert (finding.gate, finding.matches) == (Gate.PASTED, ("pytest",))
    assert "lines" in finding.message


@pytest.mark.parametrize(
    "cleaning",
    [
        Cleaning(GatePolicy(), filter_name="off"),
        Cleaning(GatePolicy(), conversation=True),
        Cleaning(GatePolicy(filter_tool_output=False)),
    ],
)
def test_tool_output_stays_where_it_is_wanted(cleaning: Cleaning) -> None:
    assert clean(PYTEST, cleaning) == Cleaned(PYTEST)


def test_a_named_filter_works_where_recognition_is_off() -> None:
    assert clean(PYTEST, Cleaning(GatePolicy(filter_tool_output=False), filter_name="pytest")).text != PYTEST


def test_contradictions_are_refused() -> None:
    with pytest.raises(Invalid):
        clean("x", Cleaning(GatePolicy(), filter_name="pytest", conversation=True))


@pytest.mark.parametrize(
    ("text", "plain", "redacting"),
    [
        ("card 4111 1111 1111 1111.", "card [redacted].", "card [redacted]."),
        ("カード4111111111111111です", "カード[redacted]です", "カード[redacted]です"),
        (f"token {TOKEN}.", f"token {TOKEN}.", "token [redacted]."),
        ("パスワードはhunter2Abc9XyZ12Qです", "パスワードはhunter2Abc9XyZ12Qです", "パスワードは[redacted]です"),
        # total-agent-memory hides mail addresses too; they are how people are told apart.
        ("mail anna@example.com", "mail anna@example.com", "mail anna@example.com"),
    ],
)
def test_cards_are_always_hidden_and_credentials_where_the_space_redacts(text: str, plain: str, redacting: str) -> None:
    assert clean(text, PLAIN).text == plain
    assert clean(text, REDACTING).text == redacting


def test_the_finding_names_kinds_and_never_values() -> None:
    (finding,) = clean(f"{TOKEN} and 4111 1111 1111 1111", REDACTING).findings

    assert finding.gate is Gate.CREDENTIAL
    assert finding.message == "Hidden: card number, github token."
    assert TOKEN not in str(finding)


def test_overriding_the_credential_gate_hides_nothing() -> None:
    text = f"{TOKEN} and 4111 1111 1111 1111"
    policy = GatePolicy(redact_credentials=True)

    assert clean(text, Cleaning(policy, overrides=frozenset({Gate.CREDENTIAL}))) == Cleaned(text)


def test_structured_content_stays_structured() -> None:
    content = json.dumps(
        {
            "title": "支払い",
            "what": "paid with 4111 1111 1111 1111 <private>from Anna's</private> account",
            "affects": ["billing", "<private>hidden"],
            "evidence_refs": {"log": PYTEST, "count": 3},
        }
    )

    cleaned = clean(content, PLAIN)

    fields = json.loads(cleaned.text)
    assert fields["title"] == "支払い"
    assert fields["what"] == "paid with [redacted] account"
    assert fields["affects"] == ["billing", ""]
    assert "collected" not in fields["evidence_refs"]["log"]
    assert fields["evidence_refs"]["count"] == 3
    assert cleaned.private_sections == 2
    assert len(cleaned.findings) == 4
