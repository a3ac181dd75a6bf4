"""Which memories are meant: filters whose entities and threads are already resolved. Finds nothing itself."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.domain.model import Altitude, Category, Layer, MemoryState, MemoryStatus, MemoryType, Micros


@dataclass(frozen=True, slots=True)
class Selection:
    """All conditions hold together; None, and an empty set or tuple of the others, mean "any".

    entity_ids: on one of these; an empty tuple is on none, so nothing. mention_ids: mentions one of these.
    about_ids: on one of these or mentions one. excluded_tags: carries none of them.
    tags: carries all of them. paths: one of its paths equals, contains or lies under one of these.
    protected: in the caveat layer or pinned. claimed: makes claims about the code. drifted: one of them is false.
    created_after is included, created_before is not. valid_at: the instant lies in its valid time.
    """

    entity_ids: tuple[str, ...] | None = None
    excluded_entity_ids: tuple[str, ...] = ()
    mention_ids: tuple[str, ...] | None = None
    about_ids: tuple[str, ...] | None = None
    excluded_tags: tuple[str, ...] = ()
    thread_id: str | None = None
    layers: frozenset[Layer] = frozenset()
    types: frozenset[MemoryType] = frozenset()
    states: frozenset[MemoryState] = frozenset()
    altitudes: frozenset[Altitude] = frozenset()
    categories: frozenset[Category] = frozenset()
    statuses: frozenset[MemoryStatus] = frozenset({MemoryStatus.CURRENT})
    tags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    agent: str | None = None
    branch: str | None = None
    min_importance: float | None = None
    created_after: Micros | None = None
    created_before: Micros | None = None
    valid_at: Micros | None = None
    protected: bool | None = None
    claimed: bool | None = None
    drifted: bool | None = None


EVERYTHING_CURRENT = Selection()
"""The default: every current memory."""
