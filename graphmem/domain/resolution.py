"""The outcome of resolving a mention: Matched, Ambiguous or New, always with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ResolutionOutcome(StrEnum):
    """What became of a mention."""

    MATCHED = "matched"
    AMBIGUOUS = "ambiguous"
    NEW = "new"


class ResolutionTier(StrEnum):
    """Which tier decided; ID when the caller named the entity outright."""

    ID = "id"
    KEY = "key"
    NAME = "name"
    FUZZY = "fuzzy"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that might be meant. `score` is 0–100; `blocked_by` names the guards that failed."""

    entity_id: str
    score: float
    matched: str
    reasons: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a mention was resolved. `entity_id` is None while AMBIGUOUS, and on a dry run of NEW.

    `candidates` come best first; when one matched, the first is the runner-up.
    """

    mention: str
    outcome: ResolutionOutcome
    explanation: str
    entity_id: str | None = None
    tier: ResolutionTier | None = None
    matched: str | None = None
    score: float | None = None
    candidates: tuple[Candidate, ...] = ()
