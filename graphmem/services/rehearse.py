"""What a write would do: the same walk on what is committed now, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphmem.domain.draft import Gate, WriteOutcome
from graphmem.domain.errors import GateRefused, Problem
from graphmem.domain.model import Entity, Memory
from graphmem.services.prepare import Prepared, finding
from graphmem.services.receipts import Finding, Receipt
from graphmem.services.space import Space
from graphmem.store.plan import Plan


def rehearse(space: Space, prepared: Prepared, walk: Callable[[Plan, Prepared], Receipt]) -> Receipt:
    """What would happen, with every gate's finding: those that would refuse it, and those that ask the store."""
    refusals = [found.refusal() for found in prepared.verdict.refusals]
    told = prepared.noticed(*map(finding, prepared.verdict.refusals))

    def unit(plan: Plan) -> Receipt:
        receipt = walk(plan, told)
        return replace(receipt, planned=_spoken_of(plan, receipt.memory))

    try:
        receipt = space.rehearse(unit)
    except Problem as problem:
        if not refusals and not isinstance(problem, GateRefused):
            raise
        return Receipt(WriteOutcome.REFUSED, findings=_with(told.findings, problem), problems=(*refusals, problem))
    if refusals:
        return Receipt(WriteOutcome.REFUSED, findings=receipt.findings, problems=tuple(refusals))
    if receipt.outcome is WriteOutcome.PENDING:
        # Nothing waits: an id would lead nowhere.
        return replace(receipt, pending=None)
    return replace(receipt, outcome=WriteOutcome.PREVIEW) if receipt.memory and not receipt.duplicate_of else receipt


def _with(findings: tuple[Finding, ...], problem: Problem) -> tuple[Finding, ...]:
    if not isinstance(problem, GateRefused):
        return findings
    return (*findings, Finding(Gate(problem.gate), problem.message, problem.matches))


def _spoken_of(plan: Plan, memory: Memory | None) -> tuple[Entity, ...]:
    names = () if memory is None else (memory.entity_id, *(mention.entity_id for mention in memory.mentions))
    return tuple(entity for name in names if (entity := plan.entity(name)) is not None)
