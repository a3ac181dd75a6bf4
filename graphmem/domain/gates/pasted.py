"""The paste gate: logs, assistant output, screens, mails and prompts are not memories, conclusions are.

Owns the search; the signs are in `paste_signs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy
from graphmem.domain.gates.paste_signs import CLOCK, FRAME, LOG_LINE, OPENINGS, WITHIN
from graphmem.domain.gates.prose import Prose

_READ_AT_MOST: Final = 20_000
_LONGEST_MATCH: Final = 60
_FRAMED_FROM: Final = 100
_FRAME_WITHIN: Final = 200
_LEAST_STAMPS: Final = 3
_LEAST_LOG_LINES: Final = 3


def find_pasted(context: GateContext, _policy: GatePolicy) -> GateFinding | None:
    """Find content that was pasted rather than written (linksee's kinds, by shape instead of by word).

    Program output is expected, and passes, where the caller named a tool-output filter.
    """
    found = next(_signs(context.prose, allow_output=context.filtered), None)
    if found is None:
        return None
    kind, surface, is_output = found
    trimmed = " To keep a trimmed output, name its filter." if is_output else ""
    return GateFinding(
        Gate.PASTED,
        f"Reads like a pasted {kind} ({surface!r}): write what follows from it in your own words.{trimmed}",
        (f"{kind}: {surface}",),
    )


def _signs(prose: Prose, *, allow_output: bool) -> Iterator[tuple[str, str, bool]]:
    text = prose.text[:_READ_AT_MOST].lstrip()
    for sign in (*OPENINGS, *WITHIN):
        if not (sign.output and allow_output) and (match := sign.find(text)):
            yield sign.kind, _surface(match.group()), sign.output
    if len(text) > _FRAMED_FROM and not prose.ascii and (match := FRAME.search(text[:_FRAME_WITHIN])):
        yield "framed screen", _surface(match.group()), False
    if not allow_output:
        yield from _log_signs(text)


def _log_signs(text: str) -> Iterator[tuple[str, str, bool]]:
    if ":" in text and len(stamps := CLOCK.findall(text)) >= _LEAST_STAMPS:
        yield "clock-stamped log", stamps[0], True
    if text.count("\n") < _LEAST_LOG_LINES - 1:
        return
    lines = [line for line in text.split("\n") if line.strip()]
    logged = [line for line in lines if LOG_LINE.match(line)]
    if len(logged) >= _LEAST_LOG_LINES and len(logged) * 2 >= len(lines):
        yield "log", _surface(logged[0]), True


def _surface(matched: str) -> str:
    return " ".join(matched.split())[:_LONGEST_MATCH]
