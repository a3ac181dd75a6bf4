"""Answering "why is it like this now?": the chain around a memory, a thread or an entity.

Reads for `graphmem.domain.chains`, which decides; the present from the links held in-process, the past from
the versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.domain.chain_walk import TraceDirection, TraceOptions
from graphmem.domain.chains import Chain
from graphmem.domain.chains import trace as trace_chain
from graphmem.domain.draft import EntityRef, ThreadRef
from graphmem.domain.errors import Invalid
from graphmem.domain.model import AsOf, Entity, Link, Memory, Relation, Thread
from graphmem.services.past import Past, past_of
from graphmem.services.selecting import find_entity, find_thread
from graphmem.services.space import Space
from graphmem.services.view import Present, View

MAX_STEPS = 1_000
MAX_DEPTH = 1_000
STARTS = 200
"""Memories of an entity or a thread that a chain begins with at most: the newest, or the first in order."""


@dataclass(frozen=True, slots=True)
class TraceStart:
    """Where a chain begins: exactly one of a memory, a thread or an entity."""

    memory: str | None = None
    thread: ThreadRef | None = None
    entity: EntityRef | None = None


@dataclass(frozen=True, slots=True)
class TraceRequest:
    """What is asked. Depth counts links from the start."""

    start: TraceStart
    direction: TraceDirection = TraceDirection.BOTH
    relations: frozenset[Relation] = frozenset(Relation)
    max_depth: int = MAX_DEPTH
    max_steps: int = MAX_STEPS
    as_of: AsOf | None = None


@dataclass(frozen=True, slots=True)
class Traced:
    """The chain and the node it was asked from."""

    start: Memory | Thread | Entity
    chain: Chain


def trace(space: Space, request: TraceRequest) -> Traced | None:
    """The chain that was asked for; None where there is no such start.

    Raises Invalid for bounds that make no sense or a start that is not exactly one thing.
    """
    _check(request)
    past = past_of(space, request.as_of)
    view = past or Present(space)
    found = _start(space, view, past, request.start)
    if found is None:
        return None
    node, ids = found
    relations = request.relations or frozenset(Relation)
    options = TraceOptions(request.direction, relations, request.max_depth, request.max_steps)
    return Traced(node, trace_chain(_Source(view), ids, options))


def _check(request: TraceRequest) -> None:
    start = request.start
    if sum(part is not None for part in (start.memory, start.thread, start.entity)) != 1:
        raise Invalid("begin with exactly one of memory, thread or entity", ("from",))
    for name, value, most in (
        ("maxDepth", request.max_depth, MAX_DEPTH),
        ("maxSteps", request.max_steps, MAX_STEPS),
    ):
        if not 1 <= value <= most:
            raise Invalid(f"{name} must be from 1 to {most}, not {value}", (name,))


def _start(
    space: Space, view: View, past: Past | None, start: TraceStart
) -> tuple[Memory | Thread | Entity, list[str]] | None:
    if start.memory is not None:
        memory = view.memory(start.memory)
        return None if memory is None else (memory, [memory.id])
    if start.thread is not None:
        present = find_thread(space, start.thread, ("from", "thread"))
        thread = None if present is None else view.thread(present.id)
        return None if thread is None else (thread, view.in_thread(thread.id)[:STARTS])
    if start.entity is None or (entity := find_entity(space, start.entity, past, ("from", "entity"))) is None:
        return None
    return entity, [hung.memory_id for hung in view.on_entity(entity.id)[:STARTS]]


class _Source:
    """A view, as the walk of a chain reads it."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._threads: dict[str, Sequence[str]] = {}

    def links(self, memory_id: str) -> Iterable[Link]:
        """The links at either end of a memory."""
        return self._view.links_of(memory_id)

    def thread(self, thread_id: str) -> Sequence[str]:
        """A thread's memories in order."""
        if thread_id not in self._threads:
            self._threads[thread_id] = self._view.in_thread(thread_id)
        return self._threads[thread_id]

    def fetch(self, memory_ids: Sequence[str]) -> Mapping[str, Memory]:
        """Memories that are to be seen."""
        return self._view.memories(list(memory_ids))
