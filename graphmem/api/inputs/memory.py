"""What a caller writes: one memory with everything that may come with it, or a batch."""

from __future__ import annotations

import strawberry

from graphmem.api.enums import ImportanceLevel
from graphmem.api.inputs.declare import Raw, declaration, items, nullable, optional, readable
from graphmem.api.inputs.refs import EntityRef, ThreadRef, entity_ref, thread_ref
from graphmem.api.inputs.vector import VectorInput, vector_draft
from graphmem.api.scalars import DateTime, JSONObject
from graphmem.domain import draft, model
from graphmem.domain.errors import Invalid
from graphmem.services.receipts import BatchMode


@declaration("Parts of a memory's content; each one left out is inferred, or kept on an update.")
class AxesInput:
    """Declared; read by `axes_draft`."""

    title: str | None = optional("The headline; inferred: the first sentence, up to 80 characters.")
    altitude: model.Altitude | None = optional("How far above the code it speaks.")
    type: model.MemoryType | None = optional("What sort of statement it is.")
    state: model.MemoryState | None = optional("Where the matter stands.")
    why: str | None = optional("The reason; null clears it on an update.")
    affects: list[str] | None = optional("What it touches.")
    next_action: str | None = optional("What to do next; null clears it on an update.")


@declaration("A link to make from the new memory to a memory that exists.")
class LinkInput:
    """Declared; read by `link_draft`."""

    to: strawberry.ID = strawberry.field(description="The memory it points to.")
    relation: model.Relation = strawberry.field(description='Reads "the new memory RELATION that one".')
    reason: str | None = optional("Why.")


@declaration("Where a memory was written; the agent itself is known from its token.")
class ProvenanceInput:
    """Declared; read by `provenance_draft`."""

    parent_agent: strawberry.ID | None = optional("The agent that this one works for.")
    client: str | None = optional("The program it was written with.")
    model: str | None = optional("The language model that wrote it.")
    tool_call: str | None = optional("The tool call it was written in.")
    branch: str | None = optional("The branch that was checked out.")
    commit: str | None = optional("The commit that was checked out.")
    span: str | None = optional("Where in its source it stands, for example lines or a message id.")


@declaration("A memory to write. Only the entity, the layer and the content are needed.")
class CreateMemoryInput:
    """Declared; read by `memory_draft`."""

    entity: EntityRef = strawberry.field(description="What it is about.")
    layer: str = strawberry.field(
        description="A layer or one of its aliases, for example `caveat`, `warning`, `why`; any case."
    )
    content: str = strawberry.field(description="Plain text, or a JSON object with any of the axes.")
    axes: AxesInput | None = optional("Parts of the content given outright; they win over the content's own.")
    importance: float | None = optional("0 to 1; left out: by layer. 0.9 or more pins.")
    importance_level: ImportanceLevel | None = optional("The importance in a word, in place of the number.")
    pinned: bool | None = optional("Whether it is pinned, and so protected; left out: by importance.")
    thread: ThreadRef | None = optional("The thread it goes on; made when its key is new.")
    supersedes: list[strawberry.ID] | None = optional("The memories it replaces; their valid time ends.")
    single_valued: bool = strawberry.field(
        default=False, description="True where it can only have one value, so that it retires the last one."
    )
    links: list[LinkInput] | None = optional("Links to memories that exist.")
    mentions: list[EntityRef] | None = optional("Further entities it speaks of.")
    tags: list[str] | None = optional("Free tags.")
    paths: list[str] | None = optional("Files it speaks of, relative to the repository.")
    permalink: str | None = optional("A readable name that stays; made unique in the space where it is taken.")
    category: model.Category = strawberry.field(
        default=model.Category.FACT, description="What it is about, which decides its checks."
    )
    confidence: model.Confidence = strawberry.field(
        default=model.Confidence.MEDIUM, description="How sure the writer is."
    )
    source: model.Source = strawberry.field(
        default=model.Source.EXPLICIT_STATEMENT, description="Where the writer has it from."
    )
    claims: list[str] | None = optional("Claims about the worktree, for example `path::symbol` or `!path`.")
    transcript: str | None = optional("What was said, to check that the content is grounded in it; not kept.")
    check_groundedness: bool = strawberry.field(
        default=False, description="Check the content against the transcript, which must then be there."
    )
    filter: str | None = optional("The tool-output filter to use, `auto` or `off`.")
    valid_from: DateTime | None = optional("Since when it holds in the world; left out: since now.")
    valid_to: DateTime | None = optional("Until when it holds; left out: until further notice.")
    provenance: ProvenanceInput | None = optional("Where it was written.")
    metadata: JSONObject | None = optional("The caller's own data, kept as it is.")
    vector: VectorInput | None = optional("What it means, by a model of the caller's; gone when its text changes.")
    on_ambiguous: draft.OnAmbiguous = strawberry.field(
        default=draft.OnAmbiguous.NEW, description="What to do when several entities fit a mention."
    )
    override: list[draft.Gate] | None = optional("Gates to set aside; recorded.")
    force: bool = strawberry.field(
        default=False, description="Set aside every gate but credential and claim; recorded."
    )
    dry_run: bool = strawberry.field(default=False, description="Say what would happen, and write nothing.")
    idempotency_key: str | None = optional("Send it again with a retry: the write happens once.")


@declaration("A batch of at most 500 memories, written in one go.")
class CreateMemoriesInput:
    """Declared; its parts are read by `memory_draft`."""

    memories: list[CreateMemoryInput] = strawberry.field(description="What to write, in this order.")
    mode: BatchMode = strawberry.field(
        default=BatchMode.ALL_OR_NOTHING, description="What one refused memory does to the others."
    )
    idempotency_key: str | None = optional("Send it again with a retry: the batch is written once.")


_NO_AXES = draft.AxesDraft()
_NO_PROVENANCE = draft.ProvenanceDraft()


def axes_draft(raw: Raw | None) -> draft.AxesDraft:
    """Convert an AxesInput; none gives nothing."""
    if not raw:
        return _NO_AXES
    affects = raw.get("affects")
    return draft.AxesDraft(
        title=raw.get("title"),
        altitude=raw.get("altitude"),
        type=raw.get("type"),
        state=raw.get("state"),
        why=nullable(raw, "why"),
        affects=None if affects is None else tuple(affects),
        next_action=nullable(raw, "nextAction"),
    )


def link_draft(raw: Raw) -> draft.LinkDraft:
    """Convert a LinkInput."""
    return draft.LinkDraft(raw["to"], raw["relation"], raw.get("reason"))


def provenance_draft(raw: Raw | None) -> draft.ProvenanceDraft:
    """Convert a ProvenanceInput; none gives nothing."""
    if not raw:
        return _NO_PROVENANCE
    return draft.ProvenanceDraft(
        parent_agent=raw.get("parentAgent"),
        client=raw.get("client"),
        model=raw.get("model"),
        tool_call=raw.get("toolCall"),
        branch=raw.get("branch"),
        commit=raw.get("commit"),
        span=raw.get("span"),
    )


def importance_of(raw: Raw) -> float | str | None:
    """Read an importance given as a number or in a word; raises Invalid for both at once."""
    number, level = raw.get("importance"), raw.get("importanceLevel")
    if level is None:
        return number
    if number is not None:
        raise Invalid("send importance or importanceLevel, not both", ("importanceLevel",))
    return str(level.value)


def memory_draft(raw: Raw) -> draft.MemoryDraft:
    """Convert a CreateMemoryInput; raises Invalid for an unreadable date or metadata."""
    return draft.MemoryDraft(
        entity=entity_ref(raw["entity"]),
        layer=raw["layer"],
        content=raw["content"],
        axes=axes_draft(raw.get("axes")),
        importance=importance_of(raw),
        pinned=raw.get("pinned"),
        thread=thread_ref(raw.get("thread")),
        supersedes=items(raw, "supersedes"),
        single_valued=raw["singleValued"],
        links=tuple(map(link_draft, items(raw, "links"))),
        mentions=tuple(map(entity_ref, items(raw, "mentions"))),
        tags=items(raw, "tags"),
        paths=items(raw, "paths"),
        permalink=raw.get("permalink"),
        category=raw["category"],
        confidence=raw["confidence"],
        source=raw["source"],
        claims=items(raw, "claims"),
        transcript=raw.get("transcript"),
        check_groundedness=raw["checkGroundedness"],
        filter=raw.get("filter"),
        valid_from=readable(raw, "validFrom"),
        valid_to=readable(raw, "validTo"),
        provenance=provenance_draft(raw.get("provenance")),
        metadata=readable(raw, "metadata"),
        vector=vector_draft(raw.get("vector")),
        on_ambiguous=raw["onAmbiguous"],
        override=frozenset(items(raw, "override")),
        force=raw["force"],
        dry_run=raw["dryRun"],
        idempotency_key=raw.get("idempotencyKey"),
    )
