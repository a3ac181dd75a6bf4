"""linksee's heat for many memories at once, from the catalog's columns; `domain.heat` owns the formula."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import Micros
from graphmem.store.index.columns import NEVER, Docs
from graphmem.store.index.rows import Rows
from graphmem.store.index.usage import DAY

_RECENCY_AGES: Final = np.array([7, 30, 90]) * DAY
_RECENCY_POINTS: Final = np.array([20.0, 10.0, 0.0, -10.0])


def heat(rows: Rows, docs: Docs, now: Micros) -> npt.NDArray[np.float64]:
    """Heat from 0 to 100, as of `now`. Without a use, the making counts as the last one."""
    columns = rows.columns
    short, long = rows.use_log.windows(now, columns.size)
    last = columns.last_used[docs]
    since = np.where(last == NEVER, columns.created_at[docs], last)
    age = np.searchsorted(_RECENCY_AGES, now - since, side="left")
    points = (
        np.minimum(3.0 * short[docs], 30.0)
        + np.minimum(long[docs], 20.0)
        + np.minimum(0.5 * columns.uses[docs], 15.0)
        + _RECENCY_POINTS[age]
        + 15.0 * columns.importance[docs]
    )
    clipped: npt.NDArray[np.float64] = np.clip(points, 0.0, 100.0)
    return clipped
