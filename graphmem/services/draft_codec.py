"""Drafts from plain values, for the ones that were kept while they waited for confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.domain.draft import (
    UNSET,
    AxesDraft,
    EntityMention,
    EntityRef,
    Gate,
    LinkDraft,
    MemoryDraft,
    OnAmbiguous,
    ProvenanceDraft,
    ThreadRef,
    VectorDraft,
)
from graphmem.domain.model import (
    Altitude,
    Category,
    Confidence,
    EntityKind,
    MemoryState,
    MemoryType,
    Relation,
    Source,
)

_PLAIN = (
    "layer",
    "content",
    "importance",
    "pinned",
    "single_valued",
    "permalink",
    "transcript",
    "filter",
    "check_groundedness",
    "valid_from",
    "valid_to",
    "metadata",
    "force",
    "dry_run",
)
_LISTS = ("supersedes", "tags", "paths", "claims")


def draft_from(value: Mapping[str, Any]) -> MemoryDraft:
    """The draft that was turned into these values by orjson."""
    rest: dict[str, Any] = {name: value[name] for name in _PLAIN}
    rest |= {name: tuple(value[name]) for name in _LISTS}
    return MemoryDraft(
        entity=_ref(value["entity"]),
        axes=_axes(value["axes"]),
        thread=None if value["thread"] is None else ThreadRef(**value["thread"]),
        links=tuple(LinkDraft(link["to"], Relation(link["relation"]), link["reason"]) for link in value["links"]),
        mentions=tuple(map(_ref, value["mentions"])),
        category=Category(value["category"]),
        confidence=Confidence(value["confidence"]),
        source=Source(value["source"]),
        provenance=ProvenanceDraft(**value["provenance"]),
        vector=_vector(value.get("vector")),
        on_ambiguous=OnAmbiguous(value["on_ambiguous"]),
        override=frozenset(map(Gate, value["override"])),
        **rest,
    )


def _vector(value: Mapping[str, Any] | None) -> VectorDraft | None:
    return None if value is None else VectorDraft(value["model"], tuple(value["values"]))


def _ref(value: Mapping[str, Any]) -> EntityRef:
    mention = value["mention"]
    return EntityRef(value["id"], value["key"], None if mention is None else _mention(mention))


def _mention(value: Mapping[str, Any]) -> EntityMention:
    kind = None if value["kind"] is None else EntityKind(value["kind"])
    return EntityMention(value["name"], kind, value["key"], tuple(value["aliases"]), value["force_new"])


def _axes(value: Mapping[str, Any]) -> AxesDraft:
    return AxesDraft(
        title=value["title"],
        altitude=value["altitude"] and Altitude(value["altitude"]),
        type=value["type"] and MemoryType(value["type"]),
        state=value["state"] and MemoryState(value["state"]),
        why=UNSET if value["why"] == UNSET.value else value["why"],
        affects=None if value["affects"] is None else tuple(value["affects"]),
        next_action=UNSET if value["next_action"] == UNSET.value else value["next_action"],
    )
