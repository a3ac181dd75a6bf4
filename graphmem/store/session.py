"""One group of units of work on its way into one transaction. Owns the order: run, flush, publish.

Nothing is written while units run, so a unit that fails is simply dropped and its neighbours go on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from graphmem.clock import Clock
from graphmem.domain.model import Event
from graphmem.store.courtesy import IN_THE_WRITER, Courtesy
from graphmem.store.flush import flush, is_rehung
from graphmem.store.log import Log
from graphmem.store.plan import Plan
from graphmem.store.port import Connection
from graphmem.store.state import State

T = TypeVar("T")
Unit = Callable[[Plan], T]
"""A unit of work: reads and plans on the plan it is given, returns its result or raises a Problem."""


class Session:
    """A group of units, each seeing what the earlier ones planned."""

    def __init__(self, state: State, clock: Clock, courtesy: Courtesy | None = None) -> None:
        self._state = state
        self._clock = clock
        self._courtesy = courtesy or Courtesy()
        self._patience = IN_THE_WRITER
        self._root = Plan(state, state.events.last_instant)
        self._events: list[Event] = []

    @property
    def log(self) -> Log:
        """What the group planned."""
        return self._root.log

    def run(self, unit: Callable[[Plan], T]) -> T:
        """Run one unit; what it planned is dropped when it raises."""
        self._let_reads_by()
        # Strictly later than everything before, so that each unit has a recorded instant of its own.
        self._root.now = max(self._clock(), self._root.now + 1)
        plan = self._root.child()
        result = unit(plan)
        self._root.merge(plan)
        return result

    def dirty(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.log)

    def uproots(self) -> bool:
        """Whether edges are deleted that no checkpoint may have seen yet."""
        log = self.log
        if log.erased or log.swept:
            return True
        moved = [before.id for before, after, _ in log.memory_changes if is_rehung(before, after)]
        moved += [
            before.id for before, after in log.entity_changes if before.merged_into not in (None, after.merged_into)
        ]
        return self._state.unsettled.any_of(moved)

    def flush(self, connection: Connection) -> None:
        """Write what was planned, inside the open transaction."""
        self._let_reads_by()
        self._events = flush(self.log, self._state.events.last, connection)

    def publish(self) -> None:
        """Make what was committed visible to readers."""
        self._let_reads_by()
        self._state.publish(self.log, self._events)
        self._state.unsettled.note(self.log)

    def _let_reads_by(self) -> None:
        self._patience -= self._courtesy.let_by(self._patience)
