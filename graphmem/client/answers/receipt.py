"""What became of a write: receipts, conflicts, and what waits for confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from graphmem.client.answers.entity import EntitySummary, Resolution
from graphmem.client.answers.memory import Memory, MemorySummary
from graphmem.client.errors import Problem


class WriteOutcome(StrEnum):
    """What became of a write."""

    COMMITTED = "committed"
    DUPLICATE = "duplicate"
    PENDING = "pending"
    REFUSED = "refused"
    UNCHANGED = "unchanged"
    PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a gate or filter noticed without refusing."""

    gate: str
    message: str
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two memories of one entity that seem to disagree."""

    id: str
    older: MemorySummary
    newer: MemorySummary
    reason: str
    at: datetime
    cursor: str


@dataclass(frozen=True, slots=True)
class PendingMemory:
    """A write that waits for confirmation; `confirm` and `cancel` take its id."""

    id: str
    expires_at: datetime
    draft: Mapping[str, Any]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a memory that was to be written.

    `problems` is filled in batches and previews only; elsewhere the first problem is raised.
    """

    outcome: WriteOutcome
    memory: Memory | None
    resolution: Resolution | None
    mention_resolutions: tuple[Resolution, ...]
    superseded: tuple[MemorySummary, ...]
    conflicts: tuple[Conflict, ...]
    duplicate_of: MemorySummary | None
    pending: PendingMemory | None
    findings: tuple[Finding, ...]
    curation_hint: str | None
    replayed: bool
    problems: tuple[Problem, ...] = field(default=(), metadata={"name": "errors"})


@dataclass(frozen=True, slots=True)
class BatchReceipt:
    """What became of a batch, in the order it was sent."""

    results: tuple[Receipt, ...]
    committed: int
    curation_hint: str | None
    replayed: bool


@dataclass(frozen=True, slots=True)
class ChangeReceipt:
    """What became of a change to a memory."""

    outcome: WriteOutcome
    memory: Memory | None
    pending: PendingMemory | None
    findings: tuple[Finding, ...]
    replayed: bool


@dataclass(frozen=True, slots=True)
class SupersedeReceipt:
    """What became of a replacement."""

    outcome: WriteOutcome
    memory: Memory | None
    superseded: MemorySummary | None
    pending: PendingMemory | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class EraseReceipt:
    """What is gone for good."""

    erased_id: str
    swept_entities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SplitReceipt:
    """The entity that stayed, and the one that was taken out of it."""

    entity: EntitySummary
    new_entity: EntitySummary
