"""The asynchronous client, and changes as they come, over HTTP and in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

import graphmem
from graphmem import Draft, Filter
from graphmem.client.errors import Invalid, NotFound, Unreachable
from graphmem.domain.kinds import EventType

T = TypeVar("T")

CONTENT = "The nightly export runs at two in the morning."


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end on a loop of its own, but not for ever."""
    return asyncio.run(asyncio.wait_for(coroutine, 30))


@pytest.fixture(params=["http", "local"])
def target(request: pytest.FixtureRequest) -> str | Path:
    """What to connect to."""
    where: str | Path = request.getfixturevalue("service" if request.param == "http" else "data")
    return where


def test_every_use_case_can_be_awaited(target: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.client.asking.PAGE", 2)

    async def walk() -> None:
        async with graphmem.connect_async(target) as memory:
            drafts = [Draft(f"Worker {n} is in rack {n * 7}.", about="Racks") for n in range(5)]
            assert len([receipt async for receipt in memory.remember_all(drafts, batch_size=2)]) == 5
            racks = memory.memories(Filter(entities=["Racks"]))
            assert await racks.total() == len([one async for one in racks]) == 5
            assert len([one async for one in memory.memories_of("Racks", limit=3)]) == 3
            assert await memory.remember_all([]).total() == 0
            assert (await memory.execute("{ viewer { agent } }")) == {"viewer": {"agent": "local"}}
            with pytest.raises(NotFound):
                await memory.restore("mem_none")

    run(walk())


def test_it_must_be_open(target: str | Path) -> None:
    async def walk() -> None:
        memory = graphmem.connect_async(target)
        with pytest.raises(RuntimeError, match="async with"):
            await memory.stats()
        await memory.close()

    run(walk())


def test_changes_come_in_order_and_can_be_resumed(target: str | Path) -> None:
    async def walk() -> None:
        async with graphmem.connect_async(target) as memory:
            await memory.remember(CONTENT, about="Changing")
            changes = memory.changes(Filter(entities=["Changing"]))
            waiting = asyncio.ensure_future(anext(changes))
            await asyncio.sleep(0.3)
            receipt = await memory.remember("It runs at four now, on the large worker.", about="Changing")
            change = await waiting
            assert (change.event.type, change.event.memory_id) == (EventType.MEMORY_CREATED, receipt.memory.id)  # type: ignore[union-attr]
            await changes.aclose()
            again = memory.changes(after=change.cursor)
            later = asyncio.ensure_future(anext(again))
            await memory.add_alias(receipt.memory.entity, "Exporter")  # type: ignore[union-attr]
            assert (await later).event.type is EventType.ALIAS_ADDED
            await again.aclose()

    run(walk())


def test_changes_are_waited_for_without_a_loop(target: str | Path) -> None:
    with graphmem.connect(target) as memory:
        memory.remember(CONTENT, about="Waiting")
        page = memory.execute("{ events(first: 1) { edges { cursor } } }")
        changes = memory.changes(after=page["events"]["edges"][0]["cursor"])
        assert next(changes).event.number == 2
        changes.close()


def test_a_bad_cursor_is_told(target: str | Path) -> None:
    with graphmem.connect(target) as memory, pytest.raises(Invalid):
        next(memory.changes(after="nonsense"))


def test_changes_of_nobody() -> None:
    with graphmem.connect("http://127.0.0.1:9") as memory, pytest.raises(Unreachable):
        next(memory.changes())
