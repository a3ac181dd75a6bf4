"""Mutations that settle what is open: notes by title, writes that wait, memories that disagree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import strawberry

from graphmem.api.answers import problems_of
from graphmem.api.context import RequestContext
from graphmem.api.fields import drawn
from graphmem.api.inputs.declare import Raw
from graphmem.api.inputs.settling import ConfirmMemoryInput, ResolveConflictInput, UpsertNoteInput, note_draft
from graphmem.api.mutations.declare import mutation
from graphmem.api.payloads import ConflictPayload, CreateMemoryPayload, MemoryPayload
from graphmem.domain.draft import WriteOutcome
from graphmem.domain.errors import Problem, Problems
from graphmem.services import conflicts, holding
from graphmem.services.confirm import confirm
from graphmem.services.notes import upsert_note


def _upsert(use: RequestContext, raw: Raw) -> MemoryPayload:
    try:
        return MemoryPayload.of(upsert_note(use.space, use.actor, note_draft(raw)))
    except (Problem, Problems) as failure:
        for problem in problems_of(failure):
            for elsewhere, here in _IN_A_NOTE.items():
                if problem.path[: len(elsewhere)] == elsewhere:
                    problem.path = (here, *problem.path[len(elsewhere) :])
        raise


_IN_A_NOTE: Final[Mapping[tuple[str, ...], str]] = {("content",): "body", ("axes", "title"): "title"}
"""Where a note's input has what a memory's has elsewhere."""


def _confirm(use: RequestContext, raw: Raw) -> CreateMemoryPayload:
    return CreateMemoryPayload.of(confirm(use.space, use.actor, raw["pending"]))


def _cancel(use: RequestContext, raw: Raw) -> MemoryPayload:
    dropped = holding.cancel(use.space, use.actor, raw["pending"])
    return MemoryPayload(outcome=WriteOutcome.COMMITTED, findings=drawn(dropped.findings))


def _resolve(use: RequestContext, raw: Raw) -> ConflictPayload:
    conflict, memory = conflicts.resolve_conflict(
        use.space, use.actor, raw["conflict"], raw["decision"], raw.get("reason")
    )
    return ConflictPayload(conflict=drawn(conflict), memory=drawn(memory))


@strawberry.type
class SettlingMutations:
    """The part of Mutation that settles what is open."""

    upsert_note: MemoryPayload = mutation(
        _upsert,
        UpsertNoteInput,
        MemoryPayload,
        "Write a note, or change the one with the same permalink or exactly the same title.",
    )
    confirm_memory: CreateMemoryPayload = mutation(
        _confirm,
        ConfirmMemoryInput,
        CreateMemoryPayload,
        "Say yes to a write that waits; what can have changed meanwhile is checked again.",
    )
    cancel_memory: MemoryPayload = mutation(
        _cancel,
        ConfirmMemoryInput,
        MemoryPayload,
        "Drop a write that waits; COMMITTED without a memory says that it is gone.",
    )
    resolve_conflict: ConflictPayload = mutation(
        _resolve,
        ResolveConflictInput,
        ConflictPayload,
        "Settle a conflict: the newer memory replaces the older, contradicts it, or both stay.",
    )
