"""Puts the service together: routes, middleware and their shared parts. Composes, decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from graphmem.api.accept import accepts_html
from graphmem.api.auth import AGENT_HEADER, Doorkeeper
from graphmem.api.documents import DocumentReader
from graphmem.api.guard import Guard
from graphmem.api.health import Health
from graphmem.api.limits import Limits
from graphmem.api.metrics import Metrics
from graphmem.api.operations import Operations
from graphmem.api.pages import CONSOLE, EXPLORER, Application, console
from graphmem.api.sockets import SocketView
from graphmem.api.spaces import Spaces
from graphmem.api.view import HttpView
from graphmem.settings import Settings

if TYPE_CHECKING:
    from strawberry import Schema

    from graphmem.services.space import Space

ENDPOINT: Final = "/graphql"


def create_app(spaces: Spaces | Space, settings: Settings | None = None, schema: Schema | None = None) -> Starlette:
    """Make the service's application. It closes the spaces when it shuts down.

    Whoever runs it sets `state.ending` when it is about to stop, so that open streams let go.
    """
    settings = settings or Settings()
    spaces = spaces if isinstance(spaces, Spaces) else Spaces.of(spaces)
    schema = schema or _default_schema()
    reader = DocumentReader(schema, Limits.of(settings), introspection=settings.introspection)
    schema.extensions = (*schema.extensions, reader.extension())
    metrics, doorkeeper, ending = Metrics(), Doorkeeper(settings), asyncio.Event()
    operations = Operations(schema, spaces, doorkeeper, settings, metrics)
    routes = [
        *_graphql(HttpView(operations, doorkeeper, settings.max_body_bytes, ending), settings),
        WebSocketRoute(ENDPOINT, SocketView(schema, operations, doorkeeper)),
        *_health(Health(spaces, doorkeeper, metrics)),
        *_pages(settings),
    ]
    middleware = [Middleware(Guard, settings, metrics), *_cross_origin(settings)]
    app = Starlette(routes=routes, middleware=middleware, lifespan=_lifespan(operations, spaces))
    app.state.ending = ending
    return app


def _default_schema() -> Schema:
    from graphmem.api.schema import build_schema

    return build_schema()


def _lifespan(operations: Operations, spaces: Spaces) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await operations.in_pool(spaces.close)
        operations.close()

    return lifespan


def _graphql(view: HttpView, settings: Settings) -> list[BaseRoute]:
    async def endpoint(request: Request) -> Response:
        asks = request.method == "POST" or "query" in request.query_params
        if settings.console and not asks and accepts_html(request.headers.get("accept")):
            return await console(request)
        return await view(request)

    return [Route(ENDPOINT, endpoint, methods=["GET", "POST"])]


def _health(health: Health) -> list[BaseRoute]:
    return [
        Route("/healthz", health.alive),
        Route("/readyz", health.ready),
        Route("/metrics", health.metrics),
    ]


def _pages(settings: Settings) -> list[BaseRoute]:
    pages: list[BaseRoute] = []
    if settings.console:
        pages.append(Mount("/console", StaticFiles(directory=CONSOLE)))
    if settings.explorer and EXPLORER.is_dir():
        pages.append(Mount("/explore", Application(EXPLORER)))
        pages.append(Route("/", lambda request: RedirectResponse("/explore/")))
    return pages


def _cross_origin(settings: Settings) -> list[Middleware]:
    if not settings.origins:
        return []
    headers = ["content-type", "authorization", AGENT_HEADER]
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST"],
            allow_headers=headers,
        )
    ]
