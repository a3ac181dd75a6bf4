"""Heat, momentum and risk: linksee's formulas at their corners."""

from __future__ import annotations

import pytest

from graphmem.domain.heat import (
    DAY,
    Fate,
    Heat,
    HeatBand,
    MomentumBand,
    fate,
    heat,
    heat_band,
    momentum,
    momentum_band,
    risk,
)
from graphmem.domain.model import Altitude, Layer

NOW = 1_000 * DAY


@pytest.mark.parametrize(
    ("uses_30d", "uses_90d", "uses", "idle_days", "importance", "score"),
    [
        (0, 0, 0, 0, 0.5, 27.5),
        (0, 0, 0, 7, 0.5, 27.5),
        (0, 0, 0, 8, 0.5, 17.5),
        (0, 0, 0, 30, 0.0, 10.0),
        (0, 0, 0, 31, 0.0, 0.0),
        (0, 0, 0, 91, 0.0, 0.0),
        (0, 0, 40, 91, 1.0, 20.0),
        (1, 2, 3, 0, 0.0, 26.5),
        (10, 20, 30, 0, 1.0, 100.0),
        (99, 99, 99, 0, 1.0, 100.0),
    ],
)
def test_heat(uses_30d: int, uses_90d: int, uses: int, idle_days: int, importance: float, score: float) -> None:
    warm = heat(
        uses_30d=uses_30d,
        uses_90d=uses_90d,
        uses=uses,
        last_used_at=NOW - idle_days * DAY,
        created_at=0,
        importance=importance,
        now=NOW,
    )
    assert warm == Heat(pytest.approx(score), heat_band(score), NOW - idle_days * DAY, uses)


def test_a_memory_never_used_is_as_fresh_as_its_making() -> None:
    fresh = heat(uses_30d=0, uses_90d=0, uses=0, last_used_at=None, created_at=NOW - DAY, importance=0.5, now=NOW)
    assert fresh == Heat(27.5, HeatBand.COLD, None, 0)


@pytest.mark.parametrize(
    ("score", "band"),
    [(100, "hot"), (70, "hot"), (69.9, "warm"), (40, "warm"), (39.9, "cold"), (20, "cold"), (19.9, "frozen")],
)
def test_heat_bands(score: float, band: str) -> None:
    assert heat_band(score) is HeatBand(band)


@pytest.mark.parametrize(
    ("importance", "day", "week", "mean", "score"),
    [
        (0.0, 0, 0, 0.0, 0.0),
        (0.0, 0, 0, 5.0, 0.0),
        (1.0, 3, 3, 1.0, 10.0),
        (0.5, 3, 3, 0.0, 2.0 + 3.0 + 1.5),
        (0.5, 1, 1, 1.0, 2.0 + 2.1 + 1.2),
        (0.5, 0, 3, 1.5, 2.0 + 1.2 + 2.1),
        (0.5, 0, 1, 2.0, 2.0 + 0.6 + 0.6),
        (0.5, 0, 2, 2.0, 2.0 + 0.6 + 1.2),
    ],
)
def test_momentum(importance: float, day: int, week: int, mean: float, score: float) -> None:
    lively = momentum(mean_importance_7d=importance, events_24h=day, events_7d=week, weekly_mean=mean)
    assert lively.score == pytest.approx(score)
    assert lively.band is momentum_band(score)


@pytest.mark.parametrize(
    ("score", "band"),
    [(7, "surging"), (6.9, "active"), (4, "active"), (3.9, "quiet"), (1.5, "quiet"), (1.4, "dormant")],
)
def test_momentum_bands(score: float, band: str) -> None:
    assert momentum_band(score) is MomentumBand(band)


@pytest.mark.parametrize(
    ("score", "importance", "days", "altitude", "expected"),
    [
        (0, 0.0, 30, Altitude.IMPLEMENTATION, 60.0),
        (50, 0.0, 30, Altitude.IMPLEMENTATION, 30.0),
        (0, 0.5, 30, Altitude.IMPLEMENTATION, 30.0),
        (0, 0.0, 30, Altitude.ARCHITECTURE, 18.0),
        (0, 0.0, 30, Altitude.STRATEGY, 6.0),
        (0, 0.0, 30, Altitude.MISSION, 0.0),
        (0, 0.0, 60, Altitude.IMPLEMENTATION, 180.0),
        (100, 0.0, 60, Altitude.IMPLEMENTATION, 0.0),
        (0, 1.0, 60, Altitude.IMPLEMENTATION, 0.0),
        (0, 0.0, -3, Altitude.IMPLEMENTATION, 0.0),
    ],
)
def test_risk(score: float, importance: float, days: int, altitude: Altitude, expected: float) -> None:
    at_risk = risk(
        score=score,
        importance=importance,
        idle=days * DAY,
        altitude=altitude,
        layer=Layer.CONTEXT,
        protected=False,
    )
    assert at_risk == pytest.approx(expected)


@pytest.mark.parametrize(("layer", "protected"), [(Layer.GOAL, False), (Layer.CONTEXT, True)])
def test_goals_and_protected_memories_run_no_risk(layer: Layer, protected: bool) -> None:
    at_risk = risk(
        score=0,
        importance=0,
        idle=999 * DAY,
        altitude=Altitude.IMPLEMENTATION,
        layer=layer,
        protected=protected,
    )
    assert at_risk == 0


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0, Fate.KEEP), (49.9, Fate.KEEP), (50, Fate.COMPRESS), (199.9, Fate.COMPRESS), (200, Fate.DROP)],
)
def test_fate(score: float, expected: Fate) -> None:
    assert fate(score) is expected
