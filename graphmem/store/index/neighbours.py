"""Who comes before and after a memory in its thread: a linked list of doc numbers. Knows no positions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from graphmem.store.index.columns import Docs, grown

NOBODY: Final = -1


class Neighbours:
    """The previous and the next doc of each doc, -1 where there is none; and the last of each thread."""

    def __init__(self) -> None:
        self._previous: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._next: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._last: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._docs = self._threads = 0

    def grow(self, docs: int, threads: int) -> None:
        """Make room; fresh docs stand alone, fresh threads are empty."""
        self._previous, self._next = grown(self._previous, docs), grown(self._next, docs)
        self._last = grown(self._last, threads)
        self._previous[self._docs : docs] = NOBODY
        self._next[self._docs : docs] = NOBODY
        self._last[self._threads : threads] = NOBODY
        self._docs, self._threads = max(self._docs, docs), max(self._threads, threads)

    def last(self, thread: int) -> int:
        """The thread's last doc, -1 while it is empty."""
        return int(self._last[thread])

    def append(self, thread: int, doc: int) -> None:
        """Put a doc that stands alone at the end of a thread."""
        before = int(self._last[thread])
        self._previous[doc], self._next[doc] = before, NOBODY
        if before != NOBODY:
            self._next[before] = doc
        self._last[thread] = doc

    def unlink(self, thread: int, doc: int) -> None:
        """Take a doc out of its thread; its neighbours close the gap."""
        before, after = int(self._previous[doc]), int(self._next[doc])
        if before != NOBODY:
            self._next[before] = after
        if after != NOBODY:
            self._previous[after] = before
        elif self._last[thread] == doc:
            self._last[thread] = before
        self._previous[doc] = self._next[doc] = NOBODY

    def line_up(self, thread: int, ordered: Docs) -> None:
        """Link all docs of a thread in the given order."""
        self._previous[ordered[1:]] = ordered[:-1]
        self._next[ordered[:-1]] = ordered[1:]
        self._previous[ordered[:1]] = NOBODY
        self._next[ordered[-1:]] = NOBODY
        self._last[thread] = ordered[-1]

    def around(self, docs: Docs) -> npt.NDArray[np.int32]:
        """Four rows: the docs one before, one after, two before, two after each; -1 where there is none."""
        before, after = _step(self._previous, docs), _step(self._next, docs)
        return np.stack([before, after, _step(self._previous, before), _step(self._next, after)])

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is saved."""
        return {
            "previous": self._previous[: self._docs],
            "next": self._next[: self._docs],
            "last": self._last[: self._threads],
        }

    @classmethod
    def restored(cls, arrays: dict[str, npt.NDArray[Any]]) -> Neighbours:
        """The lists that were saved. Raises KeyError or ValueError where they don't fit together."""
        made = cls()
        made._previous = np.array(arrays["previous"], dtype=np.int32)
        made._next = np.array(arrays["next"], dtype=np.int32)
        made._last = np.array(arrays["last"], dtype=np.int32)
        made._docs, made._threads = len(made._previous), len(made._last)
        if made._docs != len(made._next):
            raise ValueError("previous and next do not fit together")
        return made


def _step(way: npt.NDArray[np.int32], docs: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    if not len(way):
        return np.full(len(docs), NOBODY, dtype=np.int32)
    return np.where(docs >= 0, way[docs], np.int32(NOBODY))
