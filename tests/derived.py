"""The derived state of a space as plain values, to be compared with what a fresh start would make of the store."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.domain.draft import MemoryOrderField
from graphmem.domain.model import Layer, MemoryStatus
from graphmem.services.space import Space
from graphmem.store.activity import WINDOW
from graphmem.store.entities import names_of
from graphmem.store.index.paging import Order
from graphmem.store.index.selection import Selection
from graphmem.store.record import RecordKind
from graphmem.store.state import State

EVERY = frozenset(MemoryStatus)


def picture(state: State, now: int) -> dict[str, object]:
    """Everything that a reader could tell two states apart by."""
    return dict(_parts(state, now))


def _parts(state: State, now: int) -> Iterator[tuple[str, object]]:
    entities = sorted(state.entities.all(), key=lambda entity: entity.id)
    ids = sorted(state.memories.ids())
    memories = [memory for memory in state.memories.many(ids) if memory is not None]
    yield "entities", entities
    yield "members", {entity.id: state.entities.members(entity.id) for entity in entities}
    yield "keys", {e.key: state.entities.by_key(e.key) for e in entities if e.key is not None}
    yield "names", {(name, e.id): state.names.exact(e.kind, name) for e in entities for name in names_of(e)}
    yield "threads", {thread.key: (thread, state.threads.order(thread.id)) for thread in state.threads.all()}
    yield "links", {name: state.links.of(name) for name in ids}
    yield "records", {kind: state.records.all(kind) for kind in RecordKind}
    yield "memories", memories
    yield "vectors", {name: state.vectors_of(name) for name in ids}
    yield "permalinks", {m.permalink: state.permalink(m.permalink) for m in memories if m.permalink}
    yield "events", (state.events.last, state.events.last_instant)
    yield "activity", {e.id: state.activity.count([e.id], now - WINDOW, now) for e in entities}
    yield from _catalog(state, [entity.id for entity in entities], ids, now)


def _catalog(state: State, entities: list[str], ids: list[str], now: int) -> Iterator[tuple[str, object]]:
    catalog = state.catalog
    everything = Selection(statuses=EVERY)
    for field in MemoryOrderField:
        yield field.value, catalog.page(everything, Order(field, True, now), None, len(ids) + 1)
    for status in MemoryStatus:
        yield status.value, sorted(catalog.ids_of(catalog.select(Selection(statuses=frozenset({status})))))
    yield "on", {name: sorted(catalog.ids_of_entity(name)) for name in entities}
    yield "layers", {name: catalog.layer_counts(name) for name in entities}
    yield "counts", {layer: catalog.count(Selection(layers=frozenset({layer}))) for layer in Layer}
    mentions = ((name, Selection(mention_ids=(name,), statuses=EVERY)) for name in entities)
    yield "mentioning", {name: sorted(catalog.ids_of(catalog.select(meant))) for name, meant in mentions}
    yield "in thread", {t.id: catalog.ids_of_thread(t.id) for t in state.threads.all()}
    yield "credit", {name: catalog.corroborations_of(name) for name in ids}
    yield "uses", {name: catalog.uses_of(name, now) for name in ids}


def read_anew(space: Space) -> State:
    """The state that a fresh start would derive from the store."""
    fresh = State(space.database, space.state.clock, persist=False)
    fresh.load()
    return fresh


def differences(space: Space) -> list[str]:
    """The parts in which the state differs from one that is read anew; empty when it has kept up."""
    # A recall's use is written a moment after its answer.
    space.write(lambda plan: None)
    now = space.clock()
    ours, fresh = picture(space.state, now), picture(read_anew(space), now)
    return [f"{part}: {ours[part]} != {fresh[part]}" for part in ours if ours[part] != fresh[part]]
