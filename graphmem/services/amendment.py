"""What the gates say to a change of a memory: it is judged by what it changes, as a draft would be.

Owns which gates are asked about which change. A text that stays was judged when it was written: what was set
aside then is not asked for again because a tag is added.
"""

from __future__ import annotations

from dataclasses import replace

from graphmem.domain.draft import UNSET, AxesDraft, EntityRef, Gate, MemoryDraft, MemoryPatch, ThreadRef
from graphmem.domain.gates import Verdict
from graphmem.domain.limits import axes_problems, check
from graphmem.domain.model import Memory
from graphmem.services.admission import cleaned, judged
from graphmem.services.detection import neighbours
from graphmem.services.duplicates import find_twin, restated
from graphmem.services.prepare import Prepared, finding
from graphmem.services.receipts import Finding
from graphmem.services.space import Space
from graphmem.store.plan import Plan

_OF_CATEGORY = frozenset({Gate.USER_CLAIM, Gate.LENGTH})
"""Gates whose answer hangs on the category."""


def cleaned_text(space: Space, before: Memory, patch: MemoryPatch) -> tuple[str | None, tuple[Finding, ...]]:
    """The new content as it may be stored, None where it stays, and what was cut out of it."""
    if not isinstance(patch.content, str):
        return None, ()
    found = cleaned(space, _as_draft(before, patch, patch.content))
    return found.text, tuple(map(finding, found.findings))


def judge_change(space: Space, plan: Plan, before: Memory, after: Memory, patch: MemoryPatch) -> Verdict:
    """What the gates say to what changed. Raises GateRefused or Problems where one refuses.

    A text that another memory of the entity has already is only told of: whoever changes a memory means this one.
    """
    check(axes_problems(after.axes))
    draft = _as_draft(before, patch, after.content)
    if after.axes != before.axes:
        verdict = judged(space, draft, after.axes)
    else:
        verdict = _around_the_text(space, draft, after)
        if after.category is not before.category:
            verdict |= judged(space, draft, after.axes).of(_OF_CATEGORY)
    verdict.raise_refusals()
    return verdict if after.content == before.content else verdict | _repeats(space, plan, before, after, draft)


def _as_draft(before: Memory, patch: MemoryPatch, content: str) -> MemoryDraft:
    """The change as the gates know it: a draft on the same entity, with what is given anew."""
    draft = MemoryDraft(
        EntityRef(id=before.entity_id),
        before.layer,
        content,
        axes=patch.axes or AxesDraft(),
        thread=patch.thread if isinstance(patch.thread, ThreadRef) else None,
        mentions=tuple(EntityRef(id=mention.entity_id) for mention in before.mentions),
        tags=before.tags if patch.tags is UNSET else patch.tags,
        paths=() if patch.paths is UNSET else patch.paths,
        category=before.category if patch.category is UNSET else patch.category,
        claims=() if patch.claims is UNSET else patch.claims,
        metadata=None if patch.metadata is UNSET else patch.metadata,
        override=patch.override,
        force=patch.force,
    )
    return draft if patch.provenance is None else replace(draft, provenance=patch.provenance)


def _around_the_text(space: Space, draft: MemoryDraft, after: Memory) -> Verdict:
    """What is given beside the text holds no credential either."""
    silent = replace(after.axes, title="", what="", why=None, affects=(), next_action=None)
    return judged(space, draft, silent).of({Gate.CREDENTIAL})


def _repeats(space: Space, plan: Plan, before: Memory, after: Memory, draft: MemoryDraft) -> Verdict:
    """Whether the new text was forgotten on the entity before, or is another memory's already."""
    home = plan.canonical(before.entity_id)
    if home is None:
        return Verdict()
    written = replace(draft, supersedes=(before.id,), valid_from=after.valid_from, valid_to=after.valid_to)
    prepared = Prepared(
        written,
        after.layer,
        after.content,
        after.axes,
        after.importance,
        after.pinned,
        after.tags,
        after.paths,
        Verdict(),
    )
    around = neighbours(space, plan, home, prepared)
    told = restated(space, plan, home, prepared, around)
    twin = find_twin(space, plan, home, prepared, around)
    return told if twin is None else told | Verdict(findings=(twin.finding,))
