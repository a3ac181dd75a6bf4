"""Keeping track of writes that were refused, so that the audit can tell who tried what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from graphmem.domain.errors import AmbiguousEntity, GateRefused, Problem, Problems, Protected
from graphmem.domain.model import Actor, EventType
from graphmem.services.space import Space

P = ParamSpec("P")
R = TypeVar("R")

_TOLD = (AmbiguousEntity, GateRefused, Protected)
"""Refusals that say something about the writer; a mistyped field does not."""


@contextmanager
def refusals_told(space: Space, actor: Actor) -> Iterator[None]:
    """Record refusals by a gate, by protection or by ambiguity; the text itself is never kept."""
    try:
        yield
    except Problem as problem:
        tell(space, actor, (problem,))
        raise
    except Problems as several:
        tell(space, actor, several.problems)
        raise


def told(function: Callable[Concatenate[Space, Actor, P], R]) -> Callable[Concatenate[Space, Actor, P], R]:
    """The use case with `refusals_told` around it."""

    @wraps(function)
    def telling(space: Space, actor: Actor, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with refusals_told(space, actor):
            return function(space, actor, *args, **kwargs)

    return telling


def tell(space: Space, actor: Actor, problems: Iterable[Problem]) -> None:
    """Record those of some problems that refused a write, where they were caught and not raised."""
    codes = [getattr(p, "gate", p.code) for p in problems if isinstance(p, _TOLD)]
    if codes:
        refused = EventType.WRITE_REFUSED
        space.writer.submit(lambda plan: plan.event(refused, actor.agent, reason=", ".join(codes), codes=codes))
