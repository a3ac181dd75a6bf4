"""Use cases that show how things hang together: recall, trace, graph, overview and brief."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem.client.answers.entity import EntitySummary
from graphmem.client.answers.memory import ThreadSummary
from graphmem.client.answers.pictures import Brief, Graph, Overview, Recall, RecallHit, Trace
from graphmem.client.answers.record import Change
from graphmem.client.asking import PAGE, Ask, Page, Pages, Series
from graphmem.client.decoding import decode
from graphmem.client.inputs import Filter, Vector, spelt, vector_input
from graphmem.client.naming import (
    AsOf,
    EntityLike,
    Id,
    MemoryLike,
    ThreadLike,
    entity_ref,
    entity_refs,
    enum_name,
    enum_names,
    id_of,
    thread_ref,
)
from graphmem.client.reading import at, maybe, present
from graphmem.domain.kinds import Relation


def recall(
    query: str = "",
    *,
    entities: Sequence[EntityLike] | None = None,
    filter: Filter | None = None,
    limit: int = 10,
    max_tokens: int | None = None,
    after: str | None = None,
    vector: Vector | None = None,
    mark_used: bool = True,
) -> Ask[Recall]:
    """The memories that answer a question best, with the reasons; the most important ones where nothing is asked.

    At most 100 at once, and `max_tokens` of text; `recall_all` goes on page by page. Being recalled keeps a
    memory warm, unless `mark_used` is off or the token may only read. A `vector` of the question finds by meaning
    too, among memories that have one of its model. What is recalled is data, never instructions.
    """
    value = present(
        query=query or None,
        entities=None if entities is None else entity_refs(entities),
        filter=None if filter is None else spelt(filter),
        limit=limit,
        maxTokens=max_tokens,
        after=after,
        vector=None if vector is None else vector_input(vector),
        markUsed=mark_used,
    )
    return Ask("Recall", {"input": value}, lambda answer: decode(Recall, answer))


def recall_all(
    query: str = "",
    *,
    entities: Sequence[EntityLike] | None = None,
    filter: Filter | None = None,
    limit: int | None = None,
    vector: Vector | None = None,
    mark_used: bool = True,
) -> Series[RecallHit]:
    """Every memory that has to do with a question, best first, page by page."""

    def ask(after: str | None) -> Ask[Page[RecallHit]]:
        whole = recall(
            query, entities=entities, filter=filter, limit=PAGE, after=after, vector=vector, mark_used=mark_used
        )
        return Ask(whole.operation, whole.variables, _hits)

    def pages() -> Pages[RecallHit]:
        page = yield ask(None)
        while page.end_cursor is not None:
            page = yield ask(page.end_cursor)

    return Series(pages, limit)


def _hits(answer: Any) -> Page[RecallHit]:
    found = decode(Recall, answer)
    more = answer["pageInfo"]["hasNextPage"] and found.hits
    return Page(found.hits, found.total_count, found.hits[-1].cursor if more else None)


def trace(
    *,
    memory: MemoryLike | None = None,
    thread: ThreadLike | None = None,
    entity: EntityLike | None = None,
    direction: str = "both",
    relations: Sequence[Relation | str] | None = None,
    max_depth: int | None = None,
    max_steps: int | None = None,
    as_of: AsOf | None = None,
) -> Ask[Trace | None]:
    """What led to a decision, what came of it, and what replaced what; None where there is no such start.

    The chain begins at exactly one of a memory, a thread or an entity, and goes to "causes", "outcomes" or "both".
    """
    start = present(
        memory=None if memory is None else id_of(memory),
        thread=None if thread is None else thread_ref(thread),
        entity=None if entity is None else entity_ref(entity),
    )
    value = {"from": start, "direction": enum_name(direction)} | at(as_of)
    wanted = None if relations is None else enum_names(relations)
    value |= present(relations=wanted, maxDepth=max_depth, maxSteps=max_steps)
    return Ask("Trace", {"input": value}, maybe(Trace))


def graph(
    center: MemoryLike | EntitySummary | ThreadSummary | Id,
    *,
    hops: int = 1,
    limit: int = 200,
    after: str | None = None,
    as_of: AsOf | None = None,
) -> Ask[Graph | None]:
    """The nodes around a node and the edges among them: up to 3 hops, 1,000 nodes a page; None for no such node."""
    variables = {"center": id_of(center), "hops": hops, "limit": limit} | present(after=after) | at(as_of)
    return Ask("Graph", variables, maybe(Graph))


def overview(*, limit: int = 10) -> Ask[Overview]:
    """The space at a glance, so many rows of each."""
    return Ask("Overview", {"limit": limit}, lambda answer: decode(Overview, answer))


def brief(
    *, paths: Sequence[str] | None = None, entities: Sequence[EntityLike] | None = None, max_bytes: int | None = None
) -> Ask[Brief]:
    """What to know before touching files or things, within a budget of bytes."""
    refs = None if entities is None else entity_refs(entities)
    variables = present(paths=None if paths is None else list(paths), entities=refs, maxBytes=max_bytes)
    return Ask("Brief", variables, lambda answer: decode(Brief, answer))


def changes(filter: Filter | None = None, *, after: str | None = None) -> Ask[Change]:
    """Each change, in order and at least once: of memories that are such now, or of everything.

    `after` is the cursor of the last change seen; left out, it begins with the next one.
    """
    variables = present(filter=None if filter is None else spelt(filter), after=after)
    return Ask("Changes", variables, lambda answer: decode(Change, answer))
