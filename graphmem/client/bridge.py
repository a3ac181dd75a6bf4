"""An asynchronous stream, read by a caller without an event loop.

Owns the thread in between. It works inside a running loop too, such as a notebook's.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, suppress
from typing import Any, Final, TypeVar

T = TypeVar("T")

_END: Final = object()


def blocking(stream: Callable[[], AsyncGenerator[T, None]]) -> Generator[T, None, None]:
    """Give what a stream gives, waiting for each item; closing the iterator closes the stream."""
    items: queue.SimpleQueue[Any] = queue.SimpleQueue()
    loop = asyncio.new_event_loop()
    reading = loop.create_task(_read(stream, items))
    thread = threading.Thread(target=_run, args=(loop, reading), name="graphmem-changes", daemon=True)
    thread.start()
    try:
        while (item := items.get()) is not _END:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        # A stream that ended by itself has closed its loop already, perhaps just now.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(reading.cancel)
        thread.join()


async def _read(stream: Callable[[], AsyncGenerator[T, None]], items: queue.SimpleQueue[Any]) -> None:
    try:
        async with aclosing(stream()) as answers:
            async for answer in answers:
                items.put(answer)
    except Exception as failure:
        items.put(failure)
    finally:
        items.put(_END)


def _run(loop: asyncio.AbstractEventLoop, reading: asyncio.Task[None]) -> None:
    try:
        loop.run_until_complete(asyncio.wait([reading]))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()
