"""Memories, as clients see them."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.connections import After, First, page_request, spent
from graphmem.api.context import RequestContext
from graphmem.api.enums import LinkDirection
from graphmem.api.fields import attribute, computed, looked_up, resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import LEFT_OUT
from graphmem.api.scalars import DateTime, JSONObject
from graphmem.api.types.lazy import (
    LazyEntity,
    LazyLink,
    LazyMemory,
    LazyMemoryVersionConnection,
    LazyThread,
)
from graphmem.api.types.node import Node
from graphmem.domain import heat, model
from graphmem.domain.draft import Page
from graphmem.domain.note_lines import observations
from graphmem.services import liveliness, read
from graphmem.services.usage import outcomes
from graphmem.services.verify import claims_now, drifted, verified_at

Direction = Annotated[LinkDirection | None, strawberry.argument(description="Which way the links point.")]
Relations = Annotated[
    list[model.Relation] | None, strawberry.argument(description="Only these relations; left out: all.")
]


@strawberry.type(description="A further entity that a memory speaks of.")
class Mention:
    """Drawn from `model.Mention`."""

    entity: LazyEntity = looked_up(lambda mention, context: _entity(mention, context), "Who or what it is.")
    role: str | None = strawberry.field(description="The part it plays, for example `author`.")
    surface: str = strawberry.field(description="The words it was mentioned in.")


@strawberry.type(description="Who wrote a memory, with what, and where.")
class Provenance:
    """Drawn from `model.Provenance`."""

    agent: strawberry.ID = strawberry.field(description="Whose token wrote it.")
    parent_agent: strawberry.ID | None = strawberry.field(description="The agent that one works for.")
    client: str | None = strawberry.field(description="The program it was written with.")
    model: str | None = strawberry.field(description="The language model that wrote it.")
    tool_call: str | None = strawberry.field(description="The tool call it was written in.")
    branch: str | None = strawberry.field(description="The branch that was checked out.")
    commit: str | None = strawberry.field(description="The commit that was checked out.")
    span: str | None = strawberry.field(description="Where in its source it stands.")


@strawberry.type(description="A claim about the worktree, as last checked.")
class Claim:
    """Drawn from `model.Claim`."""

    text: str = strawberry.field(description="The claim, for example `path::symbol`.")
    holds: bool = strawberry.field(description="Whether it held when last checked.")
    checked_at: DateTime = strawberry.field(description="When it was last checked.")
    found: str | None = strawberry.field(description="What was found instead, where it doesn't hold.")


@strawberry.type(description="A line `- [category] text #tag` of a memory's text.")
class Observation:
    """Drawn from `note_lines.Observation`."""

    category: str = strawberry.field(description="What sort of observation its writer called it.")
    text: str = strawberry.field(description="What was observed.")
    tags: list[str] = strawberry.field(description="The tags at its end, without their signs.")


@strawberry.type(description="How much a memory is used, and how lately.")
class Heat:
    """Drawn from `heat.Heat`."""

    score: float = strawberry.field(description="0 (frozen) to 100 (hot).")
    band: heat.HeatBand = strawberry.field(description="The score in a word.")
    last_used_at: DateTime | None = strawberry.field(description="When it was last used; null: never.")
    uses: int = strawberry.field(description="How often it was used.")


@strawberry.type(description="How often a recalled memory was applied, ignored or found wrong.")
class UseOutcomes:
    """Drawn from the index's counts of uses."""

    applied: int = strawberry.field(description="How often it was of use.")
    ignored: int = strawberry.field(description="How often it was of no use.")
    wrong: int = strawberry.field(description="How often it was found wrong.")


def _entity(memory: model.Memory | model.Mention, context: RequestContext) -> model.Entity | None:
    # What is only rehearsed may hang on an entity that isn't there yet.
    return read.entity_by_id(context.space, memory.entity_id) or context.memo.get(memory.entity_id)


def _thread(memory: model.Memory, context: RequestContext) -> model.Thread | None:
    return read.thread_by_id(context.space, memory.thread_id) if memory.thread_id else None


def _supersedes(memory: model.Memory, context: RequestContext) -> list[model.Memory | None]:
    return read.memories_by_id(context.space, read.supersedes(context.space, memory.id))


def superseded_by(memory: model.Memory, context: RequestContext) -> list[model.Memory | None]:
    """Look up the memories that replaced one."""
    return read.memories_by_id(context.space, read.superseded_by(context.space, memory.id))


def heat_of(memory: model.Memory, context: RequestContext) -> heat.Heat:
    """Look up how much a memory is used."""
    return liveliness.heat(context.space, memory.id)


def _inferred(memory: model.Memory) -> list[model.Axis]:
    return [axis for axis in model.Axis if axis in memory.axes.inferred]


def _links(
    root: model.Memory,
    info: Info,
    direction: Direction = LinkDirection.BOTH,
    relations: Relations = LEFT_OUT,
) -> list[model.Link]:
    def find() -> list[model.Link]:
        wanted = frozenset(relations or ())
        found = read.links(info.context.space, root.id, (direction or LinkDirection.BOTH).value, wanted)
        info.context.spend(len(found))
        return found

    return ask(info.context, find)


def _history(root: model.Memory, info: Info, first: First = 20, after: After = LEFT_OUT) -> Page[model.MemoryVersion]:
    def turn() -> Page[model.MemoryVersion]:
        page = page_request(first, after)
        return spent(info.context, read.history(info.context.space, root.id, page))

    return ask(info.context, turn)


@strawberry.type(description="A memory, as it stands at one version.")
class Memory(Node):
    """Drawn from `model.Memory`."""

    entity: LazyEntity = looked_up(_entity, "What it is about.")
    layer: model.Layer = strawberry.field(description="The layer of that entity it hangs in.")
    content: str = strawberry.field(description="The text as it was given: the plain text, or `what`.")
    title: str = attribute("axes.title", "The headline.")
    altitude: model.Altitude = attribute("axes.altitude", "How far above the code it speaks.")
    type: model.MemoryType = attribute("axes.type", "What sort of statement it is.")
    state: model.MemoryState = attribute("axes.state", "Where the matter stands.")
    what: str = attribute("axes.what", "The statement itself.")
    why: str | None = attribute("axes.why", "The reason.")
    affects: list[str] = attribute("axes.affects", "What it touches.")
    next_action: str | None = attribute("axes.next_action", "What to do next.")
    inferred: list[model.Axis] = computed(_inferred, "Axes that were inferred, not given.")
    importance: float = strawberry.field(description="0 to 1; 0.9 or more pins.")
    pinned: bool = strawberry.field(description="Whether it is pinned.")
    protected: bool = strawberry.field(description="True in the caveat layer and when pinned: can't be forgotten.")
    status: model.MemoryStatus = strawberry.field(description="Whether it speaks for the present.")
    category: model.Category = strawberry.field(description="What it is about, by its checks.")
    confidence: model.Confidence = strawberry.field(description="How sure its writer was.")
    source: model.Source = strawberry.field(description="Where its writer had it from.")
    tags: list[str] = strawberry.field(description="Free tags.")
    paths: list[str] = strawberry.field(description="Files it speaks of, relative to the repository.")
    permalink: str | None = strawberry.field(description="A readable name that stays; unique in the space.")
    observations: list[Observation] = computed(
        lambda memory: observations(memory.content), "The lines of its text that are observations, at most 200."
    )
    mentions: list[Mention] = strawberry.field(description="Further entities it speaks of.")
    thread: LazyThread | None = looked_up(_thread, "The thread it is on.")
    thread_position: int | None = strawberry.field(description="Its place on that thread, from 0.")
    links: list[LazyLink] = resolved(_links, "Its links to other memories.")
    supersedes: list[LazyMemory] = looked_up(_supersedes, "The memories it replaced.")
    superseded_by: list[LazyMemory] = looked_up(superseded_by, "The memories that replaced it.")
    version: int = strawberry.field(description="Grows by 1 with each change; send it back as `expectedVersion`.")
    history: LazyMemoryVersionConnection = resolved(_history, "All its versions, oldest first.")
    created_at: DateTime = strawberry.field(description="When it was first written.")
    updated_at: DateTime = strawberry.field(description="When it was last changed.")
    valid_from: DateTime | None = strawberry.field(description="Since when it holds; null: since written.")
    valid_to: DateTime | None = strawberry.field(description="Until when it holds; null: still.")
    provenance: Provenance = strawberry.field(description="Who wrote it, with what, and where.")
    claims: list[Claim] = looked_up(
        lambda memory, context: claims_now(context.space, memory), "Its claims about the worktree, as they hold now."
    )
    drifted: bool = looked_up(
        lambda memory, context: drifted(context.space, memory),
        "Whether one of its claims no longer holds; `claims` says which, and what is there instead.",
    )
    verified_at: DateTime | None = looked_up(
        lambda memory, context: verified_at(context.space, memory.id),
        "When somebody last stood by it: verified it, or said the same; null: never.",
    )
    use_outcomes: UseOutcomes = looked_up(
        lambda memory, context: outcomes(context.space, memory.id), "What became of it when it was recalled."
    )
    heat: Heat = looked_up(heat_of, "How much it is used, and how lately.")
    corroborations: int = looked_up(
        lambda memory, context: read.corroborations(context.space, memory.id),
        "How often the same was said again: once for each agent and day.",
    )
    metadata: JSONObject | None = strawberry.field(description="The caller's own data.")
    vector_models: list[str] = looked_up(
        lambda memory, context: read.vector_models(context.space, memory.id),
        "The models whose vectors its present text has.",
    )
