"""What a caller says about the use of memories, and which of them to forget at once."""

from __future__ import annotations

import strawberry

from graphmem.api.inputs.declare import declaration, optional
from graphmem.api.inputs.memory_filter import MemoryFilter
from graphmem.domain.kinds import UseOutcome


@declaration("What became of a recalled memory.")
class RecordUseInput:
    """Declared; read field by field."""

    memory: strawberry.ID = strawberry.field(description="The memory.")
    outcome: UseOutcome = strawberry.field(description="What became of it; only applying keeps it warm.")
    note: str | None = optional("What else there is to say; in the record.")


@declaration("Memories to set aside at once; each can be restored.")
class ForgetMemoriesInput:
    """Declared; its filter is read by `memory_filter`."""

    filter: MemoryFilter = strawberry.field(description="Which memories; at least one condition.")
    expected_count: int = strawberry.field(
        description="How many `previewForget` told; when it no longer holds, nothing is forgotten."
    )
    reason: str = strawberry.field(description="Why; in the record.")
