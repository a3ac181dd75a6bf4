"""The engine port: what the store needs of an embedded graph engine, and how an engine may fail.

It owns the protocols and the errors; the implementation is in `driver`, policy (locks, gates, groups) above.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

MEBIBYTE = 1 << 20

Row = list[Any]
Parameters = Mapping[str, Any]


class EngineError(Exception):
    """The engine refused or failed; a transaction that was open is rolled back (engine rule 3)."""


class EngineMissing(EngineError):
    """The engine's package isn't installed, or another engine already lives in this process."""


class EngineBusy(EngineError):
    """A checkpoint found transactions under way and changed nothing."""


class PoolExhausted(EngineError):
    """The buffer pool is too small for what was asked; a checkpoint may free it."""


class SizesRefused(EngineError):
    """The memory or address space asked for is not to be had."""


class StoreLocked(EngineError):
    """Somebody else has the store open. The message names the owner, the path and the remedy."""


class CheckpointUnfinished(EngineError):
    """A checkpoint was logged but not finished; a read-only open can't finish it."""


class StoreDamaged(EngineError):
    """The store can't be opened as it is. Nothing was deleted or moved."""


class StoreTooNew(EngineError):
    """A newer version wrote the store; it was left untouched."""


class StoreIOError(EngineError):
    """Reading or writing the files failed. Fatal for writing until the store is opened anew (rule 8)."""


class DiskFull(StoreIOError):
    """The file system has no room left."""


class StoreClosed(EngineError):
    """The database was closed, or belongs to the process this one was forked from."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Memory and address space the engine may take, in MiB; `max_db_mb` must be a power of two.

    The pool is a limit, not a reservation. It also limits the text: a checkpoint holds the last 131,072 rows
    of a text column in memory, and fails once they take more than a quarter of the pool.

    The engine's own defaults are 80 % of the memory and 8 TB of address space: small containers refuse.
    """

    buffer_pool_mb: int = 1024
    max_db_mb: int = 65_536


class Rows(Protocol):
    """A result held by the engine, taken in portions."""

    def take(self, count: int) -> list[Row]:
        """The next rows, at most `count`; an empty list at the end."""

    def close(self) -> None:
        """Give the result's memory back; idempotent."""


class Connection(Protocol):
    """One engine connection, used by one thread at a time."""

    @property
    def statements(self) -> int:
        """How many statements it has prepared; the engine keeps each for the connection's life."""

    def take_updates(self) -> int:
        """How many rows its SET statements were given since the last call (rule 5)."""

    def rows(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        """Run one prepared statement and return all its rows. Raises `EngineError`."""

    def open_rows(self, query: str, parameters: Parameters | None = None) -> Rows:
        """Run one prepared statement and leave its rows with the engine. Raises `EngineError`."""

    def close(self) -> None:
        """Close it; idempotent. Never while a query runs on it: that aborts the process (rule 11)."""


class OpenStore(Protocol):
    """An opened store file."""

    def connect(self, threads: int = 0) -> Connection:
        """A new connection whose queries use up to `threads` threads (0: all cores)."""

    def close(self) -> None:
        """Close the files. Every connection must be closed before."""

    def abandon(self) -> None:
        """Keep the engine from ever touching the files again, its own clean-up at exit included (rule 8)."""


class EngineDriver(Protocol):
    """One engine."""

    @property
    def name(self) -> str:
        """`kuzu` or `ladybug`."""

    @property
    def version(self) -> str:
        """The engine's own version."""

    @property
    def storage_version(self) -> int:
        """The version of the file format it writes."""

    @property
    def checkpoints_before_deletions(self) -> bool:
        """Whether edges may be deleted only once a checkpoint has seen them."""

    @property
    def checkpoints_in_place(self) -> bool:
        """Whether a checkpoint that is cut off can leave a file that doesn't fit its log."""

    def inspect(self, path: Path) -> None:
        """Check whose file it is, without the engine. Raises `StoreDamaged`, `StoreTooNew`."""

    def open(self, path: Path, sizes: Sizes, *, read_only: bool = False) -> OpenStore:
        """Open or create the store. Raises `EngineError`, `StoreLocked`, `SizesRefused`."""
