"""Mutations that keep the store healthy: uses, verifications, forgetting by filter."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.errors import answer, user_error
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import Raw
from graphmem.api.inputs.memory_filter import memory_filter
from graphmem.api.inputs.upkeep import ForgetMemoriesInput, RecordUseInput
from graphmem.api.mutations.declare import mutation
from graphmem.api.payloads import ConsolidationPayload, ForgetMemoriesPayload, MemoryPayload
from graphmem.domain.draft import WriteOutcome
from graphmem.domain.errors import GateRefused
from graphmem.domain.model import Scope
from graphmem.services.consolidate import consolidate
from graphmem.services.forget_many import forget_many
from graphmem.services.usage import record_use
from graphmem.services.verify import verify

DryRun = Annotated[bool, strawberry.argument(description="Say what would happen, and change nothing.")]
MemoryId = Annotated[strawberry.ID, strawberry.argument(description="The memory.")]


def _forget(use: RequestContext, raw: Raw) -> ForgetMemoriesPayload:
    wanted = memory_filter(raw["filter"])
    return ForgetMemoriesPayload(
        forgotten=forget_many(use.space, use.actor, wanted, raw["expectedCount"], raw["reason"])
    )


def _record(use: RequestContext, raw: Raw) -> MemoryPayload:
    return MemoryPayload.of(record_use(use.space, use.actor, raw["memory"], raw["outcome"], raw.get("note")))


def _verify(info: Info, id: MemoryId) -> MemoryPayload:
    use = info.context
    return answer(use, Scope.WRITE, MemoryPayload, lambda: _verified(use, id), under=())


def _verified(use: RequestContext, memory_id: str) -> MemoryPayload:
    receipt = verify(use.space, use.actor, memory_id)
    payload = MemoryPayload.of(receipt)
    if receipt.outcome is WriteOutcome.REFUSED:
        found = (GateRefused(f.message, ("id",), f.gate, f.matches, None) for f in receipt.findings)
        payload.errors = [user_error(problem, under=()) for problem in found]
    return payload


def _consolidate(info: Info, dry_run: DryRun = True) -> ConsolidationPayload:
    use = info.context
    return answer(
        use,
        Scope.ADMIN,
        ConsolidationPayload,
        lambda: ConsolidationPayload.of(consolidate(use.space, use.actor, dry_run)),
        under=(),
    )


@strawberry.type
class UpkeepMutations:
    """The part of Mutation that keeps the store healthy."""

    record_use: MemoryPayload = mutation(
        _record, RecordUseInput, MemoryPayload, "Tell what became of a recalled memory."
    )
    verify_memory: MemoryPayload = resolved(
        _verify, "Check a memory's claims again, and stamp it as verified where all of them hold."
    )
    consolidate: ConsolidationPayload = resolved(
        _consolidate, "Draw cold memories together and let go of what nobody needs; each can be restored."
    )
    forget_memories: ForgetMemoriesPayload = mutation(
        _forget,
        ForgetMemoriesInput,
        ForgetMemoriesPayload,
        "Set aside every unprotected memory that a filter means, if that is as many as expected.",
        scope=Scope.FORGET,
    )
