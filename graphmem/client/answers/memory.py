"""Memories, threads and links as the service answers with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from graphmem.client.answers.entity import EntitySummary
from graphmem.domain.kinds import (
    Altitude,
    Axis,
    Category,
    Confidence,
    Layer,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Relation,
    Source,
)


class HeatBand(StrEnum):
    """How much a memory is used, in a word."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class MemorySummary:
    """A memory as other answers speak of it: all but its text and what hangs on it."""

    id: str
    title: str
    layer: Layer
    type: MemoryType
    state: MemoryState
    status: MemoryStatus
    entity: EntitySummary
    importance: float
    protected: bool
    version: int
    created_at: datetime
    valid_from: datetime | None
    valid_to: datetime | None

    @property
    def holds_from(self) -> datetime:
        """Since when it holds; where nobody said, since it was written."""
        return self.valid_from or self.created_at


@dataclass(frozen=True, slots=True)
class Mention:
    """A further entity that a memory speaks of."""

    entity: EntitySummary
    role: str | None
    surface: str


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """A thread as a memory speaks of it."""

    id: str
    key: str = field(metadata={"name": "threadKey"})
    title: str | None = field(metadata={"name": "threadTitle"})


@dataclass(frozen=True, slots=True)
class Thread(ThreadSummary):
    """An ordered chain of memories under a key of the caller's."""

    created_at: datetime
    last_activity_at: datetime


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who wrote a memory, with what, and where."""

    agent: str
    parent_agent: str | None
    client: str | None
    model: str | None
    tool_call: str | None
    branch: str | None
    commit: str | None
    span: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about the worktree, as last checked."""

    text: str
    holds: bool
    checked_at: datetime
    found: str | None


@dataclass(frozen=True, slots=True)
class Heat:
    """How much a memory is used, and how lately: 0 (frozen) to 100 (hot)."""

    score: float
    band: HeatBand
    last_used_at: datetime | None
    uses: int


@dataclass(frozen=True, slots=True)
class Observation:
    """A line `- [category] text #tag` of a memory's text."""

    category: str
    text: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UseOutcomes:
    """How often a recalled memory was applied, ignored or found wrong."""

    applied: int
    ignored: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Memory(MemorySummary):
    """A memory, as it stands at one version."""

    content: str
    altitude: Altitude
    what: str
    why: str | None
    affects: tuple[str, ...]
    next_action: str | None
    inferred: tuple[Axis, ...]
    pinned: bool
    category: Category
    confidence: Confidence
    source: Source
    tags: tuple[str, ...]
    paths: tuple[str, ...]
    permalink: str | None
    observations: tuple[Observation, ...]
    mentions: tuple[Mention, ...]
    thread: ThreadSummary | None
    thread_position: int | None
    updated_at: datetime
    provenance: Provenance
    claims: tuple[Claim, ...]
    drifted: bool
    verified_at: datetime | None
    use_outcomes: UseOutcomes
    heat: Heat
    corroborations: int
    metadata: Mapping[str, Any] | None
    vector_models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """One version of a memory: what was known about it for some time."""

    version: int
    content: str
    title: str
    type: MemoryType
    state: MemoryState
    altitude: Altitude
    why: str | None
    recorded_from: datetime
    recorded_to: datetime | None
    by: str


@dataclass(frozen=True, slots=True)
class Link:
    """A typed link between two memories; reads "source RELATION target"."""

    id: str
    source: MemorySummary
    relation: Relation
    target: MemorySummary
    reason: str | None
    inferred: bool
    created_at: datetime


def _id(node: Any) -> str:
    return str(node["id"])


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A link with its ends as ids only; reads "source RELATION target"."""

    id: str
    source: str = field(metadata={"read": _id})
    relation: Relation
    target: str = field(metadata={"read": _id})
    reason: str | None
    inferred: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class LinkedMemory(Memory):
    """A memory with the links from it to others."""

    links: tuple[ChainLink, ...]
