"""The links between memories, held in-process so that a chain of any length is walked without the engine.

Derived from the store; owns adjacency only. What a link means is decided in `graphmem.domain.chains`.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.domain.model import FOREVER, Link, Relation
from graphmem.store.database import Database
from graphmem.store.schema import RELATION_TABLES


class LinkTable:
    """All links ever made, by id and by the memories at either end; removed ones stay for as-of reading."""

    def __init__(self) -> None:
        self._by_id: dict[str, Link] = {}
        self._by_memory: dict[str, tuple[str, ...]] = {}

    def load(self, database: Database) -> None:
        """Read all links from the store, in the order in which they were made."""
        found: list[Link] = []
        for relation, table in RELATION_TABLES.items():
            query = (
                f"MATCH (a:Memory)-[x:{table}]->(b:Memory) RETURN x.id, a.id, b.id, x.reason, x.inferred, x.at, x.until"
            )
            for name, source, target, reason, inferred, at, until in database.scan(query):
                found.append(Link(name, source, relation, target, reason or None, inferred, at, until))
        for link in sorted(found, key=lambda link: (link.created_at, link.id)):
            self.put(link)

    def put(self, link: Link) -> None:
        """Add a link, or its removal."""
        if link.id not in self._by_id:
            for end in (link.source_id, link.target_id):
                self._by_memory[end] = (*self._by_memory.get(end, ()), link.id)
        self._by_id[link.id] = link

    def drop_memory(self, memory_id: str) -> None:
        """Forget every link that touches an erased memory."""
        for name in self._by_memory.pop(memory_id, ()):
            link = self._by_id.pop(name)
            other = link.target_id if link.source_id == memory_id else link.source_id
            if other in self._by_memory:
                self._by_memory[other] = tuple(n for n in self._by_memory[other] if n != name)

    def get(self, link_id: str) -> Link | None:
        """A link by its id, standing or removed."""
        return self._by_id.get(link_id)

    def of(self, memory_id: str) -> tuple[Link, ...]:
        """Every link that touches a memory, oldest first, removed ones included."""
        found = (self._by_id.get(name) for name in self._by_memory.get(memory_id, ()))
        return tuple(link for link in found if link is not None)

    def standing(self, memory_id: str) -> list[Link]:
        """The links that stand now."""
        return [link for link in self.of(memory_id) if link.removed_at == FOREVER]

    def all(self) -> Iterable[Link]:
        """Every link, for export."""
        return list(self._by_id.values())

    def count(self) -> int:
        """How many links stand."""
        return sum(link.removed_at == FOREVER for link in list(self._by_id.values()))


def superseders(links: Iterable[Link], memory_id: str) -> list[Link]:
    """The links by which newer memories replace this one."""
    return [x for x in links if x.relation is Relation.SUPERSEDES and x.target_id == memory_id]


def superseded(links: Iterable[Link], memory_id: str) -> list[Link]:
    """The links by which this memory replaces older ones."""
    return [x for x in links if x.relation is Relation.SUPERSEDES and x.source_id == memory_id]
