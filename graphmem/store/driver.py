"""The driver for Kuzu and for Ladybug, its living fork with the same API.

It owns everything that touches an engine's Python module; it decides nothing about when to write.
"""

from __future__ import annotations

# Kuzu looks at `importlib.util` without importing it; without this some parameter types fail (rule 16).
import importlib.util
import re
import sys
from ctypes import py_object, pythonapi
from pathlib import Path
from types import ModuleType
from typing import Any

from graphmem.store.port import (
    MEBIBYTE,
    CheckpointUnfinished,
    DiskFull,
    EngineBusy,
    EngineError,
    EngineMissing,
    Parameters,
    PoolExhausted,
    Row,
    Sizes,
    SizesRefused,
    StoreClosed,
    StoreDamaged,
    StoreIOError,
    StoreLocked,
    StoreTooNew,
)

ENGINES = ("kuzu", "ladybug")

_MAGIC = {"kuzu": b"KUZU", "ladybug": b"LBUG"}
_HEADER_BYTES = 12
_PARAMETER = re.compile(r"\$(\w+)")
_UNFINISHED = ("Couldn't replay shadow pages under read-only", "while checkpoint recovery is pending")
_SETS = re.compile(r"\bSET\b")

_loaded: dict[str, Driver] = {}


def load(engine: str) -> Driver:
    """The driver of an engine by name. Raises `EngineMissing`.

    One process can hold one engine only: both register the same native types, and the second import crashes.
    """
    if engine in _loaded:
        return _loaded[engine]
    if engine not in ENGINES:
        raise EngineMissing(f"There is no engine {engine!r}; the engines are {', '.join(ENGINES)}.")
    other = next((name for name in ENGINES if name != engine and name in sys.modules), None)
    if other is not None:
        raise EngineMissing(f"This process already uses {other}; {engine} needs a process of its own.")
    try:
        module = importlib.import_module(engine)
    except ImportError as error:
        remedy = f"Install it with: pip install 'graphmem[{engine}]'"
        raise EngineMissing(f"The engine {engine} can't be imported ({error}). {remedy}") from error
    return _loaded.setdefault(engine, Driver(engine, module))


class Driver:
    """One engine's module behind the port."""

    def __init__(self, name: str, module: ModuleType) -> None:
        self.name = name
        self.version = str(module.Database.get_version())
        self.storage_version = int(module.Database.get_storage_version())
        # Ladybug holds its pages back until the checkpoint is logged.
        self.checkpoints_in_place = name == "kuzu"
        # Ladybug deletes an edge as soundly before its first checkpoint as after it.
        self.checkpoints_before_deletions = name == "kuzu"
        self._module = module

    def open(self, path: Path, sizes: Sizes, *, read_only: bool = False) -> DriverStore:
        """Open or create the store at `path`. Raises `EngineError`, `StoreLocked`, `SizesRefused`."""
        if sizes.max_db_mb & (sizes.max_db_mb - 1):
            raise SizesRefused(f"max_db_mb must be a power of two, not {sizes.max_db_mb}.")
        try:
            database = self._module.Database(str(path), read_only=read_only, **self._options(sizes))
        except RuntimeError as error:
            raise _opening_failure(path, sizes, str(error)) from error
        return DriverStore(self._module, database)

    def inspect(self, path: Path) -> None:
        """Check whose file it is, without the engine. Raises `StoreDamaged`, `StoreTooNew`."""
        header = _head(path)
        if not header:
            return
        magic = header[:4]
        if magic != _MAGIC[self.name]:
            raise StoreDamaged(_foreign(path, self.name, magic))
        written = int.from_bytes(header[4:_HEADER_BYTES], "little")
        if written > self.storage_version:
            raise StoreTooNew(
                f"{path} has storage version {written}; {self.name} {self.version} reads up to "
                f"{self.storage_version}. Install the {self.name} that wrote it. The file was not touched."
            )

    def _options(self, sizes: Sizes) -> dict[str, Any]:
        options: dict[str, Any] = {
            "buffer_pool_size": sizes.buffer_pool_mb * MEBIBYTE,
            "max_db_size": sizes.max_db_mb * MEBIBYTE,
            "auto_checkpoint": False,
        }
        if self.name == "ladybug":
            # Without it Ladybug once refused the WAL that a kill had left.
            options["throw_on_wal_replay_failure"] = False
        return options


class DriverStore:
    """An opened store file."""

    def __init__(self, module: ModuleType, database: Any) -> None:
        self._module = module
        self._database = database
        connection = self.connect()
        # Closing must not checkpoint behind the back of whoever guards checkpoints.
        connection.rows("CALL force_checkpoint_on_close=false")
        connection.close()

    def connect(self, threads: int = 0) -> DriverConnection:
        """A new connection whose queries use up to `threads` threads (0: all cores)."""
        return DriverConnection(self._module, self._module.Connection(self._database, num_threads=threads))

    def close(self) -> None:
        """Close the files; what is in the log stays there."""
        self._database.close()

    def abandon(self) -> None:
        """Leak the engine's object on purpose.

        After a failed write the engine's destructor writes again, or aborts the process; a reference that is
        never given back keeps it from running, also at exit.
        """
        pythonapi.Py_IncRef(py_object(self._database))


class DriverConnection:
    """One engine connection with its prepared statements. One thread at a time."""

    def __init__(self, module: ModuleType, connection: Any) -> None:
        self._module = module
        self._connection = connection
        self._prepared: dict[str, _Statement] = {}
        self._updates = 0

    @property
    def statements(self) -> int:
        """How many statements it has prepared."""
        return len(self._prepared)

    def take_updates(self) -> int:
        """How many rows its SET statements were given since the last call (rule 5)."""
        updates, self._updates = self._updates, 0
        return updates

    def rows(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        """Run one prepared statement and return all its rows. Raises `EngineError`."""
        result = self.open_rows(query, parameters)
        rows: list[Row] = result.result.get_all()
        result.close()
        return rows

    def open_rows(self, query: str, parameters: Parameters | None = None) -> DriverRows:
        """Run one prepared statement and leave its rows with the engine. Raises `EngineError`."""
        if self._connection is None:
            raise StoreClosed("The connection is closed.")
        given = dict(parameters or {})
        statement = self._prepared.get(query) or self._prepare(query)
        if given.keys() != statement.names:
            # A missing parameter would silently keep its previous value (rule 4).
            wanted = ", ".join(sorted(statement.names))
            raise EngineError(f"Give exactly the parameters ({wanted}), not ({', '.join(sorted(given))}): {query}")
        try:
            result = self._connection.execute(statement.prepared, given)
        except RuntimeError as error:
            raise failure(str(error)) from error
        if statement.sets:
            self._updates += max((len(rows) for rows in given.values() if isinstance(rows, list)), default=1)
        return DriverRows(result)

    def close(self) -> None:
        """Close it; idempotent."""
        self._prepared.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _prepare(self, query: str) -> _Statement:
        # Without parameters: types inferred from the first values would be taken for those of the later ones.
        prepared = self._module.PreparedStatement(self._connection, query)
        statement = self._prepared[query] = _Statement(prepared, query)
        return statement


class _Statement:
    """A prepared statement, the parameters it needs, and whether it has a SET."""

    __slots__ = ("names", "prepared", "sets")

    def __init__(self, prepared: Any, query: str) -> None:
        self.prepared = prepared
        self.names = frozenset(_PARAMETER.findall(query))
        self.sets = _SETS.search(query) is not None


class DriverRows:
    """A result held by the engine."""

    def __init__(self, result: Any) -> None:
        self.result = result

    def take(self, count: int) -> list[Row]:
        """The next rows, at most `count`; an empty list at the end."""
        try:
            rows: list[Row] = self.result.get_n(count)
        except RuntimeError as error:
            raise failure(str(error)) from error
        return rows

    def close(self) -> None:
        """Give the result's memory back; idempotent."""
        self.result.close()


def failure(message: str) -> EngineError:
    """The engine's message as an error of the port.

    Only its beginning is looked at: the rest may quote a caller's text.
    """
    if message.startswith("Timeout waiting for active transactions"):
        return EngineBusy(message)
    if message.startswith("Buffer manager exception"):
        return PoolExhausted(message)
    if not message.startswith(("IO exception", "WAL retirement failed")):
        return EngineError(message)
    full = "No space left on device" in message or "Disk quota exceeded" in message
    return DiskFull(message) if full else StoreIOError(message)


def _head(path: Path) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(_HEADER_BYTES)


def _foreign(path: Path, engine: str, magic: bytes) -> str:
    owner = next((name for name, known in _MAGIC.items() if known == magic), None)
    if owner is None:
        return f"{path} is not a {engine} store. It was not touched."
    return f"{path} is a {owner} store, not a {engine} one: choose the engine {owner}, or export and import."


def _opening_failure(path: Path, sizes: Sizes, message: str) -> EngineError:
    if "Could not set lock on file" in message:
        return StoreLocked(f"{path} is open in a process that uses the engine directly. Stop that process.")
    if any(sign in message for sign in _UNFINISHED):
        return CheckpointUnfinished(message)
    if "Mmap for size" in message:
        return SizesRefused(
            f"The engine couldn't reserve {sizes.max_db_mb} MiB of address space ({message}). "
            "Lower max_db_mb to a smaller power of two, or raise the limit of the container."
        )
    return failure(f"{message.rstrip()} ({path})")
