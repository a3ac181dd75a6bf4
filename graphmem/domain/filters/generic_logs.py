"""The filter for logs of any program: warnings and errors, without what went well."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, keep_lines

_KEEP: Final = re.compile(
    r"\b(?:WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL|SEVERE|EMERG|ALERT|Exception|Traceback|FAILED|FAILURE)\b|panic:"
    r"|\b\w+(?:Error|Exception):|\"level\":\s*\"(?:warn(?:ing)?|error|fatal)\"|level=(?:warn|error|fatal)"
    r"|警告|エラー|失敗|例外|異常"
)

_STAMP: Final = r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*|\[?\d\d:\d\d:\d\d\S*|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
_LEVEL: Final = "(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)"

GENERIC_LOGS: Final = OutputFilter(
    name="generic_logs",
    trim=keep_lines(_KEEP, limit=300, width=500),
    nothing="log: no warnings or errors",
    hints=("INFO", "DEBUG", "WARN", "ERROR", "TRACE", "level=", '"level"', "[info]", "[error]"),
    aliases=("logs", "log"),
    least_hits=3,
    fingerprints=(
        re.compile(rf"^[ \t]*(?:{_STAMP})?[^\n]{{0,40}}?\b{_LEVEL}\b[\]:| ]", re.M),
        re.compile(r"\blevel=(?:trace|debug|info|warn(?:ing)?|error|fatal)\b|\"level\":\s*\"\w+\""),
    ),
)
