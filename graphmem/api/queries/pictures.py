"""Queries that show many things at once: the neighbourhood, the overview, the brief, a preview of a write."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import After
from graphmem.api.errors import answer
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs import refs
from graphmem.api.inputs.declare import LEFT_OUT, Raw, argument
from graphmem.api.inputs.memory import CreateMemoryInput, memory_draft
from graphmem.api.inputs.refs import AsOfInput, EntityRef, entity_ref
from graphmem.api.payloads import CreateMemoryPayload, rehearsed
from graphmem.api.types.graph import Graph
from graphmem.api.types.overview import Brief, Overview
from graphmem.domain.model import Scope
from graphmem.services import brief, neighbourhood, overview
from graphmem.services.remember import preview

Center = Annotated[strawberry.ID, strawberry.argument(description="An entity's, memory's or thread's id.")]
Hops = Annotated[int | None, strawberry.argument(description="How far to go, 0 to 3.")]
Nodes = Annotated[int | None, strawberry.argument(description="At most so many nodes, 1 to 1,000.")]
AsOf = Annotated[Raw | None, argument(AsOfInput | None, "As it stood then; left out: as it stands.")]
Rows = Annotated[int | None, strawberry.argument(description="At most so many of each, 1 to 100.")]
Paths = Annotated[
    list[str] | None,
    strawberry.argument(description="Files or folders, relative to the repository."),
]
Things = Annotated[list[Raw] | None, argument(list[EntityRef] | None, "Entities to know about.")]
MaxBytes = Annotated[int | None, strawberry.argument(description="The budget, 64 to 65,536 bytes of UTF-8.")]
Create = Annotated[Raw, argument(CreateMemoryInput, "What would be written.")]


def _graph(
    info: Info,
    center: Center,
    hops: Hops = 1,
    limit: Nodes = 200,
    after: After = LEFT_OUT,
    as_of: AsOf = LEFT_OUT,
) -> neighbourhood.Neighbourhood | None:
    def walk() -> neighbourhood.Neighbourhood | None:
        found = neighbourhood.neighbourhood(
            info.context.space,
            center,
            1 if hops is None else hops,
            200 if limit is None else limit,
            after or None,
            refs.as_of(as_of),
        )
        info.context.spend(len(found.nodes) + len(found.edges) if found else 0)
        return found

    return ask(info.context, walk)


def _overview(info: Info, limit: Rows = 10) -> overview.Overview:
    return ask(info.context, lambda: overview.overview(info.context.space, 10 if limit is None else limit))


def _brief(info: Info, paths: Paths = LEFT_OUT, entities: Things = LEFT_OUT, max_bytes: MaxBytes = 4096) -> brief.Brief:
    def write() -> brief.Brief:
        wanted = [entity_ref(ref) for ref in entities or ()]
        budget = 4096 if max_bytes is None else max_bytes
        return brief.brief(info.context.space, tuple(paths or ()), wanted, budget)

    return ask(info.context, write)


def _preview(info: Info, input: Create) -> CreateMemoryPayload:
    use = info.context
    return answer(
        use,
        Scope.READ,
        CreateMemoryPayload,
        lambda: rehearsed(use, preview(use.space, use.actor, memory_draft(input))),
    )


@strawberry.type
class PictureQueries:
    """The part of Query that shows many things at once."""

    graph: Graph | None = resolved(_graph, "The nodes around a node; null where there is no such node.")
    overview: Overview = resolved(_overview, "The space at a glance.")
    brief: Brief = resolved(_brief, "What to know before touching files or things.")
    preview_memory: CreateMemoryPayload = resolved(
        _preview, "What `createMemory` would do, with everything its gates notice; writes nothing."
    )
