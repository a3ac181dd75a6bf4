"""How warm a memory is, how lively an entity is, and how near a memory is to being forgotten.

Owns the formulas, which are linksee's. The counts they take are derived from events by the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from graphmem.domain.model import Altitude, Layer, Micros

DAY: Final[Micros] = 86_400_000_000
"""A day in microseconds."""

HOT_FROM: Final = 70.0
WARM_FROM: Final = 40.0
COLD_FROM: Final = 20.0

SURGING_FROM: Final = 7.0
ACTIVE_FROM: Final = 4.0
QUIET_FROM: Final = 1.5

COMPRESS_FROM: Final = 50.0
"""Risk from which a memory is worth consolidating (linksee)."""

DROP_FROM: Final = 200.0
"""Risk from which a memory may be forgotten by itself (linksee)."""

ALTITUDE_RISK: Final[Mapping[Altitude, float]] = MappingProxyType(
    {
        Altitude.MISSION: 0.0,
        Altitude.STRATEGY: 0.1,
        Altitude.ARCHITECTURE: 0.3,
        Altitude.IMPLEMENTATION: 1.0,
    }
)
"""The factor of the risk: the higher a memory flies, the longer it holds (linksee)."""

# Events in the last 24 hours and in the last 7 days, and what they are worth.
_VELOCITY_DAY: Final = ((3, 10.0), (1, 7.0))
_VELOCITY_WEEK: Final = ((3, 4.0), (1, 2.0))
_VOLUME_RATIO: Final = ((3, 10.0), (2, 7.0), (1, 4.0))
_VOLUME_OUT_OF_NOWHERE: Final = 5.0


class HeatBand(StrEnum):
    """A memory's heat in a word."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"
    FROZEN = "frozen"


class MomentumBand(StrEnum):
    """An entity's momentum in a word."""

    SURGING = "surging"
    ACTIVE = "active"
    QUIET = "quiet"
    DORMANT = "dormant"


class Fate(StrEnum):
    """What a memory's risk proposes."""

    KEEP = "keep"
    COMPRESS = "compress"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Heat:
    """How warm a memory is, 0 to 100, and the uses it comes from."""

    score: float
    band: HeatBand
    last_used_at: Micros | None
    uses: int


@dataclass(frozen=True, slots=True)
class Momentum:
    """How lively an entity is, 0 to 10."""

    score: float
    band: MomentumBand


def heat(
    *,
    uses_30d: int,
    uses_90d: int,
    uses: int,
    last_used_at: Micros | None,
    created_at: Micros,
    importance: float,
    now: Micros,
) -> Heat:
    """Give a memory's heat. Without a use, its making counts as the last one.

    Source: linksee's heat index; held within 0 and 100.
    """
    age = now - (created_at if last_used_at is None else last_used_at)
    score = (
        min(3.0 * uses_30d, 30.0)
        + min(float(uses_90d), 20.0)
        + _recency(age)
        + min(0.5 * uses, 15.0)
        + 15.0 * importance
    )
    score = max(0.0, min(100.0, score))
    return Heat(score, heat_band(score), last_used_at, uses)


def _recency(age: Micros) -> float:
    if age <= 7 * DAY:
        return 20.0
    if age <= 30 * DAY:
        return 10.0
    return 0.0 if age <= 90 * DAY else -10.0


def heat_band(score: float) -> HeatBand:
    """Give the band of a heat score."""
    if score >= HOT_FROM:
        return HeatBand.HOT
    if score >= WARM_FROM:
        return HeatBand.WARM
    return HeatBand.COLD if score >= COLD_FROM else HeatBand.FROZEN


def momentum(*, mean_importance_7d: float, events_24h: int, events_7d: int, weekly_mean: float) -> Momentum:
    """Give an entity's momentum from the importance and number of its latest events.

    `weekly_mean` is the mean number of events per week before the last seven days;
    `mean_importance_7d` is 0 where there were none. Source: linksee.
    """
    quality = 10.0 * mean_importance_7d
    score = 0.4 * quality + 0.3 * _velocity(events_24h, events_7d) + 0.3 * _volume(events_7d, weekly_mean)
    return Momentum(score, momentum_band(score))


def _step(value: float, steps: tuple[tuple[int, float], ...]) -> float | None:
    return next((worth for at_least, worth in steps if value >= at_least), None)


def _velocity(events_24h: int, events_7d: int) -> float:
    return _step(events_24h, _VELOCITY_DAY) or _step(events_7d, _VELOCITY_WEEK) or 0.0


def _volume(events_7d: int, weekly_mean: float) -> float:
    if weekly_mean <= 0:
        return _VOLUME_OUT_OF_NOWHERE if events_7d else 0.0
    ratio = events_7d / weekly_mean
    return _step(ratio, _VOLUME_RATIO) or 4.0 * ratio


def momentum_band(score: float) -> MomentumBand:
    """Give the band of a momentum score."""
    if score >= SURGING_FROM:
        return MomentumBand.SURGING
    if score >= ACTIVE_FROM:
        return MomentumBand.ACTIVE
    return MomentumBand.QUIET if score >= QUIET_FROM else MomentumBand.DORMANT


def risk(*, score: float, importance: float, idle: Micros, altitude: Altitude, layer: Layer, protected: bool) -> float:
    """Give the risk that a memory is worth forgetting; 0 for protected ones and goals.

    `score` is its heat, `idle` the microseconds since its last use. Grows with the square of the idle
    days, there is no fixed half-life. Source: linksee.
    """
    if protected or layer is Layer.GOAL:
        return 0.0
    days = max(0.0, idle / DAY)
    chill = 1.0 - score / 100.0
    return chill * (1.0 - importance) * days * (1.0 + days / 30.0) * ALTITUDE_RISK[altitude]


def fate(risk_score: float) -> Fate:
    """Give what a risk proposes: keep, consolidate with others, or forget."""
    if risk_score >= DROP_FROM:
        return Fate.DROP
    return Fate.COMPRESS if risk_score >= COMPRESS_FROM else Fate.KEEP
