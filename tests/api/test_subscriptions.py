"""The change feed as a GraphQL subscription on a real space."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest

from graphmem.api.context import RequestContext
from graphmem.domain.model import Scope
from tests.api.conftest import SCHEMA, Client

FEED = """subscription ($filter: MemoryFilter, $after: String) { memoryChanged(filter: $filter, after: $after) {
    cursor event { number type memory { content } } } }"""


async def listen(client: Client, **variables: Any) -> AsyncIterator[Any]:
    context = RequestContext(client.space, client.actor, client.settings)
    async with aclosing(await SCHEMA.subscribe(FEED, variables, context)) as results:
        async for result in results:
            yield result


async def take(client: Client, count: int, **variables: Any) -> list[dict[str, Any]]:
    """Read so many changes."""
    found: list[dict[str, Any]] = []
    async with aclosing(listen(client, **variables)) as results:  # type: ignore[type-var]
        async for result in results:
            assert result.errors is None
            found.append(result.data["memoryChanged"])
            if len(found) == count:
                break
    return found


def start(client: Client) -> str:
    """The cursor of the first event."""
    cursor: str = client.ask("{ events(first: 1) { pageInfo { endCursor } } }")["events"]["pageInfo"]["endCursor"]
    return cursor


def test_changes_come_in_order_and_can_be_resumed(client: Client) -> None:
    for name in ("One.", "Two.", "Three."):
        client.create(name)
    told = asyncio.run(take(client, 3, after=start(client)))
    assert [change["event"]["memory"]["content"] for change in told] == ["One.", "Two.", "Three."]
    rest = asyncio.run(take(client, 1, after=told[1]["cursor"]))
    assert rest == told[2:]


def test_changes_to_come_are_told_as_they_come(client: Client) -> None:
    client.create("First.")

    async def run() -> list[str]:
        results = listen(client, after=start(client))
        told = [await anext(results)]
        waiting = asyncio.ensure_future(anext(results))
        await asyncio.to_thread(client.create, "Now.")
        told.append(await asyncio.wait_for(waiting, 10))
        await results.aclose()  # type: ignore[attr-defined]
        return [result.data["memoryChanged"]["event"]["memory"]["content"] for result in told]

    assert asyncio.run(run()) == ["First.", "Now."]


def test_a_filter_tells_only_of_what_it_means(client: Client) -> None:
    client.create("One.", layer="goal")
    client.create("Two.", layer="caveat")
    [told] = asyncio.run(take(client, 1, after=start(client), filter={"layers": ["CAVEAT"]}))
    assert told["event"]["memory"] == {"content": "Two."}


@pytest.mark.parametrize(
    ("variables", "code", "path"),
    [
        ({"after": "nonsense"}, "INVALID", ["after"]),
        ({"after": ""}, "INVALID", ["after"]),
        ({"filter": {"createdAfter": "soon"}}, "INVALID", ["filter", "createdAfter"]),
    ],
)
def test_what_can_not_be_listened_to(
    bystander: Client, variables: dict[str, Any], code: str, path: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    result = asyncio.run(anext(listen(bystander, **variables)))  # type: ignore[arg-type]
    assert result.errors[0].extensions == {"code": code, "path": path}


def test_listening_needs_the_read_scope(bystander: Client, capfd: pytest.CaptureFixture[str]) -> None:
    result = asyncio.run(anext(listen(bystander.with_scopes(Scope.WRITE))))  # type: ignore[arg-type]
    assert result.errors[0].extensions == {"code": "FORBIDDEN", "path": []}
