"""Tool-output filters: what a test run, a build or a log says is kept, how it got there is cut.

Owns their order, the choice of one and the report. URLs, paths and inline code that were in the cut lines are
kept; nothing a person wrote is cut without saying so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graphmem.domain.errors import Invalid
from graphmem.domain.filters.base import OutputFilter
from graphmem.domain.filters.cargo import CARGO
from graphmem.domain.filters.docker_ps import DOCKER_PS
from graphmem.domain.filters.generic_logs import GENERIC_LOGS
from graphmem.domain.filters.git_status import GIT_STATUS
from graphmem.domain.filters.http_log import HTTP_LOG
from graphmem.domain.filters.json_blob import JSON_BLOB
from graphmem.domain.filters.markdown import MARKDOWN
from graphmem.domain.filters.npm import NPM
from graphmem.domain.filters.pytest import PYTEST
from graphmem.domain.filters.sql_explain import SQL_EXPLAIN
from graphmem.domain.filters.stack_trace import STACK_TRACE

__all__ = ["AUTO", "FILTERS", "OFF", "Filtered", "detect", "filter_output"]

AUTO: Final = "auto"
"""Recognise the format; the default."""

OFF: Final = "off"
"""Keep the text as it is."""

# The surer fingerprints first: a log may quote a trace, a trace never quotes a log.
FILTERS: Final = (
    STACK_TRACE,
    PYTEST,
    CARGO,
    GIT_STATUS,
    DOCKER_PS,
    NPM,
    HTTP_LOG,
    SQL_EXPLAIN,
    JSON_BLOB,
    MARKDOWN,
    GENERIC_LOGS,
)
"""Every filter, in the order in which a text is tried against them."""

_BY_NAME: Final = {name: each for each in FILTERS for name in (each.name, *each.aliases)}
_MOST_RESCUED: Final = 30

_ANSI: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_SPEAKER: Final = re.compile(r"^[ \t]*(?:\*\*)?([A-Za-z][\w .-]{0,20}|[ぁ-んァ-ヴー一-龯]{1,10})(?:\*\*)?[:：]\s", re.M)
_DOCUMENTATION: Final = re.compile(r"^```", re.M)
_INLINE_CODE: Final = re.compile(r"`[^`\n]+`")
_PROSE: Final = re.compile(r"[a-z]{2,}(?:,? [a-z]{2,}){5,}|[ぁ-ん一-龯、]{12,}")
_PRECIOUS: Final = re.compile(
    r"https?://[^\s\"'<>）)\]]+|`[^`\n]{2,200}`|(?<![\w/.:~-])(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}(?::\d+)?"
)


@dataclass(frozen=True, slots=True)
class Filtered:
    """A text after filtering. `name` is None where no filter applied; `rescued` were saved from cut lines."""

    text: str
    name: str | None = None
    lines_cut: int = 0
    characters_cut: int = 0
    rescued: int = 0

    @property
    def report(self) -> str:
        """What was cut, in one sentence."""
        saved = f", {self.rescued} URLs, paths or code spans of them kept" if self.rescued else ""
        return f"{self.name} output: {self.lines_cut} lines ({self.characters_cut} characters) cut{saved}."


def filter_output(text: str, name: str | None = None, *, conversation: bool = False) -> Filtered:
    """Trim tool output by the filter of that name, by the recognised one (None or auto), or not at all (off).

    A conversation is never trimmed automatically, whether it is declared or recognised by its speakers;
    declaring one and naming a filter contradict each other. Raises Invalid then, and for an unknown name.
    """
    wanted = (name or AUTO).strip().lower().replace("-", "_").replace(" ", "_")
    if wanted not in (AUTO, OFF) and wanted not in _BY_NAME:
        names = ", ".join((AUTO, OFF, *(each.name for each in FILTERS)))
        raise Invalid(f"There is no filter {name!r}: use one of {names}.", ("filter",))
    if wanted in _BY_NAME:
        if conversation:
            raise Invalid("A conversation is kept whole: leave the filter out, or the format.", ("filter",))
        return _apply(_BY_NAME[wanted], text)
    if wanted == OFF or conversation:
        return Filtered(text)
    found = detect(text)
    return Filtered(text) if found is None else _apply(found, text)


def detect(text: str) -> OutputFilter | None:
    """Recognise the format of a tool's output; None for what a person wrote, and for conversations."""
    # Output has lines, or is one JSON value: a paragraph costs no more than this look.
    if text.count("\n") < 2 and text[:1] not in ("{", "["):
        return None
    plain = _ANSI.sub("", text) if "\x1b" in text else text
    found = next((each for each in FILTERS if each.recognises(plain)), None)
    if found is None or is_conversation(plain):
        return None
    return None if _is_documentation(plain) and not found.reads_documentation else found


def is_conversation(text: str) -> bool:
    """Whether two or more speakers take turns, four times at least."""
    speakers = [match[1].strip().lower() for match in _SPEAKER.finditer(text)]
    turns = [name for name in set(speakers) if speakers.count(name) >= 2]
    return len(turns) >= 2 and len(speakers) >= 4 and len(speakers) * 3 >= text.count("\n") + 1


def _is_documentation(text: str) -> bool:
    marked = _DOCUMENTATION.search(text) is not None or len(_INLINE_CODE.findall(text)) >= 4
    return marked and _PROSE.search(text) is not None


def _apply(chosen: OutputFilter, text: str) -> Filtered:
    plain = _ANSI.sub("", text).replace("\r\n", "\n")
    trimmed = chosen.trim(plain).strip("\n") or chosen.nothing
    if len(trimmed) >= len(plain.strip("\n")):
        return Filtered(text)
    rescued = _rescued(plain, trimmed)
    result = "\n".join([trimmed, f"[kept from what was cut] {' '.join(rescued)}"]) if rescued else trimmed
    return Filtered(
        result,
        chosen.name,
        max(0, plain.count("\n") - trimmed.count("\n")),
        len(plain) - len(trimmed),
        len(rescued),
    )


def _rescued(before: str, after: str) -> list[str]:
    precious = dict.fromkeys(match.group() for match in _PRECIOUS.finditer(before))
    return [piece for piece in precious if piece not in after][:_MOST_RESCUED]
