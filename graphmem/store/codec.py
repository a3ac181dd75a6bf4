"""How snapshots are written down: domain values to JSON text and back. Owns the stored field names.

Defaults are left out, so that a plain memory stays small and a new field needs no migration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from graphmem.domain.model import (
    Alias,
    AliasSource,
    Altitude,
    Axes,
    Axis,
    Category,
    Claim,
    Confidence,
    Entity,
    EntityKind,
    EntityMerge,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Mention,
    Provenance,
    Source,
)


def dumps(value: Any) -> str:
    """JSON text of plain values, keys in the order given."""
    return orjson.dumps(value).decode()


def loads(text: str) -> Any:
    """Plain values of a JSON text."""
    return orjson.loads(text)


def memory_state(memory: Memory) -> dict[str, Any]:
    """Everything of a snapshot but its title and content, which have columns of their own."""
    axes = memory.axes
    state: dict[str, Any] = {
        "entity": memory.entity_id,
        "layer": memory.layer,
        "altitude": axes.altitude,
        "type": axes.type,
        "state": axes.state,
        "importance": memory.importance,
        "status": memory.status,
        "created_at": memory.created_at,
        "agent": memory.provenance.agent,
    }
    for name, value in _optional(memory):
        # An empty text or object that somebody gave is not the same as none.
        if value or value in ("", {}):
            state[name] = value
    return state


def _optional(memory: Memory) -> tuple[tuple[str, Any], ...]:
    axes, origin = memory.axes, memory.provenance
    return (
        ("what", axes.what if axes.what != memory.content else None),
        ("why", axes.why),
        ("affects", axes.affects),
        ("next_action", axes.next_action),
        ("inferred", sorted(axes.inferred) if axes.inferred else None),
        ("pinned", memory.pinned),
        ("category", memory.category if memory.category is not Category.FACT else None),
        ("confidence", memory.confidence if memory.confidence is not Confidence.MEDIUM else None),
        ("source", memory.source if memory.source is not Source.EXPLICIT_STATEMENT else None),
        ("tags", memory.tags),
        ("paths", memory.paths),
        ("permalink", memory.permalink),
        ("mentions", [[m.entity_id, m.surface, m.role] for m in memory.mentions]),
        ("thread", memory.thread_id and [memory.thread_id, memory.thread_position]),
        ("valid", (memory.valid_from, memory.valid_to) if _timed(memory) else None),
        ("claims", [[c.text, c.holds, c.checked_at, c.found] for c in memory.claims]),
        ("metadata", memory.metadata),
        ("parent_agent", origin.parent_agent),
        ("client", origin.client),
        ("model", origin.model),
        ("tool_call", origin.tool_call),
        ("branch", origin.branch),
        ("commit", origin.commit),
        ("span", origin.span),
    )


def _timed(memory: Memory) -> bool:
    return memory.valid_from is not None or memory.valid_to is not None


def memory_from(
    memory_id: str, number: int, recorded_from: int, title: str, content: str, state: Mapping[str, Any]
) -> Memory:
    """The snapshot of one stored version."""
    get = state.get
    thread_id, position = get("thread") or (None, None)
    valid_from, valid_to = get("valid") or (None, None)
    return Memory(
        id=memory_id,
        entity_id=state["entity"],
        layer=Layer(state["layer"]),
        content=content,
        axes=_axes(title, content, state),
        importance=state["importance"],
        pinned=get("pinned", False),
        status=MemoryStatus(state["status"]),
        category=Category(get("category", Category.FACT)),
        confidence=Confidence(get("confidence", Confidence.MEDIUM)),
        source=Source(get("source", Source.EXPLICIT_STATEMENT)),
        version=number,
        created_at=state["created_at"],
        updated_at=recorded_from,
        provenance=_provenance(state),
        tags=tuple(get("tags", ())),
        paths=tuple(get("paths", ())),
        permalink=get("permalink"),
        mentions=tuple(Mention(*mention) for mention in get("mentions", ())),
        thread_id=thread_id,
        thread_position=position,
        valid_from=valid_from,
        valid_to=valid_to,
        claims=tuple(Claim(*claim) for claim in get("claims", ())),
        metadata=get("metadata"),
    )


def _axes(title: str, content: str, state: Mapping[str, Any]) -> Axes:
    return Axes(
        title=title,
        altitude=Altitude(state["altitude"]),
        type=MemoryType(state["type"]),
        state=MemoryState(state["state"]),
        what=state.get("what", content),
        why=state.get("why"),
        affects=tuple(state.get("affects", ())),
        next_action=state.get("next_action"),
        inferred=frozenset(Axis(name) for name in state.get("inferred", ())),
    )


def _provenance(state: Mapping[str, Any]) -> Provenance:
    get = state.get
    return Provenance(
        state["agent"],
        get("parent_agent"),
        get("client"),
        get("model"),
        get("tool_call"),
        get("branch"),
        get("commit"),
        get("span"),
    )


def entity_state(entity: Entity) -> dict[str, Any]:
    """Everything of an entity but its id, version and change time."""
    return {
        "kind": entity.kind,
        "name": entity.name,
        "key": entity.key,
        "aliases": [[alias.name, alias.source, alias.added_at] for alias in entity.aliases],
        "attributes": entity.attributes,
        "created_at": entity.created_at,
        "merged_from": [[m.id, m.name, m.at, m.by, m.gained] for m in entity.merged_from],
        "merged_into": entity.merged_into,
    }


def entity_from(entity_id: str, number: int, recorded_from: int, state: Mapping[str, Any]) -> Entity:
    """The entity of one stored version."""
    return Entity(
        id=entity_id,
        kind=EntityKind(state["kind"]),
        name=state["name"],
        key=state["key"],
        aliases=tuple(Alias(name, AliasSource(source), at) for name, source, at in state["aliases"]),
        attributes=state["attributes"],
        version=number,
        created_at=state["created_at"],
        updated_at=recorded_from,
        merged_from=tuple(
            EntityMerge(merged, name, at, by, tuple(gained)) for merged, name, at, by, gained in state["merged_from"]
        ),
        merged_into=state["merged_into"],
    )
