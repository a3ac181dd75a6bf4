"""How operations travel within this process: to a store that nobody else has open.

Owns opening and closing the store. The same documents are run against the same schema as in the service, with
the same settings, limits and rule of entry.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gql import GraphQLRequest
from gql.transport import AsyncTransport, Transport
from graphql import ExecutionResult

from graphmem.api.auth import Access, Doorkeeper
from graphmem.api.auth import Unauthenticated as NotLetIn
from graphmem.api.body import Call
from graphmem.api.documents import DocumentReader
from graphmem.api.failures import failure_body
from graphmem.api.limits import Limits
from graphmem.api.metrics import Metrics
from graphmem.api.opening import spaces_under
from graphmem.api.operations import Answer, Operations
from graphmem.api.schema import build_schema
from graphmem.api.spaces import Spaces
from graphmem.client.errors import StoreInUse, StoreUnusable, Unauthenticated
from graphmem.settings import Engine, Settings, SettingsError, load_settings
from graphmem.store.port import EngineError, StoreLocked


class LocalWires:
    """The ways to a store in this process. Several transports may be made; `close` ends them all."""

    def __init__(self, path: Path, token: str | None, space: str | None) -> None:
        """Open the store under a data folder, or the store that a file is.

        Raises StoreInUse with its owner, StoreUnusable or Unauthenticated.
        """
        self.address = str(path)
        try:
            settings = load_settings(_place(path, space))
        except SettingsError as error:
            raise StoreUnusable(str(error)) from None
        doorkeeper = Doorkeeper(settings)
        self._access = _admitted(doorkeeper, token)
        self._spaces = spaces_under(settings)
        _open(self._spaces, self._access.space)
        self._operations = _operations(settings, self._spaces, doorkeeper)

    def sync(self) -> Transport:
        """Make the transport of a synchronous client."""
        return LocalTransport(self._operations, self._access)

    def asynchronous(self) -> AsyncTransport:
        """Make the transport of an asynchronous client; operations run on worker threads."""
        return AsyncLocalTransport(self._operations, self._access)

    def events(self) -> AsyncTransport:
        """Make the transport of a subscription."""
        return AsyncLocalTransport(self._operations, self._access)

    def close(self) -> None:
        """Close the store; a second call does nothing."""
        self._spaces.close()
        self._operations.close()


def _place(path: Path, space: str | None) -> dict[str, Any]:
    if path.is_file():
        engine = path.suffix.removeprefix(".")
        if engine not in set(Engine) or space not in (None, path.parent.name):
            raise StoreUnusable(f"{path} is no store of graphmem; give its data folder, or its memories.kuzu")
        return {"data": path.parent.parent, "space": path.parent.name, "engine": engine}
    return {"data": path, "space": space}


def _admitted(doorkeeper: Doorkeeper, token: str | None) -> Access:
    try:
        return doorkeeper.admit({"authorization": f"Bearer {token}"} if token else {})
    except NotLetIn as error:
        raise Unauthenticated(str(error), "UNAUTHENTICATED") from None


def _open(spaces: Spaces, space: str) -> None:
    try:
        spaces.get(space)
    except StoreLocked as error:
        raise StoreInUse(str(error)) from None
    except EngineError as error:
        raise StoreUnusable(str(error)) from error


def _operations(settings: Settings, spaces: Spaces, doorkeeper: Doorkeeper) -> Operations:
    schema = build_schema()
    reader = DocumentReader(schema, Limits.of(settings), introspection=settings.introspection)
    schema.extensions = (*schema.extensions, reader.extension())
    return Operations(schema, spaces, doorkeeper, settings, Metrics())


@dataclass
class LocalTransport(Transport):
    """Runs each operation on the caller's thread."""

    operations: Operations
    access: Access

    def execute(self, request: GraphQLRequest, *args: Any, **kwargs: Any) -> ExecutionResult:
        """Run one query or mutation."""
        return _result(_answer(self.operations, _call(request), self.access))


@dataclass
class AsyncLocalTransport(AsyncTransport):
    """Runs queries and mutations on worker threads, subscriptions on the event loop."""

    operations: Operations
    access: Access

    async def connect(self) -> None:
        """There is nothing to connect."""

    async def close(self) -> None:
        """The store is closed by who opened it."""

    async def execute(self, request: GraphQLRequest) -> ExecutionResult:
        """Run one query or mutation."""
        return _result(await self.operations.in_pool(_answer, self.operations, _call(request), self.access))

    async def subscribe(self, request: GraphQLRequest) -> AsyncGenerator[ExecutionResult, None]:
        """Run a subscription; ends when it is closed."""
        async with aclosing(self.operations.answers(_call(request), self.access)) as answers:
            async for answer in answers:
                yield _result(answer)


def _answer(operations: Operations, call: Call, access: Access) -> Answer:
    try:
        return operations.answer(call, access)
    except Exception as failure:
        return Answer(failure_body(failure), executed=False)


def _call(request: GraphQLRequest) -> Call:
    payload = request.payload
    return Call(payload["query"], payload.get("variables"))


def _result(answer: Answer) -> ExecutionResult:
    return ExecutionResult(data=answer.body.get("data"), errors=answer.body.get("errors"))
