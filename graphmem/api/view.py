"""GraphQL over HTTP: one operation in, one answer out, as JSON or as a stream of events.

Owns methods, statuses and media types (GraphQL over HTTP, sections 5 to 7). What an operation is and does is
known elsewhere; WebSockets are in `sockets`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from strawberry.types.graphql import OperationType

from graphmem.api.accept import Form, choose_form
from graphmem.api.auth import Access, Doorkeeper, Unauthenticated
from graphmem.api.body import BadRequest, Call, encode_json, read_call
from graphmem.api.failures import failure_body, request_error
from graphmem.api.operations import ANSWERING, MUTATION_BY_GET, READING, Answer, NotAnswerable, Operations
from graphmem.api.streams import event_lines
from graphmem.domain.errors import Problem, Unavailable

STOPPING: Final = (
    "the service is stopping and did not wait for this; a write may have been done all the same:"
    " send it again, with the same idempotencyKey, when the service is back"
)


class HttpView:
    """Answers HTTP requests to the GraphQL endpoint; nothing a client sends makes it fail."""

    def __init__(
        self, operations: Operations, doorkeeper: Doorkeeper, max_body_bytes: int, ending: asyncio.Event
    ) -> None:
        self._operations = operations
        self._doorkeeper = doorkeeper
        self._max_body_bytes = max_body_bytes
        self._ending = ending

    async def __call__(self, request: Request) -> Response:
        """Answer one request."""
        form = choose_form(request.headers.get("accept"))
        try:
            return await self._respond(request, form)
        except Exception as failure:
            status, headers = _status_of(failure)
            return self._refuse(form, status, failure_body(failure), headers)
        except asyncio.CancelledError:
            if not self._ending.is_set():
                raise
            # Whoever stops waits only so long for what is running, and then cuts it off.
            return self._refuse(form, 503, request_error(STOPPING, Unavailable.code))

    async def _respond(self, request: Request, form: Form | None) -> Response:
        if form is None:
            raise BadRequest(f"only {', '.join(Form)} can be had", 406)
        access = self._doorkeeper.admit(request.headers)
        call = await read_call(request, self._max_body_bytes)
        allowed = ANSWERING if request.method == "POST" else READING
        if form is Form.STREAM:
            return _stream(event_lines(self._operations.answers(call, access, allowed), self._ending))
        try:
            answer, body = await self._operations.run(self._run, call, access, allowed)
        except NotAnswerable as error:
            return self._not_answerable(error.type, form)
        # Clients that ask for plain JSON read errors from the body and take a 4xx for a broken connection.
        status = 200 if answer.executed or form is Form.JSON else 400
        return Response(body, status, media_type=f"{form}; charset=utf-8")

    def _run(self, call: Call, access: Access, allowed: frozenset[OperationType]) -> tuple[Answer, bytes]:
        answer = self._operations.answer(call, access, allowed)
        return answer, encode_json(answer.body)

    def _not_answerable(self, type_: OperationType, form: Form) -> Response:
        if type_ is OperationType.MUTATION:
            return self._refuse(form, 405, request_error(MUTATION_BY_GET), {"allow": "POST"})
        raise BadRequest(f"subscriptions go over WebSocket, or as a stream with accept: {Form.STREAM}")

    def _refuse(
        self, form: Form | None, status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None
    ) -> Response:
        media = Form.GRAPHQL if form is Form.GRAPHQL else Form.JSON
        return Response(encode_json(body), status, headers, f"{media}; charset=utf-8")


def _stream(lines: Any) -> StreamingResponse:
    # Proxies that gather a response before passing it on would hold events back.
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines, headers=headers, media_type=Form.STREAM)


def _status_of(failure: Exception) -> tuple[int, dict[str, str]]:
    if isinstance(failure, BadRequest):
        return failure.status, {}
    if isinstance(failure, Unauthenticated):
        return 401, {"www-authenticate": "Bearer"}
    return (503 if isinstance(failure, Problem) else 500), {}
