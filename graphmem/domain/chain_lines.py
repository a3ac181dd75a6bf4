"""The lines of supersession around a chain: heads, what each replaced in the end, and forks.

Owns SUPERSEDES only. A line is always whole, whatever limits the chain itself has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphmem.domain.chain_walk import ChainSource
from graphmem.domain.model import Link, Memory, Relation
from graphmem.domain.ordering import in_order


@dataclass(frozen=True, slots=True)
class SupersessionLine:
    """A current head and all it replaced in the end, newest first; the links say why and when."""

    head: Memory
    older: tuple[Memory, ...]
    links: tuple[Link, ...]


def age(memory: Memory) -> tuple[int, int, str]:
    """The sort key of memories in time: when it began to hold, when it was written, its id."""
    return memory.holds_from, memory.created_at, memory.id


class SupersessionFamily:
    """Everything that is tied to some memories by supersession, either way and at any distance."""

    def __init__(self, source: ChainSource, memory_ids: Sequence[str]) -> None:
        links = {link.id: link for link in _gather(source, memory_ids)}
        ends = dict.fromkeys(end for link in links.values() for end in (link.target_id, link.source_id))
        self._members = dict(source.fetch(list(ends))) if ends else {}
        self._links = sorted(filter(self._is_inside, links.values()), key=lambda link: (link.created_at, link.id))
        self._newer: dict[str, set[str]] = defaultdict(set)
        self._older: dict[str, set[str]] = defaultdict(set)
        for link in self._links:
            self._newer[link.target_id].add(link.source_id)
            self._older[link.source_id].add(link.target_id)
        tied = self._newer.keys() | self._older.keys()
        edges = [(link.target_id, link.source_id) for link in self._links]
        self._order, _ = in_order(tied, edges, lambda name: age(self._members[name]))

    def lines(self) -> tuple[SupersessionLine, ...]:
        """The line of each current head, oldest head first."""
        return tuple(self._line(head) for head in self._heads())

    def forks(self) -> tuple[Memory, ...]:
        """The memories that more than one other replaced, oldest first."""
        return tuple(self._members[name] for name in self._order if len(self._newer[name]) > 1)

    def _is_inside(self, link: Link) -> bool:
        return link.source_id in self._members and link.target_id in self._members

    def _heads(self) -> list[str]:
        heads = [name for name in self._order if not self._newer[name]]
        covered = {name for head in heads for name in (head, *self._below(head))}
        # A circle in old data has no head: its newest stands for one.
        for name in reversed(self._order):
            if name not in covered:
                heads.append(name)
                covered.update((name, *self._below(name)))
        return heads

    def _below(self, head: str) -> set[str]:
        below: set[str] = set()
        waiting = [head]
        while waiting:
            found = self._older[waiting.pop()] - below - {head}
            below |= found
            waiting += found
        return below

    def _line(self, head: str) -> SupersessionLine:
        below = self._below(head)
        older = (self._members[name] for name in reversed(self._order) if name in below)
        links = (x for x in self._links if x.target_id in below and (x.source_id in below or x.source_id == head))
        return SupersessionLine(self._members[head], tuple(older), tuple(links))


def _gather(source: ChainSource, memory_ids: Iterable[str]) -> Iterator[Link]:
    seen = set(memory_ids)
    waiting = list(seen)
    while waiting:
        for link in source.links(waiting.pop()):
            if link.relation is not Relation.SUPERSEDES:
                continue
            yield link
            new = {link.source_id, link.target_id} - seen
            seen |= new
            waiting += new
