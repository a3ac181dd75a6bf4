"""The short ways to name things: entities, threads, memories, instants and values of closed sets.

Owns how they are spelt for the API. Whether they exist, the service knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from graphmem.client.answers.entity import EntitySummary
from graphmem.client.answers.memory import MemorySummary, ThreadSummary
from graphmem.domain.kinds import EntityKind


@dataclass(frozen=True, slots=True)
class Id:
    """An entity or a thread by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Key:
    """An entity by its canonical key, for example a repository's URL."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An entity by its name in words, with what is known besides; the service resolves it."""

    name: str = field(kw_only=False)
    kind: EntityKind | str | None = None
    key: str | None = None
    aliases: Sequence[str] = ()
    force_new: bool = False


EntityLike = str | Named | Key | Id | EntitySummary
"""An entity: a text is its name in words."""

ThreadLike = str | Id | ThreadSummary
"""A thread: a text is its key."""

MemoryLike = str | MemorySummary
"""A memory: a text is its id."""


@dataclass(frozen=True, slots=True)
class AsOf:
    """A point in both times: what was known at `recorded`, of what held at `valid`."""

    recorded: datetime | None = None
    valid: datetime | None = None


def enum_name(value: Enum | str) -> str:
    """Spell a value as the schema does: `Category.USER_INFERENCE`, "user-inference", "user inference" are one."""
    text = value.name if isinstance(value, Enum) else value
    return text.strip().upper().replace("-", "_").replace(" ", "_")


def enum_names(values: Sequence[Enum | str]) -> list[str]:
    """Spell several values as the schema does. A single text is one value, not its letters."""
    return [enum_name(values)] if isinstance(values, str) else [enum_name(value) for value in values]


def instant(moment: datetime) -> str:
    """Spell an instant as RFC 3339. Raises ValueError for one without a zone: guessing would shift it silently."""
    if moment.tzinfo is None:
        raise ValueError("a date needs a time zone, for example datetime(2026, 1, 31, tzinfo=UTC)")
    return moment.astimezone(UTC).isoformat()


def entity_ref(entity: EntityLike) -> dict[str, Any]:
    """Name an entity as `EntityRef` wants it."""
    match entity:
        case str():
            return {"mention": {"name": entity}}
        case Named():
            return {"mention": mention(entity)}
        case Key():
            return {"key": entity.key}
        case _:
            return {"id": entity.id}


def mention(named: Named | str) -> dict[str, Any]:
    """Name an entity in words, as `EntityMention` wants it."""
    if isinstance(named, str):
        return {"name": named}
    given: dict[str, Any] = {"name": named.name, "key": named.key}
    given["kind"] = enum_name(named.kind) if named.kind else None
    given["aliases"] = texts(named.aliases) or None
    given["forceNew"] = named.force_new or None
    return {name: value for name, value in given.items() if value is not None}


def entity_refs(entities: Sequence[EntityLike]) -> list[dict[str, Any]]:
    """Name several entities. A single text is one name, not its letters."""
    return [entity_ref(entities)] if isinstance(entities, str) else [entity_ref(entity) for entity in entities]


def thread_ref(thread: ThreadLike) -> dict[str, Any]:
    """Name a thread as `ThreadRef` wants it."""
    return {"key": thread} if isinstance(thread, str) else {"id": thread.id}


def id_of(thing: str | MemorySummary | EntitySummary | ThreadSummary | Id) -> str:
    """The id of a thing, or the id itself."""
    return thing if isinstance(thing, str) else thing.id


def as_of_input(as_of: AsOf) -> dict[str, Any]:
    """Spell a point in both times."""
    given = {"recorded": as_of.recorded, "valid": as_of.valid}
    return {name: instant(moment) for name, moment in given.items() if moment is not None}


def ids_of(memories: Sequence[MemoryLike]) -> list[str]:
    """The ids of several memories. A single text is one id, not its letters."""
    return [memories] if isinstance(memories, str) else [id_of(memory) for memory in memories]


def texts(values: Sequence[str]) -> list[str]:
    """Several texts. A single one is one text, not its letters."""
    return [values] if isinstance(values, str) else list(values)
