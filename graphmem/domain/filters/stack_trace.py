"""The filter for stack traces: the errors, the frames of one's own code, and only the first of the others."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter

_MOST_FOREIGN: Final = 2
_MOST_LINES: Final = 120

_FRAME: Final = re.compile(
    r"^[ \t]*(?:at\s+\S|File \"[^\"]+\", line \d+|[\w.$<>]+\([\w$]*\.java:\d+\)|\S+\.go:\d+ \+0x)"
)
_LIBRARIES: Final = r"java|javax|jdk|sun|scala|kotlin|org\.(?:springframework|apache|junit|hibernate|gradle)"
_FOREIGN: Final = re.compile(
    rf"node_modules|site-packages|dist-packages|/lib/python|<frozen|node:internal|\bat (?:{_LIBRARIES})\."
    "|/usr/(?:lib|local)/|/go/pkg/mod/|/rustc/"
)


def _trim(text: str) -> str:
    kept: list[str] = []
    foreign = 0
    skipping = False
    for line in text.split("\n"):
        if _FRAME.match(line):
            foreign = foreign + 1 if _FOREIGN.search(line) else 0
            skipping = foreign > _MOST_FOREIGN
        elif not line.startswith((" ", "\t")):
            skipping = False
            foreign = 0
        # Source lines below a frame go with the frame.
        if not skipping and line.strip():
            kept.append(line.rstrip())
    more = [f"[{len(kept) - _MOST_LINES} more lines]"] if len(kept) > _MOST_LINES else []
    return "\n".join([*kept[:_MOST_LINES], *more])


STACK_TRACE: Final = OutputFilter(
    name="stack_trace",
    trim=_trim,
    nothing="stack trace: empty",
    hints=("Traceback", "\tat ", "  at ", "goroutine ", "panicked"),
    aliases=("trace", "traceback"),
    reads_documentation=True,
    fingerprints=(
        re.compile(r"^Traceback \(most recent call last\):$", re.M),
        re.compile(r"^[ \t]+File \"[^\"]+\", line \d+, in ", re.M),
        re.compile(r"^[ \t]+at \S.{0,300}:\d+\)?$", re.M),
        re.compile(r"^(?:[\w.]+\.)?\w*(?:Error|Exception|Panic)\b(?:: |$)", re.M),
        re.compile(r"^Caused by: ", re.M),
        re.compile(r"^goroutine \d+ \[\w+", re.M),
        re.compile(r"^thread '[^']*' .*panicked at ", re.M),
    ),
)
