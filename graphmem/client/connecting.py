"""From an address to a client: a URL is a running service, anything else a folder or store on this disk.

Owns telling the two apart.
"""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from graphmem.client.asynchronous import AsyncClient
from graphmem.client.sync import Client
from graphmem.client.wires import RemoteWires, Wires, endpoint

Target = str | PathLike[str]


def connect(target: Target, token: str | None = None, *, space: str | None = None) -> Client:
    """Connect to a running service by its URL, or open a store in this process by its folder.

    `space` names a space under the folder; over HTTP the token does. A folder without a store gets one. Raises
    StoreInUse where somebody has the store open, StoreUnusable, or Unauthenticated; over HTTP nothing yet.
    """
    return Client(*_wires(target, token, space))


def connect_async(target: Target, token: str | None = None, *, space: str | None = None) -> AsyncClient:
    """The same for use in `async with`. A store is opened at once, a service is spoken to when needed."""
    return AsyncClient(*_wires(target, token, space))


def _wires(target: Target, token: str | None, space: str | None) -> tuple[Wires, Callable[[], None]]:
    if isinstance(target, str) and target.startswith(("http://", "https://")):
        if space is not None:
            raise ValueError("over HTTP the token names the space")
        return RemoteWires(endpoint(target), token), _nothing
    # The engine and the schema are loaded only by those who open a store themselves.
    from graphmem.client.local import LocalWires

    wires = LocalWires(Path(target), token, space)
    return wires, wires.close


def _nothing() -> None:
    pass
