"""How mentions were resolved, and what else they could have meant, as clients see it."""

from __future__ import annotations

from typing import Any

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.fields import LookUp, looked_up
from graphmem.api.scalars import DateTime
from graphmem.api.types.lazy import LazyEntity
from graphmem.domain import model, resolution
from graphmem.services import read, receipts


def _entity(resolved: resolution.Resolution, context: RequestContext) -> model.Entity | None:
    return read.entity_by_id(context.space, resolved.entity_id) if resolved.entity_id else None


def _candidate(candidate: resolution.Candidate, context: RequestContext) -> model.Entity | None:
    return read.entity_by_id(context.space, candidate.entity_id)


def _side(name: str) -> LookUp:
    def look_up(pair: receipts.PossibleDuplicate, context: RequestContext) -> Any:
        return read.entity_by_id(context.space, getattr(pair, name))

    return look_up


@strawberry.type(description="An entity that might be meant.")
class EntityCandidate:
    """Drawn from `resolution.Candidate`."""

    entity: LazyEntity = looked_up(_candidate, "The entity.")
    score: float = strawberry.field(description="How alike the names are, 0 to 100.")
    matched: str = strawberry.field(description="The name or alias that is like the mention.")
    reasons: list[str] = strawberry.field(description="What speaks for it.")
    blocked_by: list[str] = strawberry.field(description="The guards that kept it from matching.")


@strawberry.type(description="What a mention was taken for, and why.")
class EntityResolution:
    """Drawn from `resolution.Resolution`."""

    mention: str = strawberry.field(description="The words that were resolved.")
    outcome: resolution.ResolutionOutcome = strawberry.field(description="What became of the mention.")
    entity: LazyEntity | None = looked_up(
        _entity, "The entity it stands for; null while ambiguous, and before a new one is written."
    )
    tier: resolution.ResolutionTier | None = strawberry.field(description="Which tier decided.")
    matched: str | None = strawberry.field(description="The name or alias that matched.")
    score: float | None = strawberry.field(description="How alike the names are, 0 to 100.")
    candidates: list[EntityCandidate] = strawberry.field(
        description="Best first; the first is the runner-up when one matched."
    )
    explanation: str = strawberry.field(description="One sentence: why, and what would change it.")


@strawberry.type(description="Two entities that may be one.")
class PossibleDuplicate:
    """Drawn from `receipts.PossibleDuplicate`."""

    id: strawberry.ID = strawberry.field(description="What `dismissDuplicate` takes.")
    left: LazyEntity = looked_up(_side("left"), "The one.")
    right: LazyEntity = looked_up(_side("right"), "The other.")
    score: float = strawberry.field(description="How alike their names are, 0 to 100.")
    reasons: list[str] = strawberry.field(description="What speaks for their being one.")
    since: DateTime = strawberry.field(description="When it was noticed.")
    cursor: str = strawberry.field(description="Its place in the list; `after` goes on from here.")
