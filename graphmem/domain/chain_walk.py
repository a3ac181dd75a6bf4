"""Walks from memories to their causes and outcomes, level by level, within limits.

Owns which memories a chain reaches and over which links. Order, lines and open ends are in `chains`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from graphmem.domain.chain_links import cause_and_effect, inferred_links
from graphmem.domain.model import Link, Memory, Relation

MOST_STEPS: Final = 1_000
"""Steps of a chain unless told otherwise: twice the longest line of supersessions that is promised whole."""

THREAD_WINDOW: Final = 500
"""So many memories before and after one are read of its thread to infer links."""


class TraceDirection(StrEnum):
    """Which way a chain is walked, and on which side of its start a step lies (BOTH: the start itself)."""

    CAUSES = "causes"
    OUTCOMES = "outcomes"
    BOTH = "both"


class ChainSource(Protocol):
    """What a walk reads; as of an instant, if the caller says so."""

    def links(self, memory_id: str) -> Iterable[Link]:
        """The standing links at either end of a memory."""

    def thread(self, thread_id: str) -> Sequence[str]:
        """The memories of a thread in order."""

    def fetch(self, memory_ids: Sequence[str]) -> Mapping[str, Memory]:
        """Memories by id; those that are forgotten or unknown are left out."""


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """How far a chain is followed. `max_depth` counts links from the start, on either side."""

    direction: TraceDirection = TraceDirection.BOTH
    relations: frozenset[Relation] = frozenset(Relation)
    max_depth: int = MOST_STEPS
    max_steps: int = MOST_STEPS


@dataclass(frozen=True, slots=True)
class Reached:
    """A memory that a walk came to, over which link, how far from the start, and on which branch."""

    memory: Memory
    depth: int
    direction: TraceDirection
    via: Link | None
    branch: int


class Walk:
    """One walk; `reached` holds what it came to by id, `truncated` whether a limit held it back."""

    def __init__(self, source: ChainSource, options: TraceOptions) -> None:
        self.reached: dict[str, Reached] = {}
        self.truncated = False
        self._source = source
        self._options = options
        self._branches = 0
        self._positions: dict[str, dict[str, int]] = {}
        self._inferred: dict[tuple[str, int], dict[str, list[Link]]] = {}

    def start(self, memory_ids: Sequence[str]) -> None:
        """Go from the given memories, each of which is a start, the way or ways the options say."""
        found = self._source.fetch(list(dict.fromkeys(memory_ids)))
        starts = [found[name] for name in dict.fromkeys(memory_ids) if name in found]
        self.truncated = len(starts) > self._options.max_steps
        for memory in starts[: self._options.max_steps]:
            self.reached[memory.id] = Reached(memory, 0, TraceDirection.BOTH, None, 0)
        begun = list(self.reached.values())
        for way in (TraceDirection.CAUSES, TraceDirection.OUTCOMES):
            if self._options.direction in (way, TraceDirection.BOTH):
                self._go(way, begun)

    def links_between(self) -> list[Link]:
        """Every link with both ends among what was reached, in the order of their making."""
        links = {link.id: link for one in self.reached.values() for link in self.links_of(one.memory)}
        inside = [x for x in links.values() if x.source_id in self.reached and x.target_id in self.reached]
        return sorted(inside, key=lambda link: (link.created_at, link.id))

    def links_of(self, memory: Memory, relations: frozenset[Relation] | None = None) -> list[Link]:
        """The links of a memory, either end, that may be followed: explicit ones, then inferred ones."""
        wanted = self._options.relations if relations is None else relations
        followed = [link for link in self._source.links(memory.id) if link.relation in wanted]
        known = {cause_and_effect(link) for link in followed}
        guessed = [
            link for link in self._guessed_of(memory) if link.relation in wanted and cause_and_effect(link) not in known
        ]
        return followed + guessed

    def _go(self, way: TraceDirection, frontier: list[Reached]) -> None:
        depth = 0
        while frontier:
            depth += 1
            ahead = self._ahead(way, frontier)
            found = self._source.fetch(list(ahead)) if ahead else {}
            room = 0 if depth > self._options.max_depth else self._options.max_steps - len(self.reached)
            arrived = sorted(found.values(), key=lambda memory: (memory.created_at, memory.id))
            self.truncated = self.truncated or len(arrived) > room
            frontier = self._arrive(way, depth, arrived[:room], ahead)

    def _ahead(self, way: TraceDirection, frontier: list[Reached]) -> dict[str, tuple[Reached, Link]]:
        ahead: dict[str, tuple[Reached, Link]] = {}
        for one in frontier:
            for link in self.links_of(one.memory):
                cause, effect = cause_and_effect(link)
                here, there = (effect, cause) if way is TraceDirection.CAUSES else (cause, effect)
                if here == one.memory.id and there not in self.reached:
                    ahead.setdefault(there, (one, link))
        return ahead

    def _arrive(
        self,
        way: TraceDirection,
        depth: int,
        arrived: list[Memory],
        ahead: Mapping[str, tuple[Reached, Link]],
    ) -> list[Reached]:
        continued: set[str] = set()
        frontier: list[Reached] = []
        for memory in arrived:
            parent, link = ahead[memory.id]
            branch = parent.branch if parent.memory.id not in continued else self._new_branch()
            continued.add(parent.memory.id)
            frontier.append(Reached(memory, depth, way, link, branch))
        self.reached.update((one.memory.id, one) for one in frontier)
        return frontier

    def _new_branch(self) -> int:
        self._branches += 1
        return self._branches

    def _guessed_of(self, memory: Memory) -> list[Link]:
        if memory.thread_id is None:
            return []
        thread = self._source.thread(memory.thread_id)
        if memory.thread_id not in self._positions:
            self._positions[memory.thread_id] = {name: position for position, name in enumerate(thread)}
        position = self._positions[memory.thread_id].get(memory.id)
        if position is None:
            return []
        part = position // THREAD_WINDOW
        if (memory.thread_id, part) not in self._inferred:
            window = thread[max(0, (part - 1) * THREAD_WINDOW) : (part + 2) * THREAD_WINDOW]
            self._inferred[memory.thread_id, part] = self._guess(window)
        return self._inferred[memory.thread_id, part].get(memory.id, [])

    def _guess(self, memory_ids: Sequence[str]) -> dict[str, list[Link]]:
        found = self._source.fetch(memory_ids)
        thread = [found[name] for name in memory_ids if name in found]
        explained = frozenset(memory.id for memory in thread if self._has_cause(memory.id))
        by_memory: dict[str, list[Link]] = {}
        for link in inferred_links(thread, explained):
            by_memory.setdefault(link.source_id, []).append(link)
            by_memory.setdefault(link.target_id, []).append(link)
        return by_memory

    def _has_cause(self, memory_id: str) -> bool:
        return any(
            link.relation is not Relation.SUPERSEDES and cause_and_effect(link)[1] == memory_id
            for link in self._source.links(memory_id)
        )
