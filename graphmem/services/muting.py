"""Muting a scope for an agent: its memories stay, but that agent's recall no longer brings them up.

A scope is an entity (usually a project) or a tag (bettermemory's scopes).
"""

from __future__ import annotations

import hashlib

from graphmem.domain.draft import EntityRef
from graphmem.domain.errors import Invalid, NotFound, Problems
from graphmem.domain.model import Actor, EventType
from graphmem.domain.notes import normalise_tags
from graphmem.services import asides
from graphmem.services.refusals import told
from graphmem.services.selecting import find_entity
from graphmem.services.space import Space
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind


def _record_id(agent: str, kind: str, value: str) -> str:
    return "mut_" + hashlib.blake2b(f"{agent}\x00{kind}\x00{value}".encode(), digest_size=16).hexdigest()


@told
def mute(space: Space, actor: Actor, entity: EntityRef | None, tag: str | None, muted: bool = True) -> bool:
    """Hide a scope from the actor's recall, or show it again; returns whether anything changed.

    Raises NotFound for an unknown entity, Invalid unless exactly one of entity and tag is given.
    """
    if (entity is None) == (tag is None):
        raise Invalid("name the scope by exactly one of entity or tag", ("entity",))
    if tag is not None:
        asides.name(space, tag, ("tag",))
        kind, value = "tag", _normalised(tag)
    else:
        found = find_entity(space, entity, path=("entity",)) if entity is not None else None
        if found is None:
            raise NotFound("no such entity: resolveEntity finds one by name", ("entity",))
        kind, value = "entity", found.id
    return space.write(lambda plan: _set(plan, actor, kind, value, muted))


def _normalised(tag: str) -> str:
    try:
        return normalise_tags([tag])[0]
    except Problems as failure:
        # It was sent by itself, not as an entry of a list.
        raise Invalid(str(failure), ("tag",)) from None


def _set(plan: Plan, actor: Actor, kind: str, value: str, muted: bool) -> bool:
    name = _record_id(actor.agent, kind, value)
    known = plan.record(RecordKind.MUTE, name)
    if (known is not None) == muted:
        return False
    told = EventType.SCOPE_MUTED if muted else EventType.SCOPE_UNMUTED
    if known is not None:
        plan.close_record(known)
    else:
        body = {"agent": actor.agent, "kind": kind, "value": value}
        plan.put_record(Record(name, RecordKind.MUTE, plan.now, body))
    plan.event(told, actor.agent, entity_id=value if kind == "entity" else None, scope=value)
    return True


def muted(space: Space, actor: Actor) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The entities and the tags that an agent muted."""
    bodies = [record.body for record in space.state.records.all(RecordKind.MUTE)]
    mine = [body for body in bodies if body["agent"] == actor.agent]
    return (
        tuple(body["value"] for body in mine if body["kind"] == "entity"),
        tuple(body["value"] for body in mine if body["kind"] == "tag"),
    )
