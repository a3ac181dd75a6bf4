"""Entities as the service answers with them, and how a mention was resolved to one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from graphmem.domain.kinds import AliasSource, EntityKind, Layer


class MomentumBand(StrEnum):
    """How lively an entity is, in a word."""

    SURGING = "surging"
    ACTIVE = "active"
    QUIET = "quiet"
    DORMANT = "dormant"


class ResolutionOutcome(StrEnum):
    """What became of a mention."""

    MATCHED = "matched"
    AMBIGUOUS = "ambiguous"
    NEW = "new"


class ResolutionTier(StrEnum):
    """Which tier decided; ID where the caller named the entity outright."""

    ID = "id"
    KEY = "key"
    NAME = "name"
    FUZZY = "fuzzy"


@dataclass(frozen=True, slots=True)
class EntitySummary:
    """An entity as other answers speak of it."""

    id: str
    kind: EntityKind
    name: str
    key: str | None


@dataclass(frozen=True, slots=True)
class Alias:
    """One name of an entity, and how it came by it."""

    name: str
    source: AliasSource
    added_at: datetime


@dataclass(frozen=True, slots=True)
class EntityMerge:
    """An entity that was merged into another one; `unmerge` takes its id."""

    id: str
    name: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Momentum:
    """How lively an entity is: 0 (dormant) to 10 (surging)."""

    score: float
    band: MomentumBand


@dataclass(frozen=True, slots=True)
class LayerCount:
    """How many current memories hang in a layer."""

    layer: Layer
    count: int


@dataclass(frozen=True, slots=True)
class Entity(EntitySummary):
    """An entity with its names and how lively it is."""

    aliases: tuple[Alias, ...]
    attributes: Mapping[str, Any] | None
    version: int
    created_at: datetime
    updated_at: datetime
    merged_from: tuple[EntityMerge, ...]
    momentum: Momentum
    layers: tuple[LayerCount, ...]


@dataclass(frozen=True, slots=True)
class EntityCandidate:
    """An entity that might be meant; the score is 0 to 100."""

    entity: EntitySummary
    score: float
    matched: str
    reasons: tuple[str, ...]
    blocked_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a mention was taken for, and why."""

    mention: str
    outcome: ResolutionOutcome
    entity: EntitySummary | None
    tier: ResolutionTier | None
    matched: str | None
    score: float | None
    candidates: tuple[EntityCandidate, ...]
    explanation: str


@dataclass(frozen=True, slots=True)
class PossibleDuplicate:
    """Two entities that may be one; `dismiss_duplicate` takes its id."""

    id: str
    left: EntitySummary
    right: EntitySummary
    score: float
    reasons: tuple[str, ...]
    since: datetime
    cursor: str


@dataclass(frozen=True, slots=True)
class RelatedEntity:
    """An entity that shares memories with another one."""

    entity: EntitySummary
    shared_memories: int
