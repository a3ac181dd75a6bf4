"""The filter for cargo's output: errors, warnings and failed tests, without the progress of the build."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, drop_lines

_DROP: Final = re.compile(
    r"^[ \t]*(?:Compiling|Downloading|Downloaded|Updating|Locking|Adding|Checking|Fresh|Blocking|Building"
    r"|Running|Doc-tests|Packaging|Verifying|Unpacking|Documenting|Fetching|Dirty)\b"
    r"|^test \S+ \.\.\. (?:ok|ignored)$|^running \d+ tests?$"
)

CARGO: Final = OutputFilter(
    name="cargo",
    trim=drop_lines(_DROP, limit=300),
    nothing="cargo: no errors or warnings",
    hints=("Compiling ", "Checking ", "error[E", "Finished ", "test result:", "could not compile"),
    fingerprints=(
        re.compile(r"^[ \t]*(?:Compiling|Checking|Downloaded|Downloading|Fresh) \S+ v\d", re.M),
        re.compile(r"^(?:error(?:\[E\d{4}\])?|warning): ", re.M),
        re.compile(r"^[ \t]*--> \S+\.rs:\d+:\d+$", re.M),
        re.compile(r"^[ \t]*Finished .*(?:profile|target)", re.M),
        re.compile(r"^test result: (?:ok|FAILED)\.", re.M),
        re.compile(r"^test \S+ \.\.\. \w+$", re.M),
        re.compile(r"^error: could not compile ", re.M),
    ),
)
