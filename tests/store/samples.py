"""Plain values for the store's tests, and an empty ground for plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphmem.domain.model import Entity, EntityKind, Link, Memory, Relation, Thread
from graphmem.services.space import Space
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind
from graphmem.store.session import Session
from tests.store.index.samples import NOON, memory

__all__ = ["NOON", "Bare", "commit", "entity", "link", "memory", "thread"]


def commit(space: Space, *units: Callable[[Plan], Any]) -> list[Any]:
    """Commit units of work as one group, as the writer does when they come together; returns their results."""
    session = Session(space.state, space.clock)
    results = [session.run(unit) for unit in units]
    with space.database.transaction() as connection:
        session.flush(connection)
    session.publish()
    return results


def entity(entity_id: str = "ent_1", name: str = "Atlas", **fields: Any) -> Entity:
    """An entity with defaults."""
    given: dict[str, Any] = {
        "kind": EntityKind.PROJECT,
        "key": None,
        "aliases": (),
        "attributes": None,
        "version": 1,
        "created_at": NOON,
    } | fields
    given.setdefault("updated_at", given["created_at"])
    return Entity(id=entity_id, name=name, **given)


def link(link_id: str, source: str, target: str, relation: Relation = Relation.SUPERSEDES, **fields: Any) -> Link:
    """A link with defaults."""
    given = {"reason": None, "inferred": False, "created_at": NOON} | fields
    return Link(link_id, source, relation, target, **given)


def thread(thread_id: str = "thr_1", key: str = "talk", **fields: Any) -> Thread:
    """A thread with defaults."""
    given = {"title": None, "created_at": NOON, "last_activity_at": NOON} | fields
    return Thread(thread_id, key, **given)


class Bare:
    """A ground on which nothing is committed but what a test puts there."""

    def __init__(self) -> None:
        self.entities: dict[str, Entity] = {}
        self.memories: dict[str, Memory] = {}
        self.versions: dict[tuple[str, int], Memory] = {}
        self.threads: dict[str, Thread] = {}
        self.links: list[Link] = []
        self.records: dict[tuple[RecordKind, str], Record] = {}
        self.prints: dict[int, tuple[str, ...]] = {}
        self.permalinks: dict[str, str] = {}
        self.credits: set[tuple[str, str, int]] = set()
        self.vectors: dict[str, dict[str, bytes]] = {}

    def entity(self, entity_id: str) -> Entity | None:
        """An entity."""
        return self.entities.get(entity_id)

    def key_owner(self, key: str) -> str | None:
        """Who carries a key."""
        return next((e.id for e in self.entities.values() if e.key == key), None)

    def memory(self, memory_id: str) -> Memory | None:
        """A memory."""
        return self.memories.get(memory_id)

    def version(self, memory_id: str, number: int) -> Memory | None:
        """A memory at one version."""
        return self.versions.get((memory_id, number))

    def thread(self, thread_id: str) -> Thread | None:
        """A thread."""
        return self.threads.get(thread_id)

    def thread_id(self, key: str) -> str | None:
        """The id under a key."""
        return next((t.id for t in self.threads.values() if t.key == key), None)

    def links_of(self, memory_id: str) -> tuple[Link, ...]:
        """Every link of a memory."""
        return tuple(x for x in self.links if memory_id in (x.source_id, x.target_id))

    def link(self, link_id: str) -> Link | None:
        """A link."""
        return next((x for x in self.links if x.id == link_id), None)

    def record(self, kind: RecordKind, record_id: str) -> Record | None:
        """An open record."""
        return self.records.get((kind, record_id))

    def twins(self, fingerprint: int) -> tuple[str, ...]:
        """Ids with a fingerprint."""
        return self.prints.get(fingerprint, ())

    def permalink(self, permalink: str) -> str | None:
        """Who holds a permalink."""
        return self.permalinks.get(permalink)

    def corroborated(self, memory_id: str, agent: str, day: int) -> bool:
        """Whether an agent said it again."""
        return (memory_id, agent, day) in self.credits

    def vectors_of(self, memory_id: str) -> dict[str, bytes]:
        """The numbers of a memory's vectors."""
        return self.vectors.get(memory_id, {})

    def vector_sizes(self) -> dict[str, int]:
        """How many numbers a vector of each model has."""
        return {model: len(numbers) // 4 for found in self.vectors.values() for model, numbers in found.items()}
