"""A decision's chain: what led to it, what came of it, what replaced what, and where it ends open.

Owns the chain as a whole; the walk is in `chain_walk`, its texts are in `chain_text`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.domain.chain_lines import SupersessionFamily, SupersessionLine, age
from graphmem.domain.chain_links import TraceRole, cause_and_effect, role_of
from graphmem.domain.chain_walk import ChainSource, Reached, TraceDirection, TraceOptions, Walk
from graphmem.domain.model import Link, Memory, MemoryStatus, Relation
from graphmem.domain.ordering import in_order

_CONTINUED_BY: Final = {
    TraceRole.DECISION: frozenset({TraceRole.DECISION, TraceRole.IMPLEMENTATION, TraceRole.OUTCOME}),
    TraceRole.IMPLEMENTATION: frozenset({TraceRole.IMPLEMENTATION, TraceRole.OUTCOME}),
}
_MISSING_AFTER: Final = {
    TraceRole.DECISION: TraceRole.IMPLEMENTATION,
    TraceRole.IMPLEMENTATION: TraceRole.OUTCOME,
}
_CONTINUATIONS: Final = frozenset(Relation) - {Relation.SUPERSEDES, Relation.CONTRADICTS}


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One memory of a chain. `via` is the link that led to it from the start's side, None for a start."""

    memory: Memory
    role: TraceRole
    depth: int
    direction: TraceDirection
    via: Link | None
    branch: int


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """A decision that nothing implements, or an implementation without an outcome."""

    memory: Memory
    missing: TraceRole


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain with its steps in order, causes first.

    `links` are all links among the steps, `forks` the memories that several others replaced,
    `cycles` the ids along each circle that old data brought in. `lines` are whole even where the steps
    are truncated.
    """

    start: tuple[str, ...]
    steps: tuple[TraceStep, ...]
    links: tuple[Link, ...]
    lines: tuple[SupersessionLine, ...]
    forks: tuple[Memory, ...]
    open_ends: tuple[OpenEnd, ...]
    cycles: tuple[tuple[str, ...], ...]
    truncated: bool

    @property
    def heads(self) -> tuple[Memory, ...]:
        """The current head of every line of supersession."""
        return tuple(line.head for line in self.lines)

    @property
    def outcomes(self) -> tuple[TraceStep, ...]:
        """The outcomes that the chain reaches."""
        return tuple(step for step in self.steps if step.role is TraceRole.OUTCOME)


ANY_CHAIN: Final = TraceOptions()
"""Both ways, over every relation, as far as a chain may go."""


def trace(source: ChainSource, start: Sequence[str], options: TraceOptions = ANY_CHAIN) -> Chain:
    """Trace the chain of one or several memories. Unknown ones give no step."""
    walk = Walk(source, options)
    walk.start(start)
    links = walk.links_between()
    order, cycles = _order(walk.reached, links)
    steps = tuple(_step(walk.reached[name]) for name in order)
    family = SupersessionFamily(source, order)
    return Chain(
        start=tuple(start),
        steps=steps,
        links=tuple(links),
        lines=family.lines(),
        forks=family.forks(),
        open_ends=tuple(_open_ends(walk, source, steps)),
        cycles=tuple(cycles),
        truncated=walk.truncated,
    )


def _order(reached: Mapping[str, Reached], links: Sequence[Link]) -> tuple[list[str], list[tuple[str, ...]]]:
    def key(name: str) -> tuple[int, tuple[int, int, str]]:
        one = reached[name]
        return (-one.depth if one.direction is TraceDirection.CAUSES else one.depth), age(one.memory)

    order, cycles = in_order(reached, map(cause_and_effect, links), key)
    if not cycles:
        return order, cycles
    # A guess must not make a circle out of what writers linked themselves.
    return in_order(reached, (cause_and_effect(link) for link in links if not link.inferred), key)


def _step(one: Reached) -> TraceStep:
    return TraceStep(one.memory, role_of(one.memory), one.depth, one.direction, one.via, one.branch)


def _open_ends(walk: Walk, source: ChainSource, steps: Sequence[TraceStep]) -> Iterator[OpenEnd]:
    asked = [s for s in steps if s.role in _CONTINUED_BY and s.memory.status is MemoryStatus.CURRENT]
    effects = {step.memory.id: _effects(walk, step.memory) for step in asked}
    known = {step.memory.id: step.memory for step in steps}
    beyond = [name for names in effects.values() for name in names if name not in known]
    known.update(source.fetch(list(dict.fromkeys(beyond))) if beyond else {})
    for step in asked:
        roles = {role_of(known[name]) for name in effects[step.memory.id] if name in known}
        if roles.isdisjoint(_CONTINUED_BY[step.role]):
            yield OpenEnd(step.memory, _MISSING_AFTER[step.role])


def _effects(walk: Walk, memory: Memory) -> list[str]:
    ends = map(cause_and_effect, walk.links_of(memory, _CONTINUATIONS))
    return [effect for cause, effect in ends if cause == memory.id]
