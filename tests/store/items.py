"""A table of items, and short ways to write and count them."""

from __future__ import annotations

from typing import Any

from graphmem.store.database import Database

CREATE = "UNWIND $rows AS r CREATE (:Item {id: r.id, n: r.n, text: r.text})"
COUNT = "MATCH (i:Item) RETURN count(*)"


def items(*ids: str, text: str = "x") -> dict[str, Any]:
    """Rows to create."""
    return {"rows": [{"id": item, "n": number, "text": text} for number, item in enumerate(ids)]}


def create(database: Database, *ids: str) -> None:
    """Write items in one transaction."""
    with database.transaction() as connection:
        connection.rows(CREATE, items(*ids))


def count(database: Database) -> int:
    """How many items there are."""
    return int(database.read(COUNT)[0][0])
