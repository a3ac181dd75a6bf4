"""On real text that is known to be fine, no gate but the one for transient wording speaks up in 1 % of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from graphmem.domain.cleaning import Cleaning, clean
from graphmem.domain.draft import Gate
from graphmem.domain.gates import GateContext, GatePolicy, Prose, run_gates
from graphmem.domain.model import EntityKind

DATA = Path(__file__).parents[3] / ".." / "shared" / "data"
HIGHEST = 0.01

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason="the shared data folder is not beside this checkout"),
]


def abstracts() -> list[str]:
    lines = (DATA / "peps.jsonl").read_text("utf-8").splitlines()
    return [abstract for line in lines if (abstract := json.loads(line)["abstract"])]


def observations() -> list[str]:
    conversations = json.loads((DATA / "locomo_dev.json").read_text("utf-8"))
    sessions = [session for each in conversations for session in each["observation"].values()]
    return [fact for session in sessions for facts in session.values() for fact, _evidence in facts]


def shares(texts: list[str], policy: GatePolicy, kind: EntityKind) -> dict[Gate, float]:
    verdicts = (run_gates(GateContext(Prose(text), entity_kind=kind), policy) for text in texts)
    found = Counter(finding.gate for verdict in verdicts for finding in (*verdict.refusals, *verdict.findings))
    return {gate: count / len(texts) for gate, count in found.items()}


def test_abstracts_pass() -> None:
    found = shares(abstracts(), GatePolicy.of({"quality": "warn"}), EntityKind.PROJECT)

    assert {gate: share for gate, share in found.items() if share > HIGHEST}.keys() <= {Gate.TRANSIENT}


def test_facts_about_third_persons_pass() -> None:
    found = shares(observations(), GatePolicy.of({"user_claim": "off", "quality": "warn"}), EntityKind.PERSON)

    assert {gate: share for gate, share in found.items() if share > HIGHEST}.keys() <= {Gate.TRANSIENT}


def test_cleaning_leaves_them_as_they_are() -> None:
    changed = [text for text in (*abstracts(), *observations()) if clean(text, Cleaning(GatePolicy())).text != text]

    assert changed == []
