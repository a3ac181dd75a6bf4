"""What a write can bring along besides its memory: findings, conflicts, a wait for confirmation."""

from __future__ import annotations

from typing import Any

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.fields import LookUp, computed, looked_up
from graphmem.api.scalars import DateTime, JSONObject
from graphmem.api.types.lazy import LazyMemory
from graphmem.api.types.node import Node
from graphmem.api.types.waiting import as_input
from graphmem.domain import draft
from graphmem.services import read, receipts
from graphmem.services.conflicts import cursor_of


@strawberry.type(description="What a gate or filter noticed without refusing.")
class Finding:
    """Drawn from `receipts.Finding`."""

    gate: draft.Gate = strawberry.field(description="The gate that noticed.")
    message: str = strawberry.field(description="What it noticed, and what to do about it.")
    matches: list[str] = strawberry.field(description="The words it noticed; never a secret itself.")


def _side(name: str) -> LookUp:
    def look_up(conflict: receipts.Conflict, context: RequestContext) -> Any:
        return read.memory(context.space, getattr(conflict, name))

    return look_up


@strawberry.type(description="Two memories of one entity that seem to disagree, waiting for a decision.")
class Conflict(Node):
    """Drawn from `receipts.Conflict`."""

    older: LazyMemory = looked_up(_side("older"), "The one that was there.")
    newer: LazyMemory = looked_up(_side("newer"), "The one that came.")
    reason: str = strawberry.field(description="What they seem to disagree on.")
    cursor: str = computed(cursor_of, "Its place in the list of open ones; `after` goes on from here.")
    at: DateTime = strawberry.field(description="When it was noticed.")


@strawberry.type(description="A write that waits for confirmation.")
class PendingMemory:
    """Drawn from `receipts.PendingMemory`."""

    id: strawberry.ID = strawberry.field(description="What `confirmMemory` and `cancelMemory` take.")
    expires_at: DateTime = strawberry.field(description="When it is dropped unless confirmed.")
    draft: JSONObject = computed(as_input, "What would be written, in the words of `CreateMemoryInput`.")
    findings: list[Finding] = strawberry.field(description="Why it waits.")
