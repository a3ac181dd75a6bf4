from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from graphmem.domain.draft import MemoryOrderField
from graphmem.domain.heat import heat as domain_heat
from graphmem.domain.model import (
    Altitude,
    Category,
    Claim,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Mention,
)
from graphmem.store.index.catalog import Catalog, Uses
from graphmem.store.index.conditions import FEW
from graphmem.store.index.heat import heat
from graphmem.store.index.paging import Order, PageKey
from graphmem.store.index.selection import Selection
from tests.store.index.samples import DAY, NOON, memory

ANY_STATUS = frozenset(MemoryStatus)

MANY = tuple(f"ent_unknown_{number}" for number in range(FEW))
"""With one more of these the entities are looked up by doc instead of the docs by entity."""


def filled(*memories: Memory) -> Catalog:
    catalog = Catalog()
    catalog.upsert(memories)
    return catalog


def ids(catalog: Catalog, **conditions: Any) -> list[str]:
    return catalog.ids_of(catalog.select(Selection(**conditions)))


SOME = (
    memory("a", entity_id="ent_1", layer=Layer.GOAL, tags=("x", "y"), importance=0.9),
    memory("b", entity_id="ent_2", type=MemoryType.DECISION, tags=("x",), paths=("src/app",), branch="main"),
    memory("c", entity_id="ent_1", status=MemoryStatus.SUPERSEDED, state=MemoryState.DONE, agent="other"),
    memory("d", entity_id="ent_3", altitude=Altitude.MISSION, category=Category.AMBIENT, thread_id="thr_1"),
    memory("e", entity_id="ent_3", created_at=NOON + 10, mentions=(Mention("ent_1", "one"),), valid_to=NOON + 50),
)


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({}, "abde"),
        ({"statuses": ANY_STATUS}, "abcde"),
        ({"statuses": frozenset()}, "abcde"),
        ({"statuses": frozenset({MemoryStatus.SUPERSEDED, MemoryStatus.FORGOTTEN})}, "c"),
        ({"entity_ids": ("ent_1",)}, "a"),
        ({"entity_ids": ("ent_1", "ent_3", "ent_9")}, "ade"),
        ({"entity_ids": ("ent_1", "ent_3", *MANY)}, "ade"),
        ({"entity_ids": ("ent_9", *MANY)}, ""),
        ({"entity_ids": ("ent_1", "ent_2", *MANY), "tags": ("x",), "min_importance": 0.6}, "a"),
        ({"entity_ids": ()}, ""),
        ({"entity_ids": ("ent_9",)}, ""),
        ({"excluded_entity_ids": ("ent_3", "ent_9")}, "ab"),
        ({"mention_ids": ("ent_1",)}, "e"),
        ({"mention_ids": ("ent_1", "ent_2")}, "e"),
        ({"mention_ids": ()}, ""),
        ({"thread_id": "thr_1"}, "d"),
        ({"thread_id": "thr_9"}, ""),
        ({"layers": frozenset({Layer.GOAL})}, "a"),
        ({"layers": frozenset({Layer.GOAL, Layer.CONTEXT})}, "abde"),
        ({"types": frozenset({MemoryType.DECISION})}, "b"),
        ({"states": frozenset({MemoryState.DONE}), "statuses": ANY_STATUS}, "c"),
        ({"altitudes": frozenset({Altitude.MISSION})}, "d"),
        ({"categories": frozenset({Category.AMBIENT})}, "d"),
        ({"tags": ("x",)}, "ab"),
        ({"tags": ("x", "y")}, "a"),
        ({"tags": ("x", "z")}, ""),
        ({"paths": ("src/app/main.py",)}, "b"),
        ({"paths": ("docs", "src")}, "b"),
        ({"paths": ("docs",)}, ""),
        ({"agent": "agent"}, "abde"),
        ({"agent": "nobody"}, ""),
        ({"branch": "main"}, "b"),
        ({"branch": "nowhere"}, ""),
        ({"min_importance": 0.9}, "a"),
        ({"created_after": NOON + 10}, "e"),
        ({"created_before": NOON + 10}, "abd"),
        ({"valid_at": NOON + 49}, "abde"),
        ({"valid_at": NOON + 50}, "abd"),
        ({"valid_at": NOON - 1}, ""),
        ({"drifted": False}, "abde"),
        ({"drifted": True}, ""),
        ({"entity_ids": ("ent_1", "ent_2"), "tags": ("x",), "min_importance": 0.6}, "a"),
    ],
)
def test_all_conditions_hold_together(conditions: dict[str, Any], expected: str) -> None:
    catalog = filled(*SOME)
    assert ids(catalog, **conditions) == list(expected)
    assert catalog.count(Selection(**conditions)) == len(expected)


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({"protected": True}, "ab"),
        ({"protected": False}, "cd"),
        ({"claimed": True}, "cd"),
        ({"claimed": False}, "ab"),
        ({"drifted": True}, "d"),
        ({"drifted": False}, "abc"),
    ],
)
def test_what_is_protected_and_what_claims_something_is_found(conditions: dict[str, Any], expected: str) -> None:
    catalog = filled(
        memory("a", layer=Layer.CAVEAT),
        memory("b", pinned=True),
        memory("c", claims=(Claim("a.py", True, NOON),)),
        memory("d", claims=(Claim("a.py", True, NOON), Claim("b.py", False, NOON))),
    )
    assert ids(catalog, **conditions) == list(expected)


def test_an_upsert_replaces_everything_but_the_counters() -> None:
    catalog = filled(memory("a", tags=("x",), thread_id="thr_1", thread_position=1))
    catalog.record_use(["a"], NOON)
    catalog.corroborate("a", NOON)
    catalog.mark_drifted("a", True)
    docs = catalog.upsert([memory("a"), memory("a", version=2, tags=("y",), entity_id="ent_2")])
    assert docs.tolist() == [0]
    assert (catalog.version_of("a"), catalog.entity_of("a"), len(catalog)) == (2, "ent_2", 1)
    assert ids(catalog, tags=("x",)) == []
    assert ids(catalog, tags=("y",), drifted=False) == ["a"]
    assert catalog.ids_of_thread("thr_1") == []
    assert (catalog.uses_of("a", NOON).total, catalog.corroborations_of("a")) == (1, 1)
    assert (catalog.confirmed_at("a"), catalog.confirmed_at("unknown")) == (NOON, None)


def test_a_removed_memory_is_nowhere() -> None:
    catalog = filled(
        *(memory(name, thread_id="thr_1", thread_position=at, tags=("x",)) for at, name in enumerate("abc"))
    )
    catalog.remove("b")
    catalog.remove("unknown")
    assert (
        ids(catalog, statuses=ANY_STATUS) == ids(catalog, tags=("x",)) == catalog.ids_of_thread("thr_1") == ["a", "c"]
    )
    assert ("b" in catalog, "a" in catalog, len(catalog), catalog.version_of("b")) == (False, True, 2, None)
    assert catalog.rows.neighbours.around(np.array([0, 2]))[:2].tolist() == [[-1, 0], [2, -1]]
    catalog.upsert([memory("b")])
    assert catalog.doc_of("b") == 3


def test_a_moved_memory_is_found_on_its_new_entity() -> None:
    catalog = filled(memory("a", entity_id="ent_1"), memory("b", entity_id="ent_1"))
    catalog.move("a", "ent_2")
    catalog.move("unknown", "ent_2")
    assert (catalog.ids_of_entity("ent_1"), catalog.ids_of_entity("ent_2")) == (["b"], ["a"])
    assert (catalog.entity_of("a"), catalog.entity_of("unknown")) == ("ent_2", None)


def test_layers_are_counted_for_current_memories() -> None:
    catalog = filled(
        memory("a", layer=Layer.GOAL),
        memory("b", layer=Layer.CAVEAT),
        memory("c", layer=Layer.CAVEAT),
        memory("d", layer=Layer.CAVEAT, status=MemoryStatus.FORGOTTEN),
        memory("e", layer=Layer.GOAL, entity_id="ent_2"),
    )
    counts = catalog.layer_counts("ent_1")
    assert list(counts) == list(Layer)
    assert {layer: count for layer, count in counts.items() if count} == {Layer.GOAL: 1, Layer.CAVEAT: 2}
    assert set(catalog.layer_counts("ent_9").values()) == {0}


def test_uses_are_counted_by_window_and_outcome() -> None:
    catalog = filled(memory("a"), memory("b"))
    catalog.record_use(["a", "a", "unknown"], NOON - 100 * DAY)
    catalog.record_use(["a"], NOON - 40 * DAY, "applied")
    catalog.record_use(["a"], NOON, "wrong")
    catalog.record_use(["a"], NOON - DAY, "ignored")
    assert catalog.uses_of("a", NOON) == Uses(2, 0, 1, NOON - 40 * DAY, applied=1, ignored=1, wrong=1)
    assert catalog.uses_of("b", NOON) == catalog.uses_of("unknown", NOON) == Uses()


@pytest.mark.parametrize("positions", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
@pytest.mark.parametrize("batch", [1, 4])
def test_threads_keep_their_order_however_they_arrive(positions: Sequence[int], batch: int) -> None:
    memories = [memory(f"m{at}", thread_id="thr_1", thread_position=at) for at in positions]
    catalog = Catalog()
    for start in range(0, 4, batch):
        catalog.upsert(memories[start : start + batch])
    assert catalog.ids_of_thread("thr_1") == ["m0", "m1", "m2", "m3"]
    ordered = catalog.rows.ids.docs(["m0", "m1", "m2", "m3"])
    around = catalog.rows.neighbours.around(ordered)
    assert around[0].tolist() == [-1, *ordered[:-1]]
    assert around[1].tolist() == [*ordered[1:], -1]


def test_a_memory_changes_its_place_and_its_thread() -> None:
    catalog = filled(*(memory(f"m{at}", thread_id="thr_1", thread_position=at) for at in range(3)))
    catalog.upsert([memory("m0", thread_id="thr_1", thread_position=0, version=2)])
    assert catalog.ids_of_thread("thr_1") == ["m0", "m1", "m2"]
    catalog.upsert([memory("m0", thread_id="thr_1", thread_position=9)])
    assert catalog.ids_of_thread("thr_1") == ["m1", "m2", "m0"]
    catalog.upsert([memory("m2", thread_id="thr_2", thread_position=0)])
    assert (catalog.ids_of_thread("thr_1"), catalog.ids_of_thread("thr_2")) == (["m1", "m0"], ["m2"])
    around = catalog.rows.neighbours.around(catalog.rows.ids.docs(["m1", "m0", "m2"]))
    assert around[1].tolist() == [0, -1, -1]


def key_of(field: MemoryOrderField) -> Callable[[Memory], tuple[float, str]]:
    values: dict[MemoryOrderField, Callable[[Memory], float]] = {
        MemoryOrderField.CREATED_AT: lambda m: m.created_at,
        MemoryOrderField.UPDATED_AT: lambda m: m.updated_at,
        MemoryOrderField.IMPORTANCE: lambda m: m.importance,
        MemoryOrderField.HEAT: lambda m: (
            domain_heat(
                uses_30d=0,
                uses_90d=0,
                uses=0,
                last_used_at=None,
                created_at=m.created_at,
                importance=m.importance,
                now=NOON,
            ).score
        ),
    }
    return lambda m: (values[field](m), m.id)


@pytest.mark.parametrize("field", list(MemoryOrderField))
@pytest.mark.parametrize("descending", [True, False])
@pytest.mark.parametrize("limit", [1, 3, 7, 100])
def test_pages_are_slices_of_one_total_order(field: MemoryOrderField, descending: bool, limit: int) -> None:
    rnd = random.Random(5)
    memories = [
        memory(
            f"mem_{number:02d}",
            created_at=NOON - rnd.randrange(3) * 20 * DAY,
            updated_at=NOON + rnd.randrange(2),
            importance=rnd.choice([0.1, 0.5, 0.7]),
        )
        for number in rnd.sample(range(40), 40)
    ]
    catalog, order = filled(*memories), Order(field, descending, NOON)
    expected = sorted(map(key_of(field), memories), reverse=descending)
    seen: list[PageKey] = []
    while found := catalog.page(Selection(), order, seen[-1] if seen else None, limit):
        seen += found
        assert len(found) <= limit
    assert [(key.value, key.id) for key in seen] == expected


def test_a_page_after_a_vanished_memory_goes_on_where_it_was() -> None:
    catalog = filled(*(memory(f"m{number}") for number in range(5)))
    catalog.remove("m2")
    after = PageKey(NOON, "m2")
    assert [key.id for key in catalog.page(Selection(), Order(descending=False), after, 9)] == ["m3", "m4"]
    assert [key.id for key in catalog.page(Selection(), Order(), after, 9)] == ["m1", "m0"]
    assert catalog.page(Selection(), Order(), None, 0) == []


def test_heat_agrees_with_the_domain() -> None:
    rnd, catalog = random.Random(9), Catalog()
    memories = [
        memory(f"m{n}", importance=rnd.random(), created_at=NOON - rnd.randrange(100 * DAY)) for n in range(100)
    ]
    memories += [memory(f"edge{days}", created_at=NOON - days * DAY) for days in (7, 30, 90)]
    catalog.upsert(memories)
    for _ in range(400):
        catalog.record_use([f"m{rnd.randrange(20)}"], NOON - rnd.randrange(120) * DAY)
    found = heat(catalog.rows, np.arange(len(memories)), NOON)
    for one, score in zip(memories, found, strict=True):
        uses = catalog.uses_of(one.id, NOON)
        expected = domain_heat(
            uses_30d=uses.last_30_days,
            uses_90d=uses.last_90_days,
            uses=uses.total,
            last_used_at=uses.last_at,
            created_at=one.created_at,
            importance=one.importance,
            now=NOON,
        )
        assert score == pytest.approx(expected.score)


def test_a_restore_answers_the_same() -> None:
    catalog = filled(*SOME)
    catalog.record_use(["a"], NOON, "applied")
    catalog.remove("b")
    restored = Catalog.restored(catalog.arrays())
    assert ids(restored, statuses=ANY_STATUS) == ["a", "c", "d", "e"]
    assert restored.uses_of("a", NOON) == catalog.uses_of("a", NOON)
    assert ids(restored, mention_ids=("ent_1",)) == ["e"]
    assert restored.page(Selection(), Order()) == catalog.page(Selection(), Order())
    restored.upsert([memory("f", tags=("x",), thread_id="thr_1", thread_position=1)])
    assert ids(restored, tags=("x",)) == ["a", "f"]
    assert restored.ids_of_thread("thr_1") == ["d", "f"]


def test_arrays_that_do_not_fit_together_are_refused() -> None:
    arrays = filled(*SOME).arrays()
    with pytest.raises(ValueError, match="different lengths"):
        Catalog.restored(arrays | {"columns.layer": np.zeros(2)})
    with pytest.raises(ValueError, match="fit together"):
        Catalog.restored(arrays | {f"ids.{part}": arrays[f"ids.{part}"][:2] for part in ("ids", "high", "low")})
    with pytest.raises(KeyError):
        Catalog.restored({name: array for name, array in arrays.items() if name != "tag.docs"})


def test_the_catalog_holds_a_copy_not_the_memory() -> None:
    one = memory("a")
    catalog = filled(one)
    catalog.upsert([dataclasses.replace(one, status=MemoryStatus.FORGOTTEN)])
    assert catalog.count(Selection()) == 0
