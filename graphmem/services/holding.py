"""Writes that wait for a word of consent: kept for an hour, listed, never recalled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson

from graphmem.domain.draft import UNSET, Gate, MemoryDraft, WriteOutcome
from graphmem.domain.errors import InvalidState, NotFound
from graphmem.domain.model import Actor, EventType, Micros
from graphmem.services.prepare import Prepared
from graphmem.services.receipts import Finding, PendingMemory, Receipt
from graphmem.services.space import Space
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind

TIME_TO_LIVE: Micros = 3_600_000_000
"""An hour (bettermemory)."""


def hold(space: Space, plan: Plan, actor: Actor, prepared: Prepared) -> Receipt:
    """Keep a draft until it is confirmed or its hour is over."""
    body = {
        "agent": actor.agent,
        "expires_at": plan.now + TIME_TO_LIVE,
        # Cleaned before it is kept: a private section or a hidden secret must not wait here either.
        "draft": orjson.loads(orjson.dumps(_without_source(prepared), default=sorted)),
        "findings": [[f.gate, f.message, f.matches] for f in prepared.findings],
    }
    record = plan.put_record(Record(space.ids("pnd"), RecordKind.PENDING, plan.now, body))
    plan.event(EventType.PENDING_ADDED, actor.agent, pending=record.id)
    return Receipt(WriteOutcome.PENDING, pending=_pending(record), findings=prepared.findings)


def waiting(plan: Plan, pending_id: str | None) -> PendingMemory | None:
    """What waits under an id, None where nothing does any more."""
    record = plan.record(RecordKind.PENDING, pending_id) if pending_id is not None else None
    return None if record is None or record.body["expires_at"] <= plan.now else _pending(record)


def _without_source(prepared: Prepared) -> MemoryDraft:
    """The draft to keep: what it was checked against is not kept, and has served."""
    override = prepared.draft.override | ({Gate.DUPLICATE} if prepared.apart else frozenset())
    return replace(prepared.draft, content=prepared.kept, override=override, transcript=None, check_groundedness=False)


def _pending(record: Record) -> PendingMemory:
    body = record.body
    findings = tuple(Finding(Gate(gate), message, tuple(matches)) for gate, message, matches in body["findings"])
    return PendingMemory(record.id, body["expires_at"], _shown(body["draft"]), findings)


def _shown(draft: Mapping[str, Any]) -> dict[str, Any]:
    """The draft as a caller may see it: what was given, without defaults; the caller's own data is left as it is."""
    said = ((key, _shown(value) if _is_ours(key, value) else value) for key, value in draft.items())
    return {key: value for key, value in said if value and value != UNSET.value}


def _is_ours(key: str, value: object) -> bool:
    return key != "metadata" and isinstance(value, Mapping)


def pending(space: Space) -> list[PendingMemory]:
    """The writes that wait, oldest first; expired ones are not among them."""
    now = space.clock()
    records = space.state.records.all(RecordKind.PENDING)
    return [_pending(record) for record in records if record.body["expires_at"] > now]


def cancel(space: Space, actor: Actor, pending_id: str) -> PendingMemory:
    """Drop what waits. Raises NotFound, and InvalidState when its hour is over."""

    def unit(plan: Plan) -> PendingMemory:
        record = require_pending(plan, pending_id)
        plan.close_record(record)
        plan.event(EventType.PENDING_CANCELLED, actor.agent, pending=pending_id)
        return _pending(record)

    return space.write(unit)


def drop_expired(space: Space, actor: Actor) -> int:
    """Drop what waited for longer than its hour; returns how many that were."""

    def unit(plan: Plan) -> int:
        expired = [r for r in space.state.records.all(RecordKind.PENDING) if r.body["expires_at"] <= plan.now]
        standing = [record for record in expired if plan.record(RecordKind.PENDING, record.id) is not None]
        for record in standing:
            plan.close_record(record)
            plan.event(EventType.PENDING_CANCELLED, actor.agent, reason="its hour is over", pending=record.id)
        return len(standing)

    now = space.clock()
    held = space.state.records.all(RecordKind.PENDING)
    return space.write(unit) if any(record.body["expires_at"] <= now for record in held) else 0


def require_pending(plan: Plan, pending_id: str) -> Record:
    """What waits under an id. Raises NotFound, and InvalidState when its hour is over."""
    record = plan.record(RecordKind.PENDING, pending_id)
    if record is None:
        raise unknown(pending_id)
    if record.body["expires_at"] <= plan.now:
        raise InvalidState(f"{pending_id} waited for more than an hour: write it again", ("pending",))
    return record


def unknown(pending_id: str) -> NotFound:
    """The problem of an id under which nothing waits."""
    return NotFound(f"nothing waits under {pending_id}: it was confirmed, cancelled or never there", ("pending",))
