"""Both forms of a statement say the same, and neither matches two keys of one table with the product of tables."""

from __future__ import annotations

import re

import pytest

from graphmem.services.space import Space
from graphmem.store import statements
from graphmem.store.statement import Key, Statement, statement

A, B = Key("a", "Thread", "source"), Key("b", "Thread", "target")


def test_the_two_forms() -> None:
    made = statement("CREATE (a)-[:TO {at: r.at}]->(b)", A, B, many_from=3)
    assert made.one == ("MATCH (a:Thread {id: $source}), (b:Thread {id: $target}) CREATE (a)-[:TO {at: $at}]->(b)")
    assert made.many == (
        "UNWIND $rows AS r WITH r, r.source AS key MATCH (a:Thread {id: key})"
        " WITH r, a, r.target AS key MATCH (b:Thread {id: key}) CREATE (a)-[:TO {at: r.at}]->(b)"
    )
    assert made.fields == ("source", "target", "at")


def test_without_keys() -> None:
    made = statement("CREATE (:Thread {id: r.id})", many_from=2)
    assert (made.one, made.many) == ("CREATE (:Thread {id: $id})", "UNWIND $rows AS r CREATE (:Thread {id: r.id})")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_few_rows_and_many_are_written_alike(space: Space, count: int) -> None:
    threads = [{"id": f"thr_{n}", "key": f"k{n}", "title": "", "at": n, "more": None} for n in range(count)]
    renamed = statement("SET t.title = r.title, t.key = r.key", Key("t", "Thread", "id"), many_from=3)
    with space.database.transaction() as connection:
        statements.NEW_THREAD.run(connection, threads)
        renamed.run(connection, [row | {"title": f"T{row['at']}"} for row in threads])
    found = space.database.read("MATCH (t:Thread) RETURN t.id, t.key, t.title, t.createdAt ORDER BY t.id")
    assert found == [[f"thr_{n}", f"k{n}", f"T{n}", n] for n in range(count)]


NUMBERS = {"at", "made", "dimension", "part", "created", "number", "revision", "fingerprint", "position", "until"}
UNKEYED = ("SCRUB_", "SWEEP_VERSIONS", "UNHANG", "LEAVE_", "UNM", "UNLINK", "ERASE_VERSIONS")
"""What searches, since it has no key, or walks an edge, from whichever side has fewer nodes."""


def _all_statements() -> list[tuple[str, Statement]]:
    named = vars(statements).items()
    groups = {name: value if isinstance(value, dict) else {"": value} for name, value in named}
    found = [(f"{name}{key}", each) for name, group in groups.items() for key, each in group.items()]
    return [(name, each) for name, each in found if isinstance(each, Statement)]


def _row(written: Statement) -> dict[str, object]:
    return {name: 1 if name in NUMBERS else name in ("inferred", "brought") or name for name in written.fields}


def test_no_statement_makes_the_engine_scan_for_a_row_or_pair_all_with_all_for_many(space: Space) -> None:
    scans = re.compile(r"(?<!PRIMARY_KEY_)SCAN_NODE_TABLE")
    for name, written in _all_statements():
        one = str(space.database.read(f"EXPLAIN {written.one}", _row(written)))
        assert name.startswith(UNKEYED) or not scans.search(one), name
        if written.many_from is not None:
            many = str(space.database.read(f"EXPLAIN {written.many}", {"rows": [_row(written)]}))
            assert "CROSS_PRODUCT" not in many, name
