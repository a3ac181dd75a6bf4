"""Finding memories again: the few that help, in one ranked order, with reasons and within a budget.

What is found is data, never instructions; every hit says where it comes from and how far to trust it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from graphmem.domain.draft import EntityRef, MemoryFilter, VectorDraft
from graphmem.domain.errors import Invalid
from graphmem.domain.limits import LIST_MAX, TRANSCRIPT_MAX, check, entity_problems, text_problems
from graphmem.domain.model import Actor, Category, Confidence, Entity, EventType, Memory, Scope, Source
from graphmem.domain.resolution import Resolution, ResolutionOutcome, ResolutionTier
from graphmem.domain.vectors import vector_problems
from graphmem.services.filtering import past_memories
from graphmem.services.meaning import question_meant, vectors_then
from graphmem.services.muting import muted
from graphmem.services.paging import HITS
from graphmem.services.past import Past, past_of
from graphmem.services.resolve import resolve_mention
from graphmem.services.selecting import find_entity, select
from graphmem.services.space import Space
from graphmem.services.verify import drifted
from graphmem.store.entities import names_of
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.results import Hit, Parts, SearchResult
from graphmem.store.index.selection import Selection
from graphmem.store.index.vector_models import Meant

DEFAULT_LIMIT = 10
MAX_LIMIT = 100
CHARS_PER_TOKEN = 4
"""ASCII characters counted as one token; other characters count as one each, which is on the safe side."""


EVERYTHING = MemoryFilter()


class RecallStop(StrEnum):
    """What ended the list."""

    EXHAUSTED = "exhausted"
    LIMIT = "limit"
    TOKENS = "tokens"


class Trust(StrEnum):
    """How far a memory's text can be relied on."""

    STATED = "stated"
    INFERRED = "inferred"
    UNVERIFIED = "unverified"
    DRIFTED = "drifted"


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """What is asked. `max_tokens` bounds the texts of the hits together; `vector` is the question's meaning."""

    query: str = ""
    entities: tuple[EntityRef, ...] = ()
    filter: MemoryFilter = EVERYTHING
    limit: int = DEFAULT_LIMIT
    max_tokens: int | None = None
    after: str | None = None
    vector: VectorDraft | None = None
    mark_used: bool = True


@dataclass(frozen=True, slots=True)
class RecallHit:
    """A memory with the reasons it was found for. `via` are entities that the question or the filter named."""

    memory: Memory
    cursor: str
    score: float
    parts: Parts
    matched_terms: tuple[str, ...]
    via: tuple[Entity, ...]
    trust: Trust


@dataclass(frozen=True, slots=True)
class Meaning:
    """How meaning took part: `compared` memories have a vector of the model, `ignored` of other models only."""

    model: str
    compared: int
    ignored: int


@dataclass(frozen=True, slots=True)
class RecallResult:
    """One page of the ranked list. `tokens` counts the hits' texts; `total` the whole list.

    `meaning` is None where the question came in words alone and no embedder is there.
    """

    hits: tuple[RecallHit, ...]
    total: int
    tokens: int
    stopped_by: RecallStop
    entities: tuple[Resolution, ...]
    has_next: bool
    has_previous: bool
    meaning: Meaning | None = None
    marked_used: bool = False


def recall(space: Space, actor: Actor, request: RecallRequest) -> RecallResult:
    """The memories that answer a question best, or the most important ones where nothing is asked.

    A question in plain words, of any length and script, is never wrong. It counts as a use of what it gave, but
    for an actor that may not write: who only reads changes no ranking for others. Raises Invalid for a limit
    outside 1–100, a token budget below 1, a bad cursor, filter or vector.
    """
    offset = _checked(request)
    resolutions = tuple(_resolution(space, ref, ("entities", str(n))) for n, ref in enumerate(request.entities))
    scope = [r.entity_id for r in resolutions if r.entity_id is not None] if request.entities else None
    past = past_of(space, request.filter.as_of)
    meant = question_meant(space, request.query, request.vector)
    search = _search_past if past is not None else _search_present
    found = search(space, actor, request, scope, past, _Asked(meant, offset))
    memories = _texts(space, past, found.hits)
    kept, tokens, stop = _within_budget(memories, found, request, offset)
    entities = _named(space, found, scope)
    hits = tuple(_hit(space, memory, hit, offset + n, entities) for n, (memory, hit) in enumerate(kept, 1))
    marks = request.mark_used and past is None and bool(hits) and Scope.WRITE in actor.scopes
    if marks:
        _mark_used(space, actor, [hit.memory.id for hit in hits])
    more = offset + len(hits) < found.total
    meaning = None if meant is None else Meaning(meant.model, found.compared, found.ignored)
    return RecallResult(hits, found.total, tokens, stop, resolutions, more, offset > 0, meaning, marks)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What of a request was made ready for the index."""

    meant: Meant | None
    offset: int


def _checked(request: RecallRequest) -> int:
    check(chain(text_problems(request.query, ("query",), TRANSCRIPT_MAX), vector_problems(request.vector)))
    if not 1 <= request.limit <= MAX_LIMIT:
        raise Invalid(f"limit must be from 1 to {MAX_LIMIT}, not {request.limit}", ("limit",))
    if request.max_tokens is not None and request.max_tokens < 1:
        raise Invalid(f"maxTokens must be at least 1, not {request.max_tokens}", ("maxTokens",))
    if len(request.entities) > LIST_MAX:
        raise Invalid(f"name at most {LIST_MAX} entities", ("entities",))
    if request.after is None:
        return 0
    (offset,) = HITS.key(request.after)
    if offset < 0:
        raise Invalid("after is not a cursor of a recall: take it from a hit", ("after",))
    return int(offset)


def _resolution(space: Space, ref: EntityRef, path: tuple[str, ...]) -> Resolution:
    if ref.mention is not None:
        check(entity_problems(ref, path))
        return resolve_mention(space, ref.mention, (*path, "mention"))
    asked = ref.id or ref.key or ""
    entity = find_entity(space, ref, path=path)
    if entity is None:
        return Resolution(asked, ResolutionOutcome.NEW, f"nothing is known under {asked!r}")
    tier = ResolutionTier.ID if ref.id is not None else ResolutionTier.KEY
    return Resolution(asked, ResolutionOutcome.MATCHED, "named outright", entity.id, tier, asked, 100.0)


def _members(space: Space, entity_ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(member for name in entity_ids for member in space.state.entities.members(name))


def _search_present(
    space: Space, actor: Actor, request: RecallRequest, scope: list[str] | None, past: Past | None, asked: _Asked
) -> SearchResult:
    hidden_entities, hidden_tags = muted(space, actor)
    selection = replace(
        select(space, request.filter),
        about_ids=None if scope is None else _members(space, scope),
        excluded_entity_ids=_members(space, hidden_entities),
        excluded_tags=hidden_tags,
    )
    now = space.clock()
    index = space.state.index
    return index.search(request.query, selection, now=now, limit=request.limit, offset=asked.offset, meant=asked.meant)


def _search_past(
    space: Space, actor: Actor, request: RecallRequest, scope: list[str] | None, past: Past | None, asked: _Asked
) -> SearchResult:
    """Rank what was known then in an index of its own: the present one has moved on."""
    if past is None:
        raise LookupError("the past is searched with a past")
    known = past_memories(space, past, request.filter)
    if scope is not None:
        meant = [entity.id for ref in request.entities if (entity := find_entity(space, ref, past)) is not None]
        known = [memory for memory in known if not past.about(memory).isdisjoint(meant)]
    index = RecallIndex()
    index.upsert(known)
    homes = (past.entity(entity_id) for entity_id in {past.home(memory) for memory in known})
    members = past.entities.members
    index.name_entities((home.id, names_of(home), members(home.id)[1:]) for home in homes if home is not None)
    if asked.meant is not None and (vectors := vectors_then(space, known, asked.meant.model)):
        index.put_vectors(asked.meant.model, list(vectors), list(vectors.values()))
    everything = Selection(statuses=frozenset())
    now = min(space.clock(), past.recorded)
    return index.search(request.query, everything, now=now, limit=request.limit, offset=asked.offset, meant=asked.meant)


def _texts(space: Space, past: Past | None, hits: Iterable[Hit]) -> list[tuple[Memory, Hit]]:
    find = space.state.memory if past is None else past.find
    return [(memory, hit) for hit in hits if (memory := find(hit.memory_id)) is not None]


def tokens_of(text: str) -> int:
    """About how many tokens a text costs a language model; rather too many than too few."""
    ascii_count = len(text) if text.isascii() else sum(char.isascii() for char in text)
    return math.ceil(ascii_count / CHARS_PER_TOKEN) + len(text) - ascii_count


def _within_budget(
    found: list[tuple[Memory, Hit]], result: SearchResult, request: RecallRequest, offset: int
) -> tuple[list[tuple[Memory, Hit]], int, RecallStop]:
    kept: list[tuple[Memory, Hit]] = []
    used = 0
    for memory, hit in found:
        cost = tokens_of(memory.content)
        if request.max_tokens is not None and used + cost > request.max_tokens:
            return kept, used, RecallStop.TOKENS
        kept.append((memory, hit))
        used += cost
    more = offset + len(found) < result.total
    return kept, used, RecallStop.LIMIT if more else RecallStop.EXHAUSTED


def _named(space: Space, found: SearchResult, scope: list[str] | None) -> dict[str, Entity]:
    ids = [*(scope or ()), *([found.named] if found.named is not None else [])]
    entities = (space.state.entities.canonical(name) for name in ids)
    return {entity.id: entity for entity in entities if entity is not None}


def _hit(space: Space, memory: Memory, hit: Hit, place: int, named: dict[str, Entity]) -> RecallHit:
    about = (memory.entity_id, *(mention.entity_id for mention in memory.mentions))
    homes = (space.state.entities.canonical(name) for name in about)
    via = {entity.id: entity for entity in homes if entity is not None and entity.id in named}
    cursor = HITS.cursor((place,))
    return RecallHit(memory, cursor, hit.score, hit.parts, hit.matched, tuple(via.values()), trust_of(space, memory))


def trust_of(space: Space, memory: Memory) -> Trust:
    """How far a memory can be relied on: what it claims of code first, then how it came to be known."""
    if drifted(space, memory):
        return Trust.DRIFTED
    if memory.source is Source.INFERRED:
        return Trust.INFERRED
    if memory.category is Category.USER_INFERENCE or memory.confidence is Confidence.LOW:
        return Trust.UNVERIFIED
    return Trust.STATED


def _mark_used(space: Space, actor: Actor, memory_ids: list[str]) -> None:
    """Record the use without keeping the reader waiting for a commit that matters to nobody's data."""
    space.writer.note(lambda plan: plan.event(EventType.MEMORY_USED, actor.agent, memories=memory_ids))
