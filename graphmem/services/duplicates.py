"""The same text again: found by fingerprint, credited to the first, written only once.

Equal means equal after case, spacing and final punctuation, on the same entity, layer and valid time: the
same words about January and about June are two facts.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from graphmem.domain.draft import Gate
from graphmem.domain.duplicates import exact_fingerprint
from graphmem.domain.gates import GateFinding, Mode, judge
from graphmem.domain.gates import Verdict as GateVerdict
from graphmem.domain.model import Actor, Entity, Layer, Memory, MemoryStatus, Micros
from graphmem.domain.supersession import Verdict, VerdictKind
from graphmem.services.detection import Neighbours, forgotten_alike, near_twin
from graphmem.services.letting_go import was_let_go
from graphmem.services.prepare import Prepared
from graphmem.services.space import Space
from graphmem.services.supersession import current_heads
from graphmem.services.tombstones import erased_before
from graphmem.store.links import superseders
from graphmem.store.plan import Plan

DAY: Micros = 86_400_000_000


# Asked for several times in the walk of one memory.
@lru_cache(maxsize=64)
def fingerprint(content: str, layer: Layer, valid_from: Micros | None, valid_to: Micros | None) -> int:
    """A 63-bit number, equal for equal texts in the same layer and valid time."""
    text = f"{exact_fingerprint(content)}\x00{layer}\x00{valid_from}\x00{valid_to}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1


def twin_key(memory: Memory) -> int:
    """The fingerprint a memory is found by."""
    return fingerprint(memory.content, memory.layer, memory.valid_from, memory.valid_to)


def _twins(plan: Plan, entity: Entity, prepared: Prepared) -> list[Memory]:
    draft = prepared.draft
    key = fingerprint(prepared.content, prepared.layer, draft.valid_from, draft.valid_to)
    return [twin for twin in plan.twins(key) if plan.home(twin) == entity.id and _says_so(twin, prepared)]


def _says_so(twin: Memory, prepared: Prepared) -> bool:
    """Whether a memory still is what it was found by: it may have been changed, or closed by a successor, since."""
    asked, closed = prepared.draft, twin.status is not MemoryStatus.CURRENT
    return (
        exact_fingerprint(twin.content) == exact_fingerprint(prepared.content)
        and (twin.layer, twin.valid_from) == (prepared.layer, asked.valid_from)
        and (closed or twin.valid_to == asked.valid_to)
    )


@dataclass(frozen=True, slots=True)
class Twin:
    """A memory that says the same, how alike, and what follows; `exact` is word for word."""

    memory: Memory
    finding: GateFinding
    verdict: GateVerdict
    exact: bool

    @property
    def stops(self) -> bool:
        """Whether nothing new is written for its sake."""
        return bool(self.verdict.refusals)


def find_twin(space: Space, plan: Plan, entity: Entity, prepared: Prepared, around: Neighbours) -> Twin | None:
    """The current memory of the entity that says the same already, word for word or nearly.

    None also where the gate is off, and for a note or a replacement, which stands for itself.
    """
    if prepared.apart or space.policy.mode(Gate.DUPLICATE) is Mode.OFF:
        return None
    replaced = prepared.draft.supersedes
    twins = (twin for twin in _twins(plan, entity, prepared) if twin.id not in replaced)
    same = (twin for twin in twins if twin.status is MemoryStatus.CURRENT)
    if (exact := next(same, None)) is not None:
        return _twin(space, prepared, exact, f"the same as {exact.id}", exact=True)
    near = near_twin(around, prepared)
    if near is None:
        return None
    memory, likeness = near
    how = f"nearly the same as {memory.id} (likeness {likeness:.2f})"
    return _twin(space, prepared, memory, how, exact=False)


def _twin(space: Space, prepared: Prepared, memory: Memory, how: str, *, exact: bool) -> Twin:
    message = f"{how}: override DUPLICATE to write it anyway"
    found = GateFinding(Gate.DUPLICATE, message, (memory.axes.title,))
    verdict = judge([found], space.policy, prepared.draft.override, prepared.draft.force)
    return Twin(memory, found, verdict, exact)


def said_once_more(plan: Plan, entity: Entity, prepared: Prepared) -> list[tuple[Memory, Verdict]]:
    """What replaced a memory that is now said again word for word: it is replaced in turn (A, B, A).

    Where a caller had said that it replaces the first, that is a conflict: the writer may only not know of it.
    """
    if prepared.apart:
        return []
    found: dict[str, tuple[Memory, Verdict]] = {}
    for twin in _twins(plan, entity, prepared):
        if twin.status is MemoryStatus.SUPERSEDED:
            links = superseders(plan.links_of(twin.id), twin.id)
            kind = VerdictKind.SUPERSEDES if all(link.inferred for link in links) else VerdictKind.CONFLICT
            reason = f"{twin.id}, which this had replaced, is said again"
            for head in current_heads(plan, twin):
                if head.status is MemoryStatus.CURRENT:
                    found[head.id] = (head, Verdict(0, kind, head.axes.title, twin.axes.title, reason))
    return list(found.values())


def restated(space: Space, plan: Plan, entity: Entity, prepared: Prepared, around: Neighbours) -> GateVerdict:
    """What is said where the same, or nearly the same, was forgotten or erased on the entity; raises GateRefused.

    Of an erased text only a hash is left, by which the same words are known and no others.
    """
    gate = Gate.PREVIOUSLY_FORGOTTEN
    if space.policy.mode(gate) is Mode.OFF:
        return GateVerdict()
    gone = _forgotten(space, plan, entity, prepared, around)
    if not gone and not erased_before(plan, entity, prepared.content):
        return GateVerdict()
    remedy = f"; restore {gone[0]} to have it back" if gone else ""
    found = GateFinding(gate, f"This was forgotten here before{remedy}.", gone)
    verdict = judge([found], space.policy, prepared.draft.override, prepared.draft.force)
    verdict.raise_refusals()
    return verdict


def _forgotten(space: Space, plan: Plan, entity: Entity, prepared: Prepared, around: Neighbours) -> tuple[str, ...]:
    """Ids of what somebody forgot; what upkeep let go may be written again.

    What stands for itself is compared word for word only.
    """
    exact = (t for t in _twins(plan, entity, prepared) if t.status is MemoryStatus.FORGOTTEN)
    alike = () if prepared.apart else forgotten_alike(space, plan, entity, prepared, around)
    return tuple(dict.fromkeys(t.id for t in chain(exact, alike) if not was_let_go(space, t)))


def corroborate(plan: Plan, actor: Actor, memory: Memory) -> None:
    """Credit a memory that was said again: once for each agent and day (bettermemory: once a session)."""
    day = plan.now // DAY
    if not plan.corroborated(memory.id, actor.agent, day):
        plan.corroborate(memory, actor.agent, day)
