"""Expected failures as results: the UserError interface, its types, and how a mutation answers with them.

Owns the mapping from `domain.errors` to payloads, in one place. Failures while reading are in `answers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import strawberry

from graphmem.api.answers import graphql_path, legible, problems_of, sendable
from graphmem.api.context import RequestContext
from graphmem.api.enums import UserErrorCode
from graphmem.api.fields import drawn
from graphmem.api.types.lazy import LazyMemory
from graphmem.api.types.resolution import EntityCandidate
from graphmem.domain import model
from graphmem.domain.draft import Gate
from graphmem.domain.errors import AmbiguousEntity, GateRefused, Problem, Problems, VersionConflict
from graphmem.domain.model import Scope
from graphmem.store.courtesy import AT_THE_DOOR

P = TypeVar("P")

INPUT = ("input",)
"""Where the fields lie that a problem's path names, in a mutation with one `input`."""


@strawberry.interface(description="An expected failure, with what to do about it.")
class UserError:
    """What all expected failures have."""

    code: UserErrorCode = strawberry.field(description="What kind of failure it is.")
    message: str = strawberry.field(description="What went wrong and what to send instead.")
    path: list[str] = strawberry.field(
        description="The argument or input field it is about, outermost first; empty: none in particular."
    )


@strawberry.type(description="An expected failure with nothing more to tell.")
class GenericError(UserError):
    """Any Problem without values of its own."""


@strawberry.type(description="It was changed since the version that was expected.")
class VersionConflictError(UserError):
    """A VersionConflict of a memory."""

    current: LazyMemory = strawberry.field(description="The memory as it is now.")
    seen: LazyMemory | None = strawberry.field(
        default=None, description="The version that was expected, where it is known."
    )


@strawberry.type(description="Several entities fit the mention.")
class AmbiguousEntityError(UserError):
    """An AmbiguousEntity."""

    candidates: list[EntityCandidate] = strawberry.field(description="The entities that fit, best first.")


@strawberry.type(description="A gate said no.")
class RefusedError(UserError):
    """A GateRefused."""

    gate: Gate = strawberry.field(description="The gate that said no.")
    matches: list[str] = strawberry.field(description="What it found; never a secret itself.")
    override: Gate | None = strawberry.field(
        description="What to send in `override` to have it anyway; null where nothing overrides it."
    )


def user_error(problem: Problem, under: tuple[str, ...] = INPUT) -> UserError:
    """Draw one problem; `under` is where its path begins, if it is about a field at all."""
    code = UserErrorCode(problem.code)
    message = legible(problem.message)
    path = graphql_path((*under, *problem.path)) if problem.path else []
    match problem:
        case VersionConflict(current=model.Memory() as current, seen=seen):
            return VersionConflictError(code=code, message=message, path=path, current=drawn(current), seen=drawn(seen))
        case AmbiguousEntity(candidates=candidates):
            return AmbiguousEntityError(code=code, message=message, path=path, candidates=drawn(candidates))
        case GateRefused(gate=gate, matches=matches, override=override):
            return RefusedError(
                code=code,
                message=message,
                path=path,
                gate=Gate(gate),
                matches=[sendable(match) for match in matches],
                override=Gate(override) if override else None,
            )
        case _:
            return GenericError(code=code, message=message, path=path)


def user_errors(failure: Problem | Problems, under: tuple[str, ...] = INPUT) -> list[UserError]:
    """Draw all problems of a failure."""
    return [user_error(problem, under) for problem in problems_of(failure)]


def answer(
    context: RequestContext,
    scope: Scope,
    payload: Callable[..., P],
    use_case: Callable[[], P],
    under: tuple[str, ...] = INPUT,
) -> P:
    """Run a use case and give its payload; an expected failure gives the payload with errors only."""
    try:
        context.require(scope)
        context.space.courtesy.let_by(AT_THE_DOOR)
        return use_case()
    except (Problem, Problems) as failure:
        return payload(errors=user_errors(failure, under))
