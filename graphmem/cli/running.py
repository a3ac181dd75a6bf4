"""Runs the service: open the stores, listen, say how to try it, and close everything at the end.

Owns the order of starting and stopping. The application itself is composed in `graphmem.api.app`.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, Final

import typer
import uvicorn

from graphmem.api.app import ENDPOINT, create_app
from graphmem.api.auth import Doorkeeper, check_listening
from graphmem.api.opening import spaces_under
from graphmem.api.pages import EXPLORER
from graphmem.api.spaces import Spaces
from graphmem.api.tokens import TokenFile
from graphmem.cli.about import engine_version, own_version
from graphmem.cli.failures import CommandError
from graphmem.logs import configure_logs
from graphmem.settings import Settings

if TYPE_CHECKING:
    from types import FrameType

    from starlette.applications import Starlette

SOCKET_MESSAGE_BYTES: Final = 65_536
"""Largest WebSocket message: operations with their variables; big batches go over HTTP."""

GRACE_SECONDS: Final = 5
"""How long open requests may take to end when the service stops."""

TRIAL: Final = {
    "query": "mutation Try($input: CreateMemoryInput!) { createMemory(input: $input) "
    "{ outcome memory { id title layer entity { name } } errors { code message } } }",
    "variables": {
        "input": {
            "entity": {"mention": {"name": "Supabase", "kind": "PROJECT"}},
            "layer": "caveat",
            "content": "Row level security is off by default: turn it on for every new table.",
        }
    },
}

log = logging.getLogger(__name__)


def run(settings: Settings) -> None:
    """Serve until a signal says stop. Raises SettingsError, CommandError or EngineError if it can't begin."""
    configure_logs(settings.log_level, settings.log_format)
    check_listening(settings)
    listener = _listen(settings.host, settings.port)
    spaces = spaces_under(settings, progress=log.info, scheduled=True)
    _leave_quietly()
    try:
        _open_known(spaces, settings)
        server = Server(create_app(spaces, settings))
        _settle_memory()
        typer.echo(_greeting(settings, listener.getsockname()[1]))
        server.run(sockets=[listener])
    finally:
        spaces.close()
        listener.close()


def _leave_quietly() -> None:
    # The server stops at a signal, and hands it on when it has: being asked to stop is no failure.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host.strip("[]"), port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise CommandError(f"can't listen on {host}:{port}: {reason}; choose another with --port") from None
    # Connections inherit it. Without, each answer waits 40 ms for the client to acknowledge its head.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _open_known(spaces: Spaces, settings: Settings) -> None:
    # Opened before the first request: a store that can't be opened is told now, not to some agent later.
    names = {token.space for token in TokenFile(settings.tokens_file).all()}
    if Doorkeeper(settings).is_open:
        names.add(settings.space)
    for name in sorted(names):
        spaces.get(name)


class Server(uvicorn.Server):
    """Tells open streams when it is asked to stop; it would wait for them to end by themselves."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(_configuration(app))
        self._ending = app.state.ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note the signal."""
        self._ending.set()
        super().handle_exit(sig, frame)


def _configuration(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=SOCKET_MESSAGE_BYTES,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _settle_memory() -> None:
    # What was made up to here stays for good: taking it out of the collector's rounds, and making those
    # rarer, is worth about a fifth of every request. Rarer still costs a pause: 50,000 objects take 25 ms.
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 50, 100)


def _greeting(settings: Settings, port: int) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    base = f"http://{host}:{port}"
    lines = [
        f"graphmem {own_version()} on {settings.engine} {engine_version(settings.engine)}",
        f"  store     {settings.store_path(settings.space)}",
        f"  GraphQL   {base}{ENDPOINT}",
    ]
    if settings.explorer and EXPLORER.is_dir():
        lines.append(f"  explorer  {base}/explore")
    credential = "" if Doorkeeper(settings).is_open else "-H 'authorization: Bearer TOKEN' "
    call = f"curl -s {base}{ENDPOINT} -H 'content-type: application/json' {credential}-d '{json.dumps(TRIAL)}'"
    return "\n".join([*lines, "", "try it:", "", call, ""])
