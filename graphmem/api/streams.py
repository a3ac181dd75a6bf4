"""Answers as server-sent events, after the graphql-sse protocol's distinct connections mode.

Owns the lines of such a stream and its heartbeat. The next answer is asked for only when the client took the
last one, so a slow reader holds up nobody but itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from graphmem.api.body import encode_json
from graphmem.api.operations import Answer

HEARTBEAT: Final = 15.0
"""Seconds of silence after which a comment is sent, so that both ends notice a dead connection."""


async def event_lines(
    answers: AsyncGenerator[Answer, None], heartbeat: float = HEARTBEAT
) -> AsyncGenerator[bytes, None]:
    """Write each answer as a `next` event, and `complete` at the end."""
    waiting: asyncio.Future[Answer] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(answers))
            done, _ = await asyncio.wait({waiting}, timeout=heartbeat)
            if not done:
                yield b":\n\n"
                continue
            try:
                answer = waiting.result()
            except StopAsyncIteration:
                break
            waiting = None
            yield b"event: next\ndata: " + encode_json(answer.body) + b"\n\n"
        yield b"event: complete\ndata:\n\n"
    finally:
        await _leave(answers, waiting)


async def _leave(answers: AsyncGenerator[Answer, None], waiting: asyncio.Future[Answer] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.cancel()
        await asyncio.wait({waiting})
    await answers.aclose()
