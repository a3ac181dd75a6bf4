"""Snapshots survive being written down."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.domain.model import (
    Alias,
    AliasSource,
    Altitude,
    Axes,
    Axis,
    Category,
    Claim,
    Confidence,
    Entity,
    EntityKind,
    EntityMerge,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Mention,
    Provenance,
    Source,
)
from graphmem.store.codec import dumps, entity_from, entity_state, loads, memory_from, memory_state
from tests.store.samples import entity, memory

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SOME = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
MAYBE = st.none() | TEXT
INSTANT = st.integers(-(2**60), 2**60)
JSON = st.dictionaries(TEXT, st.recursive(st.none() | st.booleans() | INSTANT | TEXT, st.lists, max_leaves=4))


def several(items: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    """A short tuple."""
    return st.lists(items, max_size=3).map(tuple)


AXES = st.builds(
    Axes,
    title=TEXT,
    altitude=st.sampled_from(Altitude),
    type=st.sampled_from(MemoryType),
    state=st.sampled_from(MemoryState),
    what=SOME,
    why=MAYBE,
    affects=several(SOME),
    next_action=MAYBE,
    inferred=st.frozensets(st.sampled_from(Axis)),
)
PLACE = st.none() | st.tuples(SOME, st.integers(0, 9))
MEMORIES = st.builds(
    Memory,
    id=SOME,
    entity_id=SOME,
    layer=st.sampled_from(Layer),
    content=SOME,
    axes=AXES,
    importance=st.floats(0, 1),
    pinned=st.booleans(),
    status=st.sampled_from(MemoryStatus),
    category=st.sampled_from(Category),
    confidence=st.sampled_from(Confidence),
    source=st.sampled_from(Source),
    version=st.integers(1, 99),
    created_at=INSTANT,
    updated_at=INSTANT,
    provenance=st.builds(Provenance, SOME, MAYBE, MAYBE, MAYBE, MAYBE, MAYBE, MAYBE, MAYBE),
    tags=several(SOME),
    paths=several(SOME),
    permalink=MAYBE,
    mentions=several(st.builds(Mention, SOME, TEXT, MAYBE)),
    valid_from=st.none() | INSTANT,
    valid_to=st.none() | INSTANT,
    claims=several(st.builds(Claim, TEXT, st.booleans(), INSTANT, MAYBE)),
    metadata=st.none() | JSON,
)
ENTITIES = st.builds(
    Entity,
    id=SOME,
    kind=st.sampled_from(EntityKind),
    name=SOME,
    key=MAYBE,
    aliases=several(st.builds(Alias, SOME, st.sampled_from(AliasSource), INSTANT)),
    attributes=st.none() | JSON,
    version=st.integers(1, 99),
    created_at=INSTANT,
    updated_at=INSTANT,
    merged_from=several(st.builds(EntityMerge, SOME, TEXT, INSTANT, SOME, several(SOME))),
    merged_into=MAYBE,
)


def stored(snapshot: Memory) -> Memory:
    """The snapshot after a trip through the store's columns."""
    state = loads(dumps(memory_state(snapshot)))
    columns = (snapshot.id, snapshot.version, snapshot.updated_at, snapshot.axes.title, snapshot.content)
    return memory_from(*columns, state)


@given(MEMORIES, PLACE)
@settings(max_examples=30, deadline=None)
def test_any_memory_comes_back(snapshot: Memory, place: tuple[str, int] | None) -> None:
    thread_id, position = place or (None, None)
    snapshot = replace(snapshot, thread_id=thread_id, thread_position=position)
    assert stored(snapshot) == snapshot


@given(ENTITIES)
@settings(max_examples=20, deadline=None)
def test_any_entity_comes_back(snapshot: Entity) -> None:
    state = loads(dumps(entity_state(snapshot)))
    assert entity_from(snapshot.id, snapshot.version, snapshot.updated_at, state) == snapshot


def test_a_plain_memory_is_written_small() -> None:
    assert list(memory_state(memory("mem_1"))) == [
        "entity",
        "layer",
        "altitude",
        "type",
        "state",
        "importance",
        "status",
        "created_at",
        "agent",
    ]


def test_every_field_of_an_entity_is_named() -> None:
    assert set(entity_state(entity())) == {
        "kind",
        "name",
        "key",
        "aliases",
        "attributes",
        "created_at",
        "merged_from",
        "merged_into",
    }
