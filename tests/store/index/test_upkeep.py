"""Which memories are cold, and which are risky, as the columns tell."""

from __future__ import annotations

import random

import pytest

from graphmem.domain.heat import DROP_FROM, heat, risk
from graphmem.domain.model import Altitude, Claim, Layer, Memory, MemoryStatus
from graphmem.store.index.catalog import Catalog
from tests.store.index.samples import DAY, NOON, memory

OLD = NOON - 8 * DAY


def cold(name: str, **fields: object) -> Memory:
    """A memory that may be drawn together."""
    return memory(name, **({"created_at": OLD, "importance": 0.5} | fields))


def groups(*memories: Memory, used: tuple[str, ...] = ()) -> list[tuple[str, Layer, list[str]]]:
    """The cold groups among memories."""
    catalog = Catalog()
    catalog.upsert(memories)
    for _ in range(4):
        catalog.record_use(used, NOON)
    return [(g.entity_id, g.layer, catalog.ids_of(g.docs)) for g in catalog.cold_groups(NOON)]


def test_cold_memories_of_an_entity_and_a_layer_are_a_group() -> None:
    found = groups(
        cold("b", created_at=OLD - 1),
        cold("a"),
        cold("c", entity_id="ent_2"),
        cold("d", entity_id="ent_2", layer=Layer.EMOTION),
        cold("e", entity_id="ent_2", layer=Layer.EMOTION),
        cold("f", layer=Layer.IMPLEMENTATION),
        cold("g", created_at=OLD - 2),
    )
    assert found == [
        ("ent_1", Layer.CONTEXT, ["g", "b", "a"]),
        ("ent_1", Layer.IMPLEMENTATION, ["f"]),
        ("ent_2", Layer.CONTEXT, ["c"]),
        ("ent_2", Layer.EMOTION, ["d", "e"]),
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"layer": Layer.GOAL},
        {"layer": Layer.CAVEAT},
        {"layer": Layer.LEARNING},
        {"pinned": True},
        {"status": MemoryStatus.SUPERSEDED},
        {"status": MemoryStatus.FORGOTTEN},
        {"claims": (Claim("a.py", True, NOON),)},
        {"created_at": NOON - 7 * DAY + 1},
    ],
)
def test_what_is_not_drawn_together(fields: dict[str, object]) -> None:
    assert groups(cold("a"), cold("b"), cold("c", **fields), cold("d", **fields)) == [
        ("ent_1", Layer.CONTEXT, ["a", "b"])
    ]


def test_warm_memories_stay_as_they_are() -> None:
    assert groups(cold("a"), cold("b"), cold("c"), used=("c",)) == [("ent_1", Layer.CONTEXT, ["a", "b"])]


def test_an_erased_memory_is_in_no_group() -> None:
    catalog = Catalog()
    catalog.upsert([cold("a")])
    catalog.remove("a")
    assert catalog.cold_groups(NOON) == []
    assert Catalog().cold_groups(NOON) == []


def test_the_risk_is_that_of_the_formula() -> None:
    rnd = random.Random(7)
    catalog = Catalog()
    known = [
        memory(
            f"m{number}",
            layer=rnd.choice(list(Layer)),
            altitude=rnd.choice(list(Altitude)),
            importance=rnd.random(),
            pinned=rnd.random() < 0.2,
            created_at=NOON - rnd.randrange(400) * DAY,
        )
        for number in range(300)
    ]
    catalog.upsert(known)
    for _ in range(200):
        catalog.record_use([rnd.choice(known).id], NOON - rnd.randrange(120) * DAY)
    expected = {}
    for one in known:
        uses = catalog.uses_of(one.id, NOON)
        last = uses.last_at or one.created_at
        score = heat(
            uses_30d=uses.last_30_days,
            uses_90d=uses.last_90_days,
            uses=uses.total,
            last_used_at=uses.last_at,
            created_at=one.created_at,
            importance=one.importance,
            now=NOON,
        ).score
        found = risk(
            score=score,
            importance=one.importance,
            idle=NOON - last,
            altitude=one.axes.altitude,
            layer=one.layer,
            protected=one.protected,
        )
        if found >= DROP_FROM:
            expected[one.id] = found
    docs, risks = catalog.risky(NOON)
    assert dict(zip(catalog.ids_of(docs), risks.tolist(), strict=True)) == pytest.approx(expected)
    assert risks.tolist() == sorted(risks.tolist(), reverse=True)
    assert 10 < len(expected) < 290


def test_what_claims_something_or_is_replaced_is_not_risky() -> None:
    catalog = Catalog()
    ancient = NOON - 1_000 * DAY
    catalog.upsert(
        [
            cold("a", created_at=ancient),
            cold("b", created_at=ancient, claims=(Claim("a.py", True, NOON),)),
            cold("c", created_at=ancient, status=MemoryStatus.SUPERSEDED),
        ]
    )
    assert catalog.ids_of(catalog.risky(NOON)[0]) == ["a"]
