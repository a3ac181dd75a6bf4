"""How an enum of the domain becomes one of the schema: with words for it and for every value.

Owns the registration only. The names clients see are the Python members' names; the words are beside it,
by area.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import strawberry

Words = Mapping[type[Enum], tuple[str, Mapping[str, str]]]
"""For each enum: its description, and one for each member by name."""


def describe(words: Words) -> None:
    """Register the enums with Strawberry; raises KeyError where a member has no words."""
    for enum, (description, values) in words.items():
        strawberry.enum(enum, description=description)
        definition: Any = enum.__strawberry_definition__  # type: ignore[attr-defined]
        for value in definition.values:
            value.description = values[value.name]
