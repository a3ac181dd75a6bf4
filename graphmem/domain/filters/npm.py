"""The filter for npm, yarn and pnpm: errors, vulnerabilities and the summary, without the progress."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, drop_lines

_DROP: Final = re.compile(
    r"^npm (?:WARN|warn|notice|http|timing|info|verb)\b|^warning |^info |^\[\d/\d\] |^Progress: |^[⠋⠙⠹⠸⠼⠴⠦⠧]"
    r"|packages? (?:is|are) looking for funding|run `npm fund`|^> |^\$ |^success Saved|^[└├]─|^Done in "
    r"|^yarn (?:run|install) v|npm audit fix|Run `npm audit`|WARN\s+deprecated"
)

NPM: Final = OutputFilter(
    name="npm",
    trim=drop_lines(_DROP, limit=200),
    nothing="npm: nothing failed",
    hints=("npm ", "yarn ", "pnpm", "packages in "),
    aliases=("npm_yarn", "yarn", "pnpm"),
    fingerprints=(
        re.compile(r"^npm (?:WARN|warn|ERR!|error|notice)\b", re.M),
        re.compile(r"^(?:added|removed|changed|up to date|audited) (?:\d+ packages?|in)\b.*", re.M),
        re.compile(r"\bvulnerabilit(?:y|ies)\b"),
        re.compile(r"^\[\d/\d\] \S", re.M),
        re.compile(r"^(?:yarn (?:install|run|add) v|Progress: resolved |Lockfile is up to date)", re.M),
        re.compile(r"packages are looking for funding|run `npm fund`"),
        re.compile(r"^> \S+@\S+ \w+$", re.M),
        re.compile(r"^Done in [\d.]+m?s", re.M),
    ),
)
