"""From a filter in the caller's words to one in the store's: entities and threads resolved to ids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphmem.domain.draft import EntityRef, MemoryFilter, ThreadRef
from graphmem.domain.errors import Invalid, LimitExceeded, Problem, Problems
from graphmem.domain.limits import (
    LIST_MAX,
    NAME_MAX,
    REASON_MAX,
    check,
    entity_problems,
    list_problems,
    text_problems,
    thread_problems,
)
from graphmem.domain.model import Entity, Thread
from graphmem.domain.names import names_equal
from graphmem.domain.notes import normalise_paths, normalise_tags
from graphmem.services.past import Past
from graphmem.services.resolve import look_up
from graphmem.services.space import Space
from graphmem.store.entities import names_of
from graphmem.store.index.selection import Selection

NOWHERE = "thr_none"
"""The id of no thread: what an unknown thread selects."""


def find_entity(
    space: Space, ref: EntityRef, past: Past | None = None, path: tuple[str, ...] = ("ref",)
) -> Entity | None:
    """The entity that a reference means now, or in the past that is given; None when there is none or several.

    `path` is where the caller gave the reference. Raises Problems for one that can't be, KindConflict for a key of
    another kind.
    """
    check(entity_problems(ref, path))
    if past is not None:
        return _find_then(space, past, ref, path)
    if ref.id is not None:
        return space.state.entities.canonical(ref.id)
    if ref.key is not None:
        return space.state.entities.by_key(ref.key)
    if ref.mention is None:
        return None
    return look_up(space, ref.mention, (*path, "mention"))


def _find_then(space: Space, past: Past, ref: EntityRef, path: tuple[str, ...]) -> Entity | None:
    """What a name means now may have been several entities then: of those, the one that bore the name."""
    if ref.id is not None:
        return past.entity(ref.id)
    if ref.key is not None:
        return past.entities.by_key(ref.key)
    if ref.mention is None or (present := look_up(space, ref.mention, (*path, "mention"))) is None:
        return None
    members = (past.entity(member) for member in space.state.entities.members(present.id))
    stood = [entity for entity in members if entity is not None]
    named = [e for e in stood if any(names_equal(ref.mention.name, name) for name in names_of(e))]
    return next(iter(named or stood), None)


def find_thread(space: Space, ref: ThreadRef, path: tuple[str, ...] = ("ref",)) -> Thread | None:
    """The thread that a reference means; `path` is where the caller gave it. Raises Problems."""
    check(thread_problems(ref, path))
    thread_id = ref.id if ref.key is None else space.state.threads.id_of(ref.key)
    return None if thread_id is None else space.state.threads.get(thread_id)


def select(space: Space, wanted: MemoryFilter) -> Selection:
    """The selection of a filter. Unknown entities and threads select nothing; they are no error."""
    wanted = normalised(wanted)
    valid_at = wanted.as_of.valid if wanted.as_of else None
    return Selection(
        entity_ids=_entity_ids(space, wanted) if wanted.entities or wanted.kinds else None,
        thread_id=_thread_id(space, wanted.thread),
        layers=wanted.layers,
        types=wanted.types,
        states=wanted.states,
        altitudes=wanted.altitudes,
        categories=wanted.categories,
        statuses=wanted.statuses,
        tags=wanted.tags,
        paths=wanted.paths,
        agent=wanted.agent,
        branch=wanted.branch,
        min_importance=wanted.min_importance,
        created_after=wanted.created_after,
        created_before=wanted.created_before,
        valid_at=valid_at,
    )


def normalised(wanted: MemoryFilter) -> MemoryFilter:
    """A filter with its tags and paths in the spelling that is kept. Raises Problems, with paths below `filter`."""
    try:
        check(_problems(wanted))
        return replace(wanted, tags=normalise_tags(wanted.tags), paths=normalise_paths(wanted.paths))
    except Problems as failure:
        raise Problems([problem.below("filter") for problem in failure.problems]) from None


def _problems(wanted: MemoryFilter) -> Iterator[Problem]:
    yield from list_problems(wanted.tags, ("tags",))
    yield from list_problems(wanted.paths, ("paths",))
    yield from text_problems(wanted.agent, ("agent",), NAME_MAX, empty=False)
    yield from text_problems(wanted.branch, ("branch",), REASON_MAX, empty=False)
    yield from thread_problems(wanted.thread, ("thread",))
    if (count := len(wanted.entities)) > LIST_MAX:
        yield LimitExceeded(f"entities has {count:,} entries; at most {LIST_MAX} are taken", ("entities",))
    for number, ref in enumerate(wanted.entities[:LIST_MAX]):
        yield from entity_problems(ref, ("entities", str(number)))
    least = wanted.min_importance
    if least is not None and not 0 <= least <= 1:
        yield Invalid("minImportance must be a number from 0 to 1", ("minImportance",))


def named_entities(space: Space, wanted: MemoryFilter, past: Past | None = None) -> list[Entity]:
    """The entities that a filter names, as far as there are such."""
    paths = (("filter", "entities", str(number)) for number in range(len(wanted.entities)))
    found = (find_entity(space, ref, past, path) for ref, path in zip(wanted.entities, paths, strict=True))
    return [entity for entity in found if entity is not None]


def _entity_ids(space: Space, wanted: MemoryFilter) -> tuple[str, ...]:
    found = named_entities(space, wanted) if wanted.entities else space.state.entities.standing()
    return tuple(
        member
        for entity in found
        if not wanted.kinds or entity.kind in wanted.kinds
        for member in space.state.entities.members(entity.id)
    )


def _thread_id(space: Space, ref: ThreadRef | None) -> str | None:
    if ref is None:
        return None
    thread = find_thread(space, ref, ("filter", "thread"))
    return NOWHERE if thread is None else thread.id
