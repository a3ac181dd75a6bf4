"""`graphmem trace`: why is it like this, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.completing import entity_names, offering
from graphmem.cli.connection import takes_client
from graphmem.cli.dates import Recorded, Valid, as_of
from graphmem.cli.failures import CommandError
from graphmem.cli.printing import Json, console, day, layer, plain, print_json, table, title
from graphmem.client.answers import MemorySummary, Trace, TraceDirection, TraceStep

if TYPE_CHECKING:
    from graphmem.client.sync import Client


class Form(StrEnum):
    """How a chain is written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    MERMAID = "mermaid"


Start = Annotated[
    str, typer.Argument(help="An entity's name, or the id of a memory (mem_…).", autocompletion=entity_names)
]
Thread = Annotated[bool, typer.Option("--thread", help="START is the key of a thread.")]
Direction = Annotated[str, typer.Option(help="causes, outcomes or both.", autocompletion=offering(TraceDirection))]
Depth = Annotated[int | None, typer.Option(help="At most so many links from the start.")]
As = Annotated[Form, typer.Option("--as", help="How to write it.")]
Svg = Annotated[Path | None, typer.Option(help="File to draw the chain to; needs graphmem[notebooks].")]


@takes_client
def trace(
    memory: Client,
    start: Start,
    thread: Thread = False,
    direction: Direction = TraceDirection.BOTH.value,
    depth: Depth = None,
    valid: Valid = None,
    recorded: Recorded = None,
    form: As = Form.TABLE,
    svg: Svg = None,
    as_json: Json = False,
) -> None:
    """Follow the chain of decisions around an entity, a memory or a thread: what led to it, what replaced what.

    Examples:

    graphmem trace "PEP 241"

    graphmem trace "PEP 345" --valid 2012-06-01

    graphmem trace packaging --thread --as mermaid
    """
    is_memory = start.startswith("mem_") and not thread
    chain = memory.trace(
        memory=start if is_memory else None,
        thread=start if thread else None,
        entity=None if is_memory or thread else start,
        direction=direction,
        max_depth=depth,
        as_of=as_of(valid, recorded),
    )
    if chain is None:
        raise CommandError(f"nothing is known as {start!r}; graphmem entity {start!r} tells what is near")
    if svg is not None:
        _draw(chain, svg)
    elif as_json:
        print_json([chain])
    else:
        _write(chain, form)


def _draw(chain: Trace, path: Path) -> None:
    from graphmem.graphs import draw_chain

    try:
        draw_chain(chain).save(path)
    except ImportError as missing:
        raise CommandError(str(missing)) from None


def _write(chain: Trace, form: Form) -> None:
    if form is not Form.TABLE:
        typer.echo(chain.markdown if form is Form.MARKDOWN else chain.mermaid, nl=False)
        return
    out = console()
    out.print(_steps(chain))
    for line in _findings(chain):
        out.print(plain(line))


def _steps(chain: Trace) -> Table:
    made = table("since", "part", "layer", "memory", "how it got here")
    for step in chain:
        row = step.memory
        made.add_row(day(row.holds_from), step.role.value, layer(row.layer), title(row), plain(_via(step), "dim"))
    return made


def _via(step: TraceStep) -> str:
    if step.via is None:
        return "start"
    guess = " (inferred)" if step.via.inferred else ""
    reason = f": {step.via.reason}" if step.via.reason and not step.via.inferred else ""
    return f"{step.via.relation.value.replace('_', ' ')}{guess}{reason}"


def _findings(chain: Trace) -> Iterator[str]:
    for line in chain.lines:
        yield f"\nHolds now: {line.head.title}\n  replaced: {_titles(line.older)}"
    if chain.forks:
        yield f"\nReplaced more than once: {_titles(chain.forks)}"
    for end in chain.open_ends:
        yield f"\nNo {end.missing.value} yet: {end.memory.title}"
    if chain.truncated:
        yield "\nThe chain goes on; --depth takes more."


def _titles(memories: Iterable[MemorySummary]) -> str:
    return "; ".join(memory.title for memory in memories)
