"""How a command fails: one line on standard error and a status that scripts can tell apart.

Owns which exceptions are expected here. Anything else is a fault of ours and shows its trace.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graphmem.api.tokens import TokenFileError
from graphmem.client.errors import GraphmemError
from graphmem.domain.errors import Problem, Problems
from graphmem.settings import SettingsError
from graphmem.store.port import EngineError

MISUSED: Final = 2
"""The command was called wrongly, as shells and typer have it."""

FAILED: Final = 1


class CommandError(Exception):
    """The command can't do what was asked; the message says why and what to do."""


@contextmanager
def failing_clearly() -> Iterator[None]:
    """Turn expected failures into a message and an exit status."""
    try:
        yield
    except SettingsError as error:
        _leave(error, MISUSED)
    except (CommandError, EngineError, GraphmemError, Problem, Problems, TokenFileError) as error:
        _leave(error, FAILED)


def _leave(error: Exception, status: int) -> None:
    for line in str(error).splitlines():
        print(f"graphmem: {line}", file=sys.stderr)
    sys.exit(status)
