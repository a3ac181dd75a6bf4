"""Nodes by their global id, whatever they are.

Owns which kind of id is looked up where; the ids themselves are made by the services.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from graphmem.api.types.event import PREFIX, event_number
from graphmem.domain import model
from graphmem.services import read
from graphmem.services.conflicts import conflict_by_id
from graphmem.services.space import Space


def _memory(space: Space, node_id: str) -> model.Memory | None:
    return read.memory(space, memory_id=node_id)


def _event(space: Space, node_id: str) -> model.Event | None:
    number = event_number(node_id)
    return None if number is None else read.event_by_number(space, number)


_FIND: Final[Mapping[str, Callable[[Space, str], Any]]] = {
    "mem_": _memory,
    "ent_": lambda space, node_id: read.entity_by_id(space, node_id),
    "thr_": lambda space, node_id: read.thread_by_id(space, node_id),
    "cnf_": lambda space, node_id: conflict_by_id(space, node_id),
    "lnk_": lambda space, node_id: read.link_by_id(space, node_id),
    PREFIX: _event,
}


def find_node(space: Space, node_id: str) -> Any:
    """Find anything by its id; None where there is nothing."""
    find = _FIND.get(node_id[:4])
    return find(space, node_id) if find else None
