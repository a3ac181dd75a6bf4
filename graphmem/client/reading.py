"""Use cases that read: memories, entities, threads and the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from graphmem.client.answers.entity import Entity, EntitySummary, PossibleDuplicate, RelatedEntity, Resolution
from graphmem.client.answers.memory import Link, LinkedMemory, Memory, MemoryVersion, Thread
from graphmem.client.answers.pictures import EntityDiff
from graphmem.client.answers.receipt import Conflict, PendingMemory
from graphmem.client.answers.record import Event, MutedScopes, ServiceInfo, Stats, Viewer
from graphmem.client.asking import Ask, Series, connection, listed, plain_list
from graphmem.client.decoding import decode
from graphmem.client.inputs import Filter, spelt
from graphmem.client.naming import (
    AsOf,
    EntityLike,
    MemoryLike,
    Named,
    ThreadLike,
    as_of_input,
    entity_ref,
    enum_name,
    enum_names,
    id_of,
    mention,
    thread_ref,
)
from graphmem.domain.kinds import EntityKind, EventType, Relation

T = TypeVar("T")


def maybe(kind: type[T]) -> Callable[[Any], T | None]:
    """Make the reader of an object that may be missing."""
    return lambda answer: None if answer is None else decode(kind, answer)


def present(**variables: Any) -> dict[str, Any]:
    """Keep the variables that were given."""
    return {name: value for name, value in variables.items() if value is not None}


def at(as_of: AsOf | None) -> dict[str, Any]:
    """The variable for a point in time, where one was given."""
    return {} if as_of is None else {"asOf": as_of_input(as_of)}


def _filtered(filter: Filter | None) -> dict[str, Any]:
    return {} if filter is None else {"filter": spelt(filter)}


def _order(order: str, descending: bool) -> dict[str, Any]:
    return {"order": {"field": enum_name(order), "direction": "DESC" if descending else "ASC"}}


# ---------------------------------------------------------------- memories


def memory(
    memory: MemoryLike | None = None, *, permalink: str | None = None, as_of: AsOf | None = None
) -> Ask[Memory | None]:
    """One memory of any status, by its id or permalink; None where there is none."""
    ident = None if memory is None else id_of(memory)
    return Ask("Memory", present(id=ident, permalink=permalink) | at(as_of), maybe(Memory))


def memories(
    filter: Filter | None = None, *, order: str = "created_at", descending: bool = True, limit: int | None = None
) -> Series[Memory]:
    """Memories by what they are, not by what they say; the current ones where no filter says otherwise."""
    return listed("Memories", _filtered(filter) | _order(order, descending), connection(Memory), limit)


def linked_memories(
    filter: Filter | None = None, *, order: str = "created_at", descending: bool = True, limit: int | None = None
) -> Series[LinkedMemory]:
    """The same with the links from each memory, for those who draw or count them."""
    return listed("LinkedMemories", _filtered(filter) | _order(order, descending), connection(LinkedMemory), limit)


def history(memory: MemoryLike) -> Series[MemoryVersion]:
    """All versions of a memory, oldest first."""
    return listed("History", {"id": id_of(memory)}, connection(MemoryVersion, "history"))


def links(
    memory: MemoryLike, *, direction: str = "both", relations: Sequence[Relation | str] | None = None
) -> Ask[tuple[Link, ...]]:
    """A memory's links to others: "out" from it, "in" to it, or "both"."""
    wanted = None if relations is None else enum_names(relations)
    variables = present(id=id_of(memory), direction=enum_name(direction), relations=wanted)
    return Ask("Links", variables, lambda answer: decode(tuple[Link, ...], answer["links"] if answer else ()))


# ---------------------------------------------------------------- entities


def entity(entity: EntityLike, *, as_of: AsOf | None = None) -> Ask[Entity | None]:
    """One entity, named in words or outright; None where nothing matches."""
    return Ask("Entity", {"ref": entity_ref(entity)} | at(as_of), maybe(Entity))


def entities(
    *, kinds: Sequence[EntityKind | str] | None = None, name_prefix: str | None = None, limit: int | None = None
) -> Series[Entity]:
    """All entities, by name."""
    wanted = None if kinds is None else enum_names(kinds)
    return listed("Entities", present(kinds=wanted, namePrefix=name_prefix), connection(Entity), limit)


def memories_of(
    entity: EntityLike,
    filter: Filter | None = None,
    *,
    order: str = "created_at",
    descending: bool = True,
    limit: int | None = None,
) -> Series[Memory]:
    """The memories that hang on an entity."""
    variables = {"ref": entity_ref(entity)} | _filtered(filter) | _order(order, descending)
    return listed("MemoriesOf", variables, connection(Memory, "memories"), limit)


def related(entity: EntityLike, *, limit: int | None = None) -> Series[RelatedEntity]:
    """Entities that share memories with one, most shared first."""
    return listed("Related", {"ref": entity_ref(entity)}, connection(RelatedEntity, "related"), limit)


def timeline(entity: EntityLike, *, limit: int | None = None) -> Series[Event]:
    """What happened to an entity and its memories, in the order it happened."""
    return listed("Timeline", {"ref": entity_ref(entity)}, connection(Event, "timeline"), limit)


def diff(entity: EntityLike, start: AsOf, end: AsOf | None = None) -> Ask[EntityDiff | None]:
    """What became of an entity between two instants; the second one left out means now."""
    variables: dict[str, Any] = {"ref": entity_ref(entity), "from": as_of_input(start)}
    variables |= {} if end is None else {"to": as_of_input(end)}
    return Ask("Diff", variables, lambda answer: decode(EntityDiff, answer["diff"]) if answer else None)


def resolve(name: str | Named) -> Ask[Resolution]:
    """What a mention would be taken for, and why; writes nothing."""
    return Ask("Resolve", {"mention": mention(name)}, lambda answer: decode(Resolution, answer))


def possible_duplicates() -> Series[PossibleDuplicate]:
    """Pairs of entities that may be one, oldest first."""
    return listed("PossibleDuplicates", {}, plain_list(PossibleDuplicate))


def conflicts() -> Series[Conflict]:
    """Memories that seem to disagree and wait for a decision, oldest first."""
    return listed("Conflicts", {}, plain_list(Conflict))


def pending_memories() -> Ask[tuple[PendingMemory, ...]]:
    """Writes that wait for confirmation."""
    return Ask("PendingMemories", {}, lambda answer: decode(tuple[PendingMemory, ...], answer))


# ---------------------------------------------------------------- threads


def thread(thread: ThreadLike) -> Ask[Thread | None]:
    """One thread; None where there is none."""
    return Ask("Thread", {"ref": thread_ref(thread)}, maybe(Thread))


def threads(*, limit: int | None = None) -> Series[Thread]:
    """All threads, the latest active first."""
    return listed("Threads", {}, connection(Thread), limit)


def memories_on(thread: ThreadLike, filter: Filter | None = None, *, limit: int | None = None) -> Series[Memory]:
    """The memories on a thread, in its order."""
    variables = {"ref": thread_ref(thread)} | _filtered(filter)
    return listed("MemoriesOn", variables, connection(Memory, "memories"), limit)


# ---------------------------------------------------------------- the space


def events(
    *,
    types: Sequence[EventType | str] | None = None,
    entity: str | EntitySummary | None = None,
    memory: MemoryLike | None = None,
    limit: int | None = None,
) -> Series[Event]:
    """Who did what, in the order it was done."""
    variables = present(
        types=None if types is None else enum_names(types),
        entity=None if entity is None else id_of(entity),
        memory=None if memory is None else id_of(memory),
    )
    return listed("Events", variables, connection(Event), limit)


def muted() -> Ask[MutedScopes]:
    """What the caller hid from its own recall."""
    return Ask("Muted", {}, lambda answer: decode(MutedScopes, answer))


def stats() -> Ask[Stats]:
    """Counts of the space."""
    return Ask("Stats", {}, lambda answer: decode(Stats, answer))


def viewer() -> Ask[Viewer]:
    """Who is asking, by their token."""
    return Ask("Viewer", {}, lambda answer: decode(Viewer, answer))


def service_info() -> Ask[ServiceInfo]:
    """Which service answers."""
    return Ask("ServiceInfo", {}, lambda answer: decode(ServiceInfo, answer))
