"""Rewriting a store so that nothing is left of what was erased, not even in pages that the engine gave free.

The engine does not overwrite what it deletes: an erased text can't be read through it any more, but its bytes
stay in the file until the page is used again. A compacted store never had them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from graphmem.clock import Clock, system_clock
from graphmem.services.space import SpaceSettings, open_space
from graphmem.services.transfer import export_space, import_space

Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Compaction:
    """Sizes of the store file in bytes, before and after."""

    before: int
    after: int


def compact(
    path: Path,
    settings: SpaceSettings | None = None,
    *,
    clock: Clock = system_clock,
    progress: Progress | None = None,
) -> Compaction:
    """Rewrite the store at `path`, which nobody may have open; its backups and undo images go as well.

    The old store stays in its place until the new one is whole. Takes about twice the store's size for a
    while. Raises EngineError, StoreLocked among them.
    """
    settings = settings or SpaceSettings()
    before = path.stat().st_size
    with TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.compact-") as folder:
        lines, fresh = Path(folder) / "export.jsonl", Path(folder) / path.name
        space = open_space(path, settings, clock=clock)
        try:
            with lines.open("w", encoding="utf-8") as out:
                export_space(space, out)
        finally:
            space.close()
        import_space(fresh, lambda: _lines(lines), settings, clock=clock, progress=progress)
        os.replace(fresh, path)
    for left in (".undo", ".undo.idle", ".index"):
        path.with_name(path.name + left).unlink(missing_ok=True)
    shutil.rmtree(path.with_name(path.name + ".backups"), ignore_errors=True)
    return Compaction(before, path.stat().st_size)


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        yield from file
