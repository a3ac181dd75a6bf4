"""The filter for `git status`: the changed files, without the hints and the headings that name no file."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, drop_lines

_DROP: Final = re.compile(
    r"^On branch |^Your branch |^[ \t]*\(use \"git |^HEAD detached at"
    "|^(?:no changes added|nothing (?:added )?to commit)"
)

GIT_STATUS: Final = OutputFilter(
    name="git_status",
    trim=drop_lines(_DROP, limit=100),
    nothing="git status: nothing changed",
    hints=("On branch ", "HEAD detached", "Changes ", "Untracked files:"),
    aliases=("git",),
    fingerprints=(
        re.compile(r"^(?:On branch \S+|HEAD detached at \S+)$", re.M),
        re.compile(r"^Your branch (?:is|and) ", re.M),
        re.compile(r"^(?:Changes (?:to be committed|not staged for commit)|Untracked files|Unmerged paths):$", re.M),
        re.compile(r"^[ \t]*\(use \"git \w+", re.M),
        re.compile(r"^[ \t]+(?:modified|new file|deleted|renamed|both modified):\s", re.M),
        re.compile(r"^nothing to commit, working tree clean$", re.M),
    ),
)
