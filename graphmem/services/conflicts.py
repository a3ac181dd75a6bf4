"""The queue of memories that seem to disagree, and how each is settled."""

from __future__ import annotations

from enum import StrEnum

from graphmem.domain.draft import PageRequest
from graphmem.domain.errors import NotFound
from graphmem.domain.model import Actor, EventType, Memory, Relation
from graphmem.services import asides
from graphmem.services.linking import connect, require_memory
from graphmem.services.paging import CONFLICTS, page_of
from graphmem.services.receipts import Conflict
from graphmem.services.refusals import told
from graphmem.services.space import Space
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind


class ConflictDecision(StrEnum):
    """How a conflict ends."""

    SUPERSEDE = "supersede"
    KEEP_BOTH = "keep_both"
    CONTRADICTS = "contradicts"
    DISMISS = "dismiss"


_LINKS = {
    ConflictDecision.SUPERSEDE: Relation.SUPERSEDES,
    ConflictDecision.CONTRADICTS: Relation.CONTRADICTS,
}


def _conflict(record: Record) -> Conflict:
    body = record.body
    return Conflict(record.id, body["older"], body["newer"], body["reason"], record.at)


def conflicts(space: Space, page: PageRequest) -> list[Conflict]:
    """A page of the open conflicts, oldest first; those of memories that were erased since are left out."""
    standing = [
        record
        for record in space.state.records.all(RecordKind.CONFLICT)
        if record.body["older"] in space.state.memories and record.body["newer"] in space.state.memories
    ]
    return [_conflict(record) for record in page_of(standing, lambda r: (r.at, r.id), page, CONFLICTS).items]


def cursor_of(conflict: Conflict) -> str:
    """Where a conflict stands in the list of the open ones."""
    return CONFLICTS.cursor((conflict.at, conflict.id))


def conflict_by_id(space: Space, conflict_id: str) -> Conflict | None:
    """One open conflict."""
    record = space.state.records.get(RecordKind.CONFLICT, conflict_id)
    return None if record is None else _conflict(record)


@told
def resolve_conflict(
    space: Space, actor: Actor, conflict_id: str, decision: ConflictDecision, reason: str | None = None
) -> tuple[Conflict, Memory]:
    """Settle a conflict: the newer replaces the older, contradicts it, or both stay. Returns the newer memory.

    Raises NotFound for a conflict that is not open, and what linking raises.
    """
    reason = asides.reason(space, reason)

    def unit(plan: Plan) -> tuple[Conflict, Memory]:
        record = plan.record(RecordKind.CONFLICT, conflict_id)
        if record is None:
            raise NotFound(f"no open conflict has the id {conflict_id}", ("conflict",))
        newer = require_memory(plan, record.body["newer"], ("conflict",))
        older = require_memory(plan, record.body["older"], ("conflict",))
        if (relation := _LINKS.get(decision)) is not None:
            connect(space, plan, actor, newer, relation, older, reason or record.body["reason"], ("conflict",))
        plan.close_record(record)
        plan.event(
            EventType.CONFLICT_RESOLVED,
            actor.agent,
            memory_id=newer.id,
            entity_id=newer.entity_id,
            reason=reason,
            conflict=conflict_id,
            decision=decision,
        )
        return _conflict(record), require_memory(plan, newer.id)

    return space.write(unit)
