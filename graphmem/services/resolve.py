"""From a mention in words to an entity: the tiers asked in order, the outcome recorded and explained.

Runs inside the unit of work, so two agents that name the same new thing at once get the same entity. What
two names are to one another is decided in `graphmem.domain.matching` and `resolving`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from graphmem.domain.draft import EntityMention, EntityRef, OnAmbiguous
from graphmem.domain.errors import AmbiguousEntity, NotFound, Problem
from graphmem.domain.limits import LIST_MAX
from graphmem.domain.matching import compare
from graphmem.domain.model import Actor, Alias, AliasSource, Entity, EntityKind, EventType
from graphmem.domain.resolution import Candidate, Resolution, ResolutionOutcome, ResolutionTier
from graphmem.domain.resolving import Hit
from graphmem.services.space import Space
from graphmem.store.entities import names_of
from graphmem.store.index.names import KeyHolder, NamesIndex
from graphmem.store.index.resolver import resolve
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind


@dataclass(frozen=True, slots=True)
class Resolved:
    """The entity that was meant, and how it was found."""

    entity: Entity
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Rivals:
    """Other entities that a name might mean: those that have it, and those that have one like it."""

    equal: tuple[Candidate, ...] = ()
    near: tuple[Candidate, ...] = ()


def resolve_ref(
    space: Space,
    plan: Plan,
    actor: Actor,
    ref: EntityRef,
    on_ambiguous: OnAmbiguous,
    path: tuple[str, ...],
) -> Resolved:
    """The entity that a reference means; a new one where a mention fits none.

    Raises NotFound for an unknown id or key, AmbiguousEntity where the caller asked to be told, KindConflict
    for a key that belongs to another kind.
    """
    if ref.mention is not None:
        return _resolve_mention(space, plan, actor, ref.mention, on_ambiguous, (*path, "mention"))
    if ref.key is not None:
        return _named(plan.entity_by_key(ref.key), "key", ref.key, ResolutionTier.KEY, path)
    return _named(plan.canonical(ref.id or ""), "id", ref.id or "", ResolutionTier.ID, path)


def _named(entity: Entity | None, what: str, value: str, tier: ResolutionTier, path: tuple[str, ...]) -> Resolved:
    if entity is None:
        raise NotFound(
            f"no entity has the {what} {value}: send a mention with a name to find or make one", (*path, what)
        )
    explanation = f"named by its {what}"
    outcome = ResolutionOutcome.MATCHED
    return Resolved(entity, Resolution(value, outcome, explanation, entity.id, tier, value, 100.0))


def _resolve_mention(
    space: Space,
    plan: Plan,
    actor: Actor,
    mention: EntityMention,
    on_ambiguous: OnAmbiguous,
    path: tuple[str, ...],
) -> Resolved:
    resolution = weigh(space, plan, mention, path)
    if resolution.entity_id is not None:
        entity = plan.canonical(resolution.entity_id)
        if entity is None:
            raise LookupError(resolution.entity_id)
        return Resolved(_learn(plan, actor, entity, mention, resolution), resolution)
    if resolution.outcome is ResolutionOutcome.AMBIGUOUS and on_ambiguous is OnAmbiguous.REJECT:
        raise AmbiguousEntity(resolution.explanation, path, resolution.candidates)
    entity = _create(space, plan, actor, mention)
    _suspect(space, plan, entity, resolution.candidates)
    return Resolved(entity, replace(resolution, entity_id=entity.id))


def weigh(
    space: Space, plan: Plan, mention: EntityMention, path: tuple[str, ...], *, thorough: bool = False
) -> Resolution:
    """What a mention resolves to in a plan's view; plans nothing. `thorough` also names a match's runner-up.

    Raises KindConflict and InvalidState with paths below that of the mention.
    """
    indexes, view = _indexes(space, plan), _PlanView(plan)
    try:
        return resolve(mention, indexes, fuzzy_link=space.fuzzy_link, view=view, thorough=thorough)
    except Problem as problem:
        raise problem.below(*path) from None


def _indexes(space: Space, plan: Plan) -> tuple[NamesIndex, ...]:
    return (space.state.names, *plan.names())


class _PlanView:
    """How entities stand in a plan: committed, with the group's own writes on top; as if some were not there."""

    def __init__(self, plan: Plan, without: Collection[str] = ()) -> None:
        self._plan = plan
        self._without = without

    def holder(self, key: str) -> KeyHolder | None:
        """Who holds a canonical key."""
        entity = self._plan.entity_by_key(key)
        return None if entity is None or entity.id in self._without else KeyHolder(entity.id, entity.kind, entity.name)

    def key_of(self, entity_id: str) -> str | None:
        """The canonical key of an entity."""
        entity = self._plan.canonical(entity_id)
        return None if entity is None else entity.key

    def current(self, hit: Hit) -> Hit | None:
        """The hit on the entity that carries the name in this view; None where none does any more."""
        entity = self._plan.canonical(hit.entity_id)
        if entity is None or entity.id in self._without or hit.name not in names_of(entity):
            return None
        return hit if hit.entity_id == entity.id else replace(hit, entity_id=entity.id)


def _learn(plan: Plan, actor: Actor, entity: Entity, mention: EntityMention, resolution: Resolution) -> Entity:
    """Take over what a matched mention knows more: its aliases, its key, and the spelling it was linked by.

    Aliases beyond a hundred are left: a memory is not refused for what its entity is called as well.
    """
    fresh = [(name, AliasSource.GIVEN) for name in mention.aliases]
    if resolution.tier is ResolutionTier.FUZZY:
        fresh.append((mention.name, AliasSource.LEARNED))
    known = list(names_of(entity))
    learned: list[Alias] = []
    for name, source in fresh:
        if name not in known and len(entity.aliases) + len(learned) < LIST_MAX:
            known.append(name)
            learned.append(Alias(name, source, plan.now))
    key = mention.key if entity.key is None else entity.key
    if not learned and key == entity.key:
        return entity
    for alias in learned:
        plan.event(
            EventType.ALIAS_ADDED,
            actor.agent,
            entity_id=entity.id,
            name=alias.name,
            source=alias.source,
            score=resolution.score,
        )
    return plan.put_entity(
        replace(
            entity,
            key=key,
            aliases=(*entity.aliases, *learned),
            version=entity.version + 1,
            updated_at=plan.now,
        )
    )


def _create(space: Space, plan: Plan, actor: Actor, mention: EntityMention) -> Entity:
    aliases = tuple(
        Alias(name, AliasSource.GIVEN, plan.now) for name in dict.fromkeys(mention.aliases) if name != mention.name
    )
    kind = mention.kind or EntityKind.OTHER
    entity = Entity(space.ids("ent"), kind, mention.name, mention.key, aliases, None, 1, plan.now, plan.now)
    plan.event(EventType.ENTITY_CREATED, actor.agent, entity_id=entity.id, name=entity.name)
    return plan.put_entity(entity)


def rivals(space: Space, plan: Plan, entity: Entity, name: str, apart_from: Collection[str]) -> Rivals:
    """The other entities that a name for this one might mean, as they would be found if it were created so."""
    kind = None if entity.kind is EntityKind.OTHER else entity.kind
    view = _PlanView(plan, apart_from)
    found = resolve(EntityMention(name, kind, entity.key), _indexes(space, plan), fuzzy_link="never", view=view)
    candidates = found.candidates
    if found.entity_id is not None:
        same = Candidate(found.entity_id, found.score or 0.0, found.matched or name, ("the same name",))
        candidates = (same, *candidates)
    equal = tuple(c for c in candidates if compare(kind, name, None, c.matched).exact)
    return Rivals(equal, tuple(c for c in candidates if c not in equal))


def refuse_taken(plan: Plan, name: str, found: Rivals, path: tuple[str, ...]) -> None:
    """Raise AmbiguousEntity for a name that another entity has: a mention of it would mean neither for certain."""
    if found.equal:
        owners = (plan.canonical(candidate.entity_id) for candidate in found.equal)
        named = ", ".join(f"the {owner.kind} {owner.name!r} ({owner.id})" for owner in owners if owner is not None)
        message = f"{name!r} is the name of {named}: merge the two with mergeEntities, or send another name"
        raise AmbiguousEntity(message, path, found.equal)


def suspect_anew(space: Space, plan: Plan, entity: Entity, candidates: Sequence[Candidate]) -> None:
    """Record what an entity may be one with since its names changed; a pair that was judged stays as it is."""
    if candidates:
        open_ones = space.state.records.all(RecordKind.DUPLICATE)
        known = {frozenset((record.body["left"], record.body["right"])) for record in open_ones}
        fresh = {c.entity_id: c for c in candidates if {c.entity_id, entity.id} not in known}
        _suspect(space, plan, entity, [c for name, c in fresh.items() if not _dismissed(plan, name, entity.id)])


def _dismissed(plan: Plan, one: str, other: str) -> bool:
    pairs = (f"{one}~{other}", f"{other}~{one}")
    return any(plan.record(RecordKind.DISMISSED, pair) is not None for pair in pairs)


def _suspect(space: Space, plan: Plan, entity: Entity, candidates: Sequence[Candidate]) -> None:
    """Record the candidates that were not linked as possible duplicates, to be merged or dismissed."""
    for candidate in candidates:
        body = {
            "left": candidate.entity_id,
            "right": entity.id,
            "score": candidate.score,
            "reasons": [*candidate.reasons, *(f"blocked by {guard}" for guard in candidate.blocked_by)],
        }
        plan.put_record(Record(space.ids("dup"), RecordKind.DUPLICATE, plan.now, body))


def resolve_mention(space: Space, mention: EntityMention, path: tuple[str, ...] = ("mention",)) -> Resolution:
    """What a mention would resolve to now; writes nothing. Raises KindConflict and InvalidState, below `path`."""
    return space.rehearse(lambda plan: weigh(space, plan, mention, path, thorough=True))


def look_up(space: Space, mention: EntityMention, path: tuple[str, ...]) -> Entity | None:
    """The entity that a mention means for reading: only one that is certain, never a guess."""
    resolution = resolve_mention(space, mention, path)
    if resolution.outcome is not ResolutionOutcome.MATCHED or resolution.entity_id is None:
        return None
    return space.state.entities.canonical(resolution.entity_id)
