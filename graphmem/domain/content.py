"""What a caller sends as content: plain text, or a JSON object that names its axes.

Owns the reading of it. What is missing is filled in by `structure`; lengths are checked in `limits`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from graphmem.domain.blank import is_blank
from graphmem.domain.draft import UNSET, AxesDraft, Unset
from graphmem.domain.errors import Invalid
from graphmem.domain.layers import parse_altitude, parse_state, parse_type
from graphmem.domain.model import Axis

_NEXT_ACTION_ALIAS: Final = "nextAction"
_AXIS_KEYS: Final = frozenset({*(axis.value for axis in Axis), _NEXT_ACTION_ALIAS})
# JSON can smuggle in, as an escape, what the raw text was checked for.
_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")

Word = TypeVar("Word")

NO_AXES: Final = AxesDraft()
"""Nothing given: infer on create, keep on update."""


@dataclass(frozen=True, slots=True)
class Content:
    """Content as read: its text, the axes it names, and a JSON object's other keys.

    `what` is None where a JSON object names none. A caller keeps `extras` (linksee's `evidence_refs`, …)
    among the memory's metadata, so that nothing sent is lost.
    """

    what: str | None
    axes: AxesDraft = NO_AXES
    extras: Mapping[str, Any] = field(default_factory=dict)


def read_content(content: str) -> Content:
    """Read plain text, or a JSON object with at least one axis among its keys; anything else is plain text.

    Raises Invalid for an unknown altitude, type or state, and for values of the wrong shape.
    """
    fields = _json_axes(content)
    if fields is None:
        return Content(None if is_blank(content) else content.strip())
    axes = AxesDraft(
        title=_line(fields, Axis.TITLE),
        altitude=_word(fields, Axis.ALTITUDE, parse_altitude),
        type=_word(fields, Axis.TYPE, parse_type),
        state=_word(fields, Axis.STATE, parse_state),
        why=_optional_text(fields, Axis.WHY),
        affects=_texts(fields, Axis.AFFECTS),
        next_action=_optional_text(fields, Axis.NEXT_ACTION),
    )
    extras = {key: value for key, value in fields.items() if key not in _AXIS_KEYS}
    return Content(_text(fields, Axis.WHAT), axes, extras)


def _json_axes(content: str) -> dict[str, Any] | None:
    bare = content.strip()
    if not (bare.startswith("{") and bare.endswith("}")):
        return None
    try:
        fields = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    if _AXIS_KEYS.isdisjoint(fields):
        return None
    if _NEXT_ACTION_ALIAS in fields:
        fields.setdefault(Axis.NEXT_ACTION.value, fields[_NEXT_ACTION_ALIAS])
    return dict(fields)


def _refuse(axis: Axis, wanted: str) -> Invalid:
    return Invalid(f"`{axis}` in the JSON content must be {wanted}", ("content", axis.value))


def _checked(axis: Axis, value: object) -> str:
    if not isinstance(value, str):
        raise _refuse(axis, "text")
    if _UNSTORABLE.search(value):
        raise _refuse(axis, "free of NUL and of unpaired surrogates")
    return "" if is_blank(value) else value.strip()


def _text(fields: Mapping[str, Any], axis: Axis) -> str | None:
    value = fields.get(axis)
    return None if value is None else _checked(axis, value) or None


def _line(fields: Mapping[str, Any], axis: Axis) -> str | None:
    text = _text(fields, axis)
    return None if text is None else " ".join(text.split())


def _optional_text(fields: Mapping[str, Any], axis: Axis) -> str | Unset | None:
    return _text(fields, axis) if axis in fields else UNSET


def _word(fields: Mapping[str, Any], axis: Axis, parse: Callable[[str, tuple[str, ...]], Word]) -> Word | None:
    text = _text(fields, axis)
    return None if text is None else parse(text, ("content", axis.value))


def _texts(fields: Mapping[str, Any], axis: Axis) -> tuple[str, ...] | None:
    if axis not in fields:
        return None
    value = fields[axis]
    if value is None:
        return ()
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise _refuse(axis, "a list of texts")
    texts = (_checked(axis, item) for item in value)
    return tuple(dict.fromkeys(text for text in texts if text))
