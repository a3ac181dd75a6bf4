"""Expected failures, as a tree. Each is raised by the domain or a service and drawn in the payload.

Problem                     code, message for an agent to act on, path of the input field
├── Invalid                 the input breaks a rule or a limit
├── NotFound                no such id, key or permalink
├── VersionConflict         `expectedVersion` is not the current one; carries the current memory
├── AmbiguousEntity         several entities fit and the caller asked to be told; carries candidates
├── KindConflict            the canonical key belongs to an entity of another kind
├── Protected               the memory is protected; needs `overrideProtection`
├── GateRefused             a gate said no; carries what matched and the override's name
├── CycleRefused            the link would close a circle or touch itself
├── IdempotencyConflict     the key was used with another input
├── InvalidState            not possible in the present state (already forgotten, not merged, …)
├── Forbidden               the token lacks the scope
├── LimitExceeded           too many, too long, too deep
└── Unavailable             the store can't take writes now (disk full, read-only, shutting down)

Problems                    several of them at once (every bad field, not just the first)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from graphmem.domain.model import Memory


class Problem(Exception):
    """An expected failure. `path` names the input field, outermost first."""

    code: ClassVar[str] = "INVALID"

    def __init__(self, message: str, path: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = tuple(path)

    def below(self, *prefix: str) -> Problem:
        """Prefix the path, for a problem found inside a nested input; returns itself."""
        self.path = (*prefix, *self.path)
        return self


class Invalid(Problem):
    """The input breaks a rule or a limit."""

    code = "INVALID"


class NotFound(Problem):
    """No such id, key or permalink."""

    code = "NOT_FOUND"


class VersionConflict(Problem):
    """The expected version is not the current one. `seen` is the one expected, where it is known."""

    code = "VERSION_CONFLICT"

    def __init__(self, message: str, path: Sequence[str], current: Memory, seen: Memory | None = None) -> None:
        super().__init__(message, path)
        self.current = current
        self.seen = seen


class EntityVersionConflict(Problem):
    """The expected version of an entity is not the current one."""

    code = "VERSION_CONFLICT"


class AmbiguousEntity(Problem):
    """Several entities fit and the caller asked to be told rather than get a new one."""

    code = "AMBIGUOUS_ENTITY"

    def __init__(self, message: str, path: Sequence[str], candidates: Sequence[Any]) -> None:
        super().__init__(message, path)
        self.candidates = tuple(candidates)


class KindConflict(Problem):
    """The canonical key belongs to an entity of another kind."""

    code = "KIND_CONFLICT"


class Protected(Problem):
    """The memory is protected and no override was given."""

    code = "PROTECTED"


class GateRefused(Problem):
    """A gate said no. `override` is the name that sets it aside, None where nothing does."""

    code = "REFUSED"

    def __init__(
        self, message: str, path: Sequence[str], gate: str, matches: Sequence[str], override: str | None
    ) -> None:
        super().__init__(message, path)
        self.gate = gate
        self.matches = tuple(matches)
        self.override = override


class CycleRefused(Problem):
    """The link would close a circle, or link a memory with itself."""

    code = "CYCLE"


class IdempotencyConflict(Problem):
    """The idempotency key was used before with another input."""

    code = "IDEMPOTENCY_CONFLICT"


class InvalidState(Problem):
    """Not possible in the present state."""

    code = "INVALID_STATE"


class Forbidden(Problem):
    """The token lacks the scope."""

    code = "FORBIDDEN"


class LimitExceeded(Problem):
    """Too many, too long or too deep."""

    code = "LIMIT_EXCEEDED"


class Unavailable(Problem):
    """The store can't take writes now."""

    code = "UNAVAILABLE"


class Problems(Exception):
    """Several expected failures at once."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)
