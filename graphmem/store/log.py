"""Everything a plan intends, in the order it was planned."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.domain.model import Entity, Event, Link, Memory, Thread
from graphmem.domain.vectors import MemoryVector
from graphmem.store.record import Record


@dataclass(slots=True)
class Log:
    """The rows to come. Changes are pairs of before and after; a memory's also names who made it.

    Vectors go by memory and model, None for one that goes; the outdated ones, with their sizes, are in the
    store and make room first.
    """

    entities: list[Entity] = field(default_factory=list)
    entity_changes: list[tuple[Entity, Entity]] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    memory_changes: list[tuple[Memory, Memory, str]] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    swept: list[Entity] = field(default_factory=list)
    erased: list[Memory] = field(default_factory=list)
    fingerprints: dict[str, int] = field(default_factory=dict)
    vectors: dict[tuple[str, str], MemoryVector | None] = field(default_factory=dict)
    outdated_vectors: dict[tuple[str, str], int] = field(default_factory=dict)

    def extend(self, other: Log) -> None:
        """Append another log to this one."""
        for name in _LISTS:
            if more := getattr(other, name):
                getattr(self, name).extend(more)
        self.fingerprints.update(other.fingerprints)
        self.vectors.update(other.vectors)
        self.outdated_vectors.update(other.outdated_vectors)

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in _LISTS) or bool(self.vectors)


_LISTS = (
    "entities",
    "entity_changes",
    "memories",
    "memory_changes",
    "threads",
    "links",
    "records",
    "events",
    "swept",
    "erased",
)
