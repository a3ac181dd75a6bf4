"""What is committed, as a plan sees it: the bottom of every unit of work's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from graphmem.domain.model import Entity, Link, Memory, Thread
from graphmem.store.record import Record, RecordKind


class Ground(Protocol):
    """Reading what is committed; `State` is the one implementation, tests may bring another."""

    def entity(self, entity_id: str) -> Entity | None:
        """An entity, merged or not."""

    def key_owner(self, key: str) -> str | None:
        """The id of the entity that carries a canonical key itself."""

    def memory(self, memory_id: str) -> Memory | None:
        """A memory at its current version."""

    def version(self, memory_id: str, number: int) -> Memory | None:
        """A memory at one version."""

    def thread(self, thread_id: str) -> Thread | None:
        """A thread."""

    def thread_id(self, key: str) -> str | None:
        """The id of the thread under a caller's key."""

    def links_of(self, memory_id: str) -> tuple[Link, ...]:
        """Every link of a memory, removed ones included."""

    def link(self, link_id: str) -> Link | None:
        """A link by its id."""

    def record(self, kind: RecordKind, record_id: str) -> Record | None:
        """An open record."""

    def twins(self, fingerprint: int) -> tuple[str, ...]:
        """Ids of memories written with a fingerprint."""

    def permalink(self, permalink: str) -> str | None:
        """The id of the memory with a permalink."""

    def titled(self, title: str) -> tuple[str, ...]:
        """Ids of the memories with a permalink that bear a title, or did."""

    def records_about(self, kind: RecordKind, subject: str) -> list[Record]:
        """The open records of a kind about a subject, oldest first."""

    def corroborated(self, memory_id: str, agent: str, day: int) -> bool:
        """Whether an agent said a memory again on a day."""

    def vectors_of(self, memory_id: str) -> Mapping[str, bytes]:
        """The numbers of a memory's vectors by model."""

    def vector_sizes(self) -> Mapping[str, int]:
        """How many numbers the vectors of each model have."""
