"""Events: the numbered record of who did what, as clients see it."""

from __future__ import annotations

from typing import Final

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.fields import attribute, computed, looked_up
from graphmem.api.scalars import DateTime, JSONObject
from graphmem.api.types.lazy import LazyEntity, LazyMemory
from graphmem.api.types.node import Node
from graphmem.domain import model
from graphmem.services import read

PREFIX: Final = "evt_"

_DIGITS: Final = 16


def event_id(event: model.Event) -> str:
    """Make the event's global id; padded, so that ids sort like numbers."""
    return f"{PREFIX}{event.number:0{_DIGITS}d}"


def event_number(event_id: str) -> int | None:
    """Read the number out of a global id; None where it is none."""
    digits = event_id.removeprefix(PREFIX)
    return int(digits) if len(digits) == _DIGITS and digits.isascii() and digits.isdigit() else None


def _memory(event: model.Event, context: RequestContext) -> model.Memory | None:
    return read.memory(context.space, event.memory_id) if event.memory_id else None


def _entity(event: model.Event, context: RequestContext) -> model.Entity | None:
    return read.entity_by_id(context.space, event.entity_id) if event.entity_id else None


@strawberry.type(description="One line of the record: numbered without gaps, never changed.")
class Event(Node):
    """Drawn from `model.Event`."""

    id: strawberry.ID = computed(event_id, "Opaque; sorts like the number.")
    number: int = strawberry.field(description="Its place in the record, from 1, without gaps.")
    type: model.EventType = strawberry.field(description="What happened.")
    at: DateTime = strawberry.field(description="When it was committed.")
    agent: strawberry.ID = strawberry.field(description="Whose token did it.")
    memory: LazyMemory | None = looked_up(_memory, "The memory it is about, unless erased since.")
    memory_id: strawberry.ID | None = strawberry.field(description="That memory's id; stays after an erasure.")
    entity: LazyEntity | None = looked_up(_entity, "The entity it is about.")
    reason: str | None = strawberry.field(description="Why, in the words of whoever did it.")
    details: JSONObject | None = attribute("details", "What else there is to tell, by type of event.")
