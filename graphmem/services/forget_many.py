"""Forgetting everything that a filter means: looked at first, then done if it is still what was looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from graphmem.domain.draft import MemoryFilter, MemoryOrderField
from graphmem.domain.errors import Invalid, InvalidState, LimitExceeded
from graphmem.domain.model import Actor, Memory, MemoryStatus
from graphmem.domain.notes import normalise_paths, normalise_tags
from graphmem.services import asides
from graphmem.services.filtering import matches
from graphmem.services.receipts import ForgetPreview
from graphmem.services.refusals import told
from graphmem.services.revise import put_out_of_sight
from graphmem.services.selecting import select
from graphmem.services.space import Space
from graphmem.store.index.paging import Order
from graphmem.store.index.selection import Selection
from graphmem.store.plan import Plan

SAMPLE: Final = 10
"""Memories shown of what would be forgotten: the newest."""

MOST_AT_ONCE: Final = 10_000
"""Memories forgotten by one call, so that other writers wait for seconds at most."""

_REMEMBERED: Final = frozenset({MemoryStatus.CURRENT, MemoryStatus.SUPERSEDED})


def preview_forget(space: Space, wanted: MemoryFilter) -> ForgetPreview:
    """Say what forgetting by a filter would do: protected memories are counted apart, and never forgotten.

    Raises Invalid for a filter that names no condition, means the past, or only what is forgotten already.
    """
    selection = _selection(space, wanted)
    catalog, free = space.state.catalog, replace(selection, protected=False)
    newest = catalog.page(free, Order(MemoryOrderField.CREATED_AT), None, SAMPLE)
    sample = space.state.memories.many(key.id for key in newest)
    return ForgetPreview(
        catalog.count(free),
        catalog.count(replace(selection, protected=True)),
        tuple(memory for memory in sample if memory is not None),
    )


@told
def forget_many(space: Space, actor: Actor, wanted: MemoryFilter, expected_count: int, reason: str) -> int:
    """Forget every unprotected memory that a filter means, if that is as many as expected; returns how many.

    Each can be restored. Raises InvalidState when the count no longer holds, LimitExceeded beyond 10,000, and
    Invalid as the preview does.
    """
    reason = asides.required_reason(space, reason)
    _refuse_empty(wanted)

    def unit(plan: Plan) -> int:
        meant = list(_meant(space, plan, wanted))
        if len(meant) != expected_count:
            raise InvalidState(
                f"the filter means {len(meant)} memories now, not {expected_count}: look at previewForget again",
                ("expectedCount",),
            )
        for memory in meant:
            put_out_of_sight(plan, actor, memory, reason)
        return len(meant)

    return space.write(unit)


def _refuse_empty(wanted: MemoryFilter) -> None:
    if wanted.as_of is not None:
        raise Invalid("what was known in the past can't be forgotten: leave asOf out", ("filter", "asOf"))
    if replace(wanted, statuses=_REMEMBERED) == MemoryFilter(statuses=_REMEMBERED):
        raise Invalid("a filter without any condition would mean everything: name at least one", ("filter",))
    if wanted.statuses and not wanted.statuses & _REMEMBERED:
        raise Invalid("these are forgotten already", ("filter", "statuses"))


def _selection(space: Space, wanted: MemoryFilter) -> Selection:
    _refuse_empty(wanted)
    return select(space, replace(wanted, statuses=_statuses(wanted)))


def _statuses(wanted: MemoryFilter) -> frozenset[MemoryStatus]:
    return wanted.statuses & _REMEMBERED or _REMEMBERED


def _meant(space: Space, plan: Plan, wanted: MemoryFilter) -> Iterator[Memory]:
    """The unprotected memories that the filter means in the unit's view, which is ahead of the index."""
    selection, touched = _selection(space, wanted), plan.touched()
    catalog = space.state.catalog
    ids = [name for name in catalog.ids_of(catalog.select(replace(selection, protected=False))) if name not in touched]
    if len(ids) > MOST_AT_ONCE:
        raise LimitExceeded(f"{len(ids):,} memories are more than {MOST_AT_ONCE:,}: narrow the filter", ("filter",))
    for name in ids:
        if (memory := plan.memory(name)) is not None:
            yield memory
    for name in sorted(touched):
        memory = plan.memory(name)
        if memory is not None and not memory.protected and _is_meant(plan, wanted, selection, memory):
            yield memory


def _is_meant(plan: Plan, wanted: MemoryFilter, selection: Selection, memory: Memory) -> bool:
    spelt = replace(wanted, tags=normalise_tags(wanted.tags), paths=normalise_paths(wanted.paths))
    return (
        memory.status in selection.statuses
        and matches(spelt, memory)
        and (selection.entity_ids is None or plan.home(memory) in selection.entity_ids)
        and selection.thread_id in (None, memory.thread_id)
    )
