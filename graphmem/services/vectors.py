"""Vectors that callers bring: hung on a memory in the unit of work that writes it, and asked by.

Owns what is accepted into a space; what a vector may be by itself is in `domain.vectors`.
"""

from __future__ import annotations

from graphmem.domain.discretion import refuse_secret
from graphmem.domain.draft import UNSET, Unset, VectorDraft
from graphmem.domain.errors import LimitExceeded
from graphmem.domain.model import Memory
from graphmem.domain.vectors import MODELS_MAX, MemoryVector, size_problem, unit_numbers
from graphmem.services.space import Space
from graphmem.store.plan import Plan


def bring(space: Space, plan: Plan, memory: Memory, given: VectorDraft | None) -> bool:
    """Plan a caller's vector for a memory; says whether that changes anything.

    Raises Invalid where vectors of its model have another size here, LimitExceeded for one model too many,
    GateRefused for a new model with a secret in its name.
    """
    if given is None:
        return False
    _require_fit(space, plan, given)
    numbers = unit_numbers(given.values)
    if plan.vectors.of(memory.id).get(given.model) == numbers:
        return False
    plan.vectors.put(MemoryVector(memory.id, given.model, numbers, plan.now, brought=True))
    return True


def lend(space: Space, plan: Plan, twin: Memory, given: VectorDraft | None) -> bool:
    """Plan the vector of a text that is there already, unless its memory has one of the model."""
    if given is None or given.model in plan.vectors.of(twin.id):
        return False
    return bring(space, plan, twin, given)


def turn(space: Space, plan: Plan, memory: Memory, given: VectorDraft | Unset | None) -> bool:
    """Plan what a patch says of a memory's vectors, None that they all go; says whether that changes anything."""
    if given is UNSET:
        return False
    if given is not None:
        return bring(space, plan, memory, given)
    had = bool(plan.vectors.of(memory.id))
    plan.vectors.drop(memory.id)
    return had


def _require_fit(space: Space, plan: Plan, given: VectorDraft) -> None:
    sizes = plan.vectors.sizes()
    if given.model not in sizes:
        sizes = {**sizes, **plan.vectors.planned_sizes()}
    if (size := sizes.get(given.model)) is not None:
        if size != len(given.values):
            raise size_problem(given.model, size, len(given.values))
    elif len(sizes) >= MODELS_MAX:
        raise LimitExceeded(
            f"this space has vectors of {len(sizes)} models, which is the most: send one of {', '.join(sorted(sizes))}",
            ("vector", "model"),
        )
    else:
        refuse_secret(given.model, ("vector", "model"), space.policy)
