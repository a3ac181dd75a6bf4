"""Claims about the code: checked when they are made, checked again on demand, and seen as they hold now.

Owns what follows from a verdict. What a claim is, is in `graphmem.domain.claims`; how it is checked, and that
nothing outside the allowed worktrees is read, in `graphmem.store.worktree`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from graphmem.domain.claims import parse_claims
from graphmem.domain.draft import Gate, WriteOutcome
from graphmem.domain.errors import InvalidState, NotFound
from graphmem.domain.gates import GateFinding
from graphmem.domain.model import Actor, Claim, EventType, Memory, MemoryStatus, Micros
from graphmem.services.linking import require_memory
from graphmem.services.receipts import Finding, MemoryReceipt
from graphmem.services.space import Space
from graphmem.store.index.selection import Selection
from graphmem.store.plan import Plan
from graphmem.store.worktree import check_claims as checked_in


def check_claims(space: Space, texts: Sequence[str]) -> tuple[Claim, ...]:
    """Check the claims of a memory that is to be written; `false_claims` judges them.

    Raises Problems for a claim that is none, and Invalid where the space has no worktree.
    """
    return checked_in(parse_claims(texts), space.settings.worktrees, space.clock())


def false_claims(claims: Sequence[Claim]) -> GateFinding | None:
    """What the claim gate has to say: which claims do not hold, and what is there instead; None: all hold."""
    false = [f"{claim.text}: {claim.found}" for claim in claims if not claim.holds]
    if not false:
        return None
    return GateFinding(
        Gate.CLAIM,
        f"the worktree says otherwise: {'; '.join(false)}. Claim what is there, or leave it out.",
        tuple(false),
    )


def verify(space: Space, actor: Actor, memory_id: str) -> MemoryReceipt:
    """Check a memory's claims again and, where all of them hold, stamp it as verified.

    Where one is false the stamp is refused: the outcome is REFUSED, the findings say what is there instead, and
    the memory shows it from now on. Raises NotFound, and InvalidState for a forgotten memory or a space without
    a worktree.
    """
    memory = space.state.memory(memory_id)
    if memory is None:
        raise NotFound(f"no memory has the id {memory_id}: take it from a recall or a create", ("id",))
    if memory.claims and not space.settings.worktrees:
        raise InvalidState("this space has no worktree to check claims in (setting `worktrees`)", ("id",))
    # Files are read before the unit of work: the writer waits for nobody's disk.
    fresh = check_claims(space, [claim.text for claim in memory.claims])
    found = {claim.text: claim for claim in fresh}
    return space.write(lambda plan: _stamp(plan, actor, memory_id, found))


def _stamp(plan: Plan, actor: Actor, memory_id: str, found: Mapping[str, Claim]) -> MemoryReceipt:
    memory = require_memory(plan, memory_id)
    if memory.status is MemoryStatus.FORGOTTEN:
        raise InvalidState(f"{memory_id} is forgotten: restore it first", ("id",))
    memory = _note_verdicts(plan, actor, memory, found)
    if (false := false_claims(memory.claims)) is not None:
        return MemoryReceipt(WriteOutcome.REFUSED, memory, (Finding(false.gate, false.message, false.matches),))
    claims = [claim.text for claim in memory.claims]
    plan.event(EventType.MEMORY_VERIFIED, actor.agent, memory_id=memory.id, entity_id=memory.entity_id, claims=claims)
    return MemoryReceipt(WriteOutcome.COMMITTED, memory)


def _note_verdicts(plan: Plan, actor: Actor, memory: Memory, found: Mapping[str, Claim]) -> Memory:
    """Keep verdicts that differ from the stored ones, as a new version; the instant alone is no difference."""
    claims = tuple(found.get(claim.text, claim) for claim in memory.claims)
    if verdicts(claims) == verdicts(memory.claims):
        return memory
    changed = replace(memory, claims=claims, version=memory.version + 1, updated_at=plan.now)
    plan.event(
        EventType.MEMORY_UPDATED, actor.agent, memory_id=memory.id, entity_id=memory.entity_id, changed=["claims"]
    )
    return plan.change_memory(changed, actor.agent)


def verdicts(claims: Sequence[Claim]) -> list[tuple[str, bool, str | None]]:
    """What is claimed and what came of it: the instant of the check is no difference."""
    return [(claim.text, claim.holds, claim.found) for claim in claims]


def claims_now(space: Space, memory: Memory) -> tuple[Claim, ...]:
    """A memory's claims as they hold at this moment.

    As last checked where the space has no worktree, and for an older version of the memory. Only the claimed
    binding counts, not any change of its file, and no remote repository is needed (bettermemory needs one, and
    calls a falsified claim fresh without).
    """
    catalog = space.state.catalog
    if not memory.claims or not space.settings.worktrees or catalog.version_of(memory.id) != memory.version:
        return memory.claims
    claims = space.watch.check([claim.text for claim in memory.claims], space.clock())
    catalog.mark_drifted(memory.id, _drifted(claims))
    return claims


def drifted(space: Space, memory: Memory) -> bool:
    """Whether a claim of the memory does not hold any more."""
    return _drifted(claims_now(space, memory))


def _drifted(claims: Sequence[Claim]) -> bool:
    return any(not claim.holds for claim in claims)


def verified_at(space: Space, memory_id: str) -> Micros | None:
    """When somebody last stood by the memory: verified it, or said the same; None for never."""
    return space.state.catalog.confirmed_at(memory_id)


def look_again(space: Space, actor: Actor) -> int:
    """Look at the claims of all current memories and keep what has changed; returns how many that were."""
    if not space.settings.worktrees:
        return 0
    catalog, changed = space.state.catalog, 0
    for memory in space.state.memories.many(catalog.ids_of(catalog.select(Selection(claimed=True)))):
        if memory is not None and verdicts(claims := claims_now(space, memory)) != verdicts(memory.claims):
            changed += space.write(_keeping(actor, memory.id, {claim.text: claim for claim in claims}))
    return changed


def _keeping(actor: Actor, memory_id: str, found: Mapping[str, Claim]) -> Callable[[Plan], bool]:
    def unit(plan: Plan) -> bool:
        memory = plan.memory(memory_id)
        return memory is not None and _note_verdicts(plan, actor, memory, found) is not memory

    return unit
