"""What a caller changes: update, supersede, forget, restore, erase, link and unlink."""

from __future__ import annotations

from typing import Any

import strawberry

from graphmem.api.enums import ImportanceLevel
from graphmem.api.inputs.declare import Raw, declaration, items, kept, nullable, optional
from graphmem.api.inputs.memory import (
    AxesInput,
    CreateMemoryInput,
    ProvenanceInput,
    axes_draft,
    importance_of,
    provenance_draft,
)
from graphmem.api.inputs.refs import ThreadRef, thread_ref
from graphmem.api.inputs.vector import VectorInput, vector_patch
from graphmem.api.scalars import DateTime, JSONObject
from graphmem.domain import draft, model
from graphmem.domain.draft import UNSET, Unset


@declaration("A change to one memory. A field left out stays; null clears it where it may be null.")
class UpdateMemoryInput:
    """Declared; read by `memory_patch`."""

    id: strawberry.ID = strawberry.field(description="The memory to change.")
    expected_version: int | None = optional("The version the caller saw; refused when it is no longer current.")
    content: str | None = optional("New content; plain text keeps the other axes.")
    axes: AxesInput | None = optional("Axes to change; the others stay.")
    layer: str | None = optional("The layer to move to; leaving the caveat layer needs `overrideProtection`.")
    importance: float | None = optional("0 to 1; 0.9 or more pins.")
    importance_level: ImportanceLevel | None = optional("The importance in a word, in place of the number.")
    pinned: bool | None = optional("Pin, or unpin explicitly.")
    thread: ThreadRef | None = optional("The thread to move to; null takes it off its thread.")
    tags: list[str] | None = optional("All its tags from now on; null takes them away.")
    paths: list[str] | None = optional("All its paths from now on; null takes them away.")
    category: model.Category | None = optional("What it is about.")
    confidence: model.Confidence | None = optional("How sure the writer is.")
    valid_from: DateTime | None = optional("Since when it holds; null: since it was written.")
    valid_to: DateTime | None = optional("Until when it holds; null: until further notice.")
    metadata: JSONObject | None = optional("The caller's own data, in place of the old; null takes it away.")
    vector: VectorInput | None = optional(
        "What it means, by a model of the caller's; makes no version. Null takes all its vectors away."
    )
    claims: list[str] | None = optional("All its claims about the worktree from now on, checked now; null: none.")
    provenance: ProvenanceInput | None = optional("Where the change comes from; no change by itself.")
    override: list[draft.Gate] | None = optional("Gates to set aside; recorded.")
    override_protection: str | None = optional("Why protection is set aside; recorded.")
    force: bool = strawberry.field(
        default=False, description="Set aside every gate but credential and claim; recorded."
    )
    idempotency_key: str | None = optional("Send it again with a retry: the change happens once.")


@declaration("A memory and the new one that replaces it.")
class SupersedeMemoryInput:
    """Declared; its replacement is read by `memory_draft`."""

    id: strawberry.ID = strawberry.field(description="The memory to replace; it stays readable.")
    expected_version: int | None = optional("The version the caller saw; refused when it is no longer current.")
    replacement: CreateMemoryInput = strawberry.field(description="What holds instead.")
    reason: str | None = optional("Why.")


@declaration("A memory to set aside; it can be restored.")
class ForgetMemoryInput:
    """Declared; read field by field."""

    id: strawberry.ID = strawberry.field(description="The memory to forget.")
    expected_version: int | None = optional("The version the caller saw; refused when it is no longer current.")
    reason: str | None = optional("Why; in the record.")
    override_protection: str | None = optional("Why protection is set aside; in the record.")
    idempotency_key: str | None = optional("Send it again with a retry: it is forgotten once.")


@declaration("A forgotten memory to bring back.")
class RestoreMemoryInput:
    """Declared; read field by field."""

    id: strawberry.ID = strawberry.field(description="The memory to restore.")


@declaration("A memory whose text, versions and index entries shall be gone for good.")
class EraseMemoryInput:
    """Declared; read field by field."""

    id: strawberry.ID = strawberry.field(description="The memory to erase; this can't be undone.")
    reason: str = strawberry.field(description="Why; in the record.")
    override_protection: str | None = optional("Why protection is set aside; in the record.")


@declaration('A link between two memories; it reads "from RELATION to".')
class LinkMemoriesInput:
    """Declared; read field by field."""

    from_: strawberry.ID = strawberry.field(name="from", description="The memory it starts at.")
    relation: model.Relation = strawberry.field(description="How the first bears on the second.")
    to: strawberry.ID = strawberry.field(description="The memory it points to.")
    reason: str | None = optional("Why.")


@declaration("A link to take away.")
class UnlinkMemoriesInput:
    """Declared; read field by field."""

    link: strawberry.ID = strawberry.field(description="The link's id.")


def memory_patch(raw: Raw) -> draft.MemoryPatch:
    """Convert an UpdateMemoryInput; raises Invalid for a null or a date that can't be taken."""
    return draft.MemoryPatch(
        id=raw["id"],
        expected_version=raw.get("expectedVersion"),
        content=kept(raw, "content"),
        axes=axes_draft(raw["axes"]) if raw.get("axes") else None,
        layer=kept(raw, "layer"),
        importance=_importance(raw),
        pinned=kept(raw, "pinned"),
        thread=thread_ref(raw["thread"]) if "thread" in raw else UNSET,
        tags=whole(raw, "tags"),
        paths=whole(raw, "paths"),
        category=kept(raw, "category"),
        confidence=kept(raw, "confidence"),
        valid_from=nullable(raw, "validFrom"),
        valid_to=nullable(raw, "validTo"),
        metadata=nullable(raw, "metadata"),
        vector=vector_patch(raw),
        claims=whole(raw, "claims"),
        provenance=provenance_draft(raw["provenance"]) if raw.get("provenance") else None,
        override=frozenset(items(raw, "override")),
        override_protection=raw.get("overrideProtection"),
        force=raw["force"],
        idempotency_key=raw.get("idempotencyKey"),
    )


def _importance(raw: Raw) -> float | str | Unset:
    kept(raw, "importance")
    kept(raw, "importanceLevel")
    found = importance_of(raw)
    return UNSET if found is None else found


def whole(raw: Raw, name: str) -> tuple[Any, ...] | Unset:
    """Read a list of a patch, which null empties; UNSET when left out."""
    return items(raw, name) if name in raw else UNSET
