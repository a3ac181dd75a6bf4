"""Receipts as plain values and back, so that the answer to an idempotency key can be given again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.domain.draft import WriteOutcome
from graphmem.domain.resolution import Candidate, Resolution, ResolutionOutcome, ResolutionTier
from graphmem.services.holding import waiting
from graphmem.services.receipts import Receipt
from graphmem.store.plan import Plan


def receipt_answer(receipt: Receipt) -> dict[str, Any]:
    """What to keep of a receipt: ids and reasons, never text."""
    return {
        "outcome": receipt.outcome,
        "memory": receipt.memory and receipt.memory.id,
        "duplicate_of": receipt.duplicate_of and receipt.duplicate_of.id,
        "superseded": [memory.id for memory in receipt.superseded],
        "resolution": receipt.resolution and _resolution_answer(receipt.resolution),
        "pending": receipt.pending and receipt.pending.id,
        "mentions": [_resolution_answer(resolution) for resolution in receipt.mention_resolutions],
    }


def receipt_from(plan: Plan, answer: Mapping[str, Any]) -> Receipt:
    """The receipt again, with the memories as they stand now; what is gone meanwhile is None."""
    superseded = (plan.memory(name) for name in answer["superseded"])
    return Receipt(
        WriteOutcome(answer["outcome"]),
        answer["memory"] and plan.memory(answer["memory"]),
        answer["resolution"] and _resolution_from(answer["resolution"]),
        tuple(_resolution_from(mention) for mention in answer["mentions"]),
        tuple(memory for memory in superseded if memory is not None),
        duplicate_of=answer["duplicate_of"] and plan.memory(answer["duplicate_of"]),
        pending=waiting(plan, answer.get("pending")),
        replayed=True,
    )


def _resolution_answer(resolution: Resolution) -> dict[str, Any]:
    return {
        "mention": resolution.mention,
        "outcome": resolution.outcome,
        "explanation": resolution.explanation,
        "entity": resolution.entity_id,
        "tier": resolution.tier,
        "matched": resolution.matched,
        "score": resolution.score,
        "candidates": [[c.entity_id, c.score, c.matched, c.reasons, c.blocked_by] for c in resolution.candidates],
    }


def _resolution_from(answer: Mapping[str, Any]) -> Resolution:
    return Resolution(
        answer["mention"],
        ResolutionOutcome(answer["outcome"]),
        answer["explanation"],
        answer["entity"],
        answer["tier"] and ResolutionTier(answer["tier"]),
        answer["matched"],
        answer["score"],
        tuple(Candidate(e, s, m, tuple(r), tuple(b)) for e, s, m, r, b in answer["candidates"]),
    )
