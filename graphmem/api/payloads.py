"""What mutations answer: the receipt of the use case, or nothing of it and `errors`.

Owns the shapes. A payload's defaults are those of a refusal, so that errors alone make one.
"""

from __future__ import annotations

from typing import Any, Final

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.errors import INPUT, UserError, user_error
from graphmem.api.fields import drawn
from graphmem.api.types.lazy import LazyEntity, LazyLink, LazyMemory
from graphmem.api.types.receipt import Conflict, Finding, PendingMemory
from graphmem.api.types.resolution import EntityResolution
from graphmem.domain.draft import WriteOutcome
from graphmem.services import receipts

_HINT: Final = "A hint that the space wants tidying, once a day at most."


def _field(description: str, default: object = None) -> Any:
    return strawberry.field(default=default, description=description)


def _list(description: str) -> Any:
    return strawberry.field(default=(), description=description)


def _errors() -> Any:
    return _list("Why it was not done; empty when it was.")


def _outcome() -> Any:
    return _field("What became of it.", WriteOutcome.REFUSED)


def _pending() -> Any:
    return _field("What waits for confirmation.")


def _replayed() -> Any:
    return _field("True where this is the answer of an earlier try with the same idempotency key.", False)


@strawberry.type(description="What became of a memory that was to be written.")
class CreateMemoryPayload:
    """Drawn from a Receipt."""

    outcome: WriteOutcome = _outcome()
    memory: LazyMemory | None = _field("The memory; the first one when it is a duplicate.")
    resolution: EntityResolution | None = _field("How its entity was resolved.")
    mention_resolutions: list[EntityResolution] = _list("How its mentions were resolved, in their order.")
    superseded: list[LazyMemory] = _list("The memories it replaced.")
    conflicts: list[Conflict] = _list("Memories it seems to disagree with.")
    duplicate_of: LazyMemory | None = _field("The memory that said the same before.")
    pending: PendingMemory | None = _pending()
    findings: list[Finding] = _list("What gates and filters noticed.")
    curation_hint: str | None = _field(_HINT)
    replayed: bool = _replayed()
    errors: list[UserError] = _errors()

    @classmethod
    def of(cls, receipt: receipts.Receipt, under: tuple[str, ...] = INPUT) -> CreateMemoryPayload:
        """Draw a receipt; `under` is where its input lies."""
        return cls(
            outcome=receipt.outcome,
            memory=drawn(receipt.memory),
            resolution=drawn(receipt.resolution),
            mention_resolutions=drawn(receipt.mention_resolutions),
            superseded=drawn(receipt.superseded),
            conflicts=drawn(receipt.conflicts),
            duplicate_of=drawn(receipt.duplicate_of),
            pending=drawn(receipt.pending),
            findings=drawn(receipt.findings),
            curation_hint=receipt.curation_hint,
            replayed=receipt.replayed,
            errors=[user_error(problem, under) for problem in receipt.problems],
        )


def rehearsed(use: RequestContext, receipt: receipts.Receipt) -> CreateMemoryPayload:
    """Draw a receipt, which may speak of entities that are only planned: they are drawn from the request's memo."""
    use.memo.update((entity.id, entity) for entity in receipt.planned)
    return CreateMemoryPayload.of(receipt)


@strawberry.type(description="What became of a batch.")
class CreateMemoriesPayload:
    """Drawn from a BatchReceipt."""

    results: list[CreateMemoryPayload] = _list("What became of each memory, in the order they were sent.")
    committed: int = _field("How many were written.", 0)
    curation_hint: str | None = _field(_HINT)
    replayed: bool = _replayed()
    errors: list[UserError] = _errors()


@strawberry.type(description="What became of a change to a memory.")
class MemoryPayload:
    """Drawn from a MemoryReceipt."""

    outcome: WriteOutcome = _outcome()
    memory: LazyMemory | None = _field("The memory as it is now.")
    pending: PendingMemory | None = _pending()
    findings: list[Finding] = _list("What gates and filters noticed.")
    replayed: bool = _replayed()
    errors: list[UserError] = _errors()

    @classmethod
    def of(cls, receipt: receipts.MemoryReceipt) -> MemoryPayload:
        """Draw a receipt."""
        return cls(
            outcome=receipt.outcome,
            memory=drawn(receipt.memory),
            pending=drawn(receipt.pending),
            findings=drawn(receipt.findings),
            replayed=receipt.replayed,
        )


@strawberry.type(description="What became of a replacement.")
class SupersedeMemoryPayload:
    """Drawn from a SupersedeReceipt."""

    outcome: WriteOutcome = _outcome()
    memory: LazyMemory | None = _field("The memory that holds now.")
    superseded: LazyMemory | None = _field("The memory it replaced, as it is now.")
    pending: PendingMemory | None = _pending()
    findings: list[Finding] = _list("What gates and filters noticed.")
    errors: list[UserError] = _errors()

    @classmethod
    def of(cls, receipt: receipts.SupersedeReceipt) -> SupersedeMemoryPayload:
        """Draw a receipt."""
        return cls(
            outcome=receipt.outcome,
            memory=drawn(receipt.memory),
            superseded=drawn(receipt.superseded),
            pending=drawn(receipt.pending),
            findings=drawn(receipt.findings),
        )


@strawberry.type(description="What is gone for good.")
class ErasePayload:
    """Drawn from an EraseReceipt."""

    erased_id: strawberry.ID | None = _field("The memory's id, of which only a keyed hash remains.")
    swept_entities: list[strawberry.ID] = _list("Entities that went with it: nothing else was about them.")
    errors: list[UserError] = _errors()

    @classmethod
    def of(cls, receipt: receipts.EraseReceipt) -> ErasePayload:
        """Draw a receipt."""
        return cls(erased_id=drawn(receipt.erased_id), swept_entities=drawn(receipt.swept_entities))


@strawberry.type(description="What was drawn together, let go and called stalled, or would be.")
class ConsolidationPayload:
    """Drawn from a ConsolidationReceipt."""

    planned: int = _field("How many groups of cold memories can be drawn together.", 0)
    done: int = _field("How many of them were.", 0)
    memories: list[LazyMemory] = _list("What stands in their place.")
    forgotten: int = _field("How many memories were let go.", 0)
    stalled: int = _field("How many works in progress were set to stalled.", 0)
    errors: list[UserError] = _errors()

    @classmethod
    def of(cls, receipt: receipts.ConsolidationReceipt) -> ConsolidationPayload:
        """Draw a receipt."""
        return cls(
            planned=receipt.planned,
            done=receipt.done,
            memories=drawn(receipt.memories),
            forgotten=receipt.forgotten,
            stalled=receipt.stalled,
        )


@strawberry.type(description="What became of forgetting by a filter.")
class ForgetMemoriesPayload:
    """Built from a count."""

    forgotten: int = _field("How many were set aside.", 0)
    errors: list[UserError] = _errors()


@strawberry.type(description="What became of a conflict.")
class ConflictPayload:
    """Built from a Conflict and its newer memory."""

    conflict: Conflict | None = _field("The conflict that is settled.")
    memory: LazyMemory | None = _field("The newer memory, as it is now.")
    errors: list[UserError] = _errors()


@strawberry.type(description="What became of hiding or showing a scope.")
class MuteScopePayload:
    """Built from whether anything changed."""

    changed: bool = _field("Whether it was not so already.", False)
    errors: list[UserError] = _errors()


@strawberry.type(description="What became of a link.")
class LinkPayload:
    """Built from a Link."""

    link: LazyLink | None = _field("The link; the first one where it was there already.")
    errors: list[UserError] = _errors()


@strawberry.type(description="What became of a link that was to go.")
class UnlinkPayload:
    """Built from a link's id."""

    unlinked_id: strawberry.ID | None = _field("The id of the link that is gone.")
    errors: list[UserError] = _errors()


@strawberry.type(description="What became of a change to an entity.")
class EntityPayload:
    """Built from an Entity."""

    entity: LazyEntity | None = _field("The entity as it is now.")
    errors: list[UserError] = _errors()


@strawberry.type(description="What became of a split.")
class SplitEntityPayload:
    """Drawn from a SplitReceipt."""

    entity: LazyEntity | None = _field("The entity that stayed.")
    new_entity: LazyEntity | None = _field("The entity that was taken out of it.")
    errors: list[UserError] = _errors()

    @classmethod
    def of(cls, receipt: receipts.SplitReceipt) -> SplitEntityPayload:
        """Draw a receipt."""
        return cls(entity=drawn(receipt.entity), new_entity=drawn(receipt.new_entity))
