"""What a caller asks again for: a question to recall by, a start to trace from, a scope to mute."""

from __future__ import annotations

import strawberry

from graphmem.api.inputs.declare import Raw, declaration, items, optional
from graphmem.api.inputs.memory_filter import MemoryFilter, memory_filter
from graphmem.api.inputs.refs import AsOfInput, EntityRef, ThreadRef, as_of, entity_ref, thread_ref
from graphmem.api.inputs.vector import VectorInput, vector_draft
from graphmem.domain import model
from graphmem.domain.chain_walk import TraceDirection
from graphmem.services import recall, trace


@declaration("A question in plain words, and what may answer it.")
class RecallInput:
    """Declared; read by `recall_request`."""

    query: str | None = optional("The question; left out: the most important memories of the filter.")
    vector: VectorInput | None = optional("What the question means, by the model that the memories' vectors are from.")
    entities: list[EntityRef] | None = optional("Entities that the answers are about.")
    filter: MemoryFilter | None = optional("Which memories may answer; left out: the current ones.")
    limit: int | None = strawberry.field(default=10, description="At most so many hits, 1 to 100.")
    max_tokens: int | None = optional("At most so many tokens of text, all hits together.")
    after: str | None = optional("Only what follows the hit with this cursor.")
    mark_used: bool = strawberry.field(
        default=True,
        description="Record that the hits were used, which keeps them warm; ignored from a token without `WRITE`.",
    )


@declaration("Where a chain begins: exactly one of these.", one_of=True)
class TraceStart:
    """Declared; read by `trace_request`."""

    memory: strawberry.ID | None = optional("A memory.")
    thread: ThreadRef | None = optional("All memories of a thread.")
    entity: EntityRef | None = optional("The newest memories of an entity.")


@declaration("A chain to follow.")
class TraceInput:
    """Declared; read by `trace_request`."""

    from_: TraceStart = strawberry.field(name="from", description="Where to begin.")
    direction: TraceDirection = strawberry.field(default=TraceDirection.BOTH, description="Which way to go.")
    relations: list[model.Relation] | None = optional("Follow only these relations; left out: all.")
    max_depth: int | None = strawberry.field(default=50, description="At most so many links from the start.")
    max_steps: int | None = strawberry.field(default=500, description="At most so many memories.")
    as_of: AsOfInput | None = optional("The chain as it stood then.")


@declaration("A scope to hide from the caller's own recall, or to show again: exactly one.", one_of=True)
class MuteScopeInput:
    """Declared; read field by field."""

    entity: EntityRef | None = optional("An entity, usually a project.")
    tag: str | None = optional("A tag.")


def recall_request(raw: Raw) -> recall.RecallRequest:
    """Convert a RecallInput; raises Invalid for an unreadable date."""
    limit = raw.get("limit")
    return recall.RecallRequest(
        query=raw.get("query") or "",
        entities=tuple(map(entity_ref, items(raw, "entities"))),
        filter=memory_filter(raw.get("filter")),
        limit=recall.DEFAULT_LIMIT if limit is None else limit,
        max_tokens=raw.get("maxTokens"),
        after=raw.get("after"),
        vector=vector_draft(raw.get("vector")),
        mark_used=raw["markUsed"],
    )


def trace_request(raw: Raw) -> trace.TraceRequest:
    """Convert a TraceInput; raises Invalid for an unreadable date."""
    start, depth, steps = raw["from"], raw.get("maxDepth"), raw.get("maxSteps")
    entity = start.get("entity")
    return trace.TraceRequest(
        trace.TraceStart(start.get("memory"), thread_ref(start.get("thread")), entity_ref(entity) if entity else None),
        raw["direction"],
        frozenset(items(raw, "relations")),
        50 if depth is None else depth,
        500 if steps is None else steps,
        as_of(raw.get("asOf")),
    )
