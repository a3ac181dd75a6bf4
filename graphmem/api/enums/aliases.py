"""Input aliases of an enum: what agents call a value, beside the name that the schema lists.

Owns how an alias gets in. Which aliases there are is the domain's business; answers use the listed names.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from graphql import ConstValueNode, EnumValueNode, GraphQLEnumType

from graphmem.domain.errors import Invalid

Parse = Callable[[str], Enum]
"""Reads an alias; raises Invalid for what is none."""


def accept_aliases(enum: GraphQLEnumType, parse: Parse) -> None:
    """Let an enum take aliases as input, in variables and in documents; what is none fails as before."""
    strict_value, strict_literal = enum.coerce_input_value, enum.coerce_input_literal

    def coerce_value(value: Any, hide_suggestions: bool = False) -> Any:
        known = _parsed(parse, value)
        return strict_value(value, hide_suggestions) if known is None else known

    def coerce_literal(node: ConstValueNode, hide_suggestions: bool = False) -> Any:
        known = _parsed(parse, node.value if isinstance(node, EnumValueNode) else None)
        return strict_literal(node, hide_suggestions) if known is None else known

    vars(enum).update(coerce_input_value=coerce_value, coerce_input_literal=coerce_literal)


def _parsed(parse: Parse, word: Any) -> Enum | None:
    if not isinstance(word, str):
        return None
    try:
        return parse(word)
    except Invalid:
        return None
