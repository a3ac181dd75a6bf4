"""What a caller asks for, as plain values: the inputs of the use cases, before anything is decided.

`UNSET` marks a field that was left out, where leaving out and clearing (None) differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Final, Generic, Literal, TypeVar

from graphmem.domain.model import (
    Altitude,
    AsOf,
    Category,
    Confidence,
    EntityKind,
    Layer,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Micros,
    Relation,
    Source,
)


class _Unset(Enum):
    UNSET = "unset"


UNSET: Final = _Unset.UNSET
"""A field the caller left out."""

Unset = Literal[_Unset.UNSET]

T = TypeVar("T")


class OnAmbiguous(StrEnum):
    """What an ambiguous mention leads to."""

    NEW = "new"
    REJECT = "reject"


class WriteOutcome(StrEnum):
    """What became of a write."""

    COMMITTED = "committed"
    DUPLICATE = "duplicate"
    PENDING = "pending"
    REFUSED = "refused"
    UNCHANGED = "unchanged"
    PREVIEW = "preview"


class Gate(StrEnum):
    """The gates a write passes; each is also the name of its override."""

    PASTED = "pasted"
    CREDENTIAL = "credential"
    TRANSIENT = "transient"
    USER_CLAIM = "user_claim"
    SCOPE = "scope"
    GROUNDEDNESS = "groundedness"
    DUPLICATE = "duplicate"
    PREVIOUSLY_FORGOTTEN = "previously_forgotten"
    CLAIM = "claim"
    LENGTH = "length"
    QUALITY = "quality"
    IMPORTANCE = "importance"


@dataclass(frozen=True, slots=True)
class EntityMention:
    """An entity named in words, to be resolved."""

    name: str
    kind: EntityKind | None = None
    key: str | None = None
    aliases: tuple[str, ...] = ()
    force_new: bool = False


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity by exactly one of: id, canonical key, or mention."""

    id: str | None = None
    key: str | None = None
    mention: EntityMention | None = None


@dataclass(frozen=True, slots=True)
class ThreadRef:
    """A thread by its id or by the caller's key (made when new)."""

    id: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class AxesDraft:
    """Axes given by the caller; None means "infer it" on create and "keep it" on update."""

    title: str | None = None
    altitude: Altitude | None = None
    type: MemoryType | None = None
    state: MemoryState | None = None
    why: str | Unset | None = UNSET
    affects: tuple[str, ...] | None = None
    next_action: str | Unset | None = UNSET


@dataclass(frozen=True, slots=True)
class LinkDraft:
    """A link to make from the new memory to an existing one."""

    to: str
    relation: Relation
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ProvenanceDraft:
    """Provenance the caller may state; the agent comes from the credential."""

    parent_agent: str | None = None
    client: str | None = None
    model: str | None = None
    tool_call: str | None = None
    branch: str | None = None
    commit: str | None = None
    span: str | None = None


@dataclass(frozen=True, slots=True)
class VectorDraft:
    """A vector of the caller's, and the model it is from."""

    model: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MemoryDraft:
    """Everything `createMemory` takes."""

    entity: EntityRef
    layer: str
    content: str
    axes: AxesDraft = AxesDraft()
    importance: float | str | None = None
    pinned: bool | None = None
    thread: ThreadRef | None = None
    supersedes: tuple[str, ...] = ()
    single_valued: bool = False
    links: tuple[LinkDraft, ...] = ()
    mentions: tuple[EntityRef, ...] = ()
    tags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    permalink: str | None = None
    category: Category = Category.FACT
    confidence: Confidence = Confidence.MEDIUM
    source: Source = Source.EXPLICIT_STATEMENT
    claims: tuple[str, ...] = ()
    transcript: str | None = None
    check_groundedness: bool = False
    filter: str | None = None
    valid_from: Micros | None = None
    valid_to: Micros | None = None
    provenance: ProvenanceDraft = ProvenanceDraft()
    metadata: Mapping[str, Any] | None = None
    vector: VectorDraft | None = None
    on_ambiguous: OnAmbiguous = OnAmbiguous.NEW
    override: frozenset[Gate] = frozenset()
    force: bool = False
    dry_run: bool = False
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class NoteDraft:
    """Everything `upsertNote` takes. `type` None is a note, and stays on update; so do `tags` and `paths` UNSET."""

    title: str
    body: str
    type: str | None = None
    entity: EntityRef | None = None
    paths: tuple[str, ...] | Unset = UNSET
    tags: tuple[str, ...] | Unset = UNSET
    permalink: str | None = None
    expected_version: int | None = None
    if_updated_at: Micros | None = None
    provenance: ProvenanceDraft = ProvenanceDraft()
    override: frozenset[Gate] = frozenset()
    override_protection: str | None = None
    force: bool = False
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryPatch:
    """Everything `updateMemory` takes; UNSET stays, None clears where it may be None.

    `provenance` tells where the change comes from: it is kept with it, and is no change by itself.
    """

    id: str
    expected_version: int | None = None
    content: str | Unset = UNSET
    axes: AxesDraft | None = None
    layer: str | Unset = UNSET
    importance: float | str | Unset = UNSET
    pinned: bool | Unset = UNSET
    thread: ThreadRef | Unset | None = UNSET
    tags: tuple[str, ...] | Unset = UNSET
    paths: tuple[str, ...] | Unset = UNSET
    category: Category | Unset = UNSET
    confidence: Confidence | Unset = UNSET
    valid_from: Micros | Unset | None = UNSET
    valid_to: Micros | Unset | None = UNSET
    metadata: Mapping[str, Any] | Unset | None = UNSET
    vector: VectorDraft | Unset | None = UNSET
    claims: tuple[str, ...] | Unset = UNSET
    provenance: ProvenanceDraft | None = None
    override: frozenset[Gate] = frozenset()
    override_protection: str | None = None
    force: bool = False
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which memories are meant. Empty collections mean "any"; all conditions hold together."""

    entities: tuple[EntityRef, ...] = ()
    kinds: frozenset[EntityKind] = frozenset()
    layers: frozenset[Layer] = frozenset()
    types: frozenset[MemoryType] = frozenset()
    states: frozenset[MemoryState] = frozenset()
    altitudes: frozenset[Altitude] = frozenset()
    categories: frozenset[Category] = frozenset()
    statuses: frozenset[MemoryStatus] = frozenset({MemoryStatus.CURRENT})
    thread: ThreadRef | None = None
    tags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    agent: str | None = None
    branch: str | None = None
    min_importance: float | None = None
    created_after: Micros | None = None
    created_before: Micros | None = None
    as_of: AsOf | None = None


class MemoryOrderField(StrEnum):
    """What a list of memories is sorted by; the id is always the tie-break."""

    CREATED_AT = "created_at"
    UPDATED_AT = "updated_at"
    IMPORTANCE = "importance"
    HEAT = "heat"


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Relay's paging arguments; `after` and `before` are opaque cursors."""

    first: int | None = None
    after: str | None = None
    last: int | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One slice of an ordered list. `cursors` runs parallel to `items`."""

    items: tuple[T, ...]
    cursors: tuple[str, ...] = field(default=())
    has_next: bool = False
    has_previous: bool = False
    total: int | None = None
