"""What commands print: tables for people, one JSON object a line for pipes.

Owns the look. Texts of memories are data: no markup in them is obeyed, nor any code that moves a terminal's cursor.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.client.answers import MemorySummary
from graphmem.client.decoding import camel
from graphmem.client.errors import Problem
from graphmem.domain.kinds import Layer, MemoryStatus

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line, for pipes.")]

LAYER_STYLES: Final = {
    Layer.GOAL: "blue",
    Layer.CONTEXT: "bright_black",
    Layer.EMOTION: "magenta",
    Layer.IMPLEMENTATION: "green",
    Layer.CAVEAT: "dark_orange3",
    Layer.LEARNING: "purple",
}

_WHOLE: Final = frozenset({"id", "since", "layer", "score", "part"})

# Terminal escapes, and what turns the direction of the text around it.
_UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def console() -> Console:
    """The terminal, or the pipe, that a command writes to."""
    return Console(highlight=False)


def plain(text: str, style: str = "") -> Text:
    """A text that may come from anybody, made harmless."""
    return Text(_UNPRINTABLE.sub("\ufffd", text), style)


def layer(value: Layer) -> Text:
    """A layer's name in its colour."""
    return Text(value.value, LAYER_STYLES[value])


def title(memory: MemorySummary) -> Text:
    """A memory's title; struck through where it no longer speaks for the present."""
    return plain(memory.title, "" if memory.status is MemoryStatus.CURRENT else "strike dim")


def day(moment: datetime | None) -> str:
    """An instant's day in UTC."""
    return "" if moment is None else f"{moment:%Y-%m-%d}"


def table(*columns: str) -> Table:
    """A table without walls; what people copy out of it is never broken."""
    made = Table(box=None, pad_edge=False, header_style="dim", expand=False)
    for name in columns:
        made.add_column(name, overflow="fold", no_wrap=name in _WHOLE)
    return made


def print_json(values: Iterable[Any]) -> None:
    """Print each value as a JSON object on a line of its own, spelt as in the API."""
    for value in values:
        typer.echo(json.dumps(_jsonable(value), ensure_ascii=False))


def _jsonable(value: Any) -> Any:
    if isinstance(value, Problem):
        return {"code": value.code, "message": value.message, "path": list(value.path)}
    if is_dataclass(value) and not isinstance(value, type):
        return {camel(part.name): _jsonable(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    return value
