"""Keeps other sites out of a visitor's browser session with the service, and hardens what it serves.

Owns the checks of Host and Origin and the security headers. A service on loopback has no password, so these
checks are what stands between it and any page its user happens to open (DNS rebinding, cross-site requests).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.api.metrics import Metrics
from graphmem.settings import Settings, is_loopback

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Pages run our own files and talk to the service they came from; nothing else."""

HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


_RAW: Final = tuple((name.encode(), value.encode()) for name, value in HEADERS.items())


class Guard:
    """Middleware around the whole application, for HTTP and WebSocket alike."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._hosts = frozenset(host.lower() for host in settings.hosts)
        self._origins = frozenset(origin.lower().rstrip("/") for origin in settings.origins)
        self._any_host = not settings.on_loopback and not settings.hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 403 to one that a foreign page made."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        reason = self._objection(Headers(scope=scope), scope)
        if reason is None:
            await self._app(scope, receive, self._hardened(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            await PlainTextResponse(reason + "\n", 403)(scope, receive, self._hardened(send))

    def _objection(self, headers: Headers, scope: Scope) -> str | None:
        host = headers.get("host", "").lower()
        name = urlsplit(f"//{host}").hostname or ""
        if not (self._any_host or name in self._hosts or is_loopback(name)):
            return f"the host name is not one of this service's; add it with --hosts or GRAPHMEM_HOSTS: {name}"
        origin = headers.get("origin", "").lower()
        if origin and urlsplit(origin).netloc != host and origin not in self._origins:
            return "requests from pages of another origin are refused; see --origins"
        # A request that no script made carries no Origin: an image's address, for one. Following a link to
        # a page is all that another site may do.
        foreign = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if foreign and not origin and headers.get("sec-fetch-mode") != "navigate":
            return "requests from pages of another site are refused"
        return None

    def _hardened(self, send: Send) -> Send:
        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.response(message["status"])
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in _RAW if pair[0] not in given)]
            await send(message)

        return hardened
