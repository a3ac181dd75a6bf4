"""linksee's heat and risk for many memories at once, from the columns; `domain.heat` owns the formulas."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.heat import ALTITUDE_RISK
from graphmem.domain.model import Altitude, Layer, Micros
from graphmem.store.index.columns import ALTITUDES, LAYERS, NEVER, Docs
from graphmem.store.index.rows import Rows
from graphmem.store.index.usage import DAY

_COOLER_AFTER: Final = (7 * DAY, 30 * DAY, 90 * DAY)
"""Ages of the last use after which a memory has ten points less: 20, 10, 0, -10."""

_RISKS: Final = np.array([ALTITUDE_RISK[ALTITUDES.member(number)] for number in range(len(Altitude))])


def heat(rows: Rows, where: Docs | slice, now: Micros) -> npt.NDArray[np.float64]:
    """Heat from 0 to 100, as of `now`. Without a use, the making counts as the last one."""
    columns = rows.columns
    short, long = rows.use_log.windows(now, columns.size)
    age = _idle(rows, where, now)
    points: npt.NDArray[np.float64] = 15.0 * columns.importance[where] + 20.0
    for cooler in _COOLER_AFTER:
        points -= 10.0 * (age > cooler)
    points += np.minimum(3 * short[where], 30)
    points += np.minimum(long[where], 20)
    points += np.minimum(0.5 * columns.uses[where], 15.0)
    return np.clip(points, 0.0, 100.0, out=points)


def risk(rows: Rows, where: Docs | slice, now: Micros) -> npt.NDArray[np.float64]:
    """How much each memory asks to be let go, as of `now`; 0 for what is protected and for goals."""
    columns = rows.columns
    layer = columns.layer[where]
    kept = columns.pinned[where] | (layer == LAYERS.number(Layer.CAVEAT)) | (layer == LAYERS.number(Layer.GOAL))
    days = np.maximum(_idle(rows, where, now) / DAY, 0.0)
    chill = (1.0 - heat(rows, where, now) / 100.0) * (1.0 - columns.importance[where])
    risks: npt.NDArray[np.float64] = chill * days * (1.0 + days / 30.0) * _RISKS[columns.altitude[where]] * ~kept
    return risks


def _idle(rows: Rows, where: Docs | slice, now: Micros) -> npt.NDArray[np.int64]:
    last = rows.columns.last_used[where]
    idle: npt.NDArray[np.int64] = now - np.where(last == NEVER, rows.columns.created_at[where], last)
    return idle
