"""Runs operations: queries and mutations on worker threads, subscriptions on the event loop.

Owns the threads and the way from a call and an access to a drawn result. Every transport goes through here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from graphql import GraphQLError
from strawberry import Schema
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.execution import ExecutionResult
from strawberry.types.graphql import OperationType

from graphmem.api.auth import Access, Doorkeeper
from graphmem.api.body import Call
from graphmem.api.context import RequestContext
from graphmem.api.failures import draw_errors, failure_body, request_error
from graphmem.api.metrics import Metrics
from graphmem.api.spaces import Spaces
from graphmem.domain.errors import Unavailable
from graphmem.settings import Settings
from graphmem.store.port import EngineError

if TYPE_CHECKING:
    from graphmem.services.space import Space

READING: Final = frozenset({OperationType.QUERY})
ANSWERING: Final = frozenset({OperationType.QUERY, OperationType.MUTATION})

MUTATION_BY_GET: Final = "a mutation must be sent by POST"

T = TypeVar("T")

log = logging.getLogger(__name__)


class NotAnswerable(Exception):
    """The operation is of a type that the way it came can't answer."""

    def __init__(self, type_: OperationType) -> None:
        super().__init__(type_.value)
        self.type = type_


@dataclass(frozen=True, slots=True)
class Answer:
    """A drawn result. `executed` is False for a request error: nothing of it was run."""

    body: dict[str, Any]
    executed: bool


class Operations:
    """Runs what clients ask for against a schema and the open spaces."""

    def __init__(
        self, schema: Schema, spaces: Spaces, doorkeeper: Doorkeeper, settings: Settings, metrics: Metrics
    ) -> None:
        self._schema = schema
        self._spaces = spaces
        self._doorkeeper = doorkeeper
        self._settings = settings
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(settings.threads, thread_name_prefix="operation")
        # Queries have threads of their own: all others may be in writes that wait for these very queries.
        self._reading = ThreadPoolExecutor(settings.threads, thread_name_prefix="query")

    def close(self) -> None:
        """Wait for what is running and take nothing more."""
        for pool in (self._reading, self._pool):
            pool.shutdown(cancel_futures=True)

    async def in_pool(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a blocking function on a worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)

    async def run(self, function: Callable[..., T], call: Call, access: Access, *arguments: Any) -> T:
        """Run a blocking function of a call on a worker thread; writes let it go first if it is a query."""
        if not _only_reads(call):
            return await self.in_pool(function, call, access, *arguments)
        space = self._spaces.opened(access.space)
        with nullcontext() if space is None else space.courtesy.reading():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._reading, function, call, access, *arguments)

    def answer(self, call: Call, access: Access, allowed: frozenset[OperationType] = ANSWERING) -> Answer:
        """Run a query or mutation; blocks. Raises NotAnswerable for a type that isn't allowed."""
        begun = time.perf_counter()
        answer = self._answer(call, access, allowed)
        self._metrics.operation(time.perf_counter() - begun, failed="errors" in answer.body)
        return answer

    async def answers(
        self, call: Call, access: Access, allowed: frozenset[OperationType] = ANSWERING
    ) -> AsyncGenerator[Answer, None]:
        """Run any operation: a query or mutation has one answer, a subscription one for each event.

        Whatever ends it early comes as a last answer that says so; nothing is raised.
        """
        try:
            yield await self.run(self.answer, call, access, allowed)
        except NotAnswerable as error:
            async with aclosing(self._other(error.type, call, access)) as answers:
                async for answer in answers:
                    yield answer
        except Exception as failure:
            yield Answer(failure_body(failure), executed=False)

    async def _other(self, type_: OperationType, call: Call, access: Access) -> AsyncGenerator[Answer, None]:
        if type_ is not OperationType.SUBSCRIPTION:
            yield Answer(request_error(MUTATION_BY_GET), executed=False)
            return
        try:
            async with aclosing(self._subscribed(call, access)) as answers:
                async for answer in answers:
                    self._doorkeeper.check(access)
                    yield answer
        except Exception as failure:
            yield Answer(failure_body(failure), executed=False)

    async def _subscribed(self, call: Call, access: Access) -> AsyncGenerator[Answer, None]:
        context = await self.in_pool(self._context, access)
        results = await self._schema.subscribe(call.query, call.variables, context, operation_name=call.operation_name)
        with self._metrics.subscription():
            async with aclosing(results):
                async for result in results:
                    yield _drawn(result)

    def _answer(self, call: Call, access: Access, allowed: frozenset[OperationType]) -> Answer:
        self._doorkeeper.check(access)
        try:
            result = self._schema.execute_sync(
                call.query,
                call.variables,
                self._context(access),
                operation_name=call.operation_name,
                allowed_operation_types=allowed,
                operation_extensions=call.extensions,
            )
        except InvalidOperationTypeError as error:
            raise NotAnswerable(error.operation_type) from None
        except CannotGetOperationTypeError:
            message = f"the document has no operation named {call.operation_name!r}"
            return Answer(request_error(message), executed=False)
        return _drawn(result)

    def _context(self, access: Access) -> RequestContext:
        return RequestContext(self._space(access.space), access.actor, self._settings, access.space)

    def _space(self, name: str) -> Space:
        try:
            return self._spaces.get(name)
        except EngineError as error:
            log.error("the space %s can't be opened: %s", name, error)
            raise Unavailable("the space can't be opened now; the service's log says why") from None


def _only_reads(call: Call) -> bool:
    """Whether it is surely no mutation. One whose texts hold the word may still be a query, and only waits longer."""
    return "mutation" not in call.query


def _drawn(result: ExecutionResult) -> Answer:
    errors: list[GraphQLError] = result.errors or []
    # A request error has no data and no path: nothing was run (GraphQL over HTTP, 6.4).
    executed = result.data is not None or any(error.path for error in errors)
    body: dict[str, Any] = {"errors": draw_errors(errors)} if errors else {}
    if executed:
        body["data"] = result.data
    return Answer(body, executed)
