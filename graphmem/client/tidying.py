"""Use cases that keep a space in good order: what needs a look, and what to do about it."""

from __future__ import annotations

from graphmem.client.answers.memory import Memory
from graphmem.client.answers.receipt import ChangeReceipt, Conflict
from graphmem.client.answers.tidying import Consolidation, Curation, ForgetPreview
from graphmem.client.asking import Ask
from graphmem.client.decoding import decode
from graphmem.client.failures import checked
from graphmem.client.inputs import Filter, spelt
from graphmem.client.naming import MemoryLike, enum_name, id_of
from graphmem.client.reading import maybe
from graphmem.client.writing import sending


def curation() -> Ask[Curation]:
    """What needs a look, with what to do about it."""
    return Ask("Curation", {}, lambda answer: decode(Curation, answer))


def resolve_conflict(conflict: str | Conflict, decision: str, *, reason: str | None = None) -> Ask[Memory | None]:
    """Settle what two memories disagree on: "supersede", "keep both", "contradicts" or "dismiss".

    Gives the newer memory, as it is now.
    """
    ident = conflict if isinstance(conflict, str) else conflict.id
    value = {"conflict": ident, "decision": enum_name(decision)} | ({"reason": reason} if reason else {})
    return Ask("ResolveConflict", {"input": value}, lambda payload: maybe(Memory)(checked(payload)["memory"]))


def record_use(memory: MemoryLike, outcome: str, *, note: str | None = None) -> Ask[ChangeReceipt]:
    """Tell what became of a recalled memory: "applied" keeps it warm; "ignored" or "wrong" speak against it."""
    value = {"memory": id_of(memory), "outcome": enum_name(outcome)} | ({"note": note} if note else {})
    return sending("RecordUse", ChangeReceipt, value)


def verify(memory: MemoryLike) -> Ask[ChangeReceipt]:
    """Check a memory's claims again, and stamp it as verified where all of them hold."""
    return Ask("Verify", {"id": id_of(memory)}, lambda payload: decode(ChangeReceipt, checked(payload)))


def consolidate(*, dry_run: bool = True) -> Ask[Consolidation]:
    """Draw cold memories together and let go of what nobody needs; only tells of it unless `dry_run` is off."""
    return Ask("Consolidate", {"dryRun": dry_run}, lambda payload: decode(Consolidation, checked(payload)))


def preview_forget(filter: Filter) -> Ask[ForgetPreview]:
    """What `forget_all` would do; forgets nothing."""
    return Ask("PreviewForget", {"filter": spelt(filter)}, lambda answer: decode(ForgetPreview, answer))


def forget_all(filter: Filter, *, expected_count: int, reason: str) -> Ask[int]:
    """Set aside every unprotected memory that a filter means, if that is as many as `preview_forget` told."""
    value = {"filter": spelt(filter), "expectedCount": expected_count, "reason": reason}
    return Ask("ForgetAll", {"input": value}, lambda payload: int(checked(payload)["forgotten"]))
