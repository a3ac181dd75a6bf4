"""What a shell offers when somebody presses tab: closed sets, and names of entities that the space knows.

Owns nothing that can fail: without a service nothing is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import islice

import typer

from graphmem.cli.connection import connected
from graphmem.cli.failures import CommandError
from graphmem.client.errors import GraphmemError

OFFERED = 20


def offering(values: type[StrEnum]) -> Callable[[str], list[str]]:
    """Offer the values of a closed set."""
    return lambda incomplete: [value for value in values if value.startswith(incomplete.lower())]


def entity_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer names of entities that begin so."""
    flags = {name: ctx.params.get(name) for name in ("url", "token", "path")}
    try:
        with connected(flags) as memory:
            return _names(entity.name for entity in memory.entities(name_prefix=incomplete or None, limit=OFFERED))
    except (CommandError, GraphmemError):
        return []


def _names(found: Iterable[str]) -> list[str]:
    return list(islice(dict.fromkeys(found), OFFERED))
