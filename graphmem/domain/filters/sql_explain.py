"""The filter for PostgreSQL's EXPLAIN: nodes, conditions, times and discarded rows, without buffers."""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.filters.base import OutputFilter, keep_lines

_DETAILS: Final = (
    "Filter|Index Cond|Recheck Cond|Hash Cond|Merge Cond|Join Filter|Sort Key|Sort Method|Group Key"
    "|Rows Removed by|Heap Fetches|Planning Time|Execution Time"
)
_KEEP: Final = re.compile(rf"\(cost=|\(actual time=|^[ \t]*(?:->|(?:{_DETAILS}))|\b(?:Seq Scan|ERROR|WARNING)\b")

SQL_EXPLAIN: Final = OutputFilter(
    name="sql_explain",
    trim=keep_lines(_KEEP, limit=200),
    nothing="sql explain: no plan nodes",
    hints=("cost=", "actual time=", "Execution Time:"),
    aliases=("explain", "sql"),
    fingerprints=(
        re.compile(r"\(cost=\d+\.\d+\.\.\d+\.\d+ rows=\d+ width=\d+\)"),
        re.compile(r"\(actual time=\d+\.\d+\.\.\d+\.\d+ rows=\d+"),
        re.compile(r"^[ \t]*->\s+\w+", re.M),
        re.compile(r"\b(?:Seq Scan|Index (?:Only )?Scan|Bitmap Heap Scan|Hash Join|Nested Loop|Merge Join)\b"),
        re.compile(r"^[ \t]*(?:Planning|Execution) Time: [\d.]+ ms$", re.M),
        re.compile(r"^[ \t]*(?:Filter|Index Cond|Hash Cond|Sort Key|Buffers): ", re.M),
    ),
)
