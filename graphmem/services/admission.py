"""Asking the gates: what a draft says is cleaned and judged before the store is asked for anything.

The gates themselves are pure and in `graphmem.domain.gates`; this brings them what the space knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace

import orjson

from graphmem.domain.blank import is_blank
from graphmem.domain.cleaning import Cleaned, Cleaning, clean, hide_secrets
from graphmem.domain.discretion import redacted
from graphmem.domain.draft import AxesDraft, EntityRef, Gate, MemoryDraft, ProvenanceDraft
from graphmem.domain.errors import Invalid
from graphmem.domain.gates import Annexed, GateContext, Prose, Verdict, run_gates
from graphmem.domain.model import Axes, Category, EntityKind
from graphmem.services.space import Space

CONVERSATION = "conversation"
"""The filter name that says "this is a conversation": no output filter may touch it (total-agent-memory)."""

_NOWHERE = ProvenanceDraft()
_INFERRED = AxesDraft()
_ORIGIN = tuple(field.name for field in fields(ProvenanceDraft))


def redacts(space: Space, overrides: AbstractSet[Gate]) -> bool:
    """Whether secrets are hidden where the writer left them, rather than refused or let through."""
    return space.policy.redact_credentials and Gate.CREDENTIAL not in overrides


def discreet(space: Space, draft: MemoryDraft) -> MemoryDraft:
    """The draft without secrets in its metadata and reasons, where the space redacts; its content is `cleaned`."""
    if redacts(space, draft.override) and (draft.metadata or draft.links):
        metadata = None if draft.metadata is None else redacted(draft.metadata)
        links = tuple(replace(x, reason=x.reason and hide_secrets(x.reason, space.policy).text) for x in draft.links)
        return replace(draft, metadata=metadata, links=links)
    return draft


def cleaned(space: Space, draft: MemoryDraft) -> Cleaned:
    """The draft's content as it may be stored. Raises Invalid for an unknown filter or when nothing is left."""
    conversation = draft.filter == CONVERSATION
    name = None if conversation else draft.filter
    found = clean(draft.content, Cleaning(space.policy, name, conversation, draft.override))
    if is_blank(found.text):
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
        sources=_sources(draft),
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


def _sources(draft: MemoryDraft) -> tuple[Annexed, ...]:
    """The fields that what is readable of the memory comes from, the content first."""
    content, axes = (("content",), draft.content), draft.axes
    if axes == _INFERRED:
        return (content,)
    given = ((name, getattr(axes, name)) for name in ("title", "why", "next_action"))
    told = ((("axes", name), text) for name, text in given if isinstance(text, str))
    return (content, *told, *_listed(axes.affects or (), "axes", "affects"))


def _annex(draft: MemoryDraft) -> tuple[Annexed, ...]:
    """What a draft says beside its content, with the field that says it."""
    said = [*_listed(draft.tags, "tags"), *_listed(draft.paths, "paths"), *_listed(draft.claims, "claims")]
    said += _names(draft.entity, ("entity",))
    for number, ref in enumerate(draft.mentions):
        said += _names(ref, ("mentions", str(number)))
    for number, link in enumerate(draft.links):
        if link.reason:
            said.append((("links", str(number), "reason"), link.reason))
    if draft.thread is not None and draft.thread.key:
        said.append((("thread", "key"), draft.thread.key))
    if draft.permalink:
        said.append((("permalink",), draft.permalink))
    said += _origin(draft.provenance)
    if draft.metadata:
        said.append((("metadata",), orjson.dumps(draft.metadata).decode()))
    return tuple(said)


def _listed(texts: Sequence[str], *path: str) -> list[Annexed]:
    return [((*path, str(number)), text) for number, text in enumerate(texts)]


def _names(ref: EntityRef, path: tuple[str, ...]) -> list[Annexed]:
    """What a mention would have an entity known by: a new one shows it to everybody, in events too."""
    mention = ref.mention
    if mention is None:
        return []
    path = (*path, "mention")
    said = [((*path, "name"), mention.name), *_listed(mention.aliases, *path, "aliases")]
    return said if mention.key is None else [*said, ((*path, "key"), mention.key)]


def _origin(provenance: ProvenanceDraft) -> list[Annexed]:
    if provenance == _NOWHERE:
        return []
    return [(("provenance", field), value) for field in _ORIGIN if (value := getattr(provenance, field)) is not None]


def needs_confirmation(space: Space, category: Category) -> bool:
    """Whether a write of this category waits for `confirmMemory`."""
    return category in space.settings.require_confirmation
