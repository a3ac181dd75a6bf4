"""Memory for AI agents: `graphmem.connect` gives a client; what it takes and raises is here too.

    with graphmem.connect("http://127.0.0.1:8321") as memory:
        memory.remember("Row level security is off by default.", about="Supabase", layer="caveat")
        for hit in memory.recall("row level security"):
            print(hit.memory.title)

Owns the public names. Each is loaded at its first use, so that a command which needs none of them starts fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphmem.client import errors
    from graphmem.client.asynchronous import AsyncClient, AsyncListing
    from graphmem.client.connecting import connect, connect_async
    from graphmem.client.errors import GraphmemError
    from graphmem.client.inputs import CLEAR, Changes, Draft, Filter, NewLink, Note, Vector
    from graphmem.client.naming import AsOf, Id, Key, Named
    from graphmem.client.sync import Client, Listing

__all__ = [
    "CLEAR",
    "AsOf",
    "AsyncClient",
    "AsyncListing",
    "Changes",
    "Client",
    "Draft",
    "Filter",
    "GraphmemError",
    "Id",
    "Key",
    "Listing",
    "Named",
    "NewLink",
    "Note",
    "Vector",
    "connect",
    "connect_async",
    "errors",
]

_HOMES = {
    "asynchronous": ("AsyncClient", "AsyncListing"),
    "connecting": ("connect", "connect_async"),
    "errors": ("GraphmemError",),
    "inputs": ("CLEAR", "Changes", "Draft", "Filter", "NewLink", "Note", "Vector"),
    "naming": ("AsOf", "Id", "Key", "Named"),
    "sync": ("Client", "Listing"),
}


def __getattr__(name: str) -> object:
    if name == "errors":
        return import_module("graphmem.client.errors")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"graphmem.client.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
