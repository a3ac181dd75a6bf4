"""Chains of decisions, as clients see them."""

from __future__ import annotations

import strawberry

from graphmem.api.fields import attribute, computed
from graphmem.api.types.lazy import LazyLink, LazyMemory
from graphmem.api.types.node import Node
from graphmem.domain import chain_text
from graphmem.domain.chain_links import TraceRole
from graphmem.domain.chain_walk import TraceDirection


@strawberry.type(description="One memory of a chain.")
class TraceStep:
    """Drawn from `chains.TraceStep`."""

    memory: LazyMemory = strawberry.field(description="The memory.")
    role: TraceRole = strawberry.field(description="The part it plays.")
    depth: int = strawberry.field(description="How many links it is away from the start.")
    direction: TraceDirection = strawberry.field(description="On which side of the start it lies.")
    via: LazyLink | None = strawberry.field(
        description="The link that led there, explicit or inferred from the thread; null for a start."
    )
    branch: int = strawberry.field(description="The branch it lies on; 0 is the first.")


@strawberry.type(description="A line of supersessions, whole: what holds now and all it replaced.")
class SupersessionLine:
    """Drawn from `chain_lines.SupersessionLine`."""

    head: LazyMemory = strawberry.field(description="The memory that holds now.")
    older: list[LazyMemory] = strawberry.field(description="What it replaced in the end, newest first.")
    links: list[LazyLink] = strawberry.field(description="What replaced what, with reasons and dates.")


@strawberry.type(description="Where a chain does not go on, though it should.")
class OpenEnd:
    """Drawn from `chains.OpenEnd`."""

    memory: LazyMemory = strawberry.field(description="The memory that nothing follows.")
    missing: TraceRole = strawberry.field(description="What should follow it.")


@strawberry.type(description="A chain: what led to it, what came of it, what replaced what.")
class Trace:
    """Drawn from `trace.Traced`."""

    start: Node = strawberry.field(description="The memory, thread or entity it was asked from.")
    steps: list[TraceStep] = attribute("chain.steps", "The chain in order, causes first.")
    links: list[LazyLink] = attribute("chain.links", "All links among the steps.")
    heads: list[LazyMemory] = attribute("chain.heads", "What holds now, of every line of supersessions.")
    lines: list[SupersessionLine] = attribute("chain.lines", "The lines of supersessions, whole.")
    forks: list[LazyMemory] = attribute("chain.forks", "Memories that several others replaced.")
    outcomes: list[TraceStep] = attribute("chain.outcomes", "The outcomes it reaches.")
    open_ends: list[OpenEnd] = attribute("chain.open_ends", "Where it does not go on, though it should.")
    cycles: list[list[strawberry.ID]] = attribute(
        "chain.cycles", "Circles that old data brought in: the memories' ids along each."
    )
    truncated: bool = attribute("chain.truncated", "Whether a limit held it back.")
    markdown: str = computed(lambda traced: chain_text.markdown(traced.chain), "The chain as Markdown, in short.")
    mermaid: str = computed(lambda traced: chain_text.mermaid(traced.chain), "The chain as a Mermaid picture.")
