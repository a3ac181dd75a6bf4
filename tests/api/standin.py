"""A tiny schema and space: enough for the transport's tests, nothing of the real one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any, cast

import strawberry
from starlette.testclient import TestClient

from graphmem.api.app import create_app
from graphmem.api.spaces import Spaces
from graphmem.domain.errors import Invalid, Unavailable
from graphmem.domain.model import Scope
from graphmem.settings import Settings
from graphmem.store.courtesy import Courtesy


@strawberry.type
class Item:
    """A thing with things in it."""

    @strawberry.field
    def name(self) -> str:
        return "item"

    @strawberry.field
    def items(self, info: strawberry.Info, first: int = 1) -> list[Item]:
        info.context.spend(first)
        return [Item() for _ in range(first)]


@strawberry.type
class Query:
    @strawberry.field
    def agent(self, info: strawberry.Info) -> str:
        return str(info.context.actor.agent)

    @strawberry.field
    def space(self, info: strawberry.Info) -> str:
        return str(info.context.space_name)

    @strawberry.field
    def echo(self, text: str) -> str:
        return text

    @strawberry.field
    def thread(self) -> str:
        return threading.current_thread().name

    @strawberry.field
    def item(self) -> Item:
        return Item()

    @strawberry.field
    def broken(self) -> str | None:
        raise RuntimeError("the secret is 12345")

    @strawberry.field
    def counted(self, info: strawberry.Info) -> bool:
        return bool(info.context.space.courtesy.let_by(0.001))

    @strawberry.field
    def refused(self) -> str | None:
        raise Invalid("that can't be", ["input", "text"])

    @strawberry.field
    def admin(self, info: strawberry.Info) -> str | None:
        info.context.require(Scope.ADMIN)
        return "welcome"


@strawberry.type
class Mutation:
    @strawberry.mutation
    def write(self, text: str) -> str:
        return text

    @strawberry.mutation
    def wait(self, info: strawberry.Info) -> bool:
        info.context.space.begun.set()
        return bool(info.context.space.gone_on.wait(10))

    @strawberry.mutation
    def counted(self, info: strawberry.Info) -> bool:
        return bool(info.context.space.courtesy.let_by(0.001))


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def count(self, to: int) -> AsyncIterator[int]:
        for number in range(to):
            yield number

    @strawberry.subscription
    async def silence(self) -> AsyncIterator[int]:
        await asyncio.Event().wait()
        yield 0

    @strawberry.subscription
    async def ticks(self) -> AsyncIterator[int]:
        while True:
            await asyncio.sleep(0.001)
            yield 0

    @strawberry.subscription
    async def breaks(self) -> AsyncIterator[int]:
        yield 1
        raise RuntimeError("the secret is 12345")


def make_schema() -> strawberry.Schema:
    """Make a fresh schema: an application adds its extension to it."""
    return strawberry.Schema(Query, Mutation, Subscription)


class FakeSpace:
    """A space that counts how often it was closed."""

    def __init__(self) -> None:
        self.closed = 0
        self.trouble: str | None = None
        self.database = self
        self.writer = self
        self.waiting = 3
        self.wal_bytes = 5
        self.courtesy = Courtesy()
        self.begun, self.gone_on = threading.Event(), threading.Event()

    def facts(self) -> dict[str, int]:
        return {"file_bytes": 7}

    def require_writable(self) -> None:
        if self.trouble:
            raise Unavailable(self.trouble)

    def close(self) -> None:
        self.closed += 1


def make_client(settings: Settings | None = None, space: FakeSpace | Spaces | None = None) -> TestClient:
    """Make a client of an application over the tiny schema. It is on loopback, as a local agent is."""
    app = create_app(cast(Any, space or FakeSpace()), settings or Settings(), make_schema())
    return TestClient(app, base_url="http://127.0.0.1:8321")
