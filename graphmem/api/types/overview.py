"""The space at a glance, and what to know before touching something."""

from __future__ import annotations

import strawberry

from graphmem.api.fields import computed
from graphmem.api.types.entity import Count, LayerCount, layer_counts
from graphmem.api.types.lazy import LazyEntity, LazyMemory


@strawberry.type(description="The space at a glance.")
class Overview:
    """Drawn from `overview.Overview`."""

    entities: list[LazyEntity] = computed(
        lambda overview: [entity for entity, _ in overview.entities], "The liveliest entities first."
    )
    layers: list[LayerCount] = computed(
        lambda overview: layer_counts(overview.layers), "Current memories in each layer."
    )
    hot: list[LazyMemory] = strawberry.field(description="The memories used most, hottest first.")
    cold: list[LazyMemory] = strawberry.field(description="The memories used least, coldest first.")
    open_decisions: list[LazyMemory] = strawberry.field(
        description="Decisions that nothing carried out yet, newest first."
    )


@strawberry.type(description="One memory of a brief.")
class BriefItem:
    """Drawn from `brief.BriefItem`."""

    memory: LazyMemory = strawberry.field(description="The memory.")
    excerpt: str = strawberry.field(description="Its beginning, at most 160 characters.")
    path: str = strawberry.field(description="The path of it that touches one asked for, or the name of its entity.")


@strawberry.type(description="What to know before touching files or things, within a budget of bytes.")
class Brief:
    """Drawn from `brief.Brief`."""

    text: str = strawberry.field(
        description="All of it as one text: caveats, then decisions, handoffs and the rest, newest first."
    )
    bytes: int = strawberry.field(description="The text's size in UTF-8.")
    items: list[BriefItem] = strawberry.field(description="What the text consists of.")
    cut: list[LayerCount] = computed(
        lambda brief: [Count(*pair) for pair in brief.cut], "How many found no room, by layer."
    )
