"""The space as a whole: its counts, who is asking, and the service that holds it."""

from __future__ import annotations

import strawberry

from graphmem.api.fields import computed
from graphmem.api.types.entity import LayerCount, layer_counts
from graphmem.domain import model


@strawberry.type(description="The vectors of a model.")
class VectorModel:
    """Drawn from `vector_models.ModelCount`."""

    model: str = strawberry.field(description="Its name.")
    dimension: int = strawberry.field(description="How many numbers its vectors have.")
    memories: int = strawberry.field(description="Memories with a vector of it, whatever their status.")


@strawberry.type(description="How far the service's own embedder is.")
class Embedding:
    """Drawn from `embedding.EmbeddingProgress`."""

    model: str = strawberry.field(description="Its model.")
    done: int = strawberry.field(description="Memories that have a vector of it.")
    total: int = strawberry.field(description="Memories there are, whatever their status.")


@strawberry.type(description="Counts of the space.")
class Stats:
    """Drawn from `receipts.Stats`."""

    entities: int = strawberry.field(description="Entities, merged ones not counted.")
    memories: int = strawberry.field(description="Memories that are current.")
    threads: int = strawberry.field(description="Threads.")
    links: int = strawberry.field(description="Links that stand.")
    events: int = strawberry.field(description="Events so far.")
    layers: list[LayerCount] = computed(lambda stats: layer_counts(stats.layers), "Current memories in each layer.")
    vectors: list[VectorModel] = strawberry.field(description="The models that memories have vectors of.")
    embedding: Embedding | None = strawberry.field(
        description="How far the embedder is; null: there is none, and vectors come from callers alone."
    )


@strawberry.type(description="Who is asking, by their token.")
class Viewer:
    """Built by the query."""

    space: strawberry.ID = strawberry.field(description="The space the token opens.")
    agent: strawberry.ID = strawberry.field(description="The agent it belongs to.")
    scopes: list[model.Scope] = strawberry.field(description="What it allows.")


@strawberry.type(description="The service that answers.")
class ServiceInfo:
    """Built by the query."""

    version: str = strawberry.field(description="graphmem's version.")
    engine: str = strawberry.field(description="The graph engine: `kuzu` or `ladybug`.")
    engine_version: str = strawberry.field(description="That engine's version.")
    ready: bool = strawberry.field(description="Whether it takes writes now.")
