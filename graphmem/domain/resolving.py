"""What a mention resolves to, given the names that were found for it: Matched, Ambiguous or New, and why.

    a hit by key                    Matched (KEY); another kind is a conflict
    one entity of the same name     Matched (NAME); several are Ambiguous
    one entity linkable by guards   Matched (FUZZY), if the space links at all; several are Ambiguous
    anything worth asking about     Ambiguous, with candidates
    nothing                         New

Pure: who looks the names up is `store.index.names`; whether Ambiguous writes a new entity is the caller's choice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from graphmem.domain.draft import EntityMention
from graphmem.domain.errors import Invalid, InvalidState, KindConflict
from graphmem.domain.matching import Comparison
from graphmem.domain.model import EntityKind
from graphmem.domain.resolution import Candidate, Resolution, ResolutionOutcome, ResolutionTier

FuzzyLink = Literal["never", "guarded"] | int
"""What tier 3 may link: nothing, equal letters that pass every guard, or also names from a score (0–100) on."""

MAX_CANDIDATES: Final = 10
_EXPLAINED: Final = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A name of an entity that was found for a mention, and how the two compare."""

    entity_id: str
    name: str
    comparison: Comparison
    kind: EntityKind | None = None


def parse_fuzzy_link(value: str | int) -> FuzzyLink:
    """Reads the setting: `never`, `guarded`, or a score from 0 to 100. Raises Invalid."""
    if value in ("never", "guarded"):
        return "never" if value == "never" else "guarded"
    text = str(value).strip()
    if text.isascii() and text.isdecimal() and int(text) <= 100:
        return int(text)
    raise Invalid(f"fuzzy_link is never, guarded or a score from 0 to 100, not {value!r}.", ("fuzzyLink",))


def decide_by_key(mention: EntityMention, hit: Hit) -> Resolution:
    """The canonical key is known. Raises KindConflict where it belongs to another kind, InvalidState when forced."""
    if mention.kind is not None and hit.kind is not None and hit.kind is not mention.kind:
        raise KindConflict(
            f"The key {mention.key!r} belongs to the {hit.kind} {hit.name!r} ({hit.entity_id}), not to a "
            f"{mention.kind}: leave the kind out, send entity.id, or use another key.",
            ("key",),
        )
    if mention.force_new:
        raise InvalidState(
            f"The key {mention.key!r} belongs to {hit.name!r} ({hit.entity_id}) already: leave forceNew out to "
            "mean that entity, or send another key for a new one.",
            ("key",),
        )
    return Resolution(
        mention=mention.name,
        outcome=ResolutionOutcome.MATCHED,
        explanation=f"The canonical key is that of {hit.name!r}; send another key or none to mean something else.",
        entity_id=hit.entity_id,
        tier=ResolutionTier.KEY,
        matched=mention.key,
        score=100.0,
    )


def decide(
    mention: EntityMention,
    exact: Sequence[Hit],
    fuzzy: Sequence[Hit],
    fuzzy_link: FuzzyLink = "guarded",
    *,
    set_aside: str | None = None,
) -> Resolution:
    """Decides from the exact hits and the linkable or suggested ones. `set_aside`: why an equal name was left out.

    An entity of which one name can be linked, but another of the same letters is held back by a guard, is held
    back: an alias "Acme" doesn't let "Acme AG" onto Acme GmbH.
    """
    if mention.force_new:
        return _new(mention, "A new entity was asked for (forceNew)")
    if exact:
        return _decide_exactly(mention, _best_by_entity(exact), fuzzy)
    if candidates := _candidates(fuzzy):
        return _decide_by_likeness(mention, fuzzy, fuzzy_link, candidates)
    return _new(mention, set_aside or "No entity has this name or one like it")


def _decide_exactly(mention: EntityMention, exact: dict[str, Hit], fuzzy: Sequence[Hit]) -> Resolution:
    others = _candidates(fuzzy, leaving_out=exact)
    if len(exact) == 1:
        (hit,) = exact.values()
        return _matched(mention, hit, ResolutionTier.NAME, others)
    return _ambiguous(mention, (*_as_candidates(exact.values()), *others), "several entities have this name")


def _decide_by_likeness(
    mention: EntityMention, hits: Sequence[Hit], fuzzy_link: FuzzyLink, candidates: tuple[Candidate, ...]
) -> Resolution:
    linkable = _linkable(hits, fuzzy_link)
    if len(linkable) == 1 and fuzzy_link != "never":
        (hit,) = linkable.values()
        return _matched(mention, hit, ResolutionTier.FUZZY, _candidates(hits, leaving_out=linkable))
    if len(linkable) > 1:
        return _ambiguous(mention, candidates, "several entities could be meant")
    if linkable:
        return _ambiguous(mention, candidates, "nothing is linked by likeness here (fuzzy_link is never)")
    return _ambiguous(mention, candidates, "no entity has this very name, but some are near")


def _best_by_entity(hits: Iterable[Hit]) -> dict[str, Hit]:
    best: dict[str, Hit] = {}
    for hit in hits:
        known = best.get(hit.entity_id)
        if known is None or _rank(hit) < _rank(known):
            best[hit.entity_id] = hit
    return best


def _rank(hit: Hit) -> tuple[bool, float, int, str, str]:
    found = hit.comparison
    return (not found.linkable, -found.score, len(found.blocked_by), hit.name, hit.entity_id)


def _linkable(hits: Sequence[Hit], fuzzy_link: FuzzyLink) -> dict[str, Hit]:
    """Those that pass the guards and reach the setting's score, by entity, without the held-back ones."""
    linked = [hit for hit in hits if hit.comparison.linkable]
    if not linked and isinstance(fuzzy_link, int):
        linked = [hit for hit in hits if hit.comparison.score >= fuzzy_link and not hit.comparison.blocked_by]
    held_back = _held_back(hits)
    return _best_by_entity(hit for hit in linked if hit.entity_id not in held_back)


def _held_back(hits: Iterable[Hit]) -> dict[str, Hit]:
    """Entities with a name of the same letters that a guard forbids, whatever their other names allow."""
    return _best_by_entity(hit for hit in hits if hit.comparison.same_letters and hit.comparison.blocked_by)


def _as_candidates(hits: Iterable[Hit]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(
            hit.entity_id, round(hit.comparison.score, 1), hit.name, hit.comparison.reasons, hit.comparison.blocked_by
        )
        for hit in sorted(hits, key=_rank)[:MAX_CANDIDATES]
    )


def _candidates(hits: Sequence[Hit], leaving_out: Collection[str] = ()) -> tuple[Candidate, ...]:
    best = _best_by_entity(hit for hit in hits if hit.comparison.linkable or hit.comparison.candidate)
    best |= {entity_id: hit for entity_id, hit in _held_back(hits).items() if entity_id in best}
    return _as_candidates(hit for entity_id, hit in best.items() if entity_id not in leaving_out)


def _matched(mention: EntityMention, hit: Hit, tier: ResolutionTier, others: tuple[Candidate, ...]) -> Resolution:
    reason = ", ".join(hit.comparison.reasons)
    undo = "" if tier is ResolutionTier.NAME else " The link can be undone by splitting the entity."
    return Resolution(
        mention=mention.name,
        outcome=ResolutionOutcome.MATCHED,
        explanation=f"{mention.name!r} is {hit.name!r}: {reason}; send entity.id or forceNew: true to mean another."
        + undo,
        entity_id=hit.entity_id,
        tier=tier,
        matched=hit.name,
        score=round(hit.comparison.score, 1),
        candidates=others,
    )


def _described(candidate: Candidate) -> str:
    why = ", ".join((*candidate.reasons, *(f"but {guard}" for guard in candidate.blocked_by)))
    return f"{candidate.matched!r} ({candidate.entity_id}: {why})"


def _ambiguous(mention: EntityMention, candidates: Sequence[Candidate], why: str) -> Resolution:
    named = "; ".join(_described(candidate) for candidate in candidates[:_EXPLAINED])
    more = f" and {len(candidates) - _EXPLAINED} more" if len(candidates) > _EXPLAINED else ""
    return Resolution(
        mention=mention.name,
        outcome=ResolutionOutcome.AMBIGUOUS,
        explanation=f"{mention.name!r} is not certain, {why}: {named}{more}; send entity.id (or its key) to mean one "
        "of them, add an alias to have it found by this name, or send forceNew: true for a new entity.",
        candidates=tuple(candidates[:MAX_CANDIDATES]),
    )


def _new(mention: EntityMention, why: str) -> Resolution:
    return Resolution(
        mention=mention.name,
        outcome=ResolutionOutcome.NEW,
        explanation=f"{why}; to mean an entity known by another name, send entity.id or its key, or add "
        f"{mention.name!r} to it as an alias.",
    )
