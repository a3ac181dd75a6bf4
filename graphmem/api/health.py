"""What watchers of the service ask: does it live, is it ready, what is it doing.

Owns `/healthz`, `/readyz` and `/metrics`. None of them says anything of what the memories hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from graphmem.api.auth import Doorkeeper, Unauthenticated
from graphmem.api.metrics import Metrics
from graphmem.api.spaces import Spaces
from graphmem.domain.errors import Unavailable

if TYPE_CHECKING:
    from graphmem.services.space import Space


class Health:
    """Answers the watchers' requests."""

    def __init__(self, spaces: Spaces, doorkeeper: Doorkeeper, metrics: Metrics) -> None:
        self._spaces = spaces
        self._doorkeeper = doorkeeper
        self._metrics = metrics

    async def alive(self, request: Request) -> Response:
        """Say that the process answers."""
        return JSONResponse({"status": "ok"})

    async def ready(self, request: Request) -> Response:
        """Say whether every open space takes writes; 503 where one doesn't."""
        spaces = self._spaces.open()
        ready = bool(spaces) and all(takes_writes(space) for space in spaces)
        return JSONResponse({"ready": ready}, 200 if ready else 503)

    async def metrics(self, request: Request) -> Response:
        """Tell the counters, to whoever may enter."""
        try:
            self._doorkeeper.admit(request.headers)
        except Unauthenticated as error:
            return PlainTextResponse(f"{error}\n", 401, {"www-authenticate": "Bearer"})
        spaces = self._spaces.open()
        gauges = {
            "graphmem_spaces_open": len(spaces),
            "graphmem_writer_queue": sum(space.writer.waiting for space in spaces),
            "graphmem_store_bytes": sum(space.database.facts()["file_bytes"] for space in spaces),
            "graphmem_wal_bytes": sum(space.database.wal_bytes for space in spaces),
        }
        return PlainTextResponse(self._metrics.text(gauges), media_type="text/plain; version=0.0.4")


def takes_writes(space: Space) -> bool:
    """Whether a space would take a write now; a full disk or a poisoned store takes none."""
    try:
        space.database.require_writable()
    except Unavailable:
        return False
    return True
