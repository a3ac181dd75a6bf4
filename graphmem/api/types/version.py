"""Versions of a memory, as clients see them."""

from __future__ import annotations

import strawberry

from graphmem.api.fields import attribute, computed
from graphmem.api.scalars import DateTime
from graphmem.domain import model
from graphmem.domain.model import FOREVER


@strawberry.type(description="One version of a memory: what was known about it for some time.")
class MemoryVersion:
    """Drawn from `model.MemoryVersion`."""

    version: int = attribute("memory.version", "Its number, from 1.")
    content: str = attribute("memory.content", "The text as it stood.")
    title: str = attribute("memory.axes.title", "The title as it stood.")
    type: model.MemoryType = attribute("memory.axes.type", "The type as it stood.")
    state: model.MemoryState = attribute("memory.axes.state", "The state as it stood.")
    altitude: model.Altitude = attribute("memory.axes.altitude", "The altitude as it stood.")
    why: str | None = attribute("memory.axes.why", "The reason as it stood.")
    recorded_from: DateTime = strawberry.field(description="Since when it was what graphmem knew.")
    recorded_to: DateTime | None = computed(
        lambda version: None if version.recorded_to == FOREVER else version.recorded_to,
        "Until when it was; null for the present version.",
    )
    by: strawberry.ID = strawberry.field(description="The agent that wrote it.")
