"""Memories for the index's tests: only what a test speaks of has to be said."""

from __future__ import annotations

from typing import Any

from graphmem.domain.model import (
    Altitude,
    Axes,
    Category,
    Confidence,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Provenance,
    Source,
)

NOON = 1_700_000_000_000_000
DAY = 86_400_000_000


def memory(memory_id: str, content: str = "text", **fields: Any) -> Memory:
    """A memory with defaults; `type`, `state`, `altitude` and `agent`, `branch` go where they belong."""
    axes = Axes(
        title=fields.pop("title", content[:80]),
        altitude=fields.pop("altitude", Altitude.IMPLEMENTATION),
        type=fields.pop("type", MemoryType.NOTE),
        state=fields.pop("state", MemoryState.OPEN),
        what=content,
        why=fields.pop("why", None),
        affects=fields.pop("affects", ()),
        next_action=fields.pop("next_action", None),
        inferred=fields.pop("inferred", frozenset()),
    )
    provenance = Provenance(agent=fields.pop("agent", "agent"), branch=fields.pop("branch", None))
    given: dict[str, Any] = {
        "entity_id": "ent_1",
        "layer": Layer.CONTEXT,
        "importance": 0.5,
        "pinned": False,
        "status": MemoryStatus.CURRENT,
        "category": Category.FACT,
        "confidence": Confidence.MEDIUM,
        "source": Source.EXPLICIT_STATEMENT,
        "version": 1,
        "created_at": NOON,
    } | fields
    given.setdefault("updated_at", given["created_at"])
    return Memory(id=memory_id, content=content, axes=axes, provenance=provenance, **given)
