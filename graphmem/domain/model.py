"""The vocabulary of the house: entities, memories, threads, links and events, as plain immutable values.

Owns the shapes only. How a value is checked is in `limits`, how it is inferred in `structure`, how it is
kept in `graphmem.store`. All instants are integers: microseconds since the epoch, UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from graphmem.domain.kinds import (
    AliasSource as AliasSource,
)
from graphmem.domain.kinds import (
    Altitude as Altitude,
)
from graphmem.domain.kinds import (
    Axis as Axis,
)
from graphmem.domain.kinds import (
    Category as Category,
)
from graphmem.domain.kinds import (
    Confidence as Confidence,
)
from graphmem.domain.kinds import (
    EntityKind as EntityKind,
)
from graphmem.domain.kinds import (
    EventType as EventType,
)
from graphmem.domain.kinds import (
    Layer as Layer,
)
from graphmem.domain.kinds import (
    MemoryState as MemoryState,
)
from graphmem.domain.kinds import (
    MemoryStatus as MemoryStatus,
)
from graphmem.domain.kinds import (
    MemoryType as MemoryType,
)
from graphmem.domain.kinds import (
    Relation as Relation,
)
from graphmem.domain.kinds import (
    Scope as Scope,
)
from graphmem.domain.kinds import (
    Source as Source,
)

Micros = int
"""Microseconds since 1970-01-01T00:00:00Z."""

FOREVER: Micros = 2**63 - 1
"""The open end of an interval; the greatest INT64, so that plain comparisons need no null case."""


KEEPER: Final = "graphmem"
"""The agent under whose name the service itself does its upkeep; nobody else may speak as it."""


def is_reserved(agent: str) -> bool:
    """Whether an agent's name is the service's own, in any case."""
    return agent.strip().casefold() == KEEPER


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is speaking: taken from the credential, never from the input."""

    agent: str
    scopes: frozenset[Scope] = frozenset(Scope)


@dataclass(frozen=True, slots=True)
class Alias:
    """One name of an entity, and where it came from."""

    name: str
    source: AliasSource
    added_at: Micros


@dataclass(frozen=True, slots=True)
class EntityMerge:
    """An entity merged into another one; `gained` are the names the survivor got by it, for the undo."""

    id: str
    name: str
    at: Micros
    by: str
    gained: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """A resolved thing in the world. `merged_into` is set while it is merged into another one."""

    id: str
    kind: EntityKind
    name: str
    key: str | None
    aliases: tuple[Alias, ...]
    attributes: Mapping[str, Any] | None
    version: int
    created_at: Micros
    updated_at: Micros
    merged_from: tuple[EntityMerge, ...] = ()
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class Axes:
    """A memory's content, structured. `inferred` names the axes nobody gave."""

    title: str
    altitude: Altitude
    type: MemoryType
    state: MemoryState
    what: str
    why: str | None = None
    affects: tuple[str, ...] = ()
    next_action: str | None = None
    inferred: frozenset[Axis] = frozenset()


@dataclass(frozen=True, slots=True)
class Mention:
    """A further entity a memory speaks of: who, in which role, in which words."""

    entity_id: str
    surface: str
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who wrote a memory, with what, and where."""

    agent: str
    parent_agent: str | None = None
    client: str | None = None
    model: str | None = None
    tool_call: str | None = None
    branch: str | None = None
    commit: str | None = None
    span: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a worktree, as last checked."""

    text: str
    holds: bool
    checked_at: Micros
    found: str | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory as it stands at one version: the snapshot that one stored version holds."""

    id: str
    entity_id: str
    layer: Layer
    content: str
    axes: Axes
    importance: float
    pinned: bool
    status: MemoryStatus
    category: Category
    confidence: Confidence
    source: Source
    version: int
    created_at: Micros
    updated_at: Micros
    provenance: Provenance
    tags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    permalink: str | None = None
    mentions: tuple[Mention, ...] = ()
    thread_id: str | None = None
    thread_position: int | None = None
    valid_from: Micros | None = None
    valid_to: Micros | None = None
    claims: tuple[Claim, ...] = ()
    metadata: Mapping[str, Any] | None = None

    @property
    def protected(self) -> bool:
        """True in the caveat layer and when pinned: can't be forgotten without an override (linksee)."""
        return self.layer is Layer.CAVEAT or self.pinned

    @property
    def holds_from(self) -> Micros:
        """Start of valid time; without one given it is the recording (as in SQL:2011 and XTDB)."""
        return self.created_at if self.valid_from is None else self.valid_from

    @property
    def holds_to(self) -> Micros:
        """End of valid time, exclusive; FOREVER while open."""
        return FOREVER if self.valid_to is None else self.valid_to

    def holds_at(self, instant: Micros) -> bool:
        """Whether the memory's valid time covers the instant."""
        return self.holds_from <= instant < self.holds_to


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """One version of a memory, with the recorded time in which it was what we knew."""

    memory: Memory
    recorded_from: Micros
    recorded_to: Micros
    by: str


@dataclass(frozen=True, slots=True)
class Thread:
    """An ordered chain of memories under a key of the caller's."""

    id: str
    key: str
    title: str | None
    created_at: Micros
    last_activity_at: Micros
    length: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A typed link between two memories; `removed_at` is FOREVER while it stands."""

    id: str
    source_id: str
    relation: Relation
    target_id: str
    reason: str | None
    inferred: bool
    created_at: Micros
    removed_at: Micros = FOREVER

    def stands_at(self, instant: Micros) -> bool:
        """Whether the link was known and not yet removed at the recorded instant."""
        return self.created_at <= instant < self.removed_at


@dataclass(frozen=True, slots=True)
class Event:
    """One numbered, unchangeable line of the record: audit, change feed and momentum all read it."""

    number: int
    type: EventType
    at: Micros
    agent: str
    memory_id: str | None = None
    entity_id: str | None = None
    reason: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    def numbered(self, number: int) -> Event:
        """The same event with its number."""
        return Event(number, self.type, self.at, self.agent, self.memory_id, self.entity_id, self.reason, self.details)


@dataclass(frozen=True, slots=True)
class AsOf:
    """A point in both times: what we knew at `recorded`, of what held at `valid`. None means now / any."""

    recorded: Micros | None = None
    valid: Micros | None = None
