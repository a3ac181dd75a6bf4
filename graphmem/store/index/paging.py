"""Sorts docs by a field with the id as tie-break, and cuts one page after a key; selects nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from graphmem.domain.draft import MemoryOrderField
from graphmem.domain.model import Micros
from graphmem.store.index.columns import Docs
from graphmem.store.index.heat import heat
from graphmem.store.index.ids import sort_key
from graphmem.store.index.rows import Rows


@dataclass(frozen=True, slots=True)
class PageKey:
    """Where a memory stands in a list: the value it is sorted by (µs, importance or heat), then its id."""

    value: int | float
    id: str


@dataclass(frozen=True, slots=True)
class Order:
    """What a list is sorted by; descending is the exact reverse, ids included. Heat is as of `now`."""

    field: MemoryOrderField = MemoryOrderField.CREATED_AT
    descending: bool = True
    now: Micros = 0

    def precedes(self, key: PageKey, other: PageKey) -> bool:
        """Whether one place in a list comes before another."""
        places = (key.value, sort_key(key.id)), (other.value, sort_key(other.id))
        return places[0] > places[1] if self.descending else places[0] < places[1]


def page(rows: Rows, docs: Docs, order: Order, after: PageKey | None, limit: int) -> list[PageKey]:
    """The first `limit` of the docs in that order, of those that come after the key."""
    values = _values(rows, docs, order)
    if after is not None:
        behind = _behind(rows, docs, values, order, after)
        docs, values = docs[behind], values[behind]
    first = _first(rows, docs, values, order, limit)
    signed = -values[first] if order.descending else values[first]
    ids = rows.ids.ids(docs[first])
    return [PageKey(value, memory_id) for value, memory_id in zip(signed.tolist(), ids, strict=True)]


def _values(rows: Rows, docs: Docs, order: Order) -> npt.NDArray[Any]:
    columns = rows.columns
    values: npt.NDArray[Any]
    if order.field is MemoryOrderField.HEAT:
        values = heat(rows, docs, order.now)
    elif order.field is MemoryOrderField.IMPORTANCE:
        values = columns.importance[docs].astype(np.float64)
    elif order.field is MemoryOrderField.UPDATED_AT:
        values = columns.updated_at[docs]
    else:
        values = columns.created_at[docs]
    return -values if order.descending else values


def _id_keys(rows: Rows, docs: Docs, order: Order) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    high, low = rows.ids.high[docs], rows.ids.low[docs]
    return (~high, ~low) if order.descending else (high, low)


def _behind(rows: Rows, docs: Docs, values: npt.NDArray[Any], order: Order, after: PageKey) -> Docs:
    value = -after.value if order.descending else after.value
    high, low = (np.uint64(part) for part in sort_key(after.id))
    if order.descending:
        high, low = ~high, ~low
    level = np.flatnonzero(values == value)
    highs, lows = _id_keys(rows, docs[level], order)
    later = level[(highs > high) | ((highs == high) & (lows > low))]
    return np.concatenate([np.flatnonzero(values > value), later])


def _first(rows: Rows, docs: Docs, values: npt.NDArray[Any], order: Order, limit: int) -> Docs:
    if len(docs) > limit:
        cut = np.partition(values, limit - 1)[limit - 1] if limit else values.min()
        better, level = np.flatnonzero(values < cut), np.flatnonzero(values == cut)
        chosen = np.concatenate([better, _smallest_ids(rows, docs, level, order, limit - len(better))])
    else:
        chosen = np.arange(len(docs))
    high, low = _id_keys(rows, docs[chosen], order)
    order_of = np.lexsort((low, high, values[chosen]))
    first: Docs = chosen[order_of][:limit]
    return first


def _smallest_ids(rows: Rows, docs: Docs, level: Docs, order: Order, wanted: int) -> Docs:
    if not 0 < wanted < len(level):
        return level
    high = _id_keys(rows, docs[level], order)[0]
    smallest: Docs = level[high <= np.partition(high, wanted - 1)[wanted - 1]]
    return smallest
