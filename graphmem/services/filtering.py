"""Filters over the past: the same conditions as the index's, on snapshots of an instant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphmem.domain.draft import MemoryFilter, MemoryOrderField, Page, PageRequest
from graphmem.domain.model import EntityKind, Memory
from graphmem.domain.notes import paths_touch
from graphmem.services.liveliness import heat
from graphmem.services.paging import MEMORIES, page_of
from graphmem.services.past import Past
from graphmem.services.selecting import find_thread, named_entities, normalised
from graphmem.services.space import Space


def matches(wanted: MemoryFilter, memory: Memory) -> bool:
    """Whether a snapshot meets the conditions that need nothing but the snapshot (status aside)."""
    sets = (
        (wanted.layers, memory.layer),
        (wanted.types, memory.axes.type),
        (wanted.states, memory.axes.state),
        (wanted.altitudes, memory.axes.altitude),
        (wanted.categories, memory.category),
    )
    return (
        all(not allowed or value in allowed for allowed, value in sets)
        and set(wanted.tags) <= set(memory.tags)
        and _on_paths(wanted, memory)
        and wanted.agent in (None, memory.provenance.agent)
        and wanted.branch in (None, memory.provenance.branch)
        and memory.importance >= (wanted.min_importance or 0.0)
        and _in_time(wanted, memory)
    )


def _on_paths(wanted: MemoryFilter, memory: Memory) -> bool:
    return not wanted.paths or any(paths_touch(asked, path) for asked in wanted.paths for path in memory.paths)


def _in_time(wanted: MemoryFilter, memory: Memory) -> bool:
    after, before = wanted.created_after, wanted.created_before
    return (after is None or memory.created_at >= after) and (before is None or memory.created_at < before)


def past_memories(space: Space, past: Past, wanted: MemoryFilter) -> list[Memory]:
    """Every memory that a filter means, as it was known at the instant; in no order."""
    wanted = normalised(wanted)
    found = [
        memory for memory in past.known.values() if past.speaks(memory, wanted.statuses) and matches(wanted, memory)
    ]
    if wanted.entities:
        homes = {entity.id for entity in named_entities(space, wanted, past)}
        found = [memory for memory in found if past.home(memory) in homes]
    if wanted.kinds:
        found = [memory for memory in found if _kind_of(past, memory) in wanted.kinds]
    if wanted.thread is not None:
        thread = find_thread(space, wanted.thread, ("filter", "thread"))
        found = [memory for memory in found if thread is not None and memory.thread_id == thread.id]
    return found


def _kind_of(past: Past, memory: Memory) -> EntityKind | None:
    entity = past.entity(memory.entity_id)
    return None if entity is None else entity.kind


def past_page(
    space: Space,
    past: Past,
    wanted: MemoryFilter,
    order: MemoryOrderField,
    descending: bool,
    page: PageRequest,
) -> Page[Memory]:
    """A page of the memories that a filter meant at the instant."""
    key = _sort_key(space, order)
    found = sorted(past_memories(space, past, wanted), key=key, reverse=descending)
    return page_of(found, key, page, MEMORIES[order], descending=descending)


def _sort_key(space: Space, order: MemoryOrderField) -> Callable[[Memory], tuple[Any, str]]:
    if order is MemoryOrderField.HEAT:
        return lambda memory: (heat(space, memory.id).score, memory.id)
    return lambda memory: (getattr(memory, order.value), memory.id)
