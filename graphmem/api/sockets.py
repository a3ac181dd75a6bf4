"""GraphQL over WebSocket: the graphql-transport-ws protocol, and no other.

Owns entry by `connection_init` and where operations run. Strawberry's handler keeps the protocol's states;
here queries and mutations leave the event loop, and malformed messages end in a close code.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, contextmanager
from datetime import timedelta
from typing import Any, Final, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected as Gone
from strawberry import Schema
from strawberry.asgi import ASGIWebSocketAdapter, GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
    Operation,
)
from strawberry.types.unset import UNSET, UnsetType

from graphmem.api.auth import Access, Doorkeeper, Unauthenticated
from graphmem.api.body import BadRequest, call_from, encode_json, parse_json
from graphmem.api.failures import failure_body
from graphmem.api.operations import Answer, Operations

INIT_TIMEOUT: Final = timedelta(seconds=10)
MOST_OPERATIONS: Final = 32
"""Open operations on one connection."""


class Connection:
    """What is known of one connection. Strawberry fills in `connection_params`."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self.headers = headers
        self.connection_params: dict[str, Any] = {}
        self.access: Access | None = None


class Wire(ASGIWebSocketAdapter):
    """A connection that may be gone by the time something is sent, which is the client's right and no failure."""

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send a message. Raises Strawberry's WebSocketDisconnected, at which its handler ends."""
        with _ended_where_gone():
            await super().send_json(message)

    async def close(self, code: int, reason: str) -> None:
        """Close the connection. Raises as `send_json` does."""
        with _ended_where_gone():
            await super().close(code, reason)


@contextmanager
def _ended_where_gone() -> Iterator[None]:
    try:
        yield
    except (WebSocketDisconnect, Gone) as error:
        raise WebSocketDisconnected from error


class Handler(BaseGraphQLTransportWSHandler[Connection, None]):
    """Runs the operations of one connection."""

    view: SocketView
    context: Connection

    async def handle_message(self, message: Any) -> None:
        """Check the shape of a message that the protocol's states are about to trust."""
        if _is_well_formed(message):
            await super().handle_message(message)
        else:
            await self.handle_invalid_message("Failed to parse message")

    async def run_operation(self, operation: Operation[Connection, None]) -> None:
        """Run one operation and send its answers. An error that ends it goes out as `error`."""
        async with aclosing(self._answers(operation)) as answers:
            async for answer in answers:
                if not answer.executed:
                    await self._send(operation, "error", answer.body["errors"])
                    return
                await self._send(operation, "next", answer.body)
        await self._send(operation, "complete")

    async def _answers(self, operation: Operation[Connection, None]) -> AsyncGenerator[Answer, None]:
        assert self.context.access is not None
        asked = {
            "query": operation.query,
            "variables": operation.variables,
            "operationName": operation.operation_name,
        }
        try:
            call = call_from(asked)
        except BadRequest as fault:
            yield Answer(failure_body(fault), executed=False)
            return
        async with aclosing(self.view.operations.answers(call, self.context.access)) as answers:
            async for answer in answers:
                yield answer

    async def _send(self, operation: Operation[Connection, None], type_: str, payload: Any = None) -> None:
        message = {"id": operation.id, "type": type_}
        await operation.send_operation_message(
            cast(Any, message if payload is None else {**message, "payload": payload})
        )


class SocketView(GraphQL[Connection, None]):
    """Answers WebSocket connections to the GraphQL endpoint."""

    graphql_transport_ws_handler_class = Handler
    websocket_adapter_class = Wire

    def __init__(self, schema: Schema, operations: Operations, doorkeeper: Doorkeeper) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL],
            connection_init_wait_timeout=INIT_TIMEOUT,
            max_subscriptions_per_connection=MOST_OPERATIONS,
            # Origins were checked for every kind of request before this one came here.
            allowed_origins=["*"],
        )
        self.operations = operations
        self._doorkeeper = doorkeeper

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Connection:
        """Begin with what the handshake's headers say."""
        return Connection(request.headers)

    async def on_ws_connect(self, context: Connection) -> UnsetType | dict[str, object] | None:
        """Let the connection in by the headers, over which `Authorization` in its first message goes."""
        given = {name.lower(): value for name, value in context.connection_params.items() if isinstance(value, str)}
        named = {name: value for name in ("authorization", "x-graphmem-agent") if (value := given.get(name))}
        try:
            context.access = self._doorkeeper.admit({**context.headers, **named})
        except Unauthenticated as error:
            raise ConnectionRejectionError from error
        return cast(UnsetType, UNSET)

    def decode_json(self, data: str | bytes) -> object:
        """Decode a message; the handler closes the connection at what is none."""
        try:
            return parse_json(data)
        except BadRequest as fault:
            raise json.JSONDecodeError(fault.message, "", 0) from None

    def encode_json(self, data: object) -> str:
        """Encode a message as text: the protocol's clients refuse binary frames."""
        return encode_json(data).decode()


def _is_well_formed(message: Any) -> bool:
    if not isinstance(message, dict) or not isinstance(message.get("id", ""), str):
        return False
    return message.get("type") != "subscribe" or isinstance(message.get("payload"), dict)
