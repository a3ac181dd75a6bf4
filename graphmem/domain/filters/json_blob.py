"""The filter for JSON: long lists and texts are shortened, keys and short values stay.

Content that has one of a memory's axes is structured content, not a blob, and stays as it is.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from graphmem.domain.filters.base import OutputFilter
from graphmem.domain.model import Axis

_MOST_ITEMS: Final = 5
_LONGEST_TEXT: Final = 200
_DEEPEST: Final = 6
_AXES: Final = frozenset(Axis)


def _trim(text: str) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(value, dict) and not _AXES.isdisjoint(value):
        return text
    return json.dumps(_short(value, 0), ensure_ascii=False, indent=1)


def _short(value: Any, depth: int) -> Any:
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        return f"{value[:_LONGEST_TEXT]}… [{len(value) - _LONGEST_TEXT} more characters]"
    if isinstance(value, dict):
        if depth >= _DEEPEST:
            return f"[an object of {len(value)} keys]"
        return {key: _short(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        if depth >= _DEEPEST:
            return f"[a list of {len(value)}]"
        short = [_short(inner, depth + 1) for inner in value[:_MOST_ITEMS]]
        return [*short, f"[{len(value) - _MOST_ITEMS} more]"] if len(value) > _MOST_ITEMS else short
    return value


JSON_BLOB: Final = OutputFilter(
    name="json_blob",
    trim=_trim,
    nothing="json: empty",
    hints=('":',),
    aliases=("json",),
    least_characters=400,
    least_hits=3,
    fingerprints=(re.compile(r"\A\s*[\[{]"), re.compile(r'"[^"\n]{1,100}"\s*:')),
)
