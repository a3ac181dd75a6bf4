"""The asynchronous client: every use case as a coroutine, for those who have an event loop.

Owns one connection. What a method sends and how its answer is read is in the module of the use case.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

import gql
from gql.client import AsyncClientSession

from graphmem.client import curating, looking, reading, tidying, writing
from graphmem.client.answers.record import Change
from graphmem.client.asking import Ask, Page, Series
from graphmem.client.inputs import Filter
from graphmem.client.sending import answer, as_method, first, follow, following, own_request, request
from graphmem.client.wires import Wires, understood

P = ParamSpec("P")
T = TypeVar("T")


class AsyncListing(AsyncIterable[T], Generic[T]):
    """A list at the service, read page by page while it is iterated; each iteration begins anew."""

    def __init__(self, run: Callable[[Ask[Page[T]]], Awaitable[Page[T]]], series: Series[T]) -> None:
        self._run = run
        self._series = series

    async def __aiter__(self) -> AsyncIterator[T]:
        count = 0
        async for page in self.pages():
            for item in page.nodes:
                if count == self._series.limit:
                    return
                yield item
                count += 1

    async def pages(self) -> AsyncGenerator[Page[T], None]:
        """Read the pages themselves; any limit is up to the caller."""
        asks = self._series.pages()
        ask = first(asks)
        while ask is not None:
            page = await self._run(ask)
            yield page
            ask = following(asks, page)

    async def total(self) -> int | None:
        """How many items there are on all pages; None for a list that doesn't count."""
        page = await anext(self.pages(), None)
        return 0 if page is None else page.total_count


def _does(use_case: Callable[P, Ask[T]]) -> Callable[Concatenate[AsyncClient, P], Awaitable[T]]:
    async def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.run(use_case(*args, **kwargs))

    return as_method(method, use_case)


def _lists(use_case: Callable[P, Series[T]]) -> Callable[Concatenate[AsyncClient, P], AsyncListing[T]]:
    def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> AsyncListing[T]:
        return AsyncListing(self.run, use_case(*args, **kwargs))

    return as_method(method, use_case)


class AsyncClient:
    """A space to write to and read from. Made by `graphmem.connect_async`; use it in `async with`."""

    def __init__(self, wires: Wires, close: Callable[[], None]) -> None:
        self._wires = wires
        self._close = close
        self._client = gql.Client(transport=wires.asynchronous())
        self._session: AsyncClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = await self._client.connect_async()  # type: ignore[no-untyped-call]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection, and the store where it is in this process. A second call does nothing."""
        if self._session is not None:
            self._session = None
            await self._client.close_async()  # type: ignore[no-untyped-call]
        self._close()

    async def run(self, ask: Ask[T]) -> T:
        """Carry out a use case that was put together elsewhere."""
        return answer(ask, await self._send(request(ask)))

    async def execute(self, document: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a document of one's own; gives its data as it came."""
        return await self._send(own_request(document, variables))

    async def _send(self, asked: gql.GraphQLRequest) -> dict[str, Any]:
        if self._session is None:
            raise RuntimeError("the client isn't open: use it in `async with graphmem.connect_async(...) as memory`")
        with understood(self._wires.address):
            return await self._session.execute(asked)

    def changes(self, filter: Filter | None = None, *, after: str | None = None) -> AsyncGenerator[Change, None]:
        """Give each change as it comes; ends only when it is closed."""
        return follow(self._wires, looking.changes(filter, after=after))

    remember = _does(writing.remember)
    remember_draft = _does(writing.remember_draft)
    remember_many = _does(writing.remember_many)
    remember_all = _lists(writing.remember_all)
    preview = _does(writing.preview)
    preview_draft = _does(writing.preview_draft)
    update = _does(writing.update)
    write_note = _does(writing.write_note)
    confirm = _does(writing.confirm)
    cancel = _does(writing.cancel)
    supersede = _does(writing.supersede)
    forget = _does(writing.forget)
    restore = _does(writing.restore)
    erase = _does(writing.erase)
    link = _does(writing.link)
    unlink = _does(writing.unlink)

    recall = _does(looking.recall)
    recall_all = _lists(looking.recall_all)
    trace = _does(looking.trace)
    graph = _does(looking.graph)
    overview = _does(looking.overview)
    brief = _does(looking.brief)

    memory = _does(reading.memory)
    memories = _lists(reading.memories)
    linked_memories = _lists(reading.linked_memories)
    history = _lists(reading.history)
    links = _does(reading.links)
    entity = _does(reading.entity)
    entities = _lists(reading.entities)
    memories_of = _lists(reading.memories_of)
    related = _lists(reading.related)
    timeline = _lists(reading.timeline)
    diff = _does(reading.diff)
    resolve = _does(reading.resolve)
    possible_duplicates = _lists(reading.possible_duplicates)
    conflicts = _lists(reading.conflicts)
    pending_memories = _does(reading.pending_memories)
    thread = _does(reading.thread)
    threads = _lists(reading.threads)
    memories_on = _lists(reading.memories_on)
    events = _lists(reading.events)
    muted = _does(reading.muted)
    stats = _does(reading.stats)
    viewer = _does(reading.viewer)
    service_info = _does(reading.service_info)

    update_entity = _does(curating.update_entity)
    add_alias = _does(curating.add_alias)
    remove_alias = _does(curating.remove_alias)
    merge = _does(curating.merge)
    unmerge = _does(curating.unmerge)
    split = _does(curating.split)
    dismiss_duplicate = _does(curating.dismiss_duplicate)
    mute = _does(curating.mute)
    unmute = _does(curating.unmute)

    curation = _does(tidying.curation)
    resolve_conflict = _does(tidying.resolve_conflict)
    record_use = _does(tidying.record_use)
    verify = _does(tidying.verify)
    consolidate = _does(tidying.consolidate)
    preview_forget = _does(tidying.preview_forget)
    forget_all = _does(tidying.forget_all)
