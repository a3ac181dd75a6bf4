"""Changing who is who: rename, alias, merge, unmerge, split. Every step is an event and can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphmem.domain.draft import UNSET, Unset
from graphmem.domain.errors import EntityVersionConflict, Invalid, InvalidState, KindConflict, NotFound
from graphmem.domain.limits import LIST_MAX, check, list_problems
from graphmem.domain.model import Actor, Alias, AliasSource, Entity, EntityKind, EntityMerge, EventType
from graphmem.domain.names import canonical_key
from graphmem.services import asides
from graphmem.services.linking import require_memory
from graphmem.services.receipts import SplitReceipt
from graphmem.services.refusals import told
from graphmem.services.resolve import Rivals, refuse_taken, rivals, suspect_anew
from graphmem.services.space import Space
from graphmem.store.entities import names_of
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind


def require_entity(plan: Plan, entity_id: str, path: tuple[str, ...] = ("id",)) -> Entity:
    """The entity that an id stands for, merges followed. Raises NotFound."""
    entity = plan.canonical(entity_id)
    if entity is None:
        raise NotFound(f"no entity has the id {entity_id}: resolveEntity finds one by name", path)
    return entity


def next_version(plan: Plan, entity: Entity, **changes: Any) -> Entity:
    """Plan the next version of an entity."""
    return plan.put_entity(replace(entity, version=entity.version + 1, updated_at=plan.now, **changes))


@told
def update_entity(
    space: Space,
    actor: Actor,
    entity_id: str,
    *,
    expected_version: int | None = None,
    name: str | Unset = UNSET,
    kind: EntityKind | Unset = UNSET,
    key: str | Unset | None = UNSET,
    attributes: Mapping[str, Any] | Unset | None = UNSET,
) -> Entity:
    """Rename an entity or change its kind, key or attributes; the old name stays as an alias.

    A name that is nearly another entity's makes the two a possible duplicate. Raises NotFound,
    EntityVersionConflict, KindConflict for another entity's key, and AmbiguousEntity for another one's name.
    """
    for field, given in (("name", name), ("key", key)):
        if isinstance(given, str):
            asides.name(space, given, (field,))
    if attributes is not UNSET and attributes is not None:
        attributes = asides.data(space, attributes, ("attributes",))

    def unit(plan: Plan) -> Entity:
        before = require_entity(plan, entity_id)
        _require_version(before, expected_version)
        if isinstance(key, str):
            _require_free_key(space, plan, before, key)
        changes: dict[str, Any] = {
            "kind": before.kind if kind is UNSET else kind,
            "key": before.key if key is UNSET else key,
            "attributes": before.attributes if attributes is UNSET else attributes,
        }
        if name is not UNSET and name != before.name:
            changes |= {"name": name, "aliases": _renamed(plan, before, name)}
        if all(getattr(before, field) == value for field, value in changes.items()):
            return before
        after = replace(before, **changes)
        found = Rivals() if _is_known_as(before, after) else rivals(space, plan, after, after.name, (before.id,))
        refuse_taken(plan, after.name, found, ("kind",) if after.name == before.name else ("name",))
        _tell_change(plan, actor, before, changes)
        made = next_version(plan, before, **changes)
        suspect_anew(space, plan, made, found.near)
        return made

    return space.write(unit)


def _is_known_as(before: Entity, after: Entity) -> bool:
    """Whether an entity of this kind went by the name before, so that nothing new can be meant by it."""
    return after.kind is before.kind and after.name in names_of(before)


def _require_version(entity: Entity, expected: int | None) -> None:
    if expected is not None and expected != entity.version:
        raise EntityVersionConflict(
            f"{entity.id} is at version {entity.version}, not {expected}: read it again and decide anew",
            ("expectedVersion",),
        )


def _require_free_key(space: Space, plan: Plan, entity: Entity, key: str) -> None:
    owner = plan.entity_by_key(key)
    if owner is not None and owner.id != entity.id:
        raise KindConflict(
            f"the key {key} belongs to the {owner.kind} {owner.name!r} ({owner.id}): merge the two, or use another key",
            ("key",),
        )


def _renamed(plan: Plan, before: Entity, name: str) -> tuple[Alias, ...]:
    kept = tuple(alias for alias in before.aliases if alias.name != name)
    return (*kept, Alias(before.name, AliasSource.GIVEN, plan.now))


def _tell_change(plan: Plan, actor: Actor, before: Entity, changes: Mapping[str, Any]) -> None:
    if "name" in changes:
        names = {"old": before.name, "new": changes["name"]}
        plan.event(EventType.ENTITY_RENAMED, actor.agent, entity_id=before.id, **names)
    if changed := [name for name in ("kind", "key", "attributes") if getattr(before, name) != changes[name]]:
        plan.event(EventType.ENTITY_UPDATED, actor.agent, entity_id=before.id, changed=changed)


@told
def add_alias(space: Space, actor: Actor, entity_id: str, name: str) -> Entity:
    """Give an entity a further name; with one that another entity has, the two are a possible duplicate.

    An alias it has already changes nothing. Raises NotFound, and Invalid beyond a hundred aliases.
    """
    asides.name(space, name, ("name",))

    def unit(plan: Plan) -> Entity:
        entity = require_entity(plan, entity_id, ("entity",))
        if name in names_of(entity):
            return entity
        if len(entity.aliases) >= LIST_MAX:
            raise Invalid(f"{entity.id} has {LIST_MAX} aliases already: remove one first", ("name",))
        plan.event(EventType.ALIAS_ADDED, actor.agent, entity_id=entity.id, name=name)
        suspect_anew(space, plan, entity, rivals(space, plan, entity, name, (entity.id,)).equal)
        return next_version(plan, entity, aliases=(*entity.aliases, Alias(name, AliasSource.GIVEN, plan.now)))

    return space.write(unit)


def remove_alias(space: Space, actor: Actor, entity_id: str, name: str) -> Entity:
    """Take an alias away. Raises NotFound, and InvalidState for the entity's own name."""

    def unit(plan: Plan) -> Entity:
        entity = require_entity(plan, entity_id, ("entity",))
        if name == entity.name:
            raise InvalidState(f"{name!r} is the entity's own name: rename it with updateEntity", ("name",))
        kept = tuple(alias for alias in entity.aliases if alias.name != name)
        if kept == entity.aliases:
            known = ", ".join(repr(alias.name) for alias in entity.aliases) or "none"
            raise NotFound(f"{entity.id} has no alias {name!r}; it has: {known}", ("name",))
        plan.event(EventType.ALIAS_REMOVED, actor.agent, entity_id=entity.id, name=name)
        return next_version(plan, entity, aliases=kept)

    return space.write(unit)


@told
def merge(
    space: Space, actor: Actor, survivor_id: str, duplicate_ids: Sequence[str], reason: str | None = None
) -> Entity:
    """Make several entities one: the survivor answers to all their names and has all their memories.

    Raises NotFound, and Invalid where an entity would be merged into itself.
    """
    reason = asides.reason(space, reason)
    check(list_problems(duplicate_ids, ("duplicates",)))

    def unit(plan: Plan) -> Entity:
        survivor = require_entity(plan, survivor_id, ("survivor",))
        if not duplicate_ids:
            raise Invalid("name at least one duplicate", ("duplicates",))
        for name, place in _places(duplicate_ids).items():
            path = ("duplicates", place)
            duplicate = require_entity(plan, name, path)
            if duplicate.id == survivor.id:
                raise Invalid(f"{name} is the survivor itself: send the ids of other entities", path)
            survivor = _merge(plan, actor, survivor, duplicate, reason)
        return survivor

    return space.write(unit)


def _merge(plan: Plan, actor: Actor, survivor: Entity, duplicate: Entity, reason: str | None) -> Entity:
    gained = tuple(name for name in names_of(duplicate) if name not in names_of(survivor))
    aliases = tuple(Alias(name, AliasSource.MERGED, plan.now) for name in gained)
    next_version(plan, duplicate, merged_into=survivor.id)
    plan.event(
        EventType.ENTITY_MERGED,
        actor.agent,
        entity_id=survivor.id,
        reason=reason,
        merged=duplicate.id,
        name=duplicate.name,
    )
    made = EntityMerge(duplicate.id, duplicate.name, plan.now, actor.agent, gained)
    return next_version(
        plan,
        survivor,
        aliases=survivor.aliases + aliases,
        merged_from=(*survivor.merged_from, made),
    )


def unmerge(space: Space, actor: Actor, survivor_id: str, merged_id: str) -> Entity:
    """Undo a merge exactly: both entities are as they would be without it. Returns the one taken out.

    Raises NotFound, and InvalidState when the one is not merged into the other.
    """

    def unit(plan: Plan) -> Entity:
        survivor = require_entity(plan, survivor_id, ("survivor",))
        made = next((merge for merge in survivor.merged_from if merge.id == merged_id), None)
        merged = plan.entity(merged_id)
        if made is None or merged is None:
            known = ", ".join(merge.id for merge in survivor.merged_from) or "none"
            raise InvalidState(f"{merged_id} is not merged into {survivor.id}; merged into it: {known}", ("merged",))
        next_version(plan, survivor, **_parted(plan, survivor, merged, made))
        plan.event(
            EventType.ENTITY_UNMERGED,
            actor.agent,
            entity_id=survivor.id,
            merged=merged_id,
            name=merged.name,
        )
        return next_version(plan, merged, merged_into=None)

    return space.write(unit)


def _parted(plan: Plan, survivor: Entity, merged: Entity, made: EntityMerge) -> dict[str, Any]:
    """What a survivor has left without a merge: a name that a further merge brings as well stays, as its gain."""
    gone, rest = set(made.gained), []
    for merge in survivor.merged_from:
        if merge is not made:
            other = plan.entity(merge.id)
            shared = [name for name in (names_of(other) if other is not None else ()) if name in gone]
            gone.difference_update(shared)
            rest.append(replace(merge, gained=(*merge.gained, *shared)))
    return {
        "aliases": tuple(a for a in survivor.aliases if a.source is not AliasSource.MERGED or a.name not in gone),
        "merged_from": tuple(rest),
        # The survivor may have taken the key over meanwhile; there can be one holder only.
        "key": None if _same_key(survivor.key, merged.key) else survivor.key,
    }


def _same_key(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and canonical_key(one) == canonical_key(other)


@told
def split(
    space: Space,
    actor: Actor,
    entity_id: str,
    memory_ids: Sequence[str],
    name: str,
    kind: EntityKind | None = None,
    aliases: Sequence[str] = (),
) -> SplitReceipt:
    """Take memories and, where named, aliases out of an entity into a new one.

    A name that is nearly a third entity's makes the two a possible duplicate. Raises NotFound, AmbiguousEntity
    for a name that another entity has, and Invalid for no memory or one that does not hang on the entity.
    """
    asides.name(space, name, ("name",))
    asides.names(space, aliases, ("aliases",))
    if not memory_ids:
        raise Invalid("name at least one memory: it moves to the new entity", ("memories",))

    def unit(plan: Plan) -> SplitReceipt:
        old = require_entity(plan, entity_id, ("entity",))
        left = next_version(plan, old, aliases=tuple(a for a in old.aliases if a.name not in (name, *aliases)))
        new = _split_off(space, plan, old, name, kind, aliases)
        found = rivals(space, plan, new, name, ())
        refuse_taken(plan, name, found, ("name",))
        plan.put_entity(new)
        plan.event(EventType.ENTITY_CREATED, actor.agent, entity_id=new.id, name=name)
        shared = (other for alias in aliases for other in rivals(space, plan, new, alias, (old.id, new.id)).equal)
        # That the two halves are not one has just been said.
        suspect_anew(space, plan, new, [other for other in (*found.near, *shared) if other.entity_id != old.id])
        places = _places(memory_ids)
        for memory_id, place in places.items():
            _rehang(plan, actor, old, new, memory_id, ("memories", place))
        plan.event(EventType.ENTITY_SPLIT, actor.agent, entity_id=old.id, into=new.id, memories=list(places))
        return SplitReceipt(left, new)

    return space.write(unit)


def _places(ids: Sequence[str]) -> dict[str, str]:
    """Each id once, with where the caller named it first."""
    places: dict[str, str] = {}
    for number, name in enumerate(ids):
        places.setdefault(name, str(number))
    return places


def _split_off(
    space: Space, plan: Plan, old: Entity, name: str, kind: EntityKind | None, aliases: Sequence[str]
) -> Entity:
    further = dict.fromkeys(alias for alias in aliases if alias != name)
    named = tuple(Alias(alias, AliasSource.GIVEN, plan.now) for alias in further)
    return Entity(space.ids("ent"), kind or old.kind, name, None, named, None, 1, plan.now, plan.now)


def _rehang(plan: Plan, actor: Actor, old: Entity, new: Entity, memory_id: str, path: tuple[str, ...]) -> None:
    memory = require_memory(plan, memory_id, path)
    if plan.home(memory) != old.id:
        raise Invalid(f"{memory_id} does not hang on {old.id}", path)
    after = replace(memory, entity_id=new.id, version=memory.version + 1, updated_at=plan.now)
    plan.change_memory(after, actor.agent)


def dismiss_duplicate(space: Space, actor: Actor, duplicate_id: str) -> Entity:
    """Say that a possible duplicate is none; the pair is not proposed again. Returns the left entity."""

    def unit(plan: Plan) -> Entity:
        record = plan.record(RecordKind.DUPLICATE, duplicate_id)
        if record is None:
            raise NotFound(f"no possible duplicate has the id {duplicate_id}", ("id",))
        plan.close_record(record)
        left, right = record.body["left"], record.body["right"]
        plan.put_record(Record(f"{left}~{right}", RecordKind.DISMISSED, plan.now, {}))
        plan.event(EventType.DUPLICATE_DISMISSED, actor.agent, entity_id=left, other=right)
        return require_entity(plan, left)

    return space.write(unit)
