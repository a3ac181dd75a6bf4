"""When memories were used: a log by day, and the uses of the last 30 and 90 days. Knows no outcomes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import Micros
from graphmem.store.index.columns import Docs, grown

DAY: Final[Micros] = 86_400_000_000
_SHORT: Final = 30
_LONG: Final = 90


class UseLog:
    """Uses, eight bytes each, kept for 90 days; a day is a UTC day.

    The two windows are those of linksee's heat; a use counts in a window of n days while fewer than
    n days have passed since its day.
    """

    def __init__(self) -> None:
        self._docs: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._days: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._size = 0
        self._today = 0
        self._counted = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))

    def record(self, docs: Docs, at: Micros) -> None:
        """Note one use of each doc at that instant."""
        day = at // DAY
        end = self._size + len(docs)
        self._docs, self._days = grown(self._docs, end), grown(self._days, end)
        self._docs[self._size : end] = docs
        self._days[self._size : end] = day
        self._size = end
        if day <= self._today and len(docs):
            self._count_in(docs, day)

    def windows(self, now: Micros, rows: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The uses of each of `rows` docs in the last 30 and in the last 90 days before `now`."""
        if now // DAY != self._today:
            self._move_to(now // DAY)
        short, long = (grown(counts, rows) for counts in self._counted)
        self._counted = (short, long)
        return short, long

    def since(self, now: Micros, days: int, rows: int) -> npt.NDArray[np.int64]:
        """The uses of each of `rows` docs in the last so many days, at most 90."""
        docs = self._docs[: self._size][self._days[: self._size] > now // DAY - days]
        counts: npt.NDArray[np.int64] = np.bincount(docs, minlength=rows)
        return counts[:rows]

    def _count_in(self, docs: Docs, day: int) -> None:
        rows = int(docs.max()) + 1
        self._counted = (grown(self._counted[0], rows), grown(self._counted[1], rows))
        for counts, window in zip(self._counted, (_SHORT, _LONG), strict=True):
            if self._today - day < window:
                np.add.at(counts, docs, 1)

    def _move_to(self, today: int) -> None:
        self._today = today
        self._drop_outlived()
        docs, ages = self._docs[: self._size], today - self._days[: self._size]
        self._counted = (
            np.bincount(docs[(ages >= 0) & (ages < _SHORT)]),
            np.bincount(docs[(ages >= 0) & (ages < _LONG)]),
        )

    def _drop_outlived(self) -> None:
        days = self._days[: self._size]
        kept = days > (days.max() if self._size else 0) - _LONG
        self._docs, self._days = self._docs[: self._size][kept], days[kept]
        self._size = len(self._docs)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is saved."""
        return {"docs": self._docs[: self._size], "days": self._days[: self._size]}

    @classmethod
    def restored(cls, arrays: dict[str, npt.NDArray[Any]]) -> UseLog:
        """The log that was saved. Raises KeyError or ValueError where it doesn't fit together."""
        made = cls()
        made._docs = np.array(arrays["docs"], dtype=np.int32)
        made._days = np.array(arrays["days"], dtype=np.int32)
        made._size = len(made._docs)
        if made._size != len(made._days):
            raise ValueError("uses and days do not fit together")
        return made
