"""The filter for `docker ps`: containers that run, restart, are unhealthy or ended with an error.

A container that exited with an error is a failure and stays (total-agent-memory drops it).
"""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, keep_lines

_KEEP: Final = re.compile(
    r"^CONTAINER ID\b|\s(?:Up (?:\d|about|less)|Restarting|Paused|Dead)\b"
    r"|\bExited \((?!0\))\d+\)|\(unhealthy\)",
    re.I,
)

DOCKER_PS: Final = OutputFilter(
    name="docker_ps",
    trim=keep_lines(_KEEP, limit=50),
    nothing="docker ps: no container runs",
    hints=("CONTAINER ID",),
    aliases=("docker",),
    fingerprints=(
        re.compile(r"^CONTAINER ID\s+IMAGE\s+COMMAND\s", re.M),
        re.compile(r"\s(?:Up|Exited|Restarting|Created|Paused)\b.*(?:ago|seconds|minutes?|hours?|days?|weeks?)\b"),
        re.compile(r"^[0-9a-f]{12}\s+\S", re.M),
        re.compile(r"\b\d+(?:-\d+)?/(?:tcp|udp)\b"),
    ),
)
