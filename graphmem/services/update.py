"""Changing a memory in place: the id stays, the version grows, the earlier versions stay readable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from graphmem.domain.discretion import redacted
from graphmem.domain.draft import UNSET, AxesDraft, MemoryPatch, ThreadRef, Unset, WriteOutcome
from graphmem.domain.errors import InvalidState
from graphmem.domain.gates import Verdict, judge
from graphmem.domain.layers import PIN_AT, parse_importance, parse_layer
from graphmem.domain.limits import check, patch_problems, validity_problems
from graphmem.domain.model import Actor, Axis, Claim, EventType, Layer, Memory, MemoryStatus
from graphmem.domain.notes import normalise_paths, normalise_tags
from graphmem.domain.structure import restructure
from graphmem.domain.vectors import vector_problems
from graphmem.services import asides
from graphmem.services.admission import redacts
from graphmem.services.amendment import cleaned_text, judge_change
from graphmem.services.duplicates import twin_key
from graphmem.services.note_links import settle
from graphmem.services.path_entities import path_mentions
from graphmem.services.prepare import finding
from graphmem.services.provenance import changed_from
from graphmem.services.receipts import MemoryReceipt
from graphmem.services.refusals import told
from graphmem.services.revise import once, require_unprotected, require_version
from graphmem.services.space import Space
from graphmem.services.threads import Place, join
from graphmem.services.vectors import turn
from graphmem.services.verify import check_claims, false_claims, verdicts
from graphmem.store.plan import Plan


@told
def update(space: Space, actor: Actor, patch: MemoryPatch) -> MemoryReceipt:
    """Change what the patch names and nothing else.

    Raises NotFound, VersionConflict, Protected for a caveat that would leave its layer, InvalidState for a
    forgotten memory. A patch that changes nothing is UNCHANGED and makes no version.
    """
    given = None if patch.vector is UNSET else patch.vector
    check(chain(patch_problems(patch), vector_problems(given)))
    patch = _discreet(space, patch)
    # Files are read before the unit of work: the writer waits for nobody's disk.
    claims = None if patch.claims is UNSET else check_claims(space, patch.claims)

    def unit(plan: Plan) -> MemoryReceipt:
        key = patch.idempotency_key
        return once(plan, actor, key, patch, lambda: apply_patch(space, plan, actor, patch, claims))

    return space.write(unit)


def _discreet(space: Space, patch: MemoryPatch) -> MemoryPatch:
    """The patch as far as it is no content: a secret in it is hidden or refused before the writer is asked."""
    why = asides.override(space, patch.override_protection)
    metadata = patch.metadata
    if isinstance(metadata, Mapping) and redacts(space, patch.override):
        metadata = redacted(metadata)
    return replace(patch, override_protection=why, metadata=metadata)


def apply_patch(
    space: Space, plan: Plan, actor: Actor, patch: MemoryPatch, claims: tuple[Claim, ...] | None = None
) -> MemoryReceipt:
    """Plan a change to a memory, inside a unit of work; raises as `update` does. `claims` are the patch's, checked."""
    before = require_version(plan, patch.id, patch.expected_version)
    if before.status is MemoryStatus.FORGOTTEN:
        raise InvalidState(f"{before.id} is forgotten: restore it first", ("id",))
    about_code = _judged_claims(space, claims)
    content, cut = cleaned_text(space, before, patch)
    after = _patched(space, plan, before, patch, content, claims)
    if after == before:
        return _turned(space, plan, actor, before, patch)
    verdict = judge_change(space, plan, before, after, patch) | about_code
    if before.layer is Layer.CAVEAT and after.layer is not Layer.CAVEAT:
        require_unprotected(before, patch.override_protection, "moved out of its layer")
    provenance = changed_from(before.provenance, patch.provenance)
    after = replace(after, version=before.version + 1, updated_at=plan.now, provenance=provenance)
    if after.paths != before.paths:
        after = path_mentions(space, plan, actor, after)
    reprinted = twin_key(after) if twin_key(after) != twin_key(before) else None
    plan.change_memory(after, actor.agent, reprinted)
    changed = changed_fields(before, after)
    if turn(space, plan, after, patch.vector):
        changed.append("vector")
    _tell(plan, actor, after, changed, patch, verdict)
    if after.permalink is not None:
        settle(space, plan, actor, after, before)
    return MemoryReceipt(WriteOutcome.COMMITTED, after, (*cut, *map(finding, verdict.findings)))


def _judged_claims(space: Space, claims: tuple[Claim, ...] | None) -> Verdict:
    false = false_claims(claims or ())
    verdict = judge([] if false is None else [false], space.policy)
    verdict.raise_refusals()
    return verdict


def _patched(
    space: Space, plan: Plan, before: Memory, patch: MemoryPatch, content: str | None, claims: tuple[Claim, ...] | None
) -> Memory:
    layer = parse_layer(patch.layer) if isinstance(patch.layer, str) else before.layer
    axes = restructure(before.axes, content, patch.axes or AxesDraft())
    importance = _importance(before, patch, layer)
    place = _place(space, plan, before, patch.thread)
    after = replace(
        before,
        layer=layer,
        content=axes.what,
        axes=axes,
        importance=importance,
        pinned=_pinned(before, patch, importance),
        thread_id=place.thread_id,
        thread_position=place.position,
        tags=before.tags if patch.tags is UNSET else normalise_tags(patch.tags),
        paths=before.paths if patch.paths is UNSET else normalise_paths(patch.paths),
        category=before.category if patch.category is UNSET else patch.category,
        confidence=before.confidence if patch.confidence is UNSET else patch.confidence,
        valid_from=before.valid_from if patch.valid_from is UNSET else patch.valid_from,
        valid_to=before.valid_to if patch.valid_to is UNSET else patch.valid_to,
        metadata=before.metadata if patch.metadata is UNSET else patch.metadata,
        claims=before.claims if claims is None or verdicts(claims) == verdicts(before.claims) else claims,
    )
    check(validity_problems(after.valid_from, after.valid_to))
    return after


def _importance(before: Memory, patch: MemoryPatch, layer: Layer) -> float:
    if patch.importance is UNSET:
        return before.importance
    return parse_importance(patch.importance, layer)


def _pinned(before: Memory, patch: MemoryPatch, importance: float) -> bool:
    """Unpinning is possible but only when said: lowering the importance alone leaves the pin."""
    if patch.pinned is not UNSET:
        return patch.pinned
    return before.pinned or (patch.importance is not UNSET and importance >= PIN_AT)


def _place(space: Space, plan: Plan, before: Memory, thread: ThreadRef | Unset | None) -> Place:
    stays = Place(before.thread_id, before.thread_position)
    if thread is UNSET:
        return stays
    if thread is None:
        return Place()
    known = plan.thread_by_key(thread.key) if thread.key is not None else plan.thread(thread.id or "")
    if known is not None and known.id == before.thread_id:
        return stays
    return join(space, plan, thread)


def _turned(space: Space, plan: Plan, actor: Actor, memory: Memory, patch: MemoryPatch) -> MemoryReceipt:
    """A vector is not part of what a memory says: another one makes no version of it."""
    if not turn(space, plan, memory, patch.vector):
        return MemoryReceipt(WriteOutcome.UNCHANGED, memory)
    _tell(plan, actor, memory, ["vector"], patch, Verdict())
    return MemoryReceipt(WriteOutcome.COMMITTED, memory)


def _tell(plan: Plan, actor: Actor, after: Memory, changed: list[str], patch: MemoryPatch, verdict: Verdict) -> None:
    details: dict[str, Any] = {"changed": changed}
    if verdict.overridden:
        details["overridden"] = list(verdict.overridden)
    if patch.override_protection is not None:
        details["override_protection"] = patch.override_protection
    plan.event(
        EventType.MEMORY_UPDATED,
        actor.agent,
        memory_id=after.id,
        entity_id=after.entity_id,
        **details,
    )


_FIELDS = (
    "layer",
    "importance",
    "pinned",
    "status",
    "thread_id",
    "tags",
    "paths",
    "category",
    "confidence",
    "valid_from",
    "valid_to",
    "metadata",
    "claims",
)


def changed_fields(before: Memory, after: Memory) -> list[str]:
    """Names of the axes and fields that differ between two versions."""
    axes = [axis.value for axis in Axis if getattr(before.axes, axis.value) != getattr(after.axes, axis.value)]
    return axes + [name for name in _FIELDS if getattr(before, name) != getattr(after, name)]
