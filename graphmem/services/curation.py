"""What needs somebody's look, with the reason and what to do about it. Finds and proposes; changes nothing.

The conditions on memories are in `graphmem.store.index.upkeep`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from graphmem.domain.draft import PageRequest
from graphmem.domain.heat import DAY
from graphmem.domain.model import Memory, Relation
from graphmem.services.conflicts import conflicts
from graphmem.services.read import possible_duplicates
from graphmem.services.receipts import Curation, CurationItem, CurationReason
from graphmem.services.space import Space
from graphmem.services.usage import outcomes
from graphmem.services.verify import claims_now
from graphmem.store.index.columns import Docs
from graphmem.store.index.upkeep import Survey
from graphmem.store.record import RecordKind

HINT_FROM: Final = 5
"""Pressure from which a write is told of it (bettermemory)."""

SHOWN: Final = 50
"""Items of each reason, the oldest ones."""

Proposal = Callable[[Space, Memory], str | None]
"""What to do about a memory; None where a closer look shows that nothing is."""


def curation(space: Space) -> Curation:
    """All that needs a look, at most 50 items of each reason, the oldest first.

    The pressure counts what makes recall worse, shown or not: drifted, dead weight and cold endorsements
    (bettermemory's three), and open conflicts.
    """
    survey = _survey(space)
    items = [item for reason, docs, proposal in _reasons(survey) for item in _about(space, reason, docs, proposal)]
    return Curation(_pressure(space, survey), (*items, *_conflicts(space), *_duplicates(space)))


def curation_hint(space: Space) -> str | None:
    """One line for whoever writes while the pressure is high; at most once a day in a space."""
    if not space.hint.due(space.clock()):
        return None
    survey = _survey(space)
    pressure = _pressure(space, survey)
    if pressure < HINT_FROM:
        return None
    counts = {
        "with a claim that no longer holds": len(survey.drifted),
        "recalled but never applied": len(survey.dead_weight),
        "applied but never confirmed": len(survey.cold_endorsement),
        "in conflict": _open_conflicts(space),
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"{pressure} memories need a look ({told}): see `curation`"


def _survey(space: Space) -> Survey:
    records = space.state.records.all(RecordKind.CONFLICT)
    disputed = [record.body[end] for record in records for end in ("older", "newer")]
    return space.state.catalog.survey(space.clock(), disputed)


def _pressure(space: Space, survey: Survey) -> int:
    worse = (survey.drifted, survey.dead_weight, survey.cold_endorsement)
    return sum(map(len, worse)) + _open_conflicts(space)


def _open_conflicts(space: Space) -> int:
    return len(space.state.records.all(RecordKind.CONFLICT))


def _reasons(survey: Survey) -> tuple[tuple[CurationReason, Docs, Proposal], ...]:
    return (
        (CurationReason.DRIFTED, survey.drifted, _about_drift),
        (CurationReason.DEAD_WEIGHT, survey.dead_weight, _about_dead_weight),
        (CurationReason.COLD_ENDORSEMENT, survey.cold_endorsement, _about_endorsement),
        (CurationReason.STALE, survey.stale, _about_work),
        (CurationReason.NEVER_RECALLED, survey.never_recalled, _about_silence),
    )


def _about(space: Space, reason: CurationReason, docs: Docs, proposal: Proposal) -> Iterator[CurationItem]:
    for memory in space.state.memories.many(space.state.catalog.ids_of(docs[:SHOWN])):
        if memory is not None and (proposed := proposal(space, memory)) is not None:
            yield CurationItem(reason, proposed, memory)


def _about_drift(space: Space, memory: Memory) -> str | None:
    false = [f"{claim.text}: {claim.found}" for claim in claims_now(space, memory) if not claim.holds]
    if not false:
        return None
    return f"{'; '.join(false)}. Supersede it with what holds now, or forget it"


def _about_dead_weight(space: Space, memory: Memory) -> str | None:
    if any(link.relation is Relation.CONTRADICTS for link in space.state.links.standing(memory.id)):
        return None
    uses = outcomes(space, memory.id)
    return f"recalled {uses.total} times and never applied: forget it, or record that it was APPLIED"


def _about_endorsement(space: Space, memory: Memory) -> str:
    uses = outcomes(space, memory.id)
    return f"recalled {uses.total} times, applied {uses.applied}, confirmed by nobody: verify it once"


def _about_work(space: Space, memory: Memory) -> str:
    days = (space.clock() - memory.updated_at) // DAY
    return f"in progress and untouched for {days} days: set its state to DONE, STALLED or PARKED"


def _about_silence(space: Space, memory: Memory) -> str:
    days = (space.clock() - memory.created_at) // DAY
    return f"not recalled once in {days} days: forget it if it is of no use"


def _conflicts(space: Space) -> Iterator[CurationItem]:
    for conflict in conflicts(space, PageRequest(first=SHOWN)):
        newer = space.state.memory(conflict.newer)
        proposal = f"{conflict.reason}: resolveConflict with SUPERSEDE, KEEP_BOTH, CONTRADICTS or DISMISS"
        yield CurationItem(CurationReason.CONFLICT, proposal, newer, conflict=conflict)


def _duplicates(space: Space) -> Iterator[CurationItem]:
    for pair in possible_duplicates(space, PageRequest(first=SHOWN)):
        entities = (space.state.entities.canonical(end) for end in (pair.left, pair.right))
        left, right = (repr(entity.name) if entity is not None else "?" for entity in entities)
        proposal = f"{left} and {right} may be one: mergeEntities, or dismissDuplicate"
        yield CurationItem(CurationReason.POSSIBLE_DUPLICATE, proposal, duplicate=pair)
