"""Beside a memory: what may be kept of reasons, names and data, by what the space does with credentials."""

from __future__ import annotations

import pytest

from graphmem.domain.discretion import discreet, discreet_data, refuse_secret
from graphmem.domain.errors import GateRefused
from graphmem.domain.gates import GatePolicy

VALUE = "hunter2Abc9XyZ12Q"
SECRET = f"the password is {VALUE}"
REFUSING = GatePolicy()
REDACTING = GatePolicy(redact_credentials=True)
WARNING = GatePolicy.of({"credential": "warn"})
OFF = GatePolicy.of({"credential": "off"})


def test_a_secret_is_refused_by_its_field_and_never_repeated() -> None:
    with pytest.raises(GateRefused) as caught:
        discreet(SECRET, ("reason",), REFUSING)
    refused = caught.value
    assert (refused.path, refused.gate, refused.override) == (("reason",), "credential", None)
    assert refused.matches == ("password: the password is [redacted]",)
    assert VALUE not in repr(vars(refused))


@pytest.mark.parametrize(
    ("policy", "kept"), [(REDACTING, "the password is [redacted]"), (WARNING, SECRET), (OFF, SECRET)]
)
def test_a_space_may_redact_or_let_through(policy: GatePolicy, kept: str) -> None:
    assert discreet(SECRET, ("reason",), policy) == kept
    assert discreet_data({"note": SECRET}, ("attributes",), policy) == {"note": kept}


def test_a_card_number_is_always_hidden_in_a_free_text() -> None:
    assert discreet("paid by 4111 1111 1111 1111", ("reason",), OFF) == "paid by [redacted]"


@pytest.mark.parametrize("policy", [REFUSING, REDACTING])
def test_a_name_is_never_redacted(policy: GatePolicy) -> None:
    with pytest.raises(GateRefused):
        refuse_secret(SECRET, ("name",), policy)
    refuse_secret("Vault", ("name",), policy)


@pytest.mark.parametrize("data", [{"password": VALUE}, {"deep": [{"api_key": VALUE}]}, {SECRET: 1}])
def test_data_is_read_with_its_names(data: dict[str, object]) -> None:
    with pytest.raises(GateRefused) as caught:
        discreet_data(data, ("attributes",), REFUSING)
    assert caught.value.path == ("attributes",)


def test_redacted_data_keeps_its_shape() -> None:
    data = {"password": VALUE, "deep": [{"api_key": VALUE, "n": 2**60, "ok": None}], "plain": "text"}
    assert discreet_data(data, ("attributes",), REDACTING) == {
        "password": "[redacted]",
        "deep": [{"api_key": "[redacted]", "n": 2**60, "ok": None}],
        "plain": "text",
    }


def test_a_name_among_data_that_is_a_secret_is_refused_even_where_values_are_redacted() -> None:
    with pytest.raises(GateRefused):
        discreet_data({SECRET: "x"}, ("attributes",), REDACTING)
