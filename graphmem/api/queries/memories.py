"""Queries of memories and threads, and of any node by its id."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import (
    After,
    Before,
    First,
    Last,
    MemoryConnection,
    ThreadConnection,
    page_request,
    spent,
)
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs import refs
from graphmem.api.inputs.declare import LEFT_OUT, Raw, argument
from graphmem.api.inputs.memory_filter import MemoryFilter, MemoryOrder, memory_filter, memory_order
from graphmem.api.inputs.refs import AsOfInput, ThreadRef, thread_ref
from graphmem.api.nodes import find_node
from graphmem.api.types.memory import Memory
from graphmem.api.types.node import Node
from graphmem.api.types.thread import Thread
from graphmem.domain import model
from graphmem.domain.draft import Page
from graphmem.domain.errors import Invalid
from graphmem.services import read

Filter = Annotated[Raw | None, argument(MemoryFilter | None, "Which memories; left out: the current ones.")]
Order = Annotated[Raw | None, argument(MemoryOrder | None, "In which order; left out: newest first.")]
AsOf = Annotated[
    Raw | None,
    argument(AsOfInput | None, "As it stood then, with what it leads to as it stands; left out: all as it stands."),
]
MemoryId = Annotated[strawberry.ID | None, strawberry.argument(description="The memory's id.")]
Permalink = Annotated[str | None, strawberry.argument(description="The memory's permalink.")]
NodeId = Annotated[strawberry.ID, strawberry.argument(description="Any node's id.")]
NodeIds = Annotated[list[strawberry.ID], strawberry.argument(description="Any nodes' ids.")]
ThreadKey = Annotated[Raw, argument(ThreadRef, "Which thread.")]


def _node(info: Info, id: NodeId) -> Any:
    return ask(info.context, lambda: find_node(info.context.space, id))


def _nodes(info: Info, ids: NodeIds) -> list[Any]:
    def find() -> list[Any]:
        info.context.spend(len(ids))
        return [find_node(info.context.space, node_id) for node_id in ids]

    return ask(info.context, find)


def _memory(
    info: Info, id: MemoryId = LEFT_OUT, permalink: Permalink = LEFT_OUT, as_of: AsOf = LEFT_OUT
) -> model.Memory | None:
    def find() -> model.Memory | None:
        if bool(id) == bool(permalink):
            raise Invalid("name the memory by its id or by its permalink: exactly one of them", ("id",))
        return read.memory(info.context.space, id or None, permalink or None, refs.as_of(as_of))

    return ask(info.context, find)


def _memories(
    info: Info,
    filter: Filter = LEFT_OUT,
    order: Order = LEFT_OUT,
    first: First = LEFT_OUT,
    after: After = LEFT_OUT,
    last: Last = LEFT_OUT,
    before: Before = LEFT_OUT,
) -> Page[model.Memory]:
    def turn() -> Page[model.Memory]:
        page = page_request(first, after, last, before)
        wanted = memory_filter(filter)
        return spent(info.context, read.memories(info.context.space, wanted, *memory_order(order), page))

    return ask(info.context, turn)


def _thread(info: Info, ref: ThreadKey) -> model.Thread | None:
    wanted = thread_ref(ref)
    return ask(info.context, lambda: read.thread(info.context.space, wanted) if wanted else None)


def _threads(info: Info, first: First = 20, after: After = LEFT_OUT) -> Page[model.Thread]:
    return ask(
        info.context,
        lambda: spent(info.context, read.threads(info.context.space, page_request(first, after))),
    )


@strawberry.type
class MemoryQueries:
    """The part of Query that is about memories and threads."""

    node: Node | None = resolved(_node, "Anything by its id.")
    nodes: list[Node | None] = resolved(_nodes, "Anything by id, in the order of the ids; null where there is nothing.")
    memory: Memory | None = resolved(_memory, "One memory, of any status, by id or permalink.")
    memories: MemoryConnection = resolved(_memories, "Memories by what they are, not by what they say.")
    thread: Thread | None = resolved(_thread, "One thread.")
    threads: ThreadConnection = resolved(_threads, "All threads, the latest active first.")
