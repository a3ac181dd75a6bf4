"""The gates in order, what a space makes of their findings, and what sets them aside."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest

from graphmem.domain.draft import Gate
from graphmem.domain.errors import GateRefused, Invalid, Problems
from graphmem.domain.gates import (
    PIPELINE,
    GateContext,
    GateFinding,
    GatePolicy,
    Known,
    KnownProject,
    Mode,
    Projects,
    Prose,
    Verdict,
    judge,
    run_gates,
)
from graphmem.domain.model import Category

BAD = GateContext(
    Prose(
        "Certainly! Here is what the user wants. The user prefers tabs. password = hunter2Abc9XyZ12Q. "
        "borealis is currently down. " + "maybe some things " * 200
    ),
    category=Category.AMBIENT,
    entity_name="atlas",
    transcript="nothing of the kind",
    known=Known(Projects([KnownProject("borealis")])),
)
ALL_ON = GatePolicy.of({gate.value: "refuse" for gate in Gate})
REFUSED_BY_DEFAULT = [Gate.PASTED, Gate.CREDENTIAL, Gate.USER_CLAIM, Gate.GROUNDEDNESS]
WARNED_BY_DEFAULT = [Gate.TRANSIENT, Gate.SCOPE, Gate.LENGTH]


def gates(findings: Iterable[GateFinding]) -> list[Gate]:
    return [finding.gate for finding in findings]


def test_a_clean_text_passes_in_silence() -> None:
    assert run_gates(GateContext(Prose("The api listens on port 8443.")), ALL_ON) == Verdict()
    assert run_gates(GateContext(Prose("APIはポート8443で待ち受ける。")), ALL_ON) == Verdict()


def test_by_default_each_gate_does_what_the_table_says() -> None:
    verdict = run_gates(BAD, GatePolicy())

    assert gates(verdict.refusals) == REFUSED_BY_DEFAULT
    assert gates(verdict.findings) == WARNED_BY_DEFAULT
    assert verdict.overridden == ()


def test_every_gate_can_refuse_and_warn_and_be_off() -> None:
    order = [gate for gate, _ in PIPELINE]

    assert gates(run_gates(BAD, ALL_ON).refusals) == order
    warned = run_gates(BAD, GatePolicy.of({gate.value: "warn" for gate in Gate}))
    assert (warned.refusals, gates(warned.findings)) == ((), order)
    assert run_gates(BAD, GatePolicy.of({gate.value: "off" for gate in Gate})) == Verdict()


def test_an_override_sets_its_gate_aside_and_keeps_the_finding() -> None:
    verdict = run_gates(BAD, GatePolicy(), frozenset({Gate.PASTED, Gate.CREDENTIAL}))

    assert gates(verdict.refusals) == [Gate.USER_CLAIM, Gate.GROUNDEDNESS]
    assert gates(verdict.findings) == [Gate.PASTED, Gate.CREDENTIAL, *WARNED_BY_DEFAULT]
    assert verdict.overridden == (Gate.PASTED, Gate.CREDENTIAL)


def test_force_sets_all_aside_but_credentials() -> None:
    verdict = run_gates(BAD, GatePolicy(), force=True)

    assert gates(verdict.refusals) == [Gate.CREDENTIAL]
    assert set(verdict.overridden) == {*REFUSED_BY_DEFAULT, *WARNED_BY_DEFAULT} - {Gate.CREDENTIAL}


@pytest.mark.parametrize(("overrides", "force"), [(frozenset(Gate), False), (frozenset(), True)])
def test_nothing_sets_a_false_claim_aside(overrides: frozenset[Gate], force: bool) -> None:
    verdict = judge([GateFinding(Gate.CLAIM, "app.py::PORT is 8080")], GatePolicy(), overrides, force)

    assert gates(verdict.refusals) == [Gate.CLAIM]
    assert verdict.refusals[0].override is None
    assert verdict.refusals[0].refusal().override is None


def test_findings_of_the_services_are_judged_alike() -> None:
    found = [GateFinding(Gate.DUPLICATE, "same"), GateFinding(Gate.PREVIOUSLY_FORGOTTEN, "gone")]

    assert gates(judge(found, GatePolicy()).refusals) == [Gate.DUPLICATE, Gate.PREVIOUSLY_FORGOTTEN]
    assert judge(found, GatePolicy.of({"duplicate": "off", "previously_forgotten": "off"})) == Verdict()


def test_verdicts_add_up() -> None:
    one = Verdict((GateFinding(Gate.PASTED, "a"),), (), (Gate.SCOPE,))
    two = Verdict((), (GateFinding(Gate.LENGTH, "b"),), (Gate.QUALITY,))

    assert one | two == Verdict(one.refusals, two.findings, (Gate.SCOPE, Gate.QUALITY))


def test_one_refusal_is_raised_by_itself_with_its_way_out() -> None:
    with pytest.raises(GateRefused) as refused:
        run_gates(GateContext(Prose("Build failed in 12s")), GatePolicy()).raise_refusals()

    problem = refused.value
    assert (problem.gate, problem.override, problem.path) == ("pasted", "pasted", ("content",))
    assert problem.message.endswith("send override: [PASTED].")
    assert problem.matches


def test_several_refusals_are_raised_together() -> None:
    with pytest.raises(Problems) as refused:
        run_gates(BAD, GatePolicy()).raise_refusals()

    assert len(refused.value.problems) == len(REFUSED_BY_DEFAULT)


def test_no_refusal_raises_nothing() -> None:
    Verdict().raise_refusals()


def test_a_policy_is_read_from_settings() -> None:
    policy = GatePolicy.of({"transient": "refuse", "scope": "off"}, redact_credentials=True)

    assert policy.mode(Gate.TRANSIENT) is Mode.REFUSE
    assert policy.mode(Gate.SCOPE) is Mode.OFF
    assert policy.mode(Gate.PASTED) is Mode.REFUSE
    assert policy.redact_credentials


@pytest.mark.parametrize("modes", [{"transient": "loud"}, {"taste": "warn"}])
def test_unknown_gates_and_modes_are_refused(modes: dict[str, str]) -> None:
    with pytest.raises(Invalid, match="No gate mode"):
        GatePolicy.of(modes)


HOSTILE = (
    *("“", "‘a", "`", '"', "(((", "at ", "\n", " \n", "I ", "My a ", "The user's a ", "password ", "a_", "sk-"),
    *("eyJ.", "/a", "A. ", "-----BEGIN PRIVATE KEY-----\n", "0", "4111 ", "「", "さん", "私は", "<private>"),
    *("パスワードは", "ユーザーは", "Error: ", "You are a ", "│ a │\n", "10:00:00.000 ", "AAAAb", "is in "),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_take_time_in_proportion(piece: str) -> None:
    def seconds(length: int) -> float:
        text = (piece * (length // len(piece) + 1))[:length]
        started = time.process_time()
        run_gates(GateContext(Prose(text), known=BAD.known), ALL_ON)
        return time.process_time() - started

    seconds(1_000)
    # A memory's content ends at 65,536 characters; quadratic patterns would take minutes.
    assert seconds(65_536) < 2
