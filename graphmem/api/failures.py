"""Top-level GraphQL errors: what of a failure a client is shown, and what only the log gets.

Owns drawing and masking them. Failures that a client is expected to handle are in payloads, not here.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from typing import Any, Final

from graphql import GraphQLError

from graphmem.api.answers import graphql_error, legible
from graphmem.api.auth import Unauthenticated
from graphmem.api.body import BadRequest
from graphmem.domain.errors import Problem, Problems

BAD_REQUEST: Final = "BAD_REQUEST"
UNAUTHENTICATED: Final = "UNAUTHENTICATED"
INTERNAL: Final = "INTERNAL"

_UNEXPECTED: Final = "Unexpected error; the service's log has it."

log = logging.getLogger(__name__)

# Strawberry's own log has each mistake of a client as an error, with the text of the operation in it.
logging.getLogger("strawberry.execution").addFilter(lambda record: False)


def draw_errors(errors: Iterable[GraphQLError]) -> list[dict[str, Any]]:
    """Draw errors for the response, masking whatever was not meant to be seen."""
    return [_draw(error) for error in errors]


def request_error(message: str, code: str = BAD_REQUEST) -> dict[str, Any]:
    """Make the body of a response to a request that was not executed."""
    return {"errors": [{"message": legible(message), "extensions": {"code": code}}]}


def failure_body(failure: Exception) -> dict[str, Any]:
    """Make the body of a response to a request that this ended; log what a client may not know."""
    if isinstance(failure, BadRequest):
        return request_error(failure.message)
    if isinstance(failure, Unauthenticated):
        return request_error(str(failure), UNAUTHENTICATED)
    if isinstance(failure, Problem):
        return request_error(failure.message, failure.code)
    log.error("a request failed", exc_info=failure)
    return request_error(_UNEXPECTED, INTERNAL)


def _draw(error: GraphQLError) -> dict[str, Any]:
    cause = error.original_error
    if cause is None or isinstance(cause, GraphQLError):
        extensions = {"code": BAD_REQUEST, **(error.extensions or {})}
        return {**error.formatted, "message": legible(error.message), "extensions": extensions}
    if isinstance(cause, Problem | Problems):
        known = graphql_error(cause)
        return {**error.formatted, "message": known.message, "extensions": known.extensions}
    incident = secrets.token_hex(4)
    log.error("incident %s at %s", incident, error.path, exc_info=cause)
    hidden = {"code": INTERNAL, "incident": incident}
    return {**error.formatted, "message": _UNEXPECTED, "extensions": hidden}
