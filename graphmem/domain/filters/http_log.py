"""The filter for access logs and HTTP traces: requests that failed, with a count of those that did not."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, keep_lines

_REQUEST: Final = re.compile(
    r"\"?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+(?: HTTP/[\d.]+)?\"?:? (\d{3})\b|HTTP/[\d.]+ (\d{3})\b"
)
_LIMIT: Final = 200

_others = keep_lines(
    re.compile(r"\b(?:error|fail|refused|timed? ?out|exception)|エラー|失敗", re.I), limit=_LIMIT, width=500
)


def _trim(text: str) -> str:
    failed: list[str] = []
    rest: list[str] = []
    fine = 0
    for line in text.split("\n"):
        request = _REQUEST.search(line)
        status = int(request[1] or request[2]) if request else 0
        if status >= 400:
            failed.append(line[:500])
        elif status:
            fine += 1
        else:
            rest.append(line)
    more = [f"[{len(failed) - _LIMIT} more failed requests]"] if len(failed) > _LIMIT else []
    others = _others("\n".join(rest))
    count = [f"[{fine} requests without an error]"] if fine and failed else []
    return "\n".join([*failed[:_LIMIT], *more, *([others] if others else []), *count])


HTTP_LOG: Final = OutputFilter(
    name="http_log",
    trim=_trim,
    nothing="http log: no request failed",
    hints=("HTTP/", "GET /", "POST /"),
    aliases=("http", "access_log"),
    least_hits=3,
    fingerprints=(_REQUEST,),
)
