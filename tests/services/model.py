"""A space in plain Python: what each operation does, and how everything stood at every instant.

It knows nothing of stores, versions or indexes: after each operation it keeps a copy of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

FOREVER = 2**63 - 1


@dataclass
class M:
    """A memory. `own_end` is the end of its valid time as long as nothing replaces it."""

    entity: str
    content: str
    layer: str
    created: int
    valid_from: int | None
    own_end: int
    mentions: tuple[str, ...] = ()
    thread: tuple[str, int] | None = None
    status: str = "current"
    end: int = FOREVER

    @property
    def begin(self) -> int:
        """From when on it holds."""
        return self.created if self.valid_from is None else self.valid_from


@dataclass
class E:
    """An entity; of each alias, whether a merge brought it."""

    name: str
    aliases: dict[str, bool] = field(default_factory=dict)
    into: str | None = None
    gained: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def names(self) -> list[str]:
        """All names, its own first."""
        return [self.name, *self.aliases]


@dataclass(frozen=True)
class L:
    """A link; one that was taken back is no longer in the world."""

    source: str
    relation: str
    target: str
    at: int


@dataclass
class World:
    """Everything at one instant."""

    memories: dict[str, M] = field(default_factory=dict)
    entities: dict[str, E] = field(default_factory=dict)
    links: dict[str, L] = field(default_factory=dict)

    def home(self, entity: str) -> str:
        """What an entity is merged into, or itself; also where that was swept away since."""
        found = entity
        while found in self.entities and (into := self.entities[found].into) is not None:
            found = into
        return found if found in self.entities else entity

    def members(self, entity: str) -> list[str]:
        """All that count as an entity."""
        return [name for name in self.entities if self.home(name) == entity]

    def standing(self) -> list[str]:
        """Entities that are not merged."""
        return [name for name, entity in self.entities.items() if entity.into is None]

    def order(self, thread: str) -> list[str]:
        """The memories of a thread that are not forgotten, in order."""
        found = [(m.thread[1], name) for name, m in self.memories.items() if m.thread and m.thread[0] == thread]
        return [name for _, name in sorted(found) if self.memories[name].status != "forgotten"]

    def replacing(self, memory: str) -> list[L]:
        """The links by which others replace a memory."""
        return [x for x in self.links.values() if x.relation == "supersedes" and x.target == memory]

    def is_older(self, memory: str, other: str) -> bool:
        """Whether a memory is, by any path, replaced by another one."""
        newer = [x.source for x in self.replacing(memory)]
        return other in newer or any(self.is_older(name, other) for name in newer)


class Model:
    """The present world, and a copy of it for each instant at which something was done."""

    def __init__(self) -> None:
        self.now = World()
        self.past: list[tuple[int, World]] = []

    def keep(self, at: int) -> None:
        """Remember how everything stands from an instant on."""
        self.past.append((at, deepcopy(self.now)))

    def worlds(self) -> Iterator[tuple[int, World]]:
        """Every instant with its world; what was erased since never was."""
        for at, world in self.past:
            kept = World(
                {name: m for name, m in world.memories.items() if name in self.now.memories},
                {name: e for name, e in world.entities.items() if name in self.now.entities},
                {
                    name: x
                    for name, x in world.links.items()
                    if x.source in self.now.memories and x.target in self.now.memories
                },
            )
            yield at, kept

    # -- operations on the present world

    def close(self, memory: str) -> None:
        """Set the end of a memory's valid time by its own and by what replaces it."""
        m = self.now.memories[memory]
        starts = [self._start(x) for x in self.now.replacing(memory)]
        m.end = min([m.own_end, *(max(start, m.begin + 1) for start in starts)])

    def _start(self, link: L) -> int:
        newer = self.now.memories[link.source]
        return link.at if newer.valid_from is None else newer.valid_from

    def link(self, name: str, made: L) -> None:
        """Link two memories."""
        self.now.links[name] = made
        if made.relation == "supersedes":
            self.now.memories[made.target].status = "superseded"
            self.close(made.target)

    def unlink(self, name: str) -> None:
        """Take a link back."""
        gone = self.now.links.pop(name)
        if gone.relation == "supersedes":
            self.reopen(gone.target)

    def reopen(self, memory: str) -> None:
        """What nothing replaces any more is current; a forgotten one stays as it is."""
        m = self.now.memories[memory]
        if m.status == "superseded":
            self.close(memory)
            if not self.now.replacing(memory):
                m.status = "current"

    def restore(self, memory: str) -> None:
        """Bring a memory back."""
        m = self.now.memories[memory]
        if m.status == "superseded":
            for name, x in list(self.now.links.items()):
                if x.relation == "supersedes" and x.target == memory:
                    del self.now.links[name]
            self.reopen(memory)
            return
        m.status = "superseded" if self.now.replacing(memory) else "current"
        self.close(memory)

    def erase(self, memory: str) -> None:
        """As if it had never been."""
        replaced = [x.target for x in self.now.links.values() if x.source == memory and x.relation == "supersedes"]
        self.now.links = {n: x for n, x in self.now.links.items() if memory not in (x.source, x.target)}
        gone = self.now.memories.pop(memory)
        for older in replaced:
            self.reopen(older)
        for entity in {self.now.home(name) for name in (gone.entity, *gone.mentions)}:
            members = self.now.members(entity)
            spoken = {name for m in self.now.memories.values() for name in (m.entity, *m.mentions)}
            if spoken.isdisjoint(members):
                for member in members:
                    del self.now.entities[member]

    def rename(self, entity: str, name: str) -> None:
        """The old name stays as an alias."""
        e = self.now.entities[entity]
        e.aliases.pop(name, None)
        e.aliases[e.name] = False
        e.name = name

    def merge(self, survivor: str, duplicate: str) -> None:
        """The survivor takes over all names that it has not."""
        s, d = self.now.entities[survivor], self.now.entities[duplicate]
        s.gained[duplicate] = tuple(name for name in d.names() if name not in s.names())
        s.aliases |= dict.fromkeys(s.gained[duplicate], True)
        d.into = survivor

    def unmerge(self, survivor: str, duplicate: str) -> None:
        """The survivor loses the names that it had from this one alone."""
        s = self.now.entities[survivor]
        gone = set(s.gained.pop(duplicate))
        for name, gained in s.gained.items():
            shared = tuple(alias for alias in self.now.entities[name].names() if alias in gone)
            s.gained[name] = gained + shared
            gone -= set(shared)
        s.aliases = {alias: merged for alias, merged in s.aliases.items() if not (merged and alias in gone)}
        self.now.entities[duplicate].into = None

    def split(self, entity: str, new: str, name: str, memories: list[str]) -> None:
        """Take memories out of an entity."""
        self.now.entities[new] = E(name)
        for memory in memories:
            self.now.memories[memory].entity = new
