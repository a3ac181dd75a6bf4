"""What a search answers: hits with their reasons, in one ranked list. Finds nothing itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parts:
    """Where a score comes from: shares of the text, which add up, and factors.

    score = ((own + feedback + context + thread) * entity + vector) * importance * heat * recency * protection.
    The shares are scaled so that the best words of all give 1.
    """

    own: float = 0.0
    feedback: float = 0.0
    context: float = 0.0
    thread: float = 0.0
    vector: float = 0.0
    entity: float = 1.0
    importance: float = 1.0
    heat: float = 1.0
    recency: float = 1.0
    protection: float = 1.0


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that was found. `matched` are the question's words that are in it or in its entity's name."""

    memory_id: str
    score: float
    parts: Parts
    matched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One slice of the ranked list. `total` counts the whole list; `named` is the entity the question names.

    Where the question came as a vector, `compared` memories have one of its model, `ignored` of other models only.
    """

    total: int
    hits: tuple[Hit, ...]
    named: str | None = None
    compared: int = 0
    ignored: int = 0
