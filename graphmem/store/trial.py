"""Trying to open a store in a child process, which may crash instead of this one (rule 9)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from graphmem.store.driver import load
from graphmem.store.port import (
    MEBIBYTE,
    CheckpointUnfinished,
    EngineError,
    Sizes,
    SizesRefused,
    StoreDamaged,
    StoreLocked,
)

# A replay manages some 20 MB a second on a slow machine; a hang must not keep a start waiting for ever.
_SECONDS = 60.0
_SECONDS_PER_MIB = 0.5

_PROGRAM = """
import json, sys
task = json.loads(sys.argv[1])
sys.path[:] = task["sys_path"]
from graphmem.store.trial import answer
print(json.dumps(answer(task)))
"""
# What the store's state isn't to blame for, and what isn't damage.
_TELLING = {error.__name__: error for error in (CheckpointUnfinished, SizesRefused, StoreLocked)}


def try_open(engine: str, path: Path, sizes: Sizes, *, read_only: bool) -> None:
    """Open the store in a child process and count its nodes. A read-only trial changes nothing.

    Raises `StoreDamaged` if that fails or crashes; `StoreLocked`, `SizesRefused`, `CheckpointUnfinished`.
    """
    task = {
        "sys_path": sys.path,
        "engine": engine,
        "path": str(path),
        "sizes": [sizes.buffer_pool_mb, sizes.max_db_mb],
        "read_only": read_only,
    }
    failure, message = _ask_child(json.dumps(task), _seconds_for(path))
    if failure:
        raise _TELLING.get(failure, StoreDamaged)(message)


def answer(task: dict[str, Any]) -> list[str]:
    """The child's part: open, count, close. The name of the error and its message; empty if there is none."""
    try:
        store = load(task["engine"]).open(Path(task["path"]), Sizes(*task["sizes"]), read_only=task["read_only"])
        connection = store.connect()
        connection.rows("MATCH (n) RETURN count(*)")
        connection.close()
        store.close()
    except EngineError as error:
        return [type(error).__name__, str(error)]
    return ["", ""]


def _ask_child(task: str, seconds: float) -> list[str]:
    command = [sys.executable, "-c", _PROGRAM, task]
    try:
        child = subprocess.run(  # noqa: S603 - our own program in our own interpreter
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=True
        )
    except subprocess.TimeoutExpired:
        return ["StoreDamaged", f"opening took more than {seconds:.0f} s"]
    except subprocess.CalledProcessError as error:
        return [
            "StoreDamaged",
            f"opening ended with exit code {error.returncode} {error.stderr[-500:]}".strip(),
        ]
    lines: list[str] = json.loads(child.stdout)
    return lines


def _seconds_for(path: Path) -> float:
    size = sum(file.stat().st_size for file in path.parent.glob(path.name + "*"))
    return _SECONDS + _SECONDS_PER_MIB * (size / MEBIBYTE)
