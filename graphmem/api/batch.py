"""Batches: how many inputs become drafts, and how one unreadable input spares or stops the others."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.api.context import RequestContext
from graphmem.api.errors import INPUT
from graphmem.api.inputs.declare import Raw, items
from graphmem.api.inputs.memory import memory_draft
from graphmem.api.payloads import CreateMemoriesPayload, CreateMemoryPayload
from graphmem.domain.draft import MemoryDraft, WriteOutcome
from graphmem.domain.errors import Problem, Problems
from graphmem.services.batch import remember_many
from graphmem.services.receipts import BatchMode, Receipt

REFUSED = WriteOutcome.REFUSED


def create_many(use: RequestContext, raw: Raw) -> CreateMemoriesPayload:
    """Write a CreateMemoriesInput and draw what became of each memory.

    An input that can't be read is refused alone with EACH, and refuses the batch with ALL_OR_NOTHING.
    """
    drafts = [_draft(item) for item in items(raw, "memories")]
    readable = [draft for draft in drafts if isinstance(draft, MemoryDraft)]
    if raw["mode"] is BatchMode.ALL_OR_NOTHING:
        _refuse_any(drafts)
    if drafts and not readable:
        return CreateMemoriesPayload(results=_results(drafts, ()))
    receipt = remember_many(use.space, use.actor, readable, raw["mode"], raw.get("idempotencyKey"))
    return CreateMemoriesPayload(
        results=_results(drafts, receipt.results),
        committed=receipt.committed,
        curation_hint=receipt.curation_hint,
        replayed=receipt.replayed,
    )


def _draft(raw: Raw) -> MemoryDraft | Problem:
    try:
        return memory_draft(raw)
    except Problem as problem:
        return problem


def _refuse_any(drafts: Sequence[MemoryDraft | Problem]) -> None:
    found = [draft.below("memories", str(number)) for number, draft in enumerate(drafts) if isinstance(draft, Problem)]
    if found:
        raise Problems(found)


def _results(drafts: Sequence[MemoryDraft | Problem], written: Sequence[Receipt]) -> list[CreateMemoryPayload]:
    receipts = iter(written)
    return [
        CreateMemoryPayload.of(
            next(receipts) if isinstance(draft, MemoryDraft) else Receipt(REFUSED, problems=(draft,)),
            (*INPUT, "memories", str(number)),
        )
        for number, draft in enumerate(drafts)
    ]
