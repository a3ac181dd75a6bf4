"""Server-sent events: lines, heartbeat, and leaving."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from graphmem.api.operations import Answer
from graphmem.api.streams import event_lines


def test_a_heartbeat_while_nothing_happens_and_an_end_when_the_client_leaves() -> None:
    left: list[bool] = []

    async def silent() -> AsyncGenerator[Answer, None]:
        try:
            await asyncio.Event().wait()
            yield Answer({}, executed=True)
        finally:
            left.append(True)

    async def scene() -> list[bytes]:
        lines = event_lines(silent(), asyncio.Event(), heartbeat=0.001)
        seen = [await anext(lines), await anext(lines)]
        await lines.aclose()
        return seen

    assert asyncio.run(scene()) == [b":\n\n", b":\n\n"]
    assert left == [True]


def test_the_next_answer_is_asked_for_only_when_the_last_was_taken() -> None:
    made: list[int] = []

    async def counting() -> AsyncGenerator[Answer, None]:
        for number in range(100):
            made.append(number)
            yield Answer({"data": number}, executed=True)

    async def scene() -> None:
        lines = event_lines(counting(), asyncio.Event())
        await anext(lines)
        await anext(lines)
        await asyncio.sleep(0)
        await lines.aclose()

    asyncio.run(scene())
    assert made == [0, 1]


def test_one_answer_is_a_whole_stream() -> None:
    async def single() -> AsyncGenerator[Answer, None]:
        yield Answer({"data": 1}, executed=True)

    async def scene() -> list[bytes]:
        return [line async for line in event_lines(single(), asyncio.Event())]

    assert asyncio.run(scene()) == [b'event: next\ndata: {"data":1}\n\n', b"event: complete\ndata:\n\n"]


def test_a_stream_stops_without_a_word_when_the_service_ends() -> None:
    left: list[bool] = []

    async def silent() -> AsyncGenerator[Answer, None]:
        try:
            yield Answer({}, executed=True)
            await asyncio.Event().wait()
        finally:
            left.append(True)

    async def scene() -> list[bytes]:
        ending = asyncio.Event()
        asyncio.get_running_loop().call_later(0.01, ending.set)
        return [line async for line in event_lines(silent(), ending)]

    assert asyncio.run(scene()) == [b"event: next\ndata: {}\n\n", b":\n\n"]
    assert left == [True]
