"""What a caller settles: notes by title, writes that wait, memories that disagree."""

from __future__ import annotations

import strawberry

from graphmem.api.inputs.declare import Raw, declaration, items, optional, readable
from graphmem.api.inputs.memory import ProvenanceInput, provenance_draft
from graphmem.api.inputs.refs import EntityRef, entity_ref
from graphmem.api.inputs.revise import whole
from graphmem.api.scalars import DateTime
from graphmem.domain import draft, model
from graphmem.services.conflicts import ConflictDecision


@declaration("A note: written when its title or permalink is new, changed when it is there.")
class UpsertNoteInput:
    """Declared; read by `note_draft`."""

    title: str = strawberry.field(description="Its title; exactly this one finds the note again.")
    body: str = strawberry.field(
        description="Its text. `- [category] text #tag` lines are observations, `- relation [[Title]]` lines links."
    )
    type: model.MemoryType = strawberry.field(
        default=model.MemoryType.NOTE,
        description="What sort of note it is, which chooses its layer; NOTE keeps what a note that is there is.",
    )
    paths: list[str] | None = optional("Files it speaks of; left out: they stay, null: they go.")
    tags: list[str] | None = optional("Its tags; left out: they stay, null: they go.")
    permalink: str | None = optional("The permalink of the note to change, where its title may have changed.")
    entity: EntityRef | None = optional("What it is about; left out: the first file, or the concept `Notes`.")
    expected_version: int | None = optional("The version the caller saw; refused when it is no longer current.")
    if_updated_at: DateTime | None = optional("When the note the caller saw was changed, to the microsecond.")
    provenance: ProvenanceInput | None = optional("Where it was written.")
    override: list[draft.Gate] | None = optional("Gates to set aside; recorded.")
    override_protection: str | None = optional("Why protection is set aside; recorded.")
    force: bool = strawberry.field(
        default=False, description="Set aside every gate but credential and claim; recorded."
    )
    idempotency_key: str | None = optional("Send it again with a retry: it is written once.")


@declaration("A write that waits.")
class ConfirmMemoryInput:
    """Declared; read field by field."""

    pending: strawberry.ID = strawberry.field(description="The id under which it waits.")


@declaration("How a conflict ends.")
class ResolveConflictInput:
    """Declared; read field by field."""

    conflict: strawberry.ID = strawberry.field(description="The conflict.")
    decision: ConflictDecision = strawberry.field(description="What becomes of the two memories.")
    reason: str | None = optional("Why; in the record.")


def note_draft(raw: Raw) -> draft.NoteDraft:
    """Convert an UpsertNoteInput; raises Invalid for an unreadable date."""
    entity, kind = raw.get("entity"), raw["type"]
    return draft.NoteDraft(
        title=raw["title"],
        body=raw["body"],
        # The default can't be told from the value, and must not turn a gotcha into a note.
        type=None if kind is model.MemoryType.NOTE else kind.value,
        entity=entity_ref(entity) if entity else None,
        paths=whole(raw, "paths"),
        tags=whole(raw, "tags"),
        permalink=raw.get("permalink"),
        expected_version=raw.get("expectedVersion"),
        if_updated_at=readable(raw, "ifUpdatedAt"),
        provenance=provenance_draft(raw.get("provenance")),
        override=frozenset(items(raw, "override")),
        override_protection=raw.get("overrideProtection"),
        force=raw["force"],
        idempotency_key=raw.get("idempotencyKey"),
    )
