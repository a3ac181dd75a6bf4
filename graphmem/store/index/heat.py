"""linksee's heat for many memories at once, from the catalog's columns; `domain.heat` owns the formula."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import Micros
from graphmem.store.index.columns import NEVER, Docs
from graphmem.store.index.rows import Rows
from graphmem.store.index.usage import DAY

_COOLER_AFTER: Final = (7 * DAY, 30 * DAY, 90 * DAY)
"""Ages of the last use after which a memory has ten points less: 20, 10, 0, -10."""


def heat(rows: Rows, where: Docs | slice, now: Micros) -> npt.NDArray[np.float64]:
    """Heat from 0 to 100, as of `now`. Without a use, the making counts as the last one."""
    columns = rows.columns
    short, long = rows.use_log.windows(now, columns.size)
    last = columns.last_used[where]
    age = now - np.where(last == NEVER, columns.created_at[where], last)
    points: npt.NDArray[np.float64] = 15.0 * columns.importance[where] + 20.0
    for cooler in _COOLER_AFTER:
        points -= 10.0 * (age > cooler)
    points += np.minimum(3 * short[where], 30)
    points += np.minimum(long[where], 20)
    points += np.minimum(0.5 * columns.uses[where], 15.0)
    return np.clip(points, 0.0, 100.0, out=points)
