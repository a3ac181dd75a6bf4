"""What can be said of a draft before the store is asked: checked, cleaned, structured. Pure but for settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphmem.domain.draft import MemoryDraft
from graphmem.domain.layers import PIN_AT, parse_importance, parse_layer
from graphmem.domain.limits import check, draft_problems
from graphmem.domain.model import Axes, Claim, Layer
from graphmem.domain.notes import normalise_paths, normalise_tags
from graphmem.domain.structure import structure
from graphmem.services.receipts import Finding
from graphmem.services.space import Space


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft that may be written as far as it can be judged by itself."""

    draft: MemoryDraft
    layer: Layer
    content: str
    axes: Axes
    importance: float
    pinned: bool
    tags: tuple[str, ...]
    paths: tuple[str, ...]
    claims: tuple[Claim, ...] = ()
    findings: tuple[Finding, ...] = ()
    overridden: dict[str, Any] = field(default_factory=dict)


def prepare(space: Space, draft: MemoryDraft) -> Prepared:
    """Check and structure a draft. Raises Problem or Problems with the path of every bad field."""
    check(draft_problems(draft))
    layer = parse_layer(draft.layer)
    importance = parse_importance(draft.importance, layer)
    axes = structure(draft.content, layer, draft.axes)
    return Prepared(
        draft=draft,
        layer=layer,
        content=axes.what,
        axes=axes,
        importance=importance,
        pinned=draft.pinned if draft.pinned is not None else importance >= PIN_AT,
        tags=normalise_tags(draft.tags),
        paths=normalise_paths(draft.paths),
    )
