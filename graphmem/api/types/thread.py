"""Threads, as clients see them."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import After, First, page_request, spent
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import LEFT_OUT, Raw, argument
from graphmem.api.inputs.memory_filter import MemoryFilter, memory_filter
from graphmem.api.scalars import DateTime
from graphmem.api.types.lazy import LazyMemoryConnection
from graphmem.api.types.node import Node
from graphmem.domain import model
from graphmem.domain.draft import Page
from graphmem.domain.errors import Invalid
from graphmem.services import read

ThreadFilter = Annotated[
    Raw | None, argument(MemoryFilter | None, "Which of its memories; left out: the current ones.")
]


def _memories(
    root: model.Thread,
    info: Info,
    filter: ThreadFilter = LEFT_OUT,
    first: First = 50,
    after: After = LEFT_OUT,
) -> Page[model.Memory]:
    def turn() -> Page[model.Memory]:
        wanted = memory_filter(filter)
        if wanted.thread is not None:
            raise Invalid("leave thread out here: the thread is given already", ("filter", "thread"))
        page = page_request(first, after)
        return spent(info.context, read.thread_memories(info.context.space, root, wanted, page))

    return ask(info.context, turn)


@strawberry.type(description="An ordered chain of memories under a key of the caller's.")
class Thread(Node):
    """Drawn from `model.Thread`."""

    key: str = strawberry.field(description="The caller's own key for it.")
    title: str | None = strawberry.field(description="Its title, where it has one.")
    created_at: DateTime = strawberry.field(description="When its first memory was written.")
    last_activity_at: DateTime = strawberry.field(description="When its last memory was written.")
    memories: LazyMemoryConnection = resolved(_memories, "Its memories, in the order of the thread.")
