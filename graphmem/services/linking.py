"""Links between memories: made, refused where they would close a circle, and taken back."""

from __future__ import annotations

from dataclasses import replace

from graphmem.domain.errors import CycleRefused, InvalidState, NotFound
from graphmem.domain.model import FOREVER, Actor, EventType, Link, Memory, MemoryStatus, Relation
from graphmem.services import asides
from graphmem.services.refusals import told
from graphmem.services.space import Space
from graphmem.services.supersession import reinstate, retire
from graphmem.store.plan import Plan


def require_memory(plan: Plan, memory_id: str, path: tuple[str, ...] = ("id",)) -> Memory:
    """The memory with an id. Raises NotFound, never guesses a near one."""
    memory = plan.memory(memory_id)
    if memory is None:
        raise NotFound(f"no memory has the id {memory_id}: take it from a recall or a create", path)
    return memory


@told
def link(
    space: Space, actor: Actor, source_id: str, relation: Relation, target_id: str, reason: str | None = None
) -> Link:
    """Link two memories; the same link again is given back as it is.

    Raises NotFound, InvalidState for a forgotten end, CycleRefused for a self-link or a supersedes circle.
    """
    reason = asides.reason(space, reason)

    def unit(plan: Plan) -> Link:
        source = require_memory(plan, source_id, ("from",))
        target = require_memory(plan, target_id, ("to",))
        return connect(space, plan, actor, source, relation, target, reason, ("to",))

    return space.write(unit)


def connect(
    space: Space,
    plan: Plan,
    actor: Actor,
    source: Memory,
    relation: Relation,
    target: Memory,
    reason: str | None,
    path: tuple[str, ...],
    source_path: tuple[str, ...] = ("from",),
) -> Link:
    """Plan a link between two memories; the paths are where a problem with the target or the source is told."""
    if source.id == target.id:
        raise CycleRefused("a memory can't be linked with itself: send the id of another memory", path)
    for end, where in ((source, source_path), (target, path)):
        if end.status is MemoryStatus.FORGOTTEN:
            raise InvalidState(f"{end.id} is forgotten: restore it first", where)
    if (known := _standing(plan, source, relation, target)) is not None:
        return known
    if relation is Relation.SUPERSEDES:
        retire(plan, space.ids, actor.agent, source, target, reason, path=path)
    else:
        plan.put_link(Link(space.ids("lnk"), source.id, relation, target.id, reason, False, plan.now))
    made = _standing(plan, source, relation, target)
    if made is None:
        raise LookupError("a planned link must be readable in its own plan")
    _record(plan, actor, EventType.LINK_ADDED, made)
    return made


def _standing(plan: Plan, source: Memory, relation: Relation, target: Memory) -> Link | None:
    wanted = (source.id, relation, target.id)
    links = plan.links_of(source.id)
    return next((x for x in links if (x.source_id, x.relation, x.target_id) == wanted), None)


def _record(plan: Plan, actor: Actor, kind: EventType, link: Link) -> None:
    plan.event(
        kind,
        actor.agent,
        memory_id=link.source_id,
        reason=link.reason,
        link=link.id,
        relation=link.relation,
        target=link.target_id,
    )


def unlink(space: Space, actor: Actor, link_id: str) -> str:
    """Take a link back; a memory that nothing replaces any more is current again.

    Raises NotFound for an unknown link, InvalidState for one that was removed before.
    """

    def unit(plan: Plan) -> str:
        found = plan.link(link_id)
        if found is None:
            raise NotFound(f"no link has the id {link_id}", ("link",))
        if found.removed_at != FOREVER:
            raise InvalidState(f"the link {link_id} was removed before", ("link",))
        disconnect(plan, actor, found)
        return link_id

    return space.write(unit)


def disconnect(plan: Plan, actor: Actor, link: Link) -> None:
    """Plan that a standing link is taken back; what nothing replaces any more is current again."""
    plan.put_link(replace(link, removed_at=plan.now))
    _record(plan, actor, EventType.LINK_REMOVED, link)
    if link.relation is Relation.SUPERSEDES:
        reinstate(plan, actor.agent, require_memory(plan, link.target_id))
