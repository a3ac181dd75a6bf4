"""A writing statement in its two forms: for a single row, and for many rows at once. Knows why there are two.

A key that comes as a parameter is looked up in the engine's index. A key that comes out of `UNWIND` is not: Kuzu
joins it with a scan of the whole table, and two of them in one MATCH with the product of both tables (140 ms a row
at 100,000 memories, and soon more than the buffer pool holds). So few rows are written one by one, which costs the
same in a store of any size; many are joined one key after another, so that each table is scanned once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphmem.store.port import Connection

Row = dict[str, Any]

_FIELD: Final = re.compile(r"\br\.(\w+)")


@dataclass(frozen=True, slots=True)
class Key:
    """A node that is matched by its id: the variable it is bound to, its table, and the field with the id."""

    variable: str
    table: str
    field: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement over rows, whose fields are written `r.field`; made by `statement`.

    `many_from` rows are written at once, fewer one by one; None: always one by one.
    """

    one: str
    many: str
    many_from: int | None
    fields: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", tuple(dict.fromkeys(_FIELD.findall(self.many))))

    def run(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write rows, which may have more fields than needed; none is no error. Raises EngineError."""
        needed = [{name: row[name] for name in self.fields} for row in rows]
        if self.many_from is not None and len(needed) >= self.many_from:
            connection.rows(self.many, {"rows": needed})
            return
        for row in needed:
            connection.rows(self.one, row)


def statement(then: str, *keys: Key, many_from: int | None = None) -> Statement:
    """Make a statement that matches the keys, each bound to its variable, and goes on with `then`."""
    nodes = ", ".join(f"({key.variable}:{key.table} {{id: r.{key.field}}})" for key in keys)
    one = f"MATCH {nodes} {then}" if keys else then
    many, bound = "UNWIND $rows AS r", ["r"]
    for key in keys:
        known = ", ".join(bound)
        many += f" WITH {known}, r.{key.field} AS key MATCH ({key.variable}:{key.table} {{id: key}})"
        bound.append(key.variable)
    return Statement(_FIELD.sub(r"$\1", one), f"{many} {then}", many_from)
