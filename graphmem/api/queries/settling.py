"""Queries of what is open: writes that wait, memories that disagree."""

from __future__ import annotations

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import After, First, page_request
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import LEFT_OUT
from graphmem.api.types.receipt import Conflict, PendingMemory
from graphmem.services import conflicts, holding, receipts


def _pending(info: Info) -> list[receipts.PendingMemory]:
    return ask(info.context, lambda: holding.pending(info.context.space))


def _conflicts(info: Info, first: First = 20, after: After = LEFT_OUT) -> list[receipts.Conflict]:
    def turn() -> list[receipts.Conflict]:
        found = conflicts.conflicts(info.context.space, page_request(first, after))
        info.context.spend(len(found))
        return found

    return ask(info.context, turn)


@strawberry.type
class SettlingQueries:
    """The part of Query that is about what is open."""

    pending_memories: list[PendingMemory] = resolved(_pending, "Writes that wait for confirmation, oldest first.")
    conflicts: list[Conflict] = resolved(
        _conflicts, "Memories that seem to disagree, oldest first; `after` takes the last one's cursor."
    )
