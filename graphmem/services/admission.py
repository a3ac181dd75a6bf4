"""Asking the gates: what a draft says is cleaned and judged before the store is asked for anything.

The gates themselves are pure and in `graphmem.domain.gates`; this brings them what the space knows.
"""

from __future__ import annotations

from typing import Any

import orjson

from graphmem.domain.cleaning import Cleaned, Cleaning, clean
from graphmem.domain.draft import EntityRef, MemoryDraft
from graphmem.domain.errors import Invalid
from graphmem.domain.gates import GateContext, Prose, Verdict, run_gates
from graphmem.domain.model import Axes, Category, EntityKind
from graphmem.services.space import Space

CONVERSATION = "conversation"
"""The filter name that says "this is a conversation": no output filter may touch it (total-agent-memory)."""


def cleaned(space: Space, draft: MemoryDraft) -> Cleaned:
    """The draft's content as it may be stored. Raises Invalid for an unknown filter or when nothing is left."""
    conversation = draft.filter == CONVERSATION
    name = None if conversation else draft.filter
    found = clean(draft.content, Cleaning(space.policy, name, conversation, draft.override))
    if not found.text.strip():
        raise Invalid("nothing is left of the content: all of it was private or cut by the filter", ("content",))
    return found


def judged(space: Space, draft: MemoryDraft, axes: Axes) -> Verdict:
    """What the gates say to a draft. Raises Invalid for a groundedness check without a transcript."""
    name, kind = _entity(space, draft.entity)
    context = GateContext(
        prose=Prose(spoken(axes)),
        category=draft.category,
        entity_name=name,
        entity_kind=kind,
        declared=(*draft.tags, *(_entity(space, ref)[0] or "" for ref in draft.mentions)),
        transcript=draft.transcript,
        check_groundedness=draft.check_groundedness,
        filtered=draft.filter not in (None, "auto", "off"),
        annex=_annex(draft),
        known=space.knowledge.known(),
    )
    return run_gates(context, space.policy, draft.override, draft.force)


def spoken(axes: Axes) -> str:
    """Everything readable of a memory, as one text."""
    parts = (axes.what, axes.why, *axes.affects, axes.next_action)
    title = None if axes.title in axes.what else axes.title
    return "\n".join(part for part in (title, *parts) if part)


def _entity(space: Space, ref: EntityRef) -> tuple[str | None, EntityKind | None]:
    if ref.mention is not None:
        return ref.mention.name, ref.mention.kind
    entities = space.state.entities
    found = entities.by_key(ref.key) if ref.key is not None else entities.canonical(ref.id or "")
    return (None, None) if found is None else (found.name, found.kind)


def _annex(draft: MemoryDraft) -> str:
    provenance = draft.provenance
    origin: tuple[Any, ...] = (provenance.branch, provenance.commit, provenance.span, provenance.tool_call)
    names = (name for ref in (draft.entity, *draft.mentions) for name in _given_names(ref))
    thread_key = None if draft.thread is None else draft.thread.key
    told = (thread_key, draft.permalink, *(link.reason for link in draft.links))
    parts = [*names, *draft.tags, *draft.paths, *(part for part in (*told, *origin) if part)]
    if draft.metadata:
        parts.append(orjson.dumps(draft.metadata).decode())
    return "\n".join(parts)


def _given_names(ref: EntityRef) -> tuple[str, ...]:
    """What a mention would have an entity known by: a new one shows it to everybody, in events too."""
    if ref.mention is None:
        return ()
    return (ref.mention.name, *ref.mention.aliases, *filter(None, (ref.mention.key,)))


def needs_confirmation(space: Space, category: Category) -> bool:
    """Whether a write of this category waits for `confirmMemory`."""
    return category in space.settings.require_confirmation
