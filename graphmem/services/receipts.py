"""What the use cases answer: plain values that say what happened. The API draws them, nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from graphmem.domain.draft import Gate, WriteOutcome
from graphmem.domain.errors import Problem
from graphmem.domain.model import Entity, Layer, Link, Memory, Micros
from graphmem.domain.resolution import Resolution
from graphmem.store.index.embedding import EmbeddingProgress
from graphmem.store.index.vector_models import ModelCount


class BatchMode(StrEnum):
    """Whether one refused item stops the whole batch."""

    ALL_OR_NOTHING = "all_or_nothing"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a gate or filter noticed without refusing."""

    gate: Gate
    message: str
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two memories of one entity that seem to disagree, waiting for a decision."""

    id: str
    older: str
    newer: str
    reason: str
    at: Micros


@dataclass(frozen=True, slots=True)
class PendingMemory:
    """A write that waits for `confirmMemory`."""

    id: str
    expires_at: Micros
    draft: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a create: the walk of one memory, explained.

    `planned` are the entities that a rehearsed memory speaks of, some of which may not be there yet.
    """

    outcome: WriteOutcome
    memory: Memory | None = None
    resolution: Resolution | None = None
    mention_resolutions: tuple[Resolution, ...] = ()
    superseded: tuple[Memory, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    duplicate_of: Memory | None = None
    pending: PendingMemory | None = None
    findings: tuple[Finding, ...] = ()
    curation_hint: str | None = None
    replayed: bool = False
    problems: tuple[Problem, ...] = ()
    planned: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchReceipt:
    """What became of a batch, item by item."""

    results: tuple[Receipt, ...]
    committed: int
    replayed: bool = False
    curation_hint: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryReceipt:
    """What became of a change to one memory."""

    outcome: WriteOutcome
    memory: Memory | None
    findings: tuple[Finding, ...] = ()
    replayed: bool = False
    pending: PendingMemory | None = None


@dataclass(frozen=True, slots=True)
class SupersedeReceipt:
    """The new memory and the one it replaced."""

    outcome: WriteOutcome
    memory: Memory | None
    superseded: Memory | None
    findings: tuple[Finding, ...] = ()
    pending: PendingMemory | None = None


@dataclass(frozen=True, slots=True)
class EraseReceipt:
    """What is gone for good."""

    erased_id: str
    swept_entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SplitReceipt:
    """The entity that stayed and the one that was taken out of it."""

    entity: Entity
    new_entity: Entity


@dataclass(frozen=True, slots=True)
class PossibleDuplicate:
    """Two entities that may be one; `id` is what `dismissDuplicate` takes, `cursor` its place in the list."""

    id: str
    left: str
    right: str
    score: float
    reasons: tuple[str, ...]
    since: Micros
    cursor: str


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of a space; `embedding` tells how far its embedder is, None where there is none."""

    entities: int
    memories: int
    threads: int
    links: int
    events: int
    layers: Mapping[Layer, int] = field(default_factory=dict)
    vectors: tuple[ModelCount, ...] = ()
    embedding: EmbeddingProgress | None = None


@dataclass(frozen=True, slots=True)
class LinkedMemories:
    """A link with the two memories it joins, for drawing."""

    link: Link
    source: Memory
    target: Memory


class CurationReason(StrEnum):
    """Why something is proposed for a look (bettermemory's curation, linksee's stalled work)."""

    DEAD_WEIGHT = "dead_weight"
    DRIFTED = "drifted"
    COLD_ENDORSEMENT = "cold_endorsement"
    NEVER_RECALLED = "never_recalled"
    STALE = "stale"
    POSSIBLE_DUPLICATE = "possible_duplicate"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class CurationItem:
    """Something to look at and what to do about it. A possible duplicate is of entities and has no memory."""

    reason: CurationReason
    proposal: str
    memory: Memory | None = None
    duplicate: PossibleDuplicate | None = None
    conflict: Conflict | None = None


@dataclass(frozen=True, slots=True)
class Curation:
    """What needs a look. `pressure` counts all that makes recall worse, also beyond the items shown."""

    pressure: int
    items: tuple[CurationItem, ...]


@dataclass(frozen=True, slots=True)
class ConsolidationReceipt:
    """What was drawn together, forgotten and set to stalled, or on a dry run would be.

    `planned` and `done` count groups; `memories` are what stands in their place.
    """

    planned: int
    done: int
    memories: tuple[Memory, ...] = ()
    forgotten: int = 0
    stalled: int = 0


@dataclass(frozen=True, slots=True)
class ForgetPreview:
    """What forgetting by a filter would do: how many it would forget, how many it would spare."""

    count: int
    protected: int
    sample: tuple[Memory, ...] = ()
