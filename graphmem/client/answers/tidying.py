"""Answers about the state of a space: what needs a look, and what tidying would do or did."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graphmem.client.answers.entity import PossibleDuplicate
from graphmem.client.answers.memory import MemorySummary
from graphmem.client.answers.receipt import Conflict


class CurationReason(StrEnum):
    """Why a memory needs a look."""

    DEAD_WEIGHT = "dead_weight"
    DRIFTED = "drifted"
    COLD_ENDORSEMENT = "cold_endorsement"
    NEVER_RECALLED = "never_recalled"
    STALE = "stale"
    POSSIBLE_DUPLICATE = "possible_duplicate"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class CurationItem:
    """A memory that needs a look, and what to do about it."""

    memory: MemorySummary
    reason: CurationReason
    proposal: str
    conflict: Conflict | None


@dataclass(frozen=True, slots=True)
class CurationDuplicate:
    """Two entities that may be one, and what to do about them."""

    duplicate: PossibleDuplicate
    proposal: str


@dataclass(frozen=True, slots=True)
class Curation:
    """What needs a look. `pressure` counts the memories that make recall worse, shown or not."""

    pressure: int
    items: tuple[CurationItem, ...]
    duplicates: tuple[CurationDuplicate, ...]


@dataclass(frozen=True, slots=True)
class Consolidation:
    """What drawing cold memories together would do, or did."""

    planned: int
    done: int
    memories: tuple[MemorySummary, ...]
    forgotten: int
    stalled: int


@dataclass(frozen=True, slots=True)
class ForgetPreview:
    """What `forget_all` would do: how many it would forget and spare, and some of them."""

    count: int
    protected: int
    sample: tuple[MemorySummary, ...]
