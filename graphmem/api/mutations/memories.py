"""Mutations of memories: create, update, supersede, forget, restore, erase."""

from __future__ import annotations

from typing import Final

import strawberry

from graphmem.api.answers import problems_of
from graphmem.api.batch import create_many
from graphmem.api.context import RequestContext
from graphmem.api.inputs.declare import Raw
from graphmem.api.inputs.memory import CreateMemoriesInput, CreateMemoryInput, memory_draft
from graphmem.api.inputs.revise import (
    EraseMemoryInput,
    ForgetMemoryInput,
    RestoreMemoryInput,
    SupersedeMemoryInput,
    UpdateMemoryInput,
    memory_patch,
)
from graphmem.api.mutations.declare import mutation
from graphmem.api.payloads import (
    CreateMemoriesPayload,
    CreateMemoryPayload,
    ErasePayload,
    MemoryPayload,
    SupersedeMemoryPayload,
    rehearsed,
)
from graphmem.domain.errors import Invalid, Problem, Problems
from graphmem.domain.model import Scope
from graphmem.services import revise
from graphmem.services.remember import remember
from graphmem.services.update import update

# Whatever else a problem of supersedeMemory is about lies in the replacement.
_ABOUT_THE_OLD_ONE: Final = frozenset({"id", "expectedVersion", "reason"})


def _create(use: RequestContext, raw: Raw) -> CreateMemoryPayload:
    return rehearsed(use, remember(use.space, use.actor, memory_draft(raw)))


def _update(use: RequestContext, raw: Raw) -> MemoryPayload:
    return MemoryPayload.of(update(use.space, use.actor, memory_patch(raw)))


def _supersede(use: RequestContext, raw: Raw) -> SupersedeMemoryPayload:
    try:
        replacement = memory_draft(raw["replacement"])
        if replacement.dry_run:
            raise Invalid("a replacement is written: leave dryRun to createMemory", ("dryRun",))
        receipt = revise.supersede(
            use.space, use.actor, raw["id"], raw.get("expectedVersion"), replacement, raw.get("reason")
        )
    except (Problem, Problems) as failure:
        for problem in problems_of(failure):
            if problem.path and problem.path[0] not in _ABOUT_THE_OLD_ONE:
                problem.below("replacement")
        raise
    return SupersedeMemoryPayload.of(receipt)


def _forget(use: RequestContext, raw: Raw) -> MemoryPayload:
    receipt = revise.forget(
        use.space,
        use.actor,
        raw["id"],
        expected_version=raw.get("expectedVersion"),
        reason=raw.get("reason"),
        override_protection=raw.get("overrideProtection"),
        idempotency_key=raw.get("idempotencyKey"),
    )
    return MemoryPayload.of(receipt)


def _restore(use: RequestContext, raw: Raw) -> MemoryPayload:
    return MemoryPayload.of(revise.restore(use.space, use.actor, raw["id"]))


def _erase(use: RequestContext, raw: Raw) -> ErasePayload:
    receipt = revise.erase(
        use.space, use.actor, raw["id"], raw["reason"], override_protection=raw.get("overrideProtection")
    )
    return ErasePayload.of(receipt)


@strawberry.type
class MemoryMutations:
    """The part of Mutation that is about memories."""

    create_memory: CreateMemoryPayload = mutation(
        _create,
        CreateMemoryInput,
        CreateMemoryPayload,
        "Write a memory: it is checked, hung on its entity, and acknowledged once it is durable.",
    )
    create_memories: CreateMemoriesPayload = mutation(
        create_many,
        CreateMemoriesInput,
        CreateMemoriesPayload,
        "Write up to 500 memories in one transaction.",
    )
    update_memory: MemoryPayload = mutation(
        _update,
        UpdateMemoryInput,
        MemoryPayload,
        "Change a memory; its earlier versions stay readable.",
    )
    supersede_memory: SupersedeMemoryPayload = mutation(
        _supersede,
        SupersedeMemoryInput,
        SupersedeMemoryPayload,
        "Replace a memory by a new one; the old one's valid time ends, and it stays readable.",
    )
    forget_memory: MemoryPayload = mutation(
        _forget,
        ForgetMemoryInput,
        MemoryPayload,
        "Set a memory aside; it can be restored. What it replaced stays superseded; `restoreMemory` on that makes it "
        "current again. A protected one needs an override.",
        scope=Scope.FORGET,
    )
    restore_memory: MemoryPayload = mutation(
        _restore,
        RestoreMemoryInput,
        MemoryPayload,
        "Bring a forgotten memory back, or make a superseded one current again.",
        scope=Scope.FORGET,
    )
    erase_memory: ErasePayload = mutation(
        _erase,
        EraseMemoryInput,
        ErasePayload,
        "Erase a memory's text, versions and index entries for good; only a keyed hash stays.",
        scope=Scope.ADMIN,
    )
