"""Replacing a memory by a newer one: the link, the closed valid time, the refusals.

Owns what superseding does. Whether a text supersedes another is found by `graphmem.domain.supersession`.
"""

from __future__ import annotations

from dataclasses import replace

from graphmem.clock import IdSource
from graphmem.domain.errors import CycleRefused, InvalidState
from graphmem.domain.model import EventType, Link, Memory, MemoryStatus, Micros, Relation
from graphmem.store.links import superseded, superseders
from graphmem.store.plan import Plan


def retire(
    plan: Plan,
    ids: IdSource,
    agent: str,
    newer: Memory,
    older: Memory,
    reason: str | None = None,
    *,
    inferred: bool = False,
    path: tuple[str, ...] = ("supersedes",),
) -> Memory:
    """Make `newer` replace `older`; returns the older one as it now stands.

    Raises CycleRefused when the newer one is, by any path, replaced by the older one, and InvalidState
    when the older one is forgotten.
    """
    _refuse_cycle(plan, newer, older, path)
    if older.status is MemoryStatus.FORGOTTEN:
        raise InvalidState(f"{older.id} is forgotten: restore it first, or leave it out", path)
    if any(link.source_id == newer.id for link in superseders(plan.links_of(older.id), older.id)):
        return older
    plan.put_link(Link(ids("lnk"), newer.id, Relation.SUPERSEDES, older.id, reason, inferred, plan.now))
    after = replace(
        older,
        status=MemoryStatus.SUPERSEDED,
        valid_to=_closing(plan, newer, older),
        version=older.version + 1,
        updated_at=plan.now,
    )
    plan.change_memory(after, agent)
    plan.event(
        EventType.MEMORY_SUPERSEDED,
        agent,
        memory_id=older.id,
        entity_id=older.entity_id,
        reason=reason,
        by=newer.id,
    )
    return after


def _closing(plan: Plan, newer: Memory, older: Memory) -> Micros:
    return _closed_at(older, plan.now if newer.valid_from is None else newer.valid_from)


def _closed_at(older: Memory, start: Micros) -> Micros:
    return min(older.holds_to, max(start, older.holds_from + 1))


def _refuse_cycle(plan: Plan, newer: Memory, older: Memory, path: tuple[str, ...]) -> None:
    if newer.id == older.id:
        raise CycleRefused("a memory can't replace itself: send the id of another memory", path)
    seen, ahead = {older.id}, [older.id]
    while ahead:
        current = ahead.pop()
        for link in superseded(plan.links_of(current), current):
            if link.target_id == newer.id:
                raise CycleRefused(f"{older.id} already replaces {newer.id}: the line would have no current end", path)
            if link.target_id not in seen:
                seen.add(link.target_id)
                ahead.append(link.target_id)


def reinstate(plan: Plan, agent: str, older: Memory) -> Memory | None:
    """Make a superseded memory current again, with the valid time it had before it was replaced.

    Returns None while another memory still replaces it; its valid time then ends where that one's begins.
    """
    if older.status is not MemoryStatus.SUPERSEDED:
        return None
    replaced = bool(superseders(plan.links_of(older.id), older.id))
    valid_to = valid_end(plan, older)
    if replaced and valid_to == older.valid_to:
        return None
    after = replace(
        older,
        status=MemoryStatus.SUPERSEDED if replaced else MemoryStatus.CURRENT,
        valid_to=valid_to,
        version=older.version + 1,
        updated_at=plan.now,
    )
    plan.change_memory(after, agent)
    if replaced:
        plan.event(EventType.MEMORY_UPDATED, agent, memory_id=older.id, entity_id=older.entity_id, changed=["valid_to"])
        return None
    plan.event(EventType.MEMORY_RESTORED, agent, memory_id=older.id, entity_id=older.entity_id)
    return after


def valid_end(plan: Plan, memory: Memory) -> Micros | None:
    """The end of a memory's valid time: its own, or where the first of those that replace it now begins."""
    own = _before_supersession(plan, memory)
    starts = []
    for link in superseders(plan.links_of(memory.id), memory.id):
        newer = plan.memory(link.source_id)
        given = None if newer is None else newer.valid_from
        starts.append(link.created_at if given is None else given)
    return min((_closed_at(own, start) for start in starts), default=own.valid_to)


def _before_supersession(plan: Plan, memory: Memory) -> Memory:
    """The memory as it was when nothing had replaced it; itself where no such version is known."""
    for number in range(memory.version, 0, -1):
        version = plan.version(memory.id, number)
        if version is not None and version.status is MemoryStatus.CURRENT:
            return version
    return memory


def current_heads(plan: Plan, memory: Memory) -> list[Memory]:
    """The memories that now stand at the end of a memory's supersession lines (itself when current).

    A line whose end was forgotten has none.
    """
    heads, seen, ahead = [], {memory.id}, [memory]
    while ahead:
        current = ahead.pop()
        newer = superseders(plan.links_of(current.id), current.id)
        if not newer and current.status is not MemoryStatus.FORGOTTEN:
            heads.append(current)
        for link in newer:
            if link.source_id not in seen and (found := plan.memory(link.source_id)) is not None:
                seen.add(link.source_id)
                ahead.append(found)
    return heads
