"""What a space does by itself from time to time: draw cold memories together, look at claims, drop what expired.

Owns when. Each chore's last run is a record in the store, so that a service that is often restarted still gets
to it, and one that runs for long does it in time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from graphmem.domain.errors import Unavailable
from graphmem.domain.heat import DAY
from graphmem.domain.model import KEEPER, Actor, Micros
from graphmem.services.consolidate import consolidate
from graphmem.services.holding import drop_expired
from graphmem.services.space import Space
from graphmem.services.verify import look_again
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind

log = logging.getLogger(__name__)

FIRST_SECONDS: Final = 3.0
"""After the start (linksee)."""

TICK_SECONDS: Final = 60.0
"""Between looks at what is due."""

_NOBODY: Final = Actor(KEEPER)


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to do every so often; `work` gives how much was done.

    A patient one waits its time out before the first run, so that whoever sets a space up, or imports one, can
    look at what it would do.
    """

    name: str
    every: Micros
    work: Callable[[Space], int]
    patient: bool = False


def chores(space: Space) -> tuple[Chore, ...]:
    """What a space does by itself, by its settings."""
    days = space.settings.upkeep_days
    consolidation = (Chore("consolidation", days * DAY, _consolidate_all, patient=True),) if days else ()
    claims = (Chore("claims", DAY, lambda s: look_again(s, _NOBODY)),) if space.settings.worktrees else ()
    return (*consolidation, *claims)


def _consolidate_all(space: Space) -> int:
    total = 0
    while True:
        receipt = consolidate(space, _NOBODY, dry_run=False)
        done = receipt.done + receipt.forgotten + receipt.stalled
        total += done
        if not done:
            return total


class Schedule:
    """A thread that does a space's chores when they are due. A chore that fails is tried again when next due."""

    def __init__(self, space: Space, *, first: float = FIRST_SECONDS, tick: float = TICK_SECONDS) -> None:
        self._space = space
        self._chores: Sequence[Chore] = chores(space)
        self._waits = (first, tick)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="graphmem-schedule", daemon=True)

    def start(self) -> None:
        """Begin; the space closes it before it closes itself."""
        self._space.before_close(self.close)
        self._thread.start()

    def close(self) -> None:
        """Stop after what is being done now; idempotent."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _loop(self) -> None:
        wait, tick = self._waits
        while not self._stopping.wait(wait):
            wait = tick
            self.run_due()

    def run_due(self) -> None:
        """Do everything that is due now."""
        _quietly("pending", partial(drop_expired, self._space, _NOBODY))
        for chore in self._chores:
            if self._stopping.is_set():
                return
            if chore.patient and not self._runs(chore):
                _quietly(chore.name, partial(self._note, chore))
            elif self._is_due(chore):
                _quietly(chore.name, partial(self._do, chore))

    def _runs(self, chore: Chore) -> list[Record]:
        return self._space.state.records.about(RecordKind.UPKEEP, chore.name)

    def _is_due(self, chore: Chore) -> bool:
        return all(self._space.clock() - run.at >= chore.every for run in self._runs(chore))

    def _do(self, chore: Chore) -> int:
        # Noted first: what brings the service down must not be the first thing after each start.
        self._note(chore)
        return chore.work(self._space)

    def _note(self, chore: Chore) -> int:
        space = self._space

        def unit(plan: Plan) -> int:
            for run in plan.records_about(RecordKind.UPKEEP, chore.name):
                plan.close_record(run)
            plan.put_record(Record(space.ids("upk"), RecordKind.UPKEEP, plan.now, {"subject": chore.name}))
            return 0

        return space.write(unit)


def _quietly(name: str, work: Callable[[], int]) -> None:
    try:
        if done := work():
            log.info("upkeep: %s, %d done", name, done)
    except Unavailable:
        log.info("upkeep: %s has to wait, the store takes no writes", name)
    except Exception:
        log.exception("upkeep: %s failed", name)
