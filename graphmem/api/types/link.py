"""Links between memories, as clients see them."""

from __future__ import annotations

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.fields import looked_up
from graphmem.api.scalars import DateTime
from graphmem.api.types.lazy import LazyMemory
from graphmem.api.types.node import Node
from graphmem.domain import model
from graphmem.services import read


def _source(link: model.Link, context: RequestContext) -> model.Memory | None:
    return read.memory(context.space, link.source_id)


def _target(link: model.Link, context: RequestContext) -> model.Memory | None:
    return read.memory(context.space, link.target_id)


@strawberry.type(description='A typed link between two memories; it reads "from RELATION to".')
class Link(Node):
    """Drawn from `model.Link`."""

    from_: LazyMemory = looked_up(_source, "The memory it starts at.", name="from")
    relation: model.Relation = strawberry.field(description="How the first bears on the second.")
    to: LazyMemory = looked_up(_target, "The memory it points to.")
    reason: str | None = strawberry.field(description="Why, in the words of whoever linked them.")
    inferred: bool = strawberry.field(description="True where graphmem drew it, not a caller.")
    created_at: DateTime = strawberry.field(description="When it was made.")
