"""Keeping the store healthy, as clients see it: what needs a look, and what forgetting by filter would do."""

from __future__ import annotations

import strawberry

from graphmem.api.fields import computed
from graphmem.api.types.lazy import LazyMemory
from graphmem.api.types.receipt import Conflict
from graphmem.api.types.resolution import PossibleDuplicate
from graphmem.services import receipts


@strawberry.type(description="A memory that needs a look.")
class CurationItem:
    """Drawn from `receipts.CurationItem` with a memory."""

    memory: LazyMemory = strawberry.field(description="The memory; of a conflict the newer one.")
    reason: receipts.CurationReason = strawberry.field(description="Why it needs a look.")
    proposal: str = strawberry.field(description="What to do about it.")
    conflict: Conflict | None = strawberry.field(description="The conflict, where that is the reason.")


@strawberry.type(description="Two entities that need a look.")
class CurationDuplicate:
    """Drawn from `receipts.CurationItem` with a possible duplicate."""

    duplicate: PossibleDuplicate = strawberry.field(description="The two that may be one.")
    proposal: str = strawberry.field(description="What to do about them.")


def _memories(curation: receipts.Curation) -> list[receipts.CurationItem]:
    return [item for item in curation.items if item.memory is not None]


def _duplicates(curation: receipts.Curation) -> list[receipts.CurationItem]:
    return [item for item in curation.items if item.duplicate is not None]


@strawberry.type(description="What needs a look.")
class Curation:
    """Drawn from `receipts.Curation`."""

    pressure: int = strawberry.field(description="How many memories make recall worse, those not shown included.")
    items: list[CurationItem] = computed(_memories, "Memories that need a look, by reason.")
    duplicates: list[CurationDuplicate] = computed(_duplicates, "Entities that may be one.")


@strawberry.type(description="What forgetting by a filter would do.")
class ForgetPreview:
    """Drawn from `receipts.ForgetPreview`."""

    count: int = strawberry.field(description="How many it would forget; `forgetMemories` takes it.")
    protected: int = strawberry.field(description="How many it would spare, since they are protected.")
    sample: list[LazyMemory] = strawberry.field(description="Some of them, newest first.")
