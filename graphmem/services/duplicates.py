"""The same text again: found by fingerprint, credited to the first, written only once.

Equal means equal after case, spacing and final punctuation, on the same entity, layer and valid time: the
same words about January and about June are two facts.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from graphmem.domain.draft import Gate
from graphmem.domain.duplicates import exact_fingerprint
from graphmem.domain.errors import GateRefused
from graphmem.domain.gates import Mode
from graphmem.domain.model import Actor, Entity, Layer, Memory, MemoryStatus, Micros
from graphmem.services.detection import Neighbours, near_twin
from graphmem.services.letting_go import was_let_go
from graphmem.services.prepare import Prepared
from graphmem.services.receipts import Finding
from graphmem.services.space import Space
from graphmem.services.tombstones import erased_before
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
    """A memory that says the same; `findings` tell how alike, where it is not word for word."""

    memory: Memory
    findings: tuple[Finding, ...] = ()


def find_twin(space: Space, plan: Plan, entity: Entity, prepared: Prepared, around: Neighbours) -> Twin | None:
    """The current memory of the entity that says the same already, word for word or nearly."""
    if _set_aside(space, prepared, Gate.DUPLICATE):
        return None
    # What the new memory replaces is no duplicate of it, however much of the wording stays.
    replaced = prepared.draft.supersedes
    twins = (twin for twin in _twins(plan, entity, prepared) if twin.id not in replaced)
    same = (twin for twin in twins if twin.status is MemoryStatus.CURRENT)
    if (exact := next(same, None)) is not None:
        return Twin(exact)
    near = near_twin(around, prepared)
    if near is None or near[0].id in replaced:
        return None
    memory, likeness = near
    message = f"nearly the same as {memory.id} (likeness {likeness:.2f}): override DUPLICATE to write it anyway"
    return Twin(memory, (Finding(Gate.DUPLICATE, message, (memory.axes.title,)),))


def refuse_forgotten(space: Space, plan: Plan, entity: Entity, prepared: Prepared) -> None:
    """Raise GateRefused when the same text on the same entity was forgotten before."""
    if _set_aside(space, prepared, Gate.PREVIOUSLY_FORGOTTEN):
        return
    forgotten = (t for t in _twins(plan, entity, prepared) if t.status is MemoryStatus.FORGOTTEN)
    gone = [twin.id for twin in forgotten if not was_let_go(space, twin)]
    if not gone and not erased_before(plan, entity, prepared.content):
        return
    remedy = f"restore {gone[0]}, or " if gone else ""
    raise GateRefused(
        f"this was forgotten before: {remedy}send override: [PREVIOUSLY_FORGOTTEN] to write it anew",
        ("content",),
        Gate.PREVIOUSLY_FORGOTTEN,
        gone,
        Gate.PREVIOUSLY_FORGOTTEN,
    )


def _set_aside(space: Space, prepared: Prepared, gate: Gate) -> bool:
    """Whether the caller or the space lets such texts through; a warning alone stops nothing."""
    draft = prepared.draft
    return draft.force or gate in draft.override or space.policy.mode(gate) is not Mode.REFUSE


def corroborate(plan: Plan, actor: Actor, memory: Memory) -> None:
    """Credit a memory that was said again: once for each agent and day (bettermemory: once a session)."""
    day = plan.now // DAY
    if not plan.corroborated(memory.id, actor.agent, day):
        plan.corroborate(memory, actor.agent, day)
