"""Saying yes to a write that waits: the whole walk runs again, because much can have changed meanwhile."""

from __future__ import annotations

from dataclasses import replace

from graphmem.domain.model import Actor
from graphmem.services.draft_codec import draft_from
from graphmem.services.holding import require_pending, unknown
from graphmem.services.prepare import Prepared, admit
from graphmem.services.receipts import Receipt
from graphmem.services.refusals import told
from graphmem.services.remember import walk
from graphmem.services.space import Space
from graphmem.store.plan import Plan
from graphmem.store.record import RecordKind


@told
def confirm(space: Space, actor: Actor, pending_id: str) -> Receipt:
    """Write what waits. Raises NotFound, InvalidState when its hour is over, and all that a write raises."""
    record = space.state.records.get(RecordKind.PENDING, pending_id)
    if record is None:
        raise unknown(pending_id)

    def unit(plan: Plan, prepared: Prepared) -> Receipt:
        waiting = require_pending(plan, pending_id)
        receipt = walk(space, plan, replace(actor, agent=waiting.body["agent"]), prepared)
        plan.close_record(waiting)
        return receipt

    prepared = replace(admit(space, draft_from(record.body["draft"])), confirmed=True)
    return space.write(lambda plan: unit(plan, prepared))
