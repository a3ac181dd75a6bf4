"""Notes: memories that are known by a title and a permalink, and written again under it (Tirith).

Owns finding the note that is meant, and what a note is as a memory. Writing and changing are those of any
memory, all gates included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from graphmem.domain.draft import (
    UNSET,
    AxesDraft,
    EntityMention,
    EntityRef,
    MemoryDraft,
    MemoryPatch,
    NoteDraft,
    OnAmbiguous,
)
from graphmem.domain.errors import Invalid, InvalidState, NotFound, Problem, VersionConflict
from graphmem.domain.layers import parse_type
from graphmem.domain.limits import CONTENT_MAX, NAME_MAX, check, text_problems
from graphmem.domain.model import Actor, EntityKind, Layer, Memory, MemoryStatus, MemoryType
from graphmem.domain.notes import normalise_path, slug
from graphmem.services import asides
from graphmem.services.path_entities import file_entity
from graphmem.services.prepare import Prepared, prepare
from graphmem.services.receipts import MemoryReceipt
from graphmem.services.refusals import told
from graphmem.services.remember import walk
from graphmem.services.resolve import resolve_ref
from graphmem.services.revise import once
from graphmem.services.space import Space
from graphmem.services.supersession import current_heads
from graphmem.services.update import apply_patch
from graphmem.store.plan import Plan

HOMELESS: Final = EntityMention("Notes", EntityKind.CONCEPT)
"""What a note hangs on that names neither an entity nor a path."""

_LAYERS: Final[Mapping[MemoryType, Layer]] = MappingProxyType(
    {
        MemoryType.GOTCHA: Layer.CAVEAT,
        MemoryType.CONVENTION: Layer.CAVEAT,
        MemoryType.LEARNING: Layer.LEARNING,
        MemoryType.DECISION: Layer.LEARNING,
    }
)


def layer_of(kind: MemoryType) -> Layer:
    """The layer that a note of a type hangs in: what hurts is a caveat, what was learned a learning."""
    return _LAYERS.get(kind, Layer.CONTEXT)


@told
def upsert_note(space: Space, actor: Actor, note: NoteDraft) -> MemoryReceipt:
    """Write a note, or change the one with the permalink or exactly the title (of the entity, where one is named).

    A new note hangs on the entity named, else on the file of its first path, else on the concept `Notes`. Tags,
    paths and type that are left out stay. Raises NotFound for an unknown permalink and for a version of a note
    that is not there, VersionConflict, InvalidState for a note that is not current, and all that a write raises.
    """
    check(_problems(note))
    note = replace(note, override_protection=asides.override(space, note.override_protection))
    # Two titles are two notes, however alike their bodies are.
    prepared = replace(prepare(space, _as_memory(note)), apart=True)
    if note.entity is not None:
        asides.mentioned(space, note.entity, ("entity",))
    key = note.idempotency_key
    return space.write(lambda plan: once(plan, actor, key, note, lambda: _upsert(space, plan, actor, note, prepared)))


def _problems(note: NoteDraft) -> Iterator[Problem]:
    yield from text_problems(note.title, ("title",), NAME_MAX, empty=False)
    yield from text_problems(note.body, ("body",), CONTENT_MAX, empty=False)
    yield from text_problems(note.permalink, ("permalink",), NAME_MAX, empty=False)


def _as_memory(note: NoteDraft) -> MemoryDraft:
    kind = MemoryType.NOTE if note.type is None else parse_type(note.type)
    paths = () if note.paths is UNSET else note.paths
    return MemoryDraft(
        entity=note.entity or _first_file(paths) or EntityRef(mention=HOMELESS),
        layer=layer_of(kind),
        content=note.body,
        axes=AxesDraft(title=_title(note), type=kind),
        tags=() if note.tags is UNSET else note.tags,
        paths=paths,
        permalink=slug(note.title),
        provenance=note.provenance,
        override=note.override,
        force=note.force,
    )


def _title(note: NoteDraft) -> str:
    return " ".join(note.title.split())


def _first_file(paths: tuple[str, ...]) -> EntityRef | None:
    first = paths[0].strip()[:NAME_MAX] if paths else ""
    # A path that can't be a name is no path either, which is said of the path.
    if any(text_problems(first, ("paths",), NAME_MAX, empty=False)):
        return None
    return EntityRef(mention=EntityMention(first, EntityKind.FILE))


def _upsert(space: Space, plan: Plan, actor: Actor, note: NoteDraft, prepared: Prepared) -> MemoryReceipt:
    existing = _find(space, plan, actor, note)
    if existing is not None:
        _require_seen(plan, note, existing)
        return apply_patch(space, plan, actor, _patch(note, existing))
    if note.expected_version is not None or note.if_updated_at is not None:
        raise NotFound(f"no current note is titled {_title(note)!r}: send it without a version to write it", ("title",))
    prepared.verdict.raise_refusals()
    receipt = walk(space, plan, actor, replace(prepared, draft=_housed(space, plan, actor, note, prepared.draft)))
    written = None if receipt.memory is None else plan.memory(receipt.memory.id)
    return MemoryReceipt(receipt.outcome, written, receipt.findings, pending=receipt.pending)


def _housed(space: Space, plan: Plan, actor: Actor, note: NoteDraft, draft: MemoryDraft) -> MemoryDraft:
    if note.entity is not None or not draft.paths:
        return draft
    entity = file_entity(space, plan, actor, normalise_path(draft.paths[0]))
    return replace(draft, entity=EntityRef(id=entity.id))


def _find(space: Space, plan: Plan, actor: Actor, note: NoteDraft) -> Memory | None:
    home = None
    if note.entity is not None:
        home = resolve_ref(space, plan, actor, note.entity, OnAmbiguous.NEW, ("entity",)).entity.id
    if note.permalink is not None:
        return _by_permalink(plan, note.permalink, home)
    titled = (found for found in plan.titled(_title(note)) if found.status is MemoryStatus.CURRENT)
    return next((found for found in titled if home is None or plan.home(found) == home), None)


def _by_permalink(plan: Plan, permalink: str, home: str | None) -> Memory:
    owner = plan.permalink_owner(permalink)
    found = None if owner is None else plan.memory(owner)
    if found is None:
        raise NotFound(f"no note has the permalink {permalink}: leave it out to write a new one", ("permalink",))
    if home is not None and plan.home(found) != home:
        raise Invalid(f"{permalink} hangs on {plan.home(found)}: leave the entity out, or send that one", ("entity",))
    if found.status is not MemoryStatus.CURRENT:
        heads = ", ".join(head.id for head in current_heads(plan, found) if head.id != found.id)
        hint = f"change {heads} instead" if heads else "restore it first"
        raise InvalidState(f"{permalink} ({found.id}) is {found.status}: {hint}", ("permalink",))
    return found


def _require_seen(plan: Plan, note: NoteDraft, now: Memory) -> None:
    """Raise VersionConflict unless the caller knows the note as it stands; by the microsecond, not the second."""
    if note.expected_version not in (None, now.version):
        seen = plan.version(now.id, note.expected_version or 0)
        raise _conflict(now, seen, "expectedVersion", f"version {note.expected_version}")
    if note.if_updated_at not in (None, now.updated_at):
        older = (plan.version(now.id, number) for number in range(now.version - 1, 0, -1))
        seen = next((v for v in older if v is not None and v.updated_at == note.if_updated_at), None)
        raise _conflict(now, seen, "ifUpdatedAt", "the time you sent")


def _conflict(now: Memory, seen: Memory | None, field: str, expected: str) -> VersionConflict:
    message = (
        f"{now.permalink} ({now.id}) is at version {now.version}, not at {expected}: read it again and decide anew"
    )
    return VersionConflict(message, (field,), now, seen)


def _patch(note: NoteDraft, existing: Memory) -> MemoryPatch:
    kind = existing.axes.type if note.type is None else parse_type(note.type)
    return MemoryPatch(
        id=existing.id,
        content=note.body,
        axes=AxesDraft(title=_title(note), type=kind),
        layer=UNSET if kind is existing.axes.type else layer_of(kind),
        tags=note.tags,
        paths=note.paths,
        provenance=note.provenance,
        override=note.override,
        override_protection=note.override_protection,
        force=note.force,
    )
