"""Drawing cold memories together into one that stands for them (linksee).

Everything is reversible, where linksee deletes: what was drawn together is replaced, not gone, and can be
restored. Every group is a unit of work of its own, small enough that no writer waits for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from graphmem.domain.consolidation import (
    digest_axes,
    digest_category,
    digest_confidence,
    digest_importance,
    parts,
)
from graphmem.domain.limits import LIST_MAX
from graphmem.domain.model import (
    Actor,
    EventType,
    Layer,
    Memory,
    MemoryStatus,
    Mention,
    Provenance,
    Source,
)
from graphmem.services.duplicates import twin_key
from graphmem.services.letting_go import let_go, stall
from graphmem.services.receipts import ConsolidationReceipt
from graphmem.services.space import Space
from graphmem.services.sparing import Sparing
from graphmem.services.supersession import retire
from graphmem.store.plan import Plan

MOST_GROUPS: Final = 500
"""Groups drawn together by one call; the next call goes on."""


@dataclass(frozen=True, slots=True)
class Group:
    """Memories of one entity in one layer that are to be drawn together, by age."""

    entity_id: str
    layer: Layer
    memory_ids: tuple[str, ...]


def consolidate(space: Space, actor: Actor, dry_run: bool = True) -> ConsolidationReceipt:
    """Draw cold memories together, set work that nobody touched for 30 days to stalled, and let the riskiest go.

    A dry run tells what would happen and changes nothing.
    """
    sparing = Sparing(space)
    groups = space.rehearse(lambda plan: list(islice(_groups(space, plan, sparing), MOST_GROUPS)))
    drawn = [_run(space, _drawing(space, actor, group, sparing), dry_run) for group in groups]
    memories = tuple(memory for memory in drawn if memory is not None)
    taken = {name for group in groups for name in group.memory_ids}
    return ConsolidationReceipt(
        planned=len(groups),
        done=0 if dry_run else len(memories),
        memories=memories,
        stalled=stall(space, actor, dry_run),
        forgotten=let_go(space, actor, sparing, taken, dry_run),
    )


def _run(space: Space, unit: Callable[[Plan], Memory | None], dry_run: bool) -> Memory | None:
    return space.rehearse(unit) if dry_run else space.write(unit)


def _groups(space: Space, plan: Plan, sparing: Sparing) -> Iterator[Group]:
    for (entity_id, layer), ids in _by_home(space, plan).items():
        found = (plan.memory(name) for name in ids)
        cold = [memory for memory in found if memory is not None and not sparing.spares(plan, memory)]
        if len(cold) > 1:
            cold.sort(key=_age)
            for part in parts(cold):
                yield Group(entity_id, layer, tuple(memory.id for memory in part))


def _by_home(space: Space, plan: Plan) -> dict[tuple[str, Layer], list[str]]:
    catalog = space.state.catalog
    found: dict[tuple[str, Layer], list[str]] = defaultdict(list)
    for group in catalog.cold_groups(space.clock()):
        entity = plan.canonical(group.entity_id)
        home = group.entity_id if entity is None else entity.id
        found[home, group.layer] += catalog.ids_of(group.docs)
    return found


def _age(memory: Memory) -> tuple[int, str]:
    return (memory.created_at, memory.id)


def _drawing(space: Space, actor: Actor, group: Group, sparing: Sparing) -> Callable[[Plan], Memory | None]:
    def unit(plan: Plan) -> Memory | None:
        memories = _still_cold(plan, group, sparing)
        if len(memories) < 2:
            return None
        digest = _digest(space, plan, actor, group, memories)
        plan.add_memory(digest, twin_key(digest))
        told = {"memory_id": digest.id, "entity_id": group.entity_id}
        plan.event(EventType.MEMORY_CREATED, actor.agent, **told)
        for memory in memories:
            retire(plan, space.ids, actor.agent, digest, memory, "drawn together", inferred=True)
        names = [memory.id for memory in memories]
        plan.event(EventType.MEMORY_CONSOLIDATED, actor.agent, **told, layer=group.layer, memories=names)
        return digest

    return unit


def _still_cold(plan: Plan, group: Group, sparing: Sparing) -> list[Memory]:
    found = (plan.memory(name) for name in group.memory_ids)
    return [
        memory
        for memory in found
        if memory is not None
        and (plan.home(memory), memory.layer) == (group.entity_id, group.layer)
        and not sparing.spares(plan, memory)
    ]


def _digest(space: Space, plan: Plan, actor: Actor, group: Group, memories: Sequence[Memory]) -> Memory:
    entity = plan.entity(group.entity_id)
    axes = digest_axes(memories, group.entity_id if entity is None else entity.name)
    return Memory(
        id=space.ids("mem"),
        entity_id=group.entity_id,
        layer=Layer.LEARNING,
        content=axes.what,
        axes=axes,
        importance=digest_importance(memories),
        pinned=True,
        status=MemoryStatus.CURRENT,
        category=digest_category(memories),
        confidence=digest_confidence(memories),
        source=Source.INFERRED,
        version=1,
        created_at=plan.now,
        updated_at=plan.now,
        provenance=Provenance(actor.agent),
        tags=_all(tag for memory in memories for tag in memory.tags),
        paths=_all(path for memory in memories for path in memory.paths),
        mentions=_mentions(memories),
    )


def _all(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))[:LIST_MAX]


def _mentions(memories: Sequence[Memory]) -> tuple[Mention, ...]:
    found = {mention.entity_id: mention for memory in memories for mention in memory.mentions}
    return tuple(found.values())[:LIST_MAX]
