"""The one thread that writes: it commits together what is waiting, and answers after the commit.

It owns the order of things; units of work decide what is written, the group how.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from graphmem.domain.errors import Unavailable
from graphmem.store.checkpoints import Checkpoints
from graphmem.store.database import Database
from graphmem.store.port import Connection, EngineError, PoolExhausted

log = logging.getLogger(__name__)

T = TypeVar("T")
Unit = Callable[[Any], T]


class Group(Protocol):
    """Units of work that are committed in one transaction."""

    def run(self, unit: Unit[T]) -> T:
        """Run one unit. If it raises, what it planned is discarded and the exception goes on."""

    def dirty(self) -> bool:
        """Whether anything is planned."""

    def uproots(self) -> bool:
        """Whether edges are deleted that no checkpoint may have seen yet."""

    def flush(self, connection: Connection) -> None:
        """Execute what is planned, inside the transaction."""

    def publish(self) -> None:
        """Bring the derived state up to date, after the commit."""


@dataclass(slots=True)
class _Task:
    unit: Unit[Any]
    future: Future[Any]
    awaited: bool = True
    value: Any = None
    error: BaseException | None = None

    def answer(self) -> None:
        if self.error is None:
            self.future.set_result(self.value)
        else:
            self.future.set_exception(self.error)

    def abandon(self, error: Exception) -> None:
        """Answer with the error, if it was not answered yet."""
        if not self.future.done():
            self.future.set_exception(error)


class Writer:
    """The writer thread of one database.

    `rebuild` is called in this thread when a commit succeeded but `publish` failed, so that the derived state
    is stale; if it fails too, the database stops writing.
    """

    def __init__(
        self,
        database: Database,
        new_group: Callable[[], Group],
        max_group: int = 64,
        *,
        rebuild: Callable[[], None] | None = None,
        checkpoints: Checkpoints | None = None,
        patience: float = 0.05,
    ) -> None:
        self._database = database
        self._new_group = new_group
        self._max_group = max_group
        self._rebuild = rebuild
        self._checkpoints = checkpoints or Checkpoints.for_pool(database.buffer_pool_mb)
        self._patience = patience
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._submitting = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name="graphmem-writer", daemon=True)
        self._thread.start()
        database.before_close(self.close)

    def submit(self, unit: Unit[T]) -> Future[T]:
        """Queue a unit; its future is done once it is committed. Raises `Unavailable` when closed."""
        task = _Task(unit, Future())
        self._put(task)
        return task.future

    def _put(self, task: _Task) -> None:
        with self._submitting:
            if self._closed:
                raise Unavailable("The store is shutting down.")
            self._queue.put(task)

    def note(self, unit: Unit[object]) -> None:
        """Queue a unit that nobody waits for: it is committed with the next group, `patience` seconds on at most.

        Raises `Unavailable` when closed.
        """
        self._put(_Task(unit, Future(), awaited=False))

    def call(self, unit: Unit[T]) -> T:
        """Run a unit and wait for the commit. Raises what the unit raises, `Unavailable`, `EngineError`."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("A unit of work can't wait for another one: it runs in the writer itself.")
        return self.submit(unit).result()

    @property
    def waiting(self) -> int:
        """How many units are queued."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish what is queued, then stop. Idempotent."""
        with self._submitting:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _loop(self) -> None:
        open_ = True
        while open_:
            tasks, open_ = self._next()
            try:
                if tasks:
                    self._serve(tasks)
                self._checkpoint_if_due(idle=not tasks)
            except Exception as error:
                # A writer that ended without a word would leave everybody waiting for ever.
                log.exception("the writer stumbled")
                self._database.poison(f"the writer stumbled ({error!r})")
                for task in tasks:
                    task.abandon(error)

    def _next(self) -> tuple[list[_Task], bool]:
        """The tasks that are waiting, and whether more may come; waits for the first, but not for ever."""
        tasks: list[_Task] = []
        try:
            task = self._queue.get(timeout=self._checkpoints.idle_seconds)
            end = time.monotonic() + self._patience
            while task is not None:
                tasks.append(task)
                if len(tasks) == self._max_group:
                    return tasks, True
                # A commit costs the same for one as for a few: what nobody waits for waits for company.
                end = 0.0 if task.awaited else end
                task = self._queue.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            return tasks, True
        return tasks, False

    def _serve(self, tasks: list[_Task]) -> None:
        tasks = [task for task in tasks if task.future.set_running_or_notify_cancel()]
        try:
            self._commit(tasks)
        except Exception as error:
            log.warning("a group of %d failed and is run one by one: %s", len(tasks), error)
            if isinstance(error, PoolExhausted):
                self._checkpoint()
            for task in tasks:
                self._serve_alone(task)
        for task in tasks:
            task.answer()

    def _serve_alone(self, task: _Task) -> None:
        try:
            self._commit([task])
        except Exception as error:
            task.error = error

    def _commit(self, tasks: list[_Task]) -> None:
        self._database.require_writable()
        group = self._new_group()
        for task in tasks:
            _run(group, task)
        if group.dirty():
            if group.uproots():
                self._database.prepare_deletions()
            with self._database.transaction() as connection:
                group.flush(connection)
            self._publish(group)

    def _publish(self, group: Group) -> None:
        try:
            group.publish()
        except Exception:
            log.exception("the derived state could not follow a commit and is rebuilt")
            self._recover()

    def _recover(self) -> None:
        try:
            if self._rebuild is None:
                raise RuntimeError("nothing can rebuild the derived state")
            self._rebuild()
        except Exception as error:
            log.exception("the derived state could not be rebuilt")
            self._database.poison(f"the derived state is behind the store ({error})")

    def _checkpoint_if_due(self, *, idle: bool) -> None:
        database = self._database
        if self._checkpoints.due(database.wal_bytes, database.updates, idle=idle):
            self._checkpoint()

    def _checkpoint(self) -> None:
        """The commits before it stand whatever becomes of it (rule 7)."""
        succeeded = False
        try:
            succeeded = self._database.checkpoint()
        except (EngineError, Unavailable) as error:
            log.error("checkpoint failed: %s", error)
        self._checkpoints.done(succeeded)


def _run(group: Group, task: _Task) -> None:
    task.value, task.error = None, None
    try:
        task.value = group.run(task.unit)
    except BaseException as error:
        task.error = error
