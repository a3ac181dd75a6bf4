"""`graphmem export` and `graphmem import`: a whole space as JSON Lines, out and in, on either engine.

Owns files, pipes and progress. What an export holds, and how it is checked, the services know.
"""

from __future__ import annotations

import gzip
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Final, TextIO, cast

import typer
from rich.console import Console
from rich.status import Status

from graphmem.cli.failures import CommandError
from graphmem.cli.options import takes_settings
from graphmem.settings import Settings

STORE: Final = ("data", "space", "engine", "buffer_pool_mb", "max_db_mb", "min_free_mb")
"""The settings that say which store is meant and how it is opened."""

Target = Annotated[Path | None, typer.Argument(help="File to write; left out: standard output.")]
Origin = Annotated[Path | None, typer.Argument(help="File to read; left out: standard input.")]


@takes_settings(*STORE)
def export(settings: Settings, to: Target = None) -> None:
    """Write everything a space holds as JSON Lines: all versions, links and events.

    No service may be running on the store. A name that ends in .gz is compressed.

    Examples:

    graphmem export backup.jsonl.gz

    graphmem export --space team-a | wc -l
    """
    from graphmem.api.opening import spaces_under
    from graphmem.services.transfer import export_space

    path = settings.store_path(settings.space)
    if not path.exists():
        raise CommandError(f"there is no store at {path}")
    spaces = spaces_under(settings)
    try:
        with _writing(to) as out:
            count = export_space(spaces.get(settings.space), out)
    finally:
        spaces.close()
    typer.echo(f"Wrote {count} lines.", err=True)


@takes_settings(*STORE)
def import_(settings: Settings, origin: Origin = None) -> None:
    """Make a space from an export: all of it is checked first, and it lands whole or not at all.

    The space must have no store yet.

    Examples:

    graphmem import backup.jsonl.gz

    graphmem export --engine kuzu | graphmem import --engine ladybug
    """
    from graphmem.api.opening import space_settings
    from graphmem.services.transfer import import_space

    path = settings.store_path(settings.space)
    with _kept(origin) as source, Console(stderr=True).status("reading") as status:
        counts = import_space(
            path,
            lambda: _lines(source),
            space_settings(settings),
            progress=lambda doing, rows: _show(status, doing, rows),
        )
    for kind, count in sorted(counts.items()):
        typer.echo(f"{count:>9} {kind}")


def _show(status: Status, doing: str, rows: int) -> None:
    status.update(f"{doing} {rows:,} rows")


@contextmanager
def _writing(to: Path | None) -> Iterator[TextIO]:
    if to is None:
        yield sys.stdout
        return
    if to.exists():
        raise CommandError(f"{to} exists; choose another name")
    with _opened(to, "xt") as file:
        try:
            yield cast(TextIO, file)
        except BaseException:
            # What broke off is no backup, and would stand in the way of the next try.
            to.unlink()
            raise


@contextmanager
def _kept(origin: Path | None) -> Iterator[Path]:
    # It is read twice, once to check and once to write; a pipe can be read only once.
    if origin is not None:
        if not origin.is_file():
            raise CommandError(f"there is no file {origin}")
        yield origin
        return
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
        file.flush()
        yield Path(file.name)


def _lines(path: Path) -> Iterable[str]:
    with _opened(path, "rt") as file:
        yield from file


def _opened(path: Path, mode: str) -> IO[str]:
    if path.suffix == ".gz":
        return cast(IO[str], gzip.open(path, mode, encoding="utf-8"))
    return cast(IO[str], path.open(mode, encoding="utf-8"))
