"""From what a service answers when it fails to what the client raises.

Owns the mapping of codes to the tree in `errors`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from graphmem.client.answers.entity import EntityCandidate
from graphmem.client.answers.memory import MemorySummary
from graphmem.client.decoding import decode
from graphmem.client.errors import (
    AmbiguousEntity,
    BadRequest,
    GraphmemError,
    Problem,
    Refused,
    RequestFailed,
    ServiceFault,
    Unauthenticated,
    VersionConflict,
)


def _leaves(kind: type[Problem]) -> Iterator[type[Problem]]:
    for below in kind.__subclasses__():
        yield below
        yield from _leaves(below)


PROBLEMS: Final[Mapping[str, type[Problem]]] = {kind.code: kind for kind in _leaves(Problem)}
"""Which exception stands for which UserErrorCode."""


def checked(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give a payload without errors back; raise the first of its problems otherwise, the others in `also`."""
    problems = problems_of(payload["errors"])
    if problems:
        raise first_of(problems)
    return payload


def with_problems(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Give a payload back with its errors read, for receipts that carry them."""
    return {**payload, "errors": problems_of(payload["errors"])}


def first_of(problems: Sequence[Problem]) -> Problem:
    """Give the first problem, which then knows the others."""
    problems[0].also = tuple(problems[1:])
    return problems[0]


def problems_of(errors: Sequence[Mapping[str, Any]]) -> tuple[Problem, ...]:
    """Read a payload's errors."""
    return tuple(map(_problem, errors))


def _problem(error: Mapping[str, Any]) -> Problem:
    made = PROBLEMS.get(error["code"], Problem)(error["message"], error["path"])
    match made:
        case VersionConflict() if "current" in error:
            made.current = decode(MemorySummary, error["current"])
        case AmbiguousEntity() if "candidates" in error:
            made.candidates = tuple(decode(EntityCandidate, one) for one in error["candidates"])
        case Refused() if "gate" in error:
            made.gate, made.override = error["gate"], error["override"]
            made.matches = tuple(error["matches"])
    return made


def request_failure(errors: Sequence[Mapping[str, Any]]) -> GraphmemError:
    """Read the top-level errors of a response: what a query answers when it fails, expected or not."""
    first = errors[0]
    extensions = first.get("extensions") or {}
    code, message = extensions.get("code", "BAD_REQUEST"), first["message"]
    if code in PROBLEMS:
        parts = extensions.get("problems") or [{"message": message, **extensions}]
        return first_of(problems_of([{"path": (), **part} for part in parts]))
    if code == "UNAUTHENTICATED":
        return Unauthenticated(message, code)
    if code == "BAD_REQUEST":
        return BadRequest(message, code)
    if code == "INTERNAL":
        return ServiceFault(message, code, extensions.get("incident"))
    return RequestFailed(message, code)
