"""Turns content into axes: keeps what is given, infers altitude, type, state and title where missing.

Owns the order of the rules, which is linksee's. The words they look for are in `structure_words`,
the reading of JSON in `content`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from graphmem.domain.content import NO_AXES, Content, read_content
from graphmem.domain.draft import UNSET, AxesDraft, Unset
from graphmem.domain.errors import Invalid
from graphmem.domain.excerpt import first_sentence
from graphmem.domain.model import Altitude, Axes, Axis, Layer, MemoryState, MemoryType
from graphmem.domain.structure_words import (
    ALTITUDES,
    STATES,
    TYPES,
    Reading,
    is_junk,
    is_question,
)

_TYPE_OF_LAYER: Final[Mapping[Layer, MemoryType]] = MappingProxyType(
    {
        Layer.LEARNING: MemoryType.DECISION,
        Layer.CAVEAT: MemoryType.LEARNING,
        Layer.IMPLEMENTATION: MemoryType.WORK,
        Layer.CONTEXT: MemoryType.NOTE,
        Layer.GOAL: MemoryType.WORK,
        Layer.EMOTION: MemoryType.NOTE,
    }
)

_STATE_OF_LAYER: Final[Mapping[Layer, MemoryState]] = MappingProxyType(
    {
        Layer.GOAL: MemoryState.IN_PROGRESS,
        Layer.LEARNING: MemoryState.DECIDED,
        Layer.CAVEAT: MemoryState.DONE,
        Layer.IMPLEMENTATION: MemoryState.DONE,
        Layer.CONTEXT: MemoryState.OPEN,
        Layer.EMOTION: MemoryState.OPEN,
    }
)


def structure(content: str, layer: Layer, given: AxesDraft = NO_AXES) -> Axes:
    """Give the axes of new content. Axes given beside it win over those that a JSON content names.

    `inferred` names what nobody gave. Raises Invalid for blank content and for unknown values in JSON.
    """
    parsed = read_content(content)
    draft = _over(parsed.axes, given)
    what = parsed.what or _stand_in(draft)
    reading = Reading(f"{draft.title}\n{what}" if draft.title else what)
    inferred = _missing(parsed, draft)
    return Axes(
        title=draft.title or first_sentence(what),
        altitude=draft.altitude or infer_altitude(reading),
        type=draft.type or infer_type(reading, layer),
        state=draft.state or infer_state(reading, layer),
        what=what,
        why=None if draft.why is UNSET else draft.why,
        affects=draft.affects or (),
        next_action=None if draft.next_action is UNSET else draft.next_action,
        inferred=inferred,
    )


def restructure(old: Axes, content: str | None, given: AxesDraft = NO_AXES) -> Axes:
    """Give the axes after an update. Plain text keeps all other axes; JSON changes those it names.

    A title follows the text only where it was inferred. Nothing is inferred anew, so that an update
    never changes an axis that nobody spoke of (linksee loses them). Raises Invalid as `structure` does.
    """
    if content is not None and not content.strip():
        raise Invalid("content must not be empty", ("content",))
    parsed = Content(None) if content is None else read_content(content)
    draft = _over(parsed.axes, given)
    what = parsed.what or old.what
    title = draft.title or (first_sentence(what) if Axis.TITLE in old.inferred else old.title)
    return replace(
        old,
        title=title,
        altitude=draft.altitude or old.altitude,
        type=draft.type or old.type,
        state=draft.state or old.state,
        what=what,
        why=old.why if draft.why is UNSET else draft.why,
        affects=old.affects if draft.affects is None else draft.affects,
        next_action=old.next_action if draft.next_action is UNSET else draft.next_action,
        inferred=old.inferred & _missing(parsed, draft),
    )


def infer_altitude(reading: Reading) -> Altitude:
    """Give the highest altitude the text speaks of; implementation where it names none."""
    cues = ALTITUDES if reading.cued else ()
    return next((altitude for altitude, cue in cues if reading.has(cue)), Altitude.IMPLEMENTATION)


def infer_type(reading: Reading, layer: Layer) -> MemoryType:
    """Give the first type the text speaks of, in linksee's order; the layer's own where it names none."""
    if is_junk(reading):
        return MemoryType.NOTE
    if is_question(reading):
        return MemoryType.QUESTION
    cues = TYPES if reading.cued else ()
    return next((kind for kind, cue in cues if reading.has(cue)), _TYPE_OF_LAYER[layer])


def infer_state(reading: Reading, layer: Layer) -> MemoryState:
    """Give the first state the text speaks of, in linksee's order; the layer's own where it names none."""
    if is_junk(reading):
        return MemoryState.OPEN
    cues = STATES if reading.cued else ()
    return next((state for state, cue in cues if reading.has(cue)), _STATE_OF_LAYER[layer])


def _over(named: AxesDraft, given: AxesDraft) -> AxesDraft:
    title = " ".join(given.title.split()) if given.title else None
    return AxesDraft(
        title=title or named.title,
        altitude=given.altitude or named.altitude,
        type=given.type or named.type,
        state=given.state or named.state,
        why=_over_text(named.why, given.why),
        affects=named.affects if given.affects is None else given.affects,
        next_action=_over_text(named.next_action, given.next_action),
    )


def _over_text(named: str | Unset | None, given: str | Unset | None) -> str | Unset | None:
    if given is UNSET:
        return named
    return (given or "").strip() or None


def _stand_in(draft: AxesDraft) -> str:
    for text in (draft.title, draft.why, draft.next_action):
        if isinstance(text, str):
            return text
    raise Invalid("content must not be empty: send text, or JSON with `what`", ("content",))


def _missing(parsed: Content, draft: AxesDraft) -> frozenset[Axis]:
    named = {
        Axis.TITLE: draft.title,
        Axis.ALTITUDE: draft.altitude,
        Axis.TYPE: draft.type,
        Axis.STATE: draft.state,
        Axis.WHAT: parsed.what,
    }
    return frozenset(axis for axis, value in named.items() if value is None)
