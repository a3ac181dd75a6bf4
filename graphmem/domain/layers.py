"""The words a writer may use for a layer, a type, an altitude, a state and an importance.

Owns these closed vocabularies and the numbers tied to them. It does not guess from text: that is `structure`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from graphmem.domain.errors import Invalid
from graphmem.domain.model import Altitude, Layer, MemoryState, MemoryType

Word = TypeVar("Word", bound=StrEnum)

PIN_AT: Final = 0.9
"""An importance from here on pins a memory (linksee)."""

DEFAULT_IMPORTANCE: Final[Mapping[Layer, float]] = MappingProxyType(
    {
        Layer.GOAL: 0.8,
        Layer.CONTEXT: 0.5,
        Layer.EMOTION: 0.5,
        Layer.IMPLEMENTATION: 0.6,
        Layer.CAVEAT: 0.75,
        Layer.LEARNING: 0.7,
    }
)
"""Linksee's documented "by layer"; its code gives .5 throughout. Emotion is ours, it has none there."""

IMPORTANCE_WORDS: Final[Mapping[str, float]] = MappingProxyType(
    {"critical": PIN_AT, "high": 0.8, "medium": 0.5, "low": 0.3}
)
"""total-agent-memory's four words as numbers. `critical` is the least value that pins: it stays."""

_LAYER_ALIASES: Final[Mapping[Layer, str]] = {
    Layer.GOAL: "why goals target targets intent",
    Layer.CONTEXT: "background reason situation timing",
    Layer.EMOTION: "tone feelings mood",
    Layer.IMPLEMENTATION: "impl success failure how tried attempts",
    Layer.CAVEAT: "warning warnings pain rule rules pitfall pitfalls dont don't",
    Layer.LEARNING: "decision decisions learned insight insights growth",
}

_TYPE_ALIASES: Final[Mapping[MemoryType, str]] = {
    MemoryType.LEARNING: "lesson lessons learned insight",
    MemoryType.GOTCHA: "pitfall trap",
    MemoryType.CONVENTION: "rule",
    MemoryType.SOLUTION: "fix",
    MemoryType.OUTCOME: "result",
    MemoryType.WORK: "task",
}

_LAYER_OF_TYPE: Final[Mapping[MemoryType, Layer]] = {
    MemoryType.GOTCHA: Layer.CAVEAT,
    MemoryType.CONVENTION: Layer.CAVEAT,
    MemoryType.LEARNING: Layer.LEARNING,
    MemoryType.DECISION: Layer.LEARNING,
}

# Where recall's weight is known (total-agent-memory's four); it runs straight between them and flat outside.
_WEIGHT_AT: Final = ((0.3, 0.8), (0.5, 1.0), (0.8, 1.2), (PIN_AT, 1.5))


def _vocabulary(words: type[Word], aliases: Mapping[Word, str]) -> dict[str, Word]:
    table = {word.value: word for word in words}
    for word, others in aliases.items():
        table.update(dict.fromkeys(others.split(), word))
    return table


_LAYERS: Final = _vocabulary(Layer, _LAYER_ALIASES)
_TYPES: Final = _vocabulary(MemoryType, _TYPE_ALIASES)
_ALTITUDES: Final = _vocabulary(Altitude, {})
_STATES: Final = _vocabulary(MemoryState, {})


def _parse(what: str, table: Mapping[str, Word], text: str, path: Sequence[str]) -> Word:
    key = text.strip().lower().replace("’", "'").replace("-", "_").replace(" ", "_")
    if key not in table:
        shown = text.strip()[:40]
        raise Invalid(f"unknown {what} {shown!r}; accepted in any case: {', '.join(table)}", path)
    return table[key]


def parse_layer(text: str, path: Sequence[str] = ("layer",)) -> Layer:
    """Read a layer's name or one of linksee's aliases, in any case. Raises Invalid with the accepted list."""
    return _parse("layer", _LAYERS, text, path)


def layer_of_note(kind: MemoryType) -> Layer:
    """Give the layer a note of a type hangs in: gotchas and conventions warn, lessons and decisions teach."""
    return _LAYER_OF_TYPE.get(kind, Layer.CONTEXT)


def parse_type(text: str, path: Sequence[str] = ("type",)) -> MemoryType:
    """Read a memory type or an alias of it, such as `lesson`. Raises Invalid with the accepted list.

    Covers every kind of linksee, Tirith and total-agent-memory.
    """
    return _parse("type", _TYPES, text, path)


def parse_altitude(text: str, path: Sequence[str] = ("altitude",)) -> Altitude:
    """Read an altitude in any case. Raises Invalid with the accepted list."""
    return _parse("altitude", _ALTITUDES, text, path)


def parse_state(text: str, path: Sequence[str] = ("state",)) -> MemoryState:
    """Read a state in any case, `in progress` too. Raises Invalid with the accepted list."""
    return _parse("state", _STATES, text, path)


def parse_importance(value: float | str | None, layer: Layer, path: Sequence[str] = ("importance",)) -> float:
    """Read an importance: a number from 0 to 1, one of the four words, or None for the layer's default.

    Raises Invalid for anything else, NaN included.
    """
    if value is None:
        return DEFAULT_IMPORTANCE[layer]
    number = _importance_number(value)
    if not 0.0 <= number <= 1.0:
        words = ", ".join(IMPORTANCE_WORDS)
        raise Invalid(f"importance must be a number from 0 to 1 or one of: {words}", path)
    return number


def _importance_number(value: float | str) -> float:
    if isinstance(value, bool):
        return math.nan
    if isinstance(value, str):
        word = value.strip().lower()
        value = IMPORTANCE_WORDS.get(word, word)
    try:
        return float(value)
    except (ValueError, OverflowError):
        return math.nan


def importance_weight(importance: float) -> float:
    """Give recall's factor for an importance: .8 at low, 1 at medium, 1.2 at high, 1.5 at critical.

    Source: total-agent-memory's recall weights; straight between them, so that .79 and .8 differ little.
    """
    low, weight = _WEIGHT_AT[0]
    if importance <= low:
        return weight
    for high, next_weight in _WEIGHT_AT[1:]:
        if importance <= high:
            return weight + (next_weight - weight) * (importance - low) / (high - low)
        low, weight = high, next_weight
    return weight
