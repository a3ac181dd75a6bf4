"""What is drawn together, and what stands for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.consolidation import (
    LINE,
    MOST_TOGETHER,
    digest_axes,
    digest_category,
    digest_confidence,
    digest_importance,
    dominant_altitude,
    parts,
)
from graphmem.domain.model import (
    Altitude,
    Axes,
    Category,
    Confidence,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Provenance,
    Source,
)

DAY = 86_400_000_000
NEW_YEAR = 1_767_225_600_000_000


def memory(content: str, *, days: int = 0, altitude: Altitude = Altitude.IMPLEMENTATION, **fields: object) -> Memory:
    """A memory of 2026."""
    axes = Axes(content, altitude, MemoryType.NOTE, MemoryState.OPEN, content)
    at = NEW_YEAR + days * DAY
    plain = Memory(
        id=f"mem_{days}",
        entity_id="ent_1",
        layer=Layer.CONTEXT,
        content=content,
        axes=axes,
        importance=0.5,
        pinned=False,
        status=MemoryStatus.CURRENT,
        category=Category.FACT,
        confidence=Confidence.MEDIUM,
        source=Source.EXPLICIT_STATEMENT,
        version=1,
        created_at=at,
        updated_at=at,
        provenance=Provenance("alice"),
    )
    return replace(plain, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [*range(30), 100, 1_001])
def test_parts_are_small_and_nobody_is_left_alone(count: int) -> None:
    items = list(range(count))
    found = [list(part) for part in parts(items)]
    assert [item for part in found for item in part] == items
    assert all(len(part) <= MOST_TOGETHER for part in found)
    assert all(len(part) >= 2 for part in found) or count < 2


def test_each_memory_keeps_a_line() -> None:
    axes = digest_axes([memory("Logs go to\n  Loki"), memory("x" * 500, days=3)], "Atlas")
    assert axes.title == "Atlas: context notes of 2026-01-01 to 2026-01-04"
    head, first, second = axes.what.splitlines()
    assert head == "What 2 memories said (context notes, 2026-01-01 to 2026-01-04):"
    assert (first, second) == ("- Logs go to Loki", "- " + "x" * (LINE - 1) + "…")
    assert (axes.type, axes.state, axes.inferred) == (MemoryType.LEARNING, MemoryState.DECIDED, frozenset())


def test_a_single_day_is_named_once() -> None:
    assert digest_axes([memory("a"), memory("b")], "Atlas").title == "Atlas: context notes of 2026-01-01"


@pytest.mark.parametrize(("values", "expected"), [((0.3, 0.5), 0.55), ((0.5, 0.9), 0.7)])
def test_the_importance_is_the_mean_and_at_least_so_much(values: tuple[float, ...], expected: float) -> None:
    assert digest_importance([memory("a", importance=value) for value in values]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("fact fact", Category.FACT),
        ("ambient ambient", Category.AMBIENT),
        ("ambient fact", Category.FACT),
        ("fact user-inference", Category.USER_INFERENCE),
    ],
)
def test_the_category(values: str, expected: Category) -> None:
    memories = [memory("a", category=Category(value)) for value in values.split()]
    assert digest_category(memories) is expected


def test_the_confidence_is_the_lowest() -> None:
    known = [memory("a", confidence=confidence) for confidence in (Confidence.HIGH, Confidence.LOW)]
    assert digest_confidence(known) is Confidence.LOW


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("implementation implementation mission", Altitude.IMPLEMENTATION),
        ("implementation architecture", Altitude.ARCHITECTURE),
        ("mission", Altitude.MISSION),
    ],
)
def test_the_altitude_is_the_commonest(values: str, expected: Altitude) -> None:
    memories = [memory("a", altitude=Altitude(value)) for value in values.split()]
    assert dominant_altitude(memories) is expected
