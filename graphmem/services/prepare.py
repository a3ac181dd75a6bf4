"""What can be said of a draft before the store is asked: checked, cleaned, structured, judged by the gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from graphmem.domain.content import read_content
from graphmem.domain.draft import MemoryDraft
from graphmem.domain.gates import GateFinding, Verdict, judge
from graphmem.domain.layers import PIN_AT, parse_importance, parse_layer
from graphmem.domain.limits import axes_problems, check, draft_problems, metadata_problems
from graphmem.domain.model import Axes, Claim, Layer
from graphmem.domain.notes import normalise_paths, normalise_tags
from graphmem.domain.structure import structure
from graphmem.domain.vectors import vector_problems
from graphmem.services.admission import cleaned, discreet, judged
from graphmem.services.receipts import Finding
from graphmem.services.space import Space
from graphmem.services.verify import check_claims, false_claims


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft as far as it can be judged by itself. `verdict` may still refuse it.

    `kept` is the whole cleaned content, JSON where it came as JSON; `confirmed` says that it waited already;
    `apart` that it stands for itself, whatever says the same: a note by its title, a replacement by what it replaces.
    """

    draft: MemoryDraft
    layer: Layer
    content: str
    axes: Axes
    importance: float
    pinned: bool
    tags: tuple[str, ...]
    paths: tuple[str, ...]
    verdict: Verdict
    claims: tuple[Claim, ...] = ()
    findings: tuple[Finding, ...] = ()
    metadata: Mapping[str, Any] | None = None
    details: dict[str, Any] = field(default_factory=dict)
    kept: str = ""
    confirmed: bool = False
    apart: bool = False

    def noticed(self, *more: Finding) -> Prepared:
        """The same with further findings."""
        return replace(self, findings=self.findings + more)

    def told(self, verdict: Verdict) -> Prepared:
        """The same with what a gate said that did not stop it."""
        if not verdict.findings:
            return self
        aside = [*self.details.get("overridden", ()), *verdict.overridden]
        details = {**self.details, "overridden": aside} if aside else self.details
        return replace(self.noticed(*map(finding, verdict.findings)), details=details)


def prepare(space: Space, draft: MemoryDraft) -> Prepared:
    """Check, clean, structure and judge a draft. Raises Problem or Problems with the path of every bad field."""
    check(chain(draft_problems(draft), vector_problems(draft.vector)))
    draft = discreet(space, draft)
    layer = parse_layer(draft.layer)
    importance = parse_importance(draft.importance, layer)
    clean = cleaned(space, draft)
    axes = structure(clean.text, layer, draft.axes)
    metadata = _metadata(clean.text, draft)
    check(axes_problems(axes))
    claims = check_claims(space, draft.claims)
    false = false_claims(claims)
    verdict = judged(space, draft, axes) | judge([false] if false else [], space.policy)
    return Prepared(
        draft=draft,
        layer=layer,
        content=axes.what,
        axes=axes,
        importance=importance,
        pinned=draft.pinned if draft.pinned is not None else importance >= PIN_AT,
        tags=normalise_tags(draft.tags),
        paths=normalise_paths(draft.paths),
        verdict=verdict,
        claims=claims,
        findings=tuple(map(finding, (*clean.findings, *verdict.findings))),
        metadata=metadata,
        kept=clean.text,
        details={"overridden": list(verdict.overridden)} if verdict.overridden else {},
    )


def _metadata(text: str, draft: MemoryDraft) -> Mapping[str, Any] | None:
    """The caller's metadata, with what a JSON content says beyond the axes: nothing given is lost."""
    extras = read_content(text).extras
    if not extras:
        return draft.metadata
    metadata = {**extras, **(draft.metadata or {})}
    check(metadata_problems(metadata, ("content",)))
    return metadata


def admit(space: Space, draft: MemoryDraft) -> Prepared:
    """Prepare a draft that is to be written: also raises GateRefused where a gate refuses it."""
    prepared = prepare(space, draft)
    prepared.verdict.raise_refusals()
    return prepared


def finding(found: GateFinding) -> Finding:
    """A gate's finding as a receipt tells it."""
    return Finding(found.gate, found.message, found.matches)
