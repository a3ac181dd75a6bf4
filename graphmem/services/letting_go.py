"""Letting go of what nobody needed for long, and calling stalled what nobody works on (linksee).

What is let go is forgotten, never deleted: it can be restored, and whoever writes it again is not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from graphmem.domain.heat import DAY
from graphmem.domain.model import KEEPER, Actor, EventType, Layer, Memory, MemoryState, MemoryStatus
from graphmem.services.space import Space
from graphmem.services.sparing import Sparing
from graphmem.store.index.upkeep import UNTOUCHED
from graphmem.store.plan import Plan

MOST: Final = 5_000
"""Memories let go, or set to stalled, by one call; the next call goes on."""

AT_A_TIME: Final = 100
"""Memories changed in one unit of work."""


def let_go(space: Space, actor: Actor, sparing: Sparing, taken: AbstractSet[str], dry_run: bool) -> int:
    """Forget the memories whose risk is 200 and more, riskiest first, but for those taken; returns how many."""
    docs, risks = space.state.catalog.risky(space.clock())
    risk_of = dict(zip(space.state.catalog.ids_of(docs), risks.tolist(), strict=True))
    names = [name for name in risk_of if name not in taken][:MOST]

    def forgetting(part: Sequence[str]) -> Callable[[Plan], int]:
        return lambda plan: sum(_forget(space, plan, actor, sparing, name, risk_of[name]) for name in part)

    return sum(_run(space, forgetting(part), dry_run) for part in _parts(names))


def _forget(space: Space, plan: Plan, actor: Actor, sparing: Sparing, name: str, risk: float) -> bool:
    memory = plan.memory(name)
    if memory is None or sparing.spares(plan, memory):
        return False
    used = space.state.catalog.uses_of(name, plan.now).last_at
    days = (plan.now - (memory.created_at if used is None else used)) // DAY
    after = replace(memory, status=MemoryStatus.FORGOTTEN, version=memory.version + 1, updated_at=plan.now)
    # Not in the name of whoever let the upkeep run: by this, `was_let_go` knows it.
    plan.change_memory(after, KEEPER)
    reason = f"of no use for {days} days (risk {risk:.0f})"
    plan.event(EventType.MEMORY_FORGOTTEN, actor.agent, memory_id=name, entity_id=memory.entity_id, reason=reason)
    return True


def was_let_go(space: Space, memory: Memory) -> bool:
    """Whether a forgotten memory was let go by the keeping of the store, not forgotten by somebody."""
    versions = space.state.memories.history(memory.id)
    return bool(versions) and versions[-1].by == KEEPER


def stall(space: Space, actor: Actor, dry_run: bool) -> int:
    """Set work in progress that nobody touched for 30 days to stalled; goals go on. Returns how many."""
    catalog = space.state.catalog
    names = catalog.ids_of(catalog.survey(space.clock()).stale)[:MOST]

    def stalling(part: Sequence[str]) -> Callable[[Plan], int]:
        return lambda plan: sum(_stall(plan, actor, name) for name in part)

    return sum(_run(space, stalling(part), dry_run) for part in _parts(names))


def _stall(plan: Plan, actor: Actor, name: str) -> bool:
    memory = plan.memory(name)
    if memory is None or not _is_stale(plan, memory):
        return False
    axes = replace(memory.axes, state=MemoryState.STALLED)
    plan.change_memory(replace(memory, axes=axes, version=memory.version + 1, updated_at=plan.now), actor.agent)
    plan.event(
        EventType.MEMORY_UPDATED,
        actor.agent,
        memory_id=name,
        entity_id=memory.entity_id,
        reason=f"untouched for {(plan.now - memory.updated_at) // DAY} days",
        changed=["state"],
    )
    return True


def _is_stale(plan: Plan, memory: Memory) -> bool:
    return (
        memory.status is MemoryStatus.CURRENT
        and memory.layer is not Layer.GOAL
        and memory.axes.state is MemoryState.IN_PROGRESS
        and plan.now - memory.updated_at > UNTOUCHED
    )


def _parts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    return (names[start : start + AT_A_TIME] for start in range(0, len(names), AT_A_TIME))


def _run(space: Space, unit: Callable[[Plan], int], dry_run: bool) -> int:
    return space.rehearse(unit) if dry_run else space.write(unit)
