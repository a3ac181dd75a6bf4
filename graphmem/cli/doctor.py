"""`graphmem doctor`: look at everything that a service needs, and say what to do where something lacks.

Owns the list of checks. It changes nothing: a store in use is left alone, one that is free is only looked at.
"""

from __future__ import annotations

import os
import resource
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

from graphmem.api.tokens import TokenFile, TokenFileError
from graphmem.cli.about import engine_version
from graphmem.cli.options import takes_settings
from graphmem.settings import Settings

MEBIBYTE: Final = 2**20


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `remedy` is None where all is well."""

    what: str
    remedy: str | None = None


@takes_settings()
def doctor(settings: Settings) -> None:
    """Check this machine and the data folder for what the service needs.

    Example: graphmem doctor --data ~/memories
    """
    findings = [finding for check in CHECKS for finding in check(settings)]
    for finding in findings:
        typer.echo(f"{'ok  ' if finding.remedy is None else 'LOOK'}  {finding.what}")
        if finding.remedy is not None:
            typer.echo(f"      {finding.remedy}")
    if any(finding.remedy for finding in findings):
        raise typer.Exit(1)


def _python(settings: Settings) -> Iterator[Finding]:
    running = ".".join(map(str, sys.version_info[:3]))
    yield Finding(f"Python {running}")


def _engine(settings: Settings) -> Iterator[Finding]:
    found = engine_version(settings.engine)
    missing = found == "not installed"
    remedy = f"install it: pip install 'graphmem[{settings.engine}]'" if missing else None
    yield Finding(f"engine {settings.engine} {found}", remedy)


def _folder(settings: Settings) -> Iterator[Finding]:
    folder = _nearest(settings.data)
    writable = os.access(folder, os.W_OK)
    yield Finding(f"data folder {settings.data}", None if writable else f"{folder} can't be written to")
    free = shutil.disk_usage(folder).free // MEBIBYTE
    remedy = None if free > settings.min_free_mb else "writes are refused; free space or lower --min-free-mb"
    yield Finding(f"{free} MB free on its disk", remedy)


def _address_space(settings: Settings) -> Iterator[Finding]:
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        yield Finding("address space is not limited")
        return
    enough = limit > (settings.max_db_mb + settings.buffer_pool_mb) * MEBIBYTE
    remedy = None if enough else "the engine reserves --max-db-mb of it: raise ulimit -v or lower that"
    yield Finding(f"address space limited to {limit // MEBIBYTE} MB", remedy)


def _tokens(settings: Settings) -> Iterator[Finding]:
    path = settings.tokens_file
    try:
        count = len(TokenFile(path).all())
    except TokenFileError as error:
        yield Finding("tokens", str(error))
        return
    needed = not settings.on_loopback and not count
    yield Finding(f"{count} tokens", "make one: graphmem token add --agent NAME" if needed else None)
    if path.exists() and path.stat().st_mode & 0o077:
        yield Finding(f"{path} is open to others", f"chmod 600 {path}")


def _store(settings: Settings) -> Iterator[Finding]:
    path = settings.store_path(settings.space)
    if not path.exists():
        yield Finding(f"no store yet at {path}; it is made at the first start")
        return
    log = path.with_name(path.name + ".wal")
    pending = log.stat().st_size // MEBIBYTE if log.exists() else 0
    yield Finding(f"store {path}: {path.stat().st_size // MEBIBYTE} MB, {pending} MB not yet folded in")


def _nearest(folder: Path) -> Path:
    return next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())


CHECKS: Final[tuple[Callable[[Settings], Iterator[Finding]], ...]] = (
    _python,
    _engine,
    _folder,
    _address_space,
    _tokens,
    _store,
)
