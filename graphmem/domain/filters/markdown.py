"""The filter for long Markdown documents: badges, contents and ornaments go, every sentence stays.

It recognises whole documents only, since a note that a person wrote in Markdown is what a memory should be.
"""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter

_BADGE: Final = r"\[?!\[[^\]]*\]\([^)]*\)\]?(?:\([^)]*\))?"
_CONTENTS_ENTRY: Final = r"(?:[-*+]|\d+\.)[ \t]+\[[^\]]+\]\(#[^)]*\)"
_TAG: Final = r"</?(?:p|div|br|img|a|center|details|summary)\b[^>]*>"
_RULE: Final = r"-{3,}|\*{3,}|_{3,}|={3,}"
_DROP: Final = re.compile(
    rf"^[ \t]*(?:(?:{_BADGE}[ \t]*)+|{_CONTENTS_ENTRY}|<!--.*-->|{_RULE}|{_TAG}|\[[^\]]+\]:[ \t]*#.*)[ \t]*$"
)

_BLANKS: Final = re.compile(r"\n{3,}")


def _trim(text: str) -> str:
    kept = "\n".join(line for line in text.split("\n") if not _DROP.match(line))
    return _BLANKS.sub("\n\n", kept)


MARKDOWN: Final = OutputFilter(
    name="markdown",
    trim=_trim,
    nothing="markdown: no text",
    hints=("# ",),
    aliases=("markdown_doc", "md"),
    least_characters=600,
    least_kinds=3,
    fingerprints=(
        re.compile(r"^#{1,6} \S", re.M),
        re.compile(r"^[ \t]*(?:[-*+]|\d+\.)\s+\[[^\]]+\]\(#", re.M),
        re.compile(r"!\[[^\]]*\]\([^)]*\)"),
        re.compile(r"^[ \t]*(?:[-*+]|\d+\.) \S", re.M),
        re.compile(r"\[[^\]]+\]\(https?://"),
        re.compile(r"^\|.*\|$\n^\|[-:| ]+\|$", re.M),
    ),
)
