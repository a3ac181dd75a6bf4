"""The filter for pytest's output: what failed and why, and the summary."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, keep_lines

_HEADINGS: Final = "FAILURES|ERRORS|short test summary|failed|passed|error|no tests ran"
_KEEP: Final = re.compile(
    r"^(?:FAILED|ERROR|XPASS)\b|\b(?:FAILED|ERROR)\s*(?:\[|$)|^(?:E|>)\s|^\S+\.py:\d+:|AssertionError"
    rf"|^_{{3,}} .+ _{{3,}}$|^=+ .*(?:{_HEADINGS}).* =+$|^\d+ (?:passed|failed)"
)

PYTEST: Final = OutputFilter(
    name="pytest",
    trim=keep_lines(_KEEP, limit=200),
    nothing="pytest: nothing failed",
    hints=("passed", "failed", "test session starts", "FAILED", "PASSED", " error"),
    fingerprints=(
        re.compile(r"^=+ test session starts =+$", re.M),
        re.compile(r"^=+ .*\b\d+ (?:passed|failed|errors?|skipped)\b.* in [\d.]+s.* =+$", re.M),
        re.compile(r"^(?:FAILED|ERROR) \S+\.py(?:::\S+)?", re.M),
        re.compile(r"^\S+\.py(?:::\S+)? (?:[.FEsxX]+|PASSED|FAILED|ERROR|SKIPPED)\s*(?:\[ *\d+%\])?$", re.M),
        re.compile(r"^(?:platform \w+ -- Python|rootdir: |collected \d+ items?)", re.M),
        re.compile(r"^E {3,}\S", re.M),
    ),
)
