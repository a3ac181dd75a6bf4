"""Instants on the command line: a day, or an RFC 3339 date-time; without a zone UTC is meant.

Owns their flags and their reading.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from graphmem.cli.failures import CommandError
from graphmem.client.naming import AsOf

Valid = Annotated[str | None, typer.Option(help="What held then, for example 2012-06-01.", metavar="DATE")]
Recorded = Annotated[str | None, typer.Option(help="What was known then.", metavar="DATE")]


def moment(text: str) -> datetime:
    """Read an instant. Raises CommandError for a text that is none."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text!r} is no date; write 2026-01-31 or 2026-01-31T12:00:00Z") from None
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def as_of(valid: str | None, recorded: str | None) -> AsOf | None:
    """The point in both times that flags name; None where they name none."""
    if valid is None and recorded is None:
        return None
    return AsOf(
        valid=moment(valid) if valid is not None else None,
        recorded=moment(recorded) if recorded is not None else None,
    )
