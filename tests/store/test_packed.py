"""Rows in little memory: what comes out is what went in, and the budget holds."""

from __future__ import annotations

import pytest

from graphmem.store.packed import Packed, Row

ROW: Row = (1_767_225_600_000_000, "Atlas runs on Kuzu", "Atlas runs on Kuzu. It is embedded.", '{"layer":"context"}')


def full(count: int, budget: int = 1 << 20) -> Packed:
    kept = Packed(budget)
    for number in range(count):
        kept.put(f"mem_{number}:1", kept.pack((number, *ROW[1:])))
    return kept


@pytest.mark.parametrize("text", ["", "日本語のメモ", "emoji 🧠", "line\nline", "x" * 65_536])
def test_a_row_comes_out_as_it_went_in(text: str) -> None:
    kept = full(3)
    row = (-5, text, text, "{}")
    kept.put("mem_x:2", kept.pack(row))
    assert kept.get("mem_x:2") == row
    assert kept.get("mem_1:1") == (1, *ROW[1:])
    assert kept.get("mem_1:2") is None


def test_rows_that_are_alike_take_little() -> None:
    kept = full(2)
    assert len(kept.pack(ROW)) < len("".join(map(str, ROW))) * 0.8


def test_the_oldest_go_once_the_budget_is_spent() -> None:
    kept = full(100, budget=3_000)
    assert 5 < len(kept) < 20
    assert kept.get("mem_0:1") is None
    assert kept.get("mem_99:1") == (99, *ROW[1:])


def test_what_is_dropped_or_replaced_gives_its_room_back() -> None:
    kept = full(5, budget=3_000)
    before = len(kept)
    for _ in range(50):
        kept.put("mem_0:1", kept.pack(ROW))
    assert len(kept) == before
    kept.drop("mem_0:1")
    kept.drop("mem_0:1")
    assert kept.get("mem_0:1") is None
    assert len(kept) == before - 1
