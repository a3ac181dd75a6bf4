"""Writing many memories in one transaction: all or nothing, or each on its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from graphmem.domain.draft import MemoryDraft, WriteOutcome
from graphmem.domain.errors import Invalid, LimitExceeded, Problem, Problems
from graphmem.domain.limits import BATCH_MAX
from graphmem.domain.model import Actor
from graphmem.services.curation import curation_hint
from graphmem.services.idempotency import keep_answer, recall_answer
from graphmem.services.prepare import Prepared, admit
from graphmem.services.receipts import BatchMode, BatchReceipt, Receipt
from graphmem.services.refusals import refusals_told, tell
from graphmem.services.remember import once
from graphmem.services.replay import receipt_answer, receipt_from
from graphmem.services.space import Space
from graphmem.store.plan import Plan

T = TypeVar("T")

Refusal = tuple[Problem, ...]


def remember_many(
    space: Space,
    actor: Actor,
    drafts: Sequence[MemoryDraft],
    mode: BatchMode = BatchMode.ALL_OR_NOTHING,
    idempotency_key: str | None = None,
) -> BatchReceipt:
    """Write up to 500 memories in one transaction, in their order.

    With ALL_OR_NOTHING refused items refuse the batch (Problems, paths below `memories.N`); with EACH a
    refused item only carries its problems. Refusals by gates are in the record either way.
    """
    if not 1 <= len(drafts) <= BATCH_MAX:
        raise LimitExceeded(f"a batch takes 1 to {BATCH_MAX} memories, not {len(drafts)}", ("memories",))
    with refusals_told(space, actor):
        prepared = [_caught(partial(_admit, space, draft)) for draft in drafts]
        if mode is BatchMode.ALL_OR_NOTHING:
            _refuse_any(prepared)
        receipt = space.write(lambda plan: _once(space, plan, actor, drafts, prepared, mode, idempotency_key))
    if not receipt.replayed:
        tell(space, actor, [problem for result in receipt.results for problem in result.problems])
    hint = curation_hint(space)
    return receipt if hint is None else replace(receipt, curation_hint=hint)


def _once(
    space: Space,
    plan: Plan,
    actor: Actor,
    drafts: Sequence[MemoryDraft],
    prepared: Sequence[Prepared | Refusal],
    mode: BatchMode,
    key: str | None,
) -> BatchReceipt:
    if (answer := recall_answer(plan, actor.agent, key, drafts)) is not None:
        results = tuple(receipt_from(plan, item) for item in answer["results"])
        return BatchReceipt(results, answer["committed"], replayed=True)
    items = [_commit(space, plan, actor, item) for item in prepared]
    if mode is BatchMode.ALL_OR_NOTHING:
        _refuse_any(items)
    receipt = _receipt(items)
    if key is not None:
        answers = [receipt_answer(result) for result in receipt.results]
        keep_answer(plan, actor.agent, key, drafts, {"results": answers, "committed": receipt.committed})
    return receipt


def _admit(space: Space, draft: MemoryDraft) -> Prepared:
    # Written in spite of it, a rehearsal would be found out only by what it left behind.
    if draft.dry_run:
        raise Invalid("a batch is written: leave dryRun to createMemory", ("dryRun",))
    return admit(space, draft)


def _caught(work: Callable[[], T]) -> T | Refusal:
    try:
        return work()
    except Problem as problem:
        return (problem,)
    except Problems as several:
        return several.problems


def _commit(space: Space, plan: Plan, actor: Actor, prepared: Prepared | Refusal) -> Receipt | Refusal:
    if isinstance(prepared, tuple):
        return prepared
    child = plan.child()
    outcome = _caught(lambda: once(space, child, actor, prepared))
    if isinstance(outcome, Receipt):
        plan.merge(child)
    return outcome


def _refuse_any(items: Sequence[object]) -> None:
    found = [
        problem.below("memories", str(number))
        for number, item in enumerate(items)
        if isinstance(item, tuple)
        for problem in item
    ]
    if found:
        raise Problems(found)


def _receipt(items: Sequence[Receipt | Refusal]) -> BatchReceipt:
    results = tuple(Receipt(WriteOutcome.REFUSED, problems=item) if isinstance(item, tuple) else item for item in items)
    return BatchReceipt(results, sum(r.outcome is WriteOutcome.COMMITTED for r in results))
