"""Reading what is kept: by id, by filter, in pages. Reading changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from graphmem.domain.draft import (
    EntityMention,
    EntityRef,
    MemoryFilter,
    MemoryOrderField,
    Page,
    PageRequest,
    ThreadRef,
)
from graphmem.domain.errors import Invalid
from graphmem.domain.limits import NAME_MAX, check, mention_problems, text_problems
from graphmem.domain.model import (
    AsOf,
    Entity,
    EntityKind,
    Event,
    EventType,
    Layer,
    Link,
    Memory,
    MemoryVersion,
    Relation,
    Thread,
)
from graphmem.domain.names import plain
from graphmem.domain.resolution import Resolution
from graphmem.services.filtering import past_page
from graphmem.services.paging import (
    DUPLICATES,
    ENTITIES,
    EVENTS,
    MEMORIES,
    THREAD_MEMORIES,
    THREADS,
    VERSIONS,
    page_of,
    page_size,
)
from graphmem.services.past import past_of
from graphmem.services.receipts import PossibleDuplicate, Stats
from graphmem.services.resolve import resolve_mention
from graphmem.services.selecting import find_entity, find_thread, select
from graphmem.services.space import Space
from graphmem.store.entities import names_of
from graphmem.store.index.paging import Order, PageKey
from graphmem.store.index.selection import Selection
from graphmem.store.links import superseded, superseders
from graphmem.store.record import Record, RecordKind

Direction = Literal["out", "in", "both"]


def memory(
    space: Space, memory_id: str | None = None, permalink: str | None = None, as_of: AsOf | None = None
) -> Memory | None:
    """One memory by id or permalink, now or as of an instant."""
    if memory_id is None and permalink is not None:
        memory_id = space.state.permalink(permalink)
    if memory_id is None:
        return None
    past = past_of(space, as_of)
    return space.state.memory(memory_id) if past is None else past.find(memory_id)


def memories_by_id(space: Space, ids: Iterable[str]) -> list[Memory | None]:
    """Memories in the order of the ids; None for an unknown one."""
    return space.state.memories.many(ids)


def memories(
    space: Space,
    wanted: MemoryFilter,
    order: MemoryOrderField = MemoryOrderField.CREATED_AT,
    descending: bool = True,
    page: PageRequest | None = None,
) -> Page[Memory]:
    """A page of the memories that a filter means."""
    page = page or PageRequest()
    past = past_of(space, wanted.as_of)
    if past is not None:
        return past_page(space, past, wanted, order, descending, page)
    return _present_page(space, wanted, order, descending, page)


def _present_page(
    space: Space, wanted: MemoryFilter, order: MemoryOrderField, descending: bool, page: PageRequest
) -> Page[Memory]:
    size, backwards = page_size(page)
    selection = select(space, wanted)
    listing = MEMORIES[order]
    after = None if page.after is None else PageKey(*listing.key(page.after))
    before = None if page.before is None else PageKey(*listing.key(page.before, "before"))
    start, stop = (before, after) if backwards else (after, before)
    sorting = Order(order, descending != backwards, space.clock())
    found_keys = space.state.catalog.page(selection, sorting, start, size + 1)
    keys = [key for key in found_keys[:size] if stop is None or sorting.precedes(key, stop)]
    more = len(found_keys) > len(keys)
    if backwards:
        keys.reverse()
    found = space.state.memories.many(key.id for key in keys)
    rows = [(key, item) for key, item in zip(keys, found, strict=True) if item is not None]
    return Page(
        tuple(item for _, item in rows),
        tuple(listing.cursor((key.value, key.id)) for key, _ in rows),
        has_next=page.before is not None if backwards else more,
        has_previous=more if backwards else page.after is not None,
        total=space.state.catalog.count(selection),
    )


def entity(space: Space, ref: EntityRef, as_of: AsOf | None = None) -> Entity | None:
    """The entity that a reference means, now or as it was known at an instant."""
    return find_entity(space, ref, past_of(space, as_of))


def entity_by_id(space: Space, entity_id: str) -> Entity | None:
    """The entity that an id stands for, merges followed."""
    return space.state.entities.canonical(entity_id)


def entities(space: Space, kinds: frozenset[EntityKind], name_prefix: str | None, page: PageRequest) -> Page[Entity]:
    """A page of entities by name, of some kinds, whose name begins with a prefix (case and accents aside)."""
    found = space.state.entities.standing()
    if kinds:
        found = [entity for entity in found if entity.kind in kinds]
    if name_prefix:
        found = [entity for entity in found if _starts(entity, name_prefix)]
    found.sort(key=_by_name)
    return page_of(found, _by_name, page, ENTITIES)


def _starts(entity: Entity, prefix: str) -> bool:
    wanted = plain(prefix)
    return any(plain(name).startswith(wanted) for name in names_of(entity))


def _by_name(entity: Entity) -> tuple[str, str]:
    return (entity.name.casefold(), entity.id)


def resolve(space: Space, mention: EntityMention) -> Resolution:
    """What a mention would be resolved to; writes nothing."""
    check(mention_problems(mention, ("mention",)))
    return resolve_mention(space, mention)


def possible_duplicates(space: Space, page: PageRequest) -> list[PossibleDuplicate]:
    """A page of the pairs of entities that may be one, oldest first; those that were made one are not among them."""
    records = [record for record in space.state.records.all(RecordKind.DUPLICATE) if _are_two(space, record)]
    found = page_of(records, lambda record: (record.at, record.id), page, DUPLICATES)
    return [
        PossibleDuplicate(
            record.id,
            record.body["left"],
            record.body["right"],
            record.body["score"],
            tuple(record.body["reasons"]),
            record.at,
            cursor,
        )
        for record, cursor in zip(found.items, found.cursors, strict=True)
    ]


def _are_two(space: Space, record: Record) -> bool:
    left, right = (space.state.entities.canonical(record.body[side]) for side in ("left", "right"))
    return left is not None and right is not None and left.id != right.id


def thread(space: Space, ref: ThreadRef) -> Thread | None:
    """The thread that a reference means."""
    return find_thread(space, ref)


def thread_by_id(space: Space, thread_id: str) -> Thread | None:
    """The thread with an id."""
    return space.state.threads.get(thread_id)


def threads(space: Space, page: PageRequest) -> Page[Thread]:
    """A page of threads, the ones written to last first."""

    def latest(thread: Thread) -> tuple[int, str]:
        return (-thread.last_activity_at, thread.id)

    return page_of(sorted(space.state.threads.all(), key=latest), latest, page, THREADS)


def thread_memories(space: Space, thread: Thread, wanted: MemoryFilter, page: PageRequest) -> Page[Memory]:
    """A page of a thread's memories, by their position."""
    docs = space.state.catalog.select(replace(select(space, wanted), thread_id=thread.id))
    meant = set(space.state.catalog.ids_of(docs))
    places = [place for place in space.state.threads.places(thread.id) if place[1] in meant]
    found = page_of(places, lambda place: place, page, THREAD_MEMORIES, default=50)
    items = tuple(m for m in space.state.memories.many(name for _, name in found.items) if m is not None)
    return Page(items, found.cursors, found.has_next, found.has_previous, found.total)


def events(
    space: Space,
    page: PageRequest,
    types: frozenset[EventType] = frozenset(),
    entity_id: str | None = None,
    memory_id: str | None = None,
) -> Page[Event]:
    """A page of events after a cursor, in their order; refused writes only when asked for.

    Raises Invalid for a page from the end, Problems for an id that no entity or memory can have.
    """
    for name, value in (("entity", entity_id), ("memory", memory_id)):
        check(text_problems(value, (name,), NAME_MAX, empty=False))
    size, backwards = page_size(page, 50)
    if backwards or page.before is not None:
        raise Invalid("events are read forwards: use first and after", ("last",))
    after = 0 if page.after is None else _number(page.after)
    wanted = types or _ALL_BUT_REFUSED
    log = space.state.events
    numbers: Sequence[int]
    if types or entity_id or memory_id:
        numbers = log.matching(after, wanted, entity_id or "", memory_id or "")
    else:
        numbers = range(after + 1, log.last + 1)
    found = _take(space, numbers, wanted, size + 1)
    kept = found[:size]
    return Page(
        tuple(kept),
        tuple(EVENTS.cursor((event.number,)) for event in kept),
        has_next=len(found) > size,
        has_previous=after > 0,
    )


def _number(cursor: str) -> int:
    (number,) = EVENTS.key(cursor)
    if number < 0:
        raise Invalid("after is not a cursor of the events: take it from one of them", ("after",))
    return int(number)


_ALL_BUT_REFUSED = frozenset(EventType) - {EventType.WRITE_REFUSED}


def _take(space: Space, numbers: Sequence[int], types: frozenset[EventType], limit: int) -> list[Event]:
    found: list[Event] = []
    for number in numbers:
        event = space.state.events.get(number)
        if event is not None and event.type in types:
            found.append(event)
        if len(found) == limit:
            break
    return found


def event_by_number(space: Space, number: int) -> Event | None:
    """One event."""
    return space.state.events.get(number)


def history(space: Space, memory_id: str, page: PageRequest) -> Page[MemoryVersion]:
    """A page of a memory's versions, oldest first."""
    versions = space.state.memories.history(memory_id)
    return page_of(versions, lambda version: (version.memory.version,), page, VERSIONS)


def links(
    space: Space, memory_id: str, direction: Direction = "both", relations: frozenset[Relation] = frozenset()
) -> list[Link]:
    """The standing links of a memory, oldest first."""
    return [
        link
        for link in space.state.links.standing(memory_id)
        if (not relations or link.relation in relations) and _points(link, memory_id, direction)
    ]


def _points(link: Link, memory_id: str, direction: Direction) -> bool:
    end = {"out": link.source_id, "in": link.target_id}.get(direction, memory_id)
    return end == memory_id


def link_by_id(space: Space, link_id: str) -> Link | None:
    """The link with an id."""
    return space.state.links.get(link_id)


def superseded_by(space: Space, memory_id: str) -> list[str]:
    """Ids of the memories that replace one."""
    return [link.source_id for link in superseders(space.state.links.standing(memory_id), memory_id)]


def supersedes(space: Space, memory_id: str) -> list[str]:
    """Ids of the memories that one replaces."""
    return [link.target_id for link in superseded(space.state.links.standing(memory_id), memory_id)]


def layer_counts(space: Space, entity_id: str) -> dict[Layer, int]:
    """How many current memories an entity has in each layer, merges included."""
    counts = dict.fromkeys(Layer, 0)
    for member in space.state.entities.members(entity_id):
        for layer, count in space.state.catalog.layer_counts(member).items():
            counts[layer] += count
    return counts


def corroborations(space: Space, memory_id: str) -> int:
    """How often a memory was said again."""
    return space.state.catalog.corroborations_of(memory_id)


def vector_models(space: Space, memory_id: str) -> list[str]:
    """The models whose vectors a memory has, by name."""
    return sorted(space.state.vectors_of(memory_id))


def stats(space: Space) -> Stats:
    """Counts of the whole space; memories and layers count what is current."""
    state = space.state
    layers = {layer: state.catalog.count(Selection(layers=frozenset({layer}))) for layer in Layer}
    return Stats(
        entities=len(state.entities),
        memories=sum(layers.values()),
        threads=len(list(state.threads.all())),
        links=state.links.count(),
        events=state.events.last,
        layers=layers,
        vectors=tuple(state.index.vector_counts()),
        embedding=None if space.embedding is None else space.embedding.progress(),
    )
