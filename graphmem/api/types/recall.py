"""What was recalled, with reasons, as clients see it."""

from __future__ import annotations

from typing import Any

import strawberry

from graphmem.api.connections import PageInfo
from graphmem.api.fields import attribute, computed, looked_up
from graphmem.api.types.lazy import LazyEntity, LazyMemory
from graphmem.api.types.memory import Heat, heat_of, superseded_by
from graphmem.api.types.resolution import EntityResolution
from graphmem.domain.draft import Page
from graphmem.services import recall


@strawberry.type(
    description="What a score is made of: ((text + feedback + context + thread) * entity + vector) "
    "* importance * heat * recency * protection."
)
class RecallParts:
    """Drawn from `results.Parts`."""

    text: float = attribute("own", "How well the memory's own text answers; the best of all has 1 in all.")
    feedback: float = strawberry.field(description="How well it shares words with the best answers.")
    context: float = strawberry.field(description="How well its neighbours on its thread answer.")
    thread: float = strawberry.field(description="How well its thread answers as a whole.")
    vector: float | None = strawberry.field(description="How near its meaning is; 0 without a vector of the model.")
    entity: float = strawberry.field(description="Factor: it is about an entity that was named.")
    importance: float = strawberry.field(description="Factor: its importance.")
    heat: float = strawberry.field(description="Factor: how much it is used.")
    recency: float = strawberry.field(description="Factor: how new it is.")
    protection: float = strawberry.field(description="Factor: it is protected.")


@strawberry.type(description="A recalled memory, with what it was found for.")
class RecallHit:
    """Drawn from `recall.RecallHit`."""

    memory: LazyMemory = strawberry.field(description="The memory.")
    cursor: str = strawberry.field(description="Its place in the ranked list; `after` goes on from here.")
    score: float = strawberry.field(description="What it is ranked by.")
    parts: RecallParts = strawberry.field(description="What the score is made of.")
    matched_terms: list[str] = strawberry.field(description="Words of the question that are in it.")
    via: list[LazyEntity] = strawberry.field(description="Named entities that it is about.")
    trust: recall.Trust = strawberry.field(description="How far its text can be relied on.")
    heat: Heat = looked_up(lambda hit, context: heat_of(hit.memory, context), "How much it is used.")
    superseded_by: list[LazyMemory] = looked_up(
        lambda hit, context: superseded_by(hit.memory, context), "The memories that replaced it."
    )


@strawberry.type(description="How meaning took part in an answer, beside words.")
class RecallMeaning:
    """Drawn from `recall.Meaning`."""

    model: str = strawberry.field(description="The model by which vectors were compared.")
    compared: int = strawberry.field(description="Memories in question with a vector of that model.")
    ignored: int = strawberry.field(description="Memories in question that have vectors of other models only.")


def _page(result: recall.RecallResult) -> Page[Any]:
    cursors = tuple(hit.cursor for hit in result.hits)
    return Page(result.hits, cursors, result.has_next, result.has_previous, result.total)


@strawberry.type(description="A page of the memories that answer a question, best first.")
class RecallResult:
    """Drawn from `recall.RecallResult`."""

    hits: list[RecallHit] = strawberry.field(description="The memories.")
    total_count: int = attribute("total", "How many there are in the whole ranked list.")
    tokens: int = strawberry.field(description="About how many tokens the texts of this page cost.")
    stopped_by: recall.RecallStop = strawberry.field(description="What ended the page.")
    entities: list[EntityResolution] = strawberry.field(description="What the given entities were taken for.")
    meaning: RecallMeaning | None = strawberry.field(description="How meaning took part; null: by words alone.")
    marked_used: bool = strawberry.field(
        description="Whether it counts as a use of these memories; never so for a token without the scope `WRITE`."
    )
    page_info: PageInfo = computed(_page, "Where the page lies in the ranked list.")


@strawberry.type(description="What an agent hid from its own recall.")
class MutedScopes:
    """Built by the query."""

    entities: list[LazyEntity] = strawberry.field(description="Entities, usually projects.")
    tags: list[str] = strawberry.field(description="Tags.")
