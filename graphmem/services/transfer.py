"""Export and import of a whole space as JSON Lines: streaming, engine-neutral, versioned.

It is the exit from either engine. An import reads everything twice, once to check and once to write, into a
store beside the target that takes its place only when it is whole.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

import orjson

from graphmem.clock import Clock, system_clock
from graphmem.domain.errors import InvalidState, Unavailable
from graphmem.services.space import Space, SpaceSettings
from graphmem.services.transfer_check import FORMAT, Checker
from graphmem.store.database import Database
from graphmem.store.dump import CHUNK, rows
from graphmem.store.files import StoreFiles
from graphmem.store.loading import Loader
from graphmem.store.migrations import migrate
from graphmem.store.schema import MIGRATIONS

Progress = Callable[[str, int], None]


def export_lines(space: Space) -> Iterator[str]:
    """Every line of the export, header first, a line of counts and a checksum last."""
    counts: Counter[str] = Counter()
    checksum = hashlib.sha256()
    yield _line({"graphmem": FORMAT})
    for kind, row in rows(space.database, space.state.events.last):
        line = _line({kind: row})
        counts[kind] += 1
        checksum.update(line.encode())
        yield line
    yield _line({"end": dict(sorted(counts.items())), "sha256": checksum.hexdigest()})


def _line(value: dict[str, Any]) -> str:
    return orjson.dumps(value).decode() + "\n"


def export_space(space: Space, out: TextIO) -> int:
    """Write the export to a text file; returns the number of lines."""
    count = 0
    for line in export_lines(space):
        out.write(line)
        count += 1
    return count


def import_space(
    path: Path,
    read: Callable[[], Iterable[str]],
    settings: SpaceSettings | None = None,
    *,
    clock: Clock = system_clock,
    progress: Progress | None = None,
) -> Counter[str]:
    """Make the store at `path` from an export; returns the number of rows of each kind.

    Args:
        read: gives the lines anew each time it is called.

    Raises Invalid (with the line's number) for a damaged export, InvalidState where a store is already.
    """
    if path.exists() or StoreFiles(path).unclean:
        raise InvalidState(f"{path} exists: import into a space that has no store yet", ("path",))
    counts = Checker(progress).check(read())
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.import-") as folder:
        scratch = Path(folder) / path.name
        _write(scratch, read(), settings or SpaceSettings(), clock, progress)
        # Closed after a checkpoint, the store is one file: putting it in place is one step.
        os.replace(scratch, path)
    return counts


def _write(path: Path, lines: Iterable[str], settings: SpaceSettings, clock: Clock, progress: Progress | None) -> None:
    database = Database.open(
        path,
        engine=settings.engine,
        buffer_pool_mb=settings.buffer_pool_mb,
        max_db_mb=settings.max_db_mb,
        min_free_mb=settings.min_free_mb,
    )
    try:
        migrate(database, MIGRATIONS, clock)
        written, loader = 0, Loader()
        for kind, chunk in _chunks(lines):
            with database.transaction() as connection:
                loader.write(connection, kind, chunk)
            written += len(chunk)
            if progress is not None:
                progress("written", written)
        if not database.checkpoint():
            raise Unavailable("the imported store could not be finished: try again")
    finally:
        database.close()


def _chunks(lines: Iterable[str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    kind = ""
    chunk: list[dict[str, Any]] = []
    for found, row in _parsed(lines):
        # An entity's versions stay together: the newest one makes the node.
        full = len(chunk) >= CHUNK and not (found == "entity" and row["id"] == chunk[-1]["id"])
        if chunk and (found != kind or full):
            yield kind, chunk
            chunk = []
        kind = found
        chunk.append(row)
    if chunk:
        yield kind, chunk


def _parsed(lines: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in lines:
        if line.strip():
            value = orjson.loads(line)
            kind = next(iter(value))
            if kind not in ("graphmem", "end"):
                yield kind, value[kind]
