"""What became of a recalled memory, as the agent who got it tells."""

from __future__ import annotations

from graphmem.domain.draft import WriteOutcome
from graphmem.domain.kinds import UseOutcome
from graphmem.domain.model import Actor, EventType
from graphmem.services import asides
from graphmem.services.linking import require_memory
from graphmem.services.receipts import MemoryReceipt
from graphmem.services.refusals import told
from graphmem.services.space import Space
from graphmem.store.index.catalog import Uses
from graphmem.store.plan import Plan


@told
def record_use(
    space: Space, actor: Actor, memory_id: str, outcome: UseOutcome, note: str | None = None
) -> MemoryReceipt:
    """Record whether a memory was applied, ignored or wrong; only applying it keeps it warm.

    The note is kept in the event. Raises NotFound, and what a reason raises.
    """
    note = asides.reason(space, note, ("note",))

    def unit(plan: Plan) -> MemoryReceipt:
        memory = require_memory(plan, memory_id, ("memory",))
        plan.event(
            EventType.MEMORY_USED,
            actor.agent,
            memory_id=memory.id,
            entity_id=memory.entity_id,
            reason=note,
            memories=[memory.id],
            outcome=outcome,
        )
        return MemoryReceipt(WriteOutcome.COMMITTED, memory)

    return space.write(unit)


def outcomes(space: Space, memory_id: str) -> Uses:
    """How often a memory was used, and with which outcomes; zeros for an unknown one."""
    return space.state.catalog.uses_of(memory_id, space.clock())
