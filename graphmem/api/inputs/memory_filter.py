"""Which memories are meant, in which order, and which page of them."""

from __future__ import annotations

from typing import Any, Final

import strawberry

from graphmem.api.enums import OrderDirection
from graphmem.api.inputs.declare import Raw, declaration, items, optional, readable
from graphmem.api.inputs.refs import AsOfInput, EntityRef, ThreadRef, as_of, entity_ref, thread_ref
from graphmem.api.scalars import DateTime
from graphmem.domain import draft, model
from graphmem.domain.draft import PageRequest
from graphmem.domain.errors import Problem


@declaration("Which memories are meant. All conditions hold together; an empty list means any.")
class MemoryFilter:
    """Declared; read by `memory_filter`."""

    entities: list[EntityRef] | None = optional("They hang on one of these.")
    kinds: list[model.EntityKind] | None = optional("They hang on entities of one of these kinds.")
    layers: list[model.Layer] | None = optional("They hang in one of these layers.")
    types: list[model.MemoryType] | None = optional("They are of one of these types.")
    states: list[model.MemoryState] | None = optional("The matter stands at one of these.")
    altitudes: list[model.Altitude] | None = optional("They speak at one of these altitudes.")
    categories: list[model.Category] | None = optional("They are of one of these categories.")
    statuses: list[model.MemoryStatus] | None = strawberry.field(
        default_factory=lambda: [model.MemoryStatus.CURRENT],
        description="They have one of these statuses; null means any.",
    )
    thread: ThreadRef | None = optional("They are in this thread.")
    tags: list[str] | None = optional("They carry all of these tags.")
    paths: list[str] | None = optional("They speak of one of these paths, or of one below it.")
    agent: strawberry.ID | None = optional("This agent wrote them.")
    branch: str | None = optional("They were written on this branch.")
    min_importance: float | None = optional("They are at least this important, 0 to 1.")
    created_after: DateTime | None = optional("They were first written after this instant.")
    created_before: DateTime | None = optional("They were first written before this instant.")
    as_of: AsOfInput | None = optional("As they stood at this point in time.")


@declaration("The order of a list of memories; equal ones by id.")
class MemoryOrder:
    """Declared; read by `memory_order`."""

    field: draft.MemoryOrderField = strawberry.field(
        default=draft.MemoryOrderField.CREATED_AT, description="What to order by."
    )
    direction: OrderDirection = strawberry.field(default=OrderDirection.DESC, description="Which end comes first.")


_CHOICES: Final = ("kinds", "layers", "types", "states", "altitudes", "categories", "statuses")


def memory_filter(raw: Raw | None, path: str = "filter") -> draft.MemoryFilter:
    """Convert a MemoryFilter; none asks for all current memories. Problems lie under `path`."""
    if not raw:
        return draft.MemoryFilter()
    try:
        return draft.MemoryFilter(
            entities=tuple(map(entity_ref, items(raw, "entities"))),
            thread=thread_ref(raw.get("thread")),
            as_of=as_of(raw.get("asOf")),
            **_plain(raw),
        )
    except Problem as problem:
        raise problem.below(path) from None


def _plain(raw: Raw) -> dict[str, Any]:
    return {
        **{name: frozenset(raw.get(name) or ()) for name in _CHOICES},
        "tags": items(raw, "tags"),
        "paths": items(raw, "paths"),
        "agent": raw.get("agent"),
        "branch": raw.get("branch"),
        "min_importance": raw.get("minImportance"),
        "created_after": readable(raw, "createdAfter"),
        "created_before": readable(raw, "createdBefore"),
    }


def memory_order(raw: Raw | None) -> tuple[draft.MemoryOrderField, bool]:
    """Convert a MemoryOrder into the field and whether it descends; newest first by default."""
    if not raw:
        return draft.MemoryOrderField.CREATED_AT, True
    return raw["field"], raw["direction"] is OrderDirection.DESC


def page_request(first: Any, after: Any, last: Any = None, before: Any = None) -> PageRequest:
    """Convert Relay's arguments; what was left out is None."""
    return PageRequest(*(None if given is strawberry.UNSET else given for given in (first, after, last, before)))
