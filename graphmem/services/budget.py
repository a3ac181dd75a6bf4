"""How many memories may be critical: five a day on one entity, or the word means nothing (total-agent-memory)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.gates import GateFinding, judge
from graphmem.domain.layers import IMPORTANCE_WORDS, PIN_AT
from graphmem.domain.model import Micros
from graphmem.services.prepare import Prepared
from graphmem.services.space import Space
from graphmem.store.index.selection import Selection
from graphmem.store.plan import Plan

CRITICAL_A_DAY: Final = 5
"""Critical memories of one entity on one UTC day; the next is high."""

DAY: Final[Micros] = 86_400_000_000

_CRITICAL: Final = "critical"
_NEXT: Final = IMPORTANCE_WORDS["high"]


def within_budget(space: Space, plan: Plan, entity_id: str, prepared: Prepared) -> Prepared:
    """The memory as it may be written on an entity: the sixth critical one of a day is high, and told so.

    Only the word is on a budget: whoever sends a number means it, though it counts. The space may refuse such
    a memory (GateRefused) or know no budget; `override: [IMPORTANCE]` sets it aside.
    """
    asked = prepared.draft.importance
    if not isinstance(asked, str) or asked.strip().lower() != _CRITICAL:
        return prepared
    if _critical_today(space, plan, entity_id) < CRITICAL_A_DAY:
        return prepared
    message = f"{CRITICAL_A_DAY} memories of this entity are critical today already: one more can be high at most"
    verdict = judge(
        [GateFinding(Gate.IMPORTANCE, message, (_CRITICAL,))],
        space.policy,
        prepared.draft.override,
        prepared.draft.force,
    )
    verdict.raise_refusals()
    told = prepared.told(verdict)
    if verdict.overridden or not verdict.findings:
        return told
    return replace(told, importance=_NEXT, pinned=prepared.draft.pinned is True)


def _critical_today(space: Space, plan: Plan, entity_id: str) -> int:
    start = plan.now - plan.now % DAY
    members = tuple(space.state.entities.members(entity_id))
    today = Selection(entity_ids=members, min_importance=PIN_AT, created_after=start, statuses=frozenset())
    planned = (memory for memory in plan.planned_on(entity_id) if memory.importance >= PIN_AT)
    return space.state.catalog.count(today) + sum(1 for _ in planned)
