"""What the client raises, as a tree.

GraphmemError                       whatever goes wrong between a caller and a space
├── ConnectionFailed                there is no service, or no store, to talk to
│   ├── Unreachable                 nobody answers at the address, or what answers is no graphmem
│   ├── StoreInUse                  another process, or this one, has the store open; says which
│   └── StoreUnusable               the store can't be opened; says why
├── RequestFailed                   the request as a whole was turned away; has a `code`
│   ├── BadRequest                  it doesn't fit the schema: client and service are of different versions
│   ├── Unauthenticated             the token is missing, unknown or revoked
│   └── ServiceFault                the service failed; `incident` is what its log knows it by
└── Problem                         an expected failure: code, message, path; `also` holds the others, if several
    ├── Invalid                     the input breaks a rule or a limit
    ├── NotFound                    no such id, key or permalink
    ├── VersionConflict             it was changed since; `current` is the memory as it is now
    ├── AmbiguousEntity             several entities fit; `candidates` are those, best first
    ├── KindConflict                the key belongs to an entity of another kind
    ├── Protected                   the memory is protected; `override_protection` sets that aside
    ├── Refused                     a gate said no; `gate`, `matches`, `override`
    ├── Cycle                       the link would close a circle, or touch itself
    ├── IdempotencyConflict         the idempotency key was used with another input
    ├── InvalidState                not possible as things stand
    ├── Forbidden                   the token lacks the scope
    ├── LimitExceeded               too many, too long or too deep
    └── Unavailable                 the store takes no writes now

Each subclass of Problem is one value of the API's UserErrorCode. Owns the tree; what the service answered is
turned into it in `failures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from graphmem.client.answers import EntityCandidate, MemorySummary


class GraphmemError(Exception):
    """Whatever goes wrong between a caller and a space."""


class ConnectionFailed(GraphmemError):
    """There is no service, or no store, to talk to."""


class Unreachable(ConnectionFailed):
    """Nobody answers at the address, or what answers is no graphmem."""


class StoreInUse(ConnectionFailed):
    """Another process, or this one, has the store open; the message says which."""


class StoreUnusable(ConnectionFailed):
    """The store can't be opened; the message says why."""


class RequestFailed(GraphmemError):
    """The request as a whole was turned away."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class BadRequest(RequestFailed):
    """The request doesn't fit the service's schema."""


class Unauthenticated(RequestFailed):
    """The token is missing, unknown or revoked."""


class ServiceFault(RequestFailed):
    """The service failed. `incident` is what its log knows the failure by, where it said so."""

    def __init__(self, message: str, code: str, incident: str | None = None) -> None:
        super().__init__(message, code)
        self.incident = incident


class Problem(GraphmemError):
    """An expected failure. `path` names the input field, outermost first; empty: none in particular."""

    code: ClassVar[str] = ""

    def __init__(self, message: str, path: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = tuple(path)
        self.also: tuple[Problem, ...] = ()


class Invalid(Problem):
    """The input breaks a rule or a limit."""

    code = "INVALID"


class NotFound(Problem):
    """No such id, key or permalink."""

    code = "NOT_FOUND"


class VersionConflict(Problem):
    """It was changed since the expected version. `current` is None where it is an entity."""

    code = "VERSION_CONFLICT"
    current: MemorySummary | None = None


class AmbiguousEntity(Problem):
    """Several entities fit the mention, and the caller asked to be told."""

    code = "AMBIGUOUS_ENTITY"
    candidates: tuple[EntityCandidate, ...] = ()


class KindConflict(Problem):
    """The canonical key belongs to an entity of another kind."""

    code = "KIND_CONFLICT"


class Protected(Problem):
    """The memory is protected and no override was given."""

    code = "PROTECTED"


class Refused(Problem):
    """A gate said no. `override` is what to pass to have it anyway, None where nothing helps."""

    code = "REFUSED"
    gate: str = ""
    matches: tuple[str, ...] = ()
    override: str | None = None


class Cycle(Problem):
    """The link would close a circle, or link a memory with itself."""

    code = "CYCLE"


class IdempotencyConflict(Problem):
    """The idempotency key was used before with another input."""

    code = "IDEMPOTENCY_CONFLICT"


class InvalidState(Problem):
    """Not possible as things stand."""

    code = "INVALID_STATE"


class Forbidden(Problem):
    """The token lacks the scope."""

    code = "FORBIDDEN"


class LimitExceeded(Problem):
    """Too many, too long or too deep."""

    code = "LIMIT_EXCEEDED"


class Unavailable(Problem):
    """The store takes no writes now; try again later."""

    code = "UNAVAILABLE"
