"""Layers, types and importances: every word, every alias, every refusal."""

from __future__ import annotations

import math

import pytest

from graphmem.domain.errors import Invalid
from graphmem.domain.layers import (
    DEFAULT_IMPORTANCE,
    IMPORTANCE_WORDS,
    PIN_AT,
    importance_weight,
    layer_of_note,
    parse_altitude,
    parse_importance,
    parse_layer,
    parse_state,
    parse_type,
)
from graphmem.domain.model import Altitude, Layer, MemoryState, MemoryType

ALIASES = {
    Layer.GOAL: ["why", "goal", "goals", "target", "targets", "intent"],
    Layer.CONTEXT: ["background", "reason", "situation", "timing"],
    Layer.EMOTION: ["tone", "feelings", "mood"],
    Layer.IMPLEMENTATION: ["impl", "success", "failure", "how", "tried", "attempts"],
    Layer.CAVEAT: ["warning", "warnings", "pain", "rule", "rules", "pitfall", "pitfalls", "dont", "Don’t"],
    Layer.LEARNING: ["decision", "decisions", "learned", "insight", "insights", "growth"],
}


@pytest.mark.parametrize(("layer", "alias"), [(layer, a) for layer, names in ALIASES.items() for a in names])
def test_every_alias_names_its_layer(layer: Layer, alias: str) -> None:
    assert parse_layer(alias) is layer
    assert parse_layer(f"  {alias.upper()}\t") is layer


@pytest.mark.parametrize("layer", Layer)
def test_every_layer_names_itself(layer: Layer) -> None:
    assert parse_layer(layer.name) is layer


@pytest.mark.parametrize("text", ["", "layer", "goal!", "caveats of", "警告"])
def test_an_unknown_layer_is_refused_with_the_accepted_list(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_layer(text, ("memories", "3", "layer"))
    assert caught.value.path == ("memories", "3", "layer")
    assert all(word in caught.value.message for word in (*Layer, "pitfall", "insight", "why"))


def test_a_refusal_does_not_repeat_a_long_input() -> None:
    with pytest.raises(Invalid) as caught:
        parse_layer("x" * 10_000)
    assert "x" * 41 not in caught.value.message


LINKSEE = "note question comparison decision learning outcome work"
TIRITH = "fact lesson gotcha handoff research decision note"
TOTAL_AGENT_MEMORY = "decision fact solution lesson convention"


@pytest.mark.parametrize("text", sorted({*LINKSEE.split(), *TIRITH.split(), *TOTAL_AGENT_MEMORY.split()}))
def test_every_kind_of_the_seed_systems_is_a_type(text: str) -> None:
    expected = MemoryType.LEARNING if text == "lesson" else MemoryType(text)
    assert parse_type(text.title()) is expected


def test_an_unknown_type_is_refused_with_the_accepted_list() -> None:
    with pytest.raises(Invalid, match="lesson") as caught:
        parse_type("memo")
    assert caught.value.path == ("type",)


def test_altitudes_and_states_are_read_in_any_spelling() -> None:
    assert parse_altitude(" Architecture ") is Altitude.ARCHITECTURE
    for spelling in ("in_progress", "In Progress", "IN-PROGRESS"):
        assert parse_state(spelling) is MemoryState.IN_PROGRESS


def test_unknown_altitudes_and_states_are_refused() -> None:
    with pytest.raises(Invalid, match="mission, strategy"):
        parse_altitude("sky")
    with pytest.raises(Invalid, match="in_progress"):
        parse_state("finished")


def test_the_default_importance_goes_by_layer() -> None:
    assert [parse_importance(None, layer) for layer in Layer] == [0.8, 0.5, 0.5, 0.6, 0.75, 0.7]
    assert set(DEFAULT_IMPORTANCE) == set(Layer)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0.0),
        (1, 1.0),
        (0.95, 0.95),
        ("0.4", 0.4),
        ("critical", 0.9),
        (" High ", 0.8),
        ("MEDIUM", 0.5),
        ("low", 0.3),
    ],
)
def test_an_importance_is_a_number_or_a_word(value: float | str, expected: float) -> None:
    assert parse_importance(value, Layer.GOAL) == expected


@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan, math.inf, -math.inf, 10**400, True, "", "urgent", "nan", "2"])
def test_any_other_importance_is_refused(value: float | str) -> None:
    with pytest.raises(Invalid, match="critical, high, medium, low") as caught:
        parse_importance(value, Layer.GOAL)
    assert caught.value.path == ("importance",)


def test_only_critical_pins() -> None:
    assert [word for word, number in IMPORTANCE_WORDS.items() if number >= PIN_AT] == ["critical"]


@pytest.mark.parametrize(
    ("importance", "weight"),
    [(0.0, 0.8), (0.3, 0.8), (0.4, 0.9), (0.5, 1.0), (0.65, 1.1), (0.8, 1.2), (0.9, 1.5), (1.0, 1.5)],
)
def test_recall_weighs_the_four_words_as_total_agent_memory_does(importance: float, weight: float) -> None:
    assert importance_weight(importance) == pytest.approx(weight)


def test_a_notes_type_chooses_its_layer() -> None:
    chosen = {kind: layer_of_note(kind) for kind in MemoryType}
    assert {kind for kind, layer in chosen.items() if layer is Layer.CAVEAT} == {
        MemoryType.GOTCHA,
        MemoryType.CONVENTION,
    }
    assert {kind for kind, layer in chosen.items() if layer is Layer.LEARNING} == {
        MemoryType.LEARNING,
        MemoryType.DECISION,
    }
    assert chosen[MemoryType.HANDOFF] is Layer.CONTEXT
