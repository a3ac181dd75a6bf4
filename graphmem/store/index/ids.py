"""Doc numbers for memory ids, and back, in 58 bytes an id. Owns the order of ids; knows no memories."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from graphmem.store.index.columns import Docs, grown

_CROCKFORD: Final = str.maketrans(
    "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyzILOUilou",
    "0123456789abcdefghijklmnopqrstuvabcdefghijklmnopqrstuv!!!!!!!!",
)
"""ULID digits to those that `int(text, 32)` reads (github.com/ulid/spec: base 32 without I, L, O, U)."""

_LOW: Final = (1 << 64) - 1
_ULID_LENGTH: Final = 26
_RECENT: Final = 4096
"""Ids looked up through a dict before they are sorted in; beyond, an eighth of all."""


def sort_key(memory_id: str) -> tuple[int, int]:
    """128 bits that sort as the id does: a ULID's value, or the first 16 bytes of any other text."""
    body = memory_id.rpartition("_")[2]
    if len(body) == _ULID_LENGTH and body.isalnum() and body.isascii():
        try:
            value = int(body.translate(_CROCKFORD), 32) & ((1 << 128) - 1)
        except ValueError:
            value = _text_value(body)
    else:
        value = _text_value(body)
    return value >> 64, value & _LOW


def _text_value(text: str) -> int:
    return int.from_bytes(text.encode("utf-8", "surrogatepass")[:16].ljust(16, b"\0"))


class IdMap:
    """Ids and their doc numbers. A doc number is given once and never again, also after a removal."""

    def __init__(self) -> None:
        self.size = 0
        self.high: npt.NDArray[np.uint64] = np.zeros(0, dtype=np.uint64)
        self.low: npt.NDArray[np.uint64] = np.zeros(0, dtype=np.uint64)
        self._ids: npt.NDArray[np.bytes_] = np.zeros(0, dtype="S30")
        self._recent: dict[str, int] = {}
        self._greatest = ""
        self._sorted_high: npt.NDArray[np.uint64] = np.zeros(0, dtype=np.uint64)
        self._sorted_docs: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)

    def doc(self, memory_id: str) -> int | None:
        """The doc number, or None for an id that was never added or is removed."""
        recent = self._recent.get(memory_id)
        # Ids grow with time: a new one is greater than all that are sorted in.
        if recent is None and memory_id <= self._greatest:
            return self._sorted_in(memory_id)
        return recent

    def docs(self, memory_ids: Iterable[str]) -> Docs:
        """The doc numbers of those ids that are known, in the same order."""
        found = (self.doc(memory_id) for memory_id in memory_ids)
        return np.array([doc for doc in found if doc is not None], dtype=np.int64)

    def id(self, doc: int) -> str:
        """The id of a doc number."""
        return bytes(self._ids[doc]).decode()

    def ids(self, docs: Docs) -> list[str]:
        """The ids of doc numbers, in the same order."""
        return [raw.decode() for raw in self._ids[docs].tolist()]

    def add(self, memory_ids: Iterable[str]) -> Docs:
        """The doc numbers of the ids, in the same order; new ones get the next numbers."""
        docs: list[int] = []
        fresh: dict[str, int] = {}
        for memory_id in memory_ids:
            doc = self.doc(memory_id)
            docs.append(fresh.setdefault(memory_id, self.size + len(fresh)) if doc is None else doc)
        if fresh:
            self._append(fresh)
        return np.array(docs, dtype=np.int64)

    def _append(self, fresh: dict[str, int]) -> None:
        start, end = self.size, self.size + len(fresh)
        raw = [memory_id.encode() for memory_id in fresh]
        keys = [sort_key(memory_id) for memory_id in fresh]
        self._reserve(end, max(map(len, raw)))
        self._ids[start:end] = raw
        self.high[start:end] = [key[0] for key in keys]
        self.low[start:end] = [key[1] for key in keys]
        self.size = end
        self._recent.update(fresh)
        if len(self._recent) >= max(_RECENT, end // 8):
            self._sort_in()

    def remove(self, memory_id: str) -> int | None:
        """Forget an id; its doc number is not given again. Returns the number, None for an unknown id."""
        doc = self.doc(memory_id)
        if doc is not None:
            self._recent.pop(memory_id, None)
            self._ids[doc] = b""
        return doc

    def _sorted_in(self, memory_id: str) -> int | None:
        high = np.uint64(sort_key(memory_id)[0])
        raw = memory_id.encode("utf-8", "surrogatepass")
        at = int(self._sorted_high.searchsorted(high))
        while at < len(self._sorted_high) and self._sorted_high[at] == high:
            doc = int(self._sorted_docs[at])
            if self._ids[doc] == raw:
                return doc
            at += 1
        return None

    def _reserve(self, size: int, width: int) -> None:
        self.high, self.low = grown(self.high, size), grown(self.low, size)
        if width > self._ids.dtype.itemsize:
            self._ids = self._ids.astype(f"S{width}")
        self._ids = grown(self._ids, size)

    def _sort_in(self) -> None:
        docs = np.flatnonzero(self._ids[: self.size] != b"").astype(np.int32)
        order = np.argsort(self.high[docs], kind="stable")
        self._sorted_docs = docs[order]
        self._sorted_high = self.high[self._sorted_docs]
        self._greatest = max([self._greatest, *self._recent])
        self._recent = {}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is saved."""
        return {"ids": self._ids[: self.size], "high": self.high[: self.size], "low": self.low[: self.size]}

    @classmethod
    def restored(cls, arrays: dict[str, npt.NDArray[Any]]) -> IdMap:
        """The map that was saved. Raises KeyError or ValueError where the arrays don't fit together."""
        made = cls()
        made._ids = np.array(arrays["ids"])
        made.high = np.array(arrays["high"], dtype=np.uint64)
        made.low = np.array(arrays["low"], dtype=np.uint64)
        made.size = len(made._ids)
        if made._ids.dtype.kind != "S" or not made.size == len(made.high) == len(made.low):
            raise ValueError("ids and their keys do not fit together")
        made._greatest = max(made._ids.tolist(), default=b"").decode()
        made._sort_in()
        return made
