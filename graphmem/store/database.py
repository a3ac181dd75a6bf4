"""One open store file: reads, write transactions and checkpoints in the order the engine can bear.

It owns the engine's connections; what is written, and when, is the writer's and the session's business.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypedDict

from graphmem.domain.errors import Unavailable
from graphmem.store.checkpointer import Checkpointer
from graphmem.store.driver import load
from graphmem.store.files import StoreFiles
from graphmem.store.gate import Gate
from graphmem.store.health import Health
from graphmem.store.lock import StoreLock
from graphmem.store.opening import open_carefully
from graphmem.store.port import (
    MEBIBYTE,
    Connection,
    EngineBusy,
    EngineDriver,
    EngineError,
    Parameters,
    PoolExhausted,
    Row,
    Sizes,
    StoreIOError,
)
from graphmem.store.readers import Readers

log = logging.getLogger(__name__)

# A checkpoint waits this long for running reads, then lets the waiting ones in and is tried again later.
_DRAIN_SECONDS = 2.0
_CLOSE_SECONDS = 30.0


class Facts(TypedDict):
    """What an operator may want to know about an open store; sizes in bytes."""

    path: str
    engine: str
    engine_version: str
    storage_version: int
    file_bytes: int
    wal_bytes: int
    free_bytes: int
    buffer_pool_bytes: int
    max_db_bytes: int
    checkpoints: int
    last_checkpoint_seconds: float | None
    checkpoint_failure: str | None
    poisoned: str | None


class Database:
    """A store file that this process owns. Thread-safe; made by `Database.open`."""

    def __init__(self, path: Path, driver: EngineDriver, sizes: Sizes, health: Health, lock: StoreLock) -> None:
        self.path = path
        self._driver = driver
        self._sizes = sizes
        self._health = health
        self._lock = lock
        self._files = StoreFiles(path)
        self._checkpointer = Checkpointer(self._files, in_place=driver.checkpoints_in_place)
        self._store = open_carefully(driver, path, sizes)
        self._gate = Gate()
        # Point reads are a third faster without the engine's task scheduler; scans want every core.
        self._readers = Readers(lambda: self._store.connect(threads=1), self._gate, self._usable)
        self._scanners = Readers(self._store.connect, self._gate, self._usable)
        self._write_lock = threading.RLock()
        self._write_connection: Connection | None = None
        self._before_close: list[Callable[[], None]] = []
        self._updates = 0

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        engine: str = "kuzu",
        buffer_pool_mb: int = 1024,
        max_db_mb: int = 65_536,
        min_free_mb: int = 256,
    ) -> Database:
        """Open or create the store at `path`; sizes in MiB, `max_db_mb` a power of two.

        Writes are refused while the file system has less than `min_free_mb` free. Raises `EngineError`:
        `StoreLocked`, `StoreDamaged`, `StoreTooNew`, `EngineMissing`, `StoreIOError`.
        """
        real = Path(path).resolve()
        driver = load(engine)
        real.parent.mkdir(parents=True, exist_ok=True)
        lock = StoreLock(real)
        lock.acquire()
        try:
            database = cls(real, driver, Sizes(buffer_pool_mb, max_db_mb), Health(real, min_free_mb), lock)
        except BaseException:
            lock.release()
            raise
        atexit.register(database.close)
        return database

    def read(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        """All rows of one reading statement. Raises `EngineError`."""
        try:
            return self._readers.read(query, parameters)
        except StoreIOError as error:
            self.poison(str(error))
            raise

    def scan(self, query: str, parameters: Parameters | None = None) -> Iterator[Row]:
        """The rows of one large reading statement, one by one, of one snapshot. Raises `EngineError`."""
        with self._watching():
            yield from self._scanners.scan(query, parameters)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One write transaction: committed at the end of the block, rolled back if the block raises.

        Raises `Unavailable` if the store takes no writes; `EngineError` if the engine fails, and poisons if it
        was the commit that failed.
        """
        with self._write_lock, self._watching():
            self.require_writable()
            connection = self._begin()
            try:
                yield connection
            except BaseException as error:
                self._roll_back(connection, error)
                raise
            self._commit(connection)

    def checkpoint(self) -> bool:
        """Move the log into the file while readers are held back. False, and logged, if it was not possible.

        Raises `Unavailable` if the store takes no writes, `EngineError` (and poisons) if the engine failed.
        """
        with self._write_lock, self._watching():
            self.require_writable()
            failure = self._run_checkpoint() if self.wal_bytes else None
        self._checkpointer.failure = failure
        if failure:
            log.warning("checkpoint of %s postponed: %s", self.path, failure)
        return failure is None

    def prepare_deletions(self) -> None:
        """Have all that was written in the file, before edges of it are deleted.

        Kuzu deletes edges that no checkpoint has seen, but if no other new edge of the table is left, its second
        checkpoint from then on crashes the process. Raises `Unavailable` if readers stay too long.
        """
        if self._driver.checkpoints_before_deletions and self.wal_bytes and not self.checkpoint():
            raise Unavailable("The store is busy: try again in a moment.")

    def forget_statements(self) -> None:
        """Drop all prepared statements: after a change of the schema they may still see the old one."""
        with self._write_lock:
            self._drop_writer()
        self._readers.close()
        self._scanners.close()

    @property
    def poisoned(self) -> str | None:
        """Why the store stopped writing for good, if it did."""
        return self._health.poisoned

    def poison(self, reason: str) -> None:
        """Stop writing for good, without touching the files again; reads go on."""
        if self._health.poison(reason):
            self._store.abandon()

    def require_writable(self) -> None:
        """Raise `Unavailable` if a write must not be tried: poisoned, closed, or too little free space."""
        self._health.require_writable()

    def before_close(self, action: Callable[[], None]) -> None:
        """Run `action` when the database is about to close."""
        self._before_close.append(action)

    @property
    def buffer_pool_mb(self) -> int:
        """The limit of the engine's buffer pool, in MiB."""
        return self._sizes.buffer_pool_mb

    @property
    def wal_bytes(self) -> int:
        """The size of the write-ahead log."""
        return self._files.wal_bytes

    @property
    def checkpoints(self) -> int:
        """How many checkpoints there were since it was opened."""
        return self._checkpointer.count

    @property
    def updates(self) -> int:
        """How many rows were SET since the last checkpoint (rule 5)."""
        return self._updates

    def facts(self) -> Facts:
        """The engine, the sizes of the files, and how checkpoints went."""
        return Facts(
            path=str(self.path),
            engine=self._driver.name,
            engine_version=self._driver.version,
            storage_version=self._driver.storage_version,
            file_bytes=self._files.file_bytes,
            wal_bytes=self.wal_bytes,
            free_bytes=self._health.free_bytes,
            buffer_pool_bytes=self._sizes.buffer_pool_mb * MEBIBYTE,
            max_db_bytes=self._sizes.max_db_mb * MEBIBYTE,
            checkpoints=self._checkpointer.count,
            last_checkpoint_seconds=self._checkpointer.seconds,
            checkpoint_failure=self._checkpointer.failure,
            poisoned=self.poisoned,
        )

    def close(self) -> None:
        """Drain the writer, checkpoint, close the files, give the lock back. Idempotent."""
        if self._health.inherited:
            return
        while self._before_close:
            self._before_close.pop()()
        with self._write_lock:
            if not self._health.closed:
                self._shut_down()
        atexit.unregister(self.close)

    def _usable(self) -> bool:
        return not self._health.closed and not self._health.inherited

    @contextmanager
    def _watching(self) -> Iterator[None]:
        """Poison the database when reading or writing the files failed."""
        try:
            yield
        except StoreIOError as error:
            self.poison(str(error))
            raise

    def _begin(self) -> Connection:
        connection = self._take_writer()
        try:
            connection.rows("BEGIN TRANSACTION")
        except EngineError:
            # Its next statement would crash the process (rule 2).
            connection.close()
            raise
        return connection

    def _commit(self, connection: Connection) -> None:
        try:
            connection.rows("COMMIT")
        except EngineError as error:
            # Kuzu keeps half of it in memory: the next commit was seen to lose an edge without an error.
            self.poison(f"a commit failed; the next start shows what became of it ({error})")
            raise
        self._updates += connection.take_updates()
        self._write_connection = connection

    def _roll_back(self, connection: Connection, error: BaseException) -> None:
        self._updates += connection.take_updates()
        if isinstance(error, StoreIOError):
            return
        # The engine has rolled back already when the error was its own (rule 3).
        with suppress(EngineError):
            connection.rows("ROLLBACK")
        connection.close()

    def _run_checkpoint(self) -> str | None:
        """Why it wasn't possible, if it wasn't."""
        connection = self._take_writer()
        try:
            with self._checkpointer.prepared(), self._gate.shut(_DRAIN_SECONDS) as empty:
                if not empty:
                    raise EngineBusy("readers were still busy")
                self._checkpointer.run(connection)
        except (EngineBusy, OSError) as error:
            connection.close()
            return str(error)
        except PoolExhausted as error:
            sizes = f"buffer_pool_mb={self._sizes.buffer_pool_mb} or max_db_mb={self._sizes.max_db_mb}"
            self.poison(f"{sizes} is too small for a checkpoint, raise it ({error})")
            raise
        except EngineError as error:
            self.poison(f"a checkpoint failed; the next start undoes it ({error})")
            raise
        self._updates = 0
        self._write_connection = connection
        return None

    def _take_writer(self) -> Connection:
        """The writer connection, or a new one; whoever takes it puts it back only while it is sound."""
        connection, self._write_connection = self._write_connection, None
        # What is written is small: handing it to other threads costs more than they save.
        return connection or self._store.connect(threads=1)

    def _drop_writer(self) -> None:
        connection, self._write_connection = self._write_connection, None
        if connection:
            connection.close()

    def _shut_down(self) -> None:
        if self.poisoned is None:
            with suppress(EngineError, Unavailable, OSError):
                self.checkpoint()
        self._health.closed = True
        with self._gate.shut(_CLOSE_SECONDS) as empty:
            if empty and self.poisoned is None:
                self._close_files()
            else:
                self._store.abandon()
        self._checkpointer.close()
        self._lock.release()

    def _close_files(self) -> None:
        self._readers.close()
        self._scanners.close()
        self._drop_writer()
        self._store.close()
