"""A small world for chains: memories, links and threads written down in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.domain.model import (
    Altitude,
    Axes,
    Category,
    Confidence,
    Layer,
    Link,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Provenance,
    Relation,
    Source,
)

ROLES = {
    "goal": (Layer.GOAL, MemoryType.WORK),
    "context": (Layer.CONTEXT, MemoryType.NOTE),
    "decision": (Layer.LEARNING, MemoryType.DECISION),
    "implementation": (Layer.IMPLEMENTATION, MemoryType.WORK),
    "outcome": (Layer.IMPLEMENTATION, MemoryType.OUTCOME),
    "caveat": (Layer.CAVEAT, MemoryType.LEARNING),
    "learning": (Layer.LEARNING, MemoryType.LEARNING),
}


def memory(name: str, role: str = "decision", at: int = 0, title: str | None = None) -> Memory:
    """A memory that plays a role, named by its id."""
    layer, kind = ROLES[role]
    title = title or f"Memory {name}"
    return Memory(
        id=name,
        entity_id="ent",
        layer=layer,
        content=title,
        axes=Axes(title, Altitude.IMPLEMENTATION, kind, MemoryState.OPEN, title),
        importance=0.5,
        pinned=False,
        status=MemoryStatus.CURRENT,
        category=Category.FACT,
        confidence=Confidence.MEDIUM,
        source=Source.EXPLICIT_STATEMENT,
        version=1,
        created_at=at,
        updated_at=at,
        provenance=Provenance("agent"),
    )


@dataclass
class World:
    """Memories, links and threads; a `ChainSource`. `fetches` counts the batches that were asked for."""

    memories: dict[str, Memory] = field(default_factory=dict)
    standing: list[Link] = field(default_factory=list)
    threads: dict[str, list[str]] = field(default_factory=dict)
    fetches: int = 0

    def add(self, *names: str, role: str = "decision", thread: str | None = None) -> None:
        """Add memories in the order of time."""
        for name in names:
            new = replace(memory(name, role, at=len(self.memories)), thread_id=thread)
            self.memories[name] = new
            if thread is not None:
                self.threads.setdefault(thread, []).append(name)

    def link(self, source: str, relation: Relation, *targets: str, reason: str | None = None) -> None:
        """Link a memory with others; what is superseded gets that status."""
        for target in targets:
            name = f"lnk{len(self.standing)}"
            self.standing.append(Link(name, source, relation, target, reason, False, len(self.standing)))
            if relation is Relation.SUPERSEDES and target in self.memories:
                old = self.memories[target]
                self.memories[target] = replace(old, status=MemoryStatus.SUPERSEDED)

    def links(self, memory_id: str) -> Iterable[Link]:
        """The links at either end."""
        return [link for link in self.standing if memory_id in (link.source_id, link.target_id)]

    def thread(self, thread_id: str) -> Sequence[str]:
        """The thread's order."""
        return self.threads[thread_id]

    def fetch(self, memory_ids: Sequence[str]) -> Mapping[str, Memory]:
        """The memories that exist."""
        self.fetches += 1
        return {name: self.memories[name] for name in memory_ids if name in self.memories}


def metadata_line() -> World:
    """PEP 241 and what became of it: a line with a fork."""
    world = World()
    world.add("241", "314", "345", "426", "566")
    world.link("314", Relation.SUPERSEDES, "241")
    world.link("345", Relation.SUPERSEDES, "314")
    world.link("426", Relation.SUPERSEDES, "345", reason="a fresh start")
    world.link("566", Relation.SUPERSEDES, "345", "426")
    return world


def dispatch_line() -> World:
    """PEP 443 and what it replaced: two roots, one of them reached twice."""
    world = World()
    world.add("245", "246", "3107", "3124", "443")
    world.link("3124", Relation.SUPERSEDES, "245", "246")
    world.link("3124", Relation.DEPENDS_ON, "3107")
    world.link("443", Relation.SUPERSEDES, "245", "246", "3124")
    return world


def thread_story() -> World:
    """A thread without a single explicit link."""
    world = World()
    for role in ("goal", "context", "decision", "implementation", "outcome", "learning", "caveat", "decision"):
        world.add(f"{role}{len(world.memories)}", role=role, thread="thr")
    return world
