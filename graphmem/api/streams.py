"""Answers as server-sent events, after the graphql-sse protocol's distinct connections mode.

Owns the lines of such a stream and its heartbeat. The next answer is asked for only when the client took the
last one, so a slow reader holds up nobody but itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Final

from graphmem.api.body import encode_json
from graphmem.api.operations import Answer

HEARTBEAT: Final = 15.0
"""Seconds of silence after which a comment is sent, so that both ends notice a dead connection."""


async def event_lines(
    answers: AsyncGenerator[Answer, None], ending: asyncio.Event, heartbeat: float = HEARTBEAT
) -> AsyncGenerator[bytes, None]:
    """Write each answer as a `next` event, and `complete` at the end.

    When `ending` is set the stream just stops: to its client that is a lost connection, to be made again.
    """
    end = asyncio.ensure_future(ending.wait())
    waiting = asyncio.ensure_future(anext(answers))
    try:
        while not end.done():
            await asyncio.wait({waiting, end}, timeout=heartbeat, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                yield b":\n\n"
                continue
            try:
                answer = waiting.result()
            except StopAsyncIteration:
                yield b"event: complete\ndata:\n\n"
                return
            yield b"event: next\ndata: " + encode_json(answer.body) + b"\n\n"
            waiting = asyncio.ensure_future(anext(answers))
    finally:
        await _leave(answers, waiting, end)


async def _leave(answers: AsyncGenerator[Answer, None], *pending: asyncio.Future[Any]) -> None:
    for future in pending:
        future.cancel()
    await asyncio.wait(pending)
    await answers.aclose()
