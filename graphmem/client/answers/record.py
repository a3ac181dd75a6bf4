"""Answers about the space itself: its record of events, counts, curation, and who is asking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.client.answers.entity import EntitySummary, LayerCount
from graphmem.client.answers.memory import MemorySummary
from graphmem.domain.kinds import EventType, Scope


@dataclass(frozen=True, slots=True)
class Event:
    """One numbered line of the record."""

    id: str
    number: int
    type: EventType
    at: datetime
    agent: str
    memory: MemorySummary | None
    memory_id: str | None
    entity: EntitySummary | None
    reason: str | None
    details: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Change:
    """One change as it happens; `cursor` is what `changes(after=…)` goes on from."""

    cursor: str
    event: Event


@dataclass(frozen=True, slots=True)
class VectorModel:
    """How many memories have a vector of a model, and how many numbers such a vector has."""

    model: str
    dimension: int
    memories: int


@dataclass(frozen=True, slots=True)
class Embedding:
    """How many memories the service's own embedder has read, of how many there are."""

    model: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of the space; `embedding` is None where the service has no embedder."""

    entities: int
    memories: int
    threads: int
    links: int
    events: int
    layers: tuple[LayerCount, ...]
    vectors: tuple[VectorModel, ...]
    embedding: Embedding | None


@dataclass(frozen=True, slots=True)
class MutedScopes:
    """What an agent hid from its own recall."""

    entities: tuple[EntitySummary, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is asking, by their token."""

    space: str
    agent: str
    scopes: tuple[Scope, ...]


@dataclass(frozen=True, slots=True)
class ServiceInfo:
    """The service that answers."""

    version: str
    engine: str
    engine_version: str
    ready: bool
