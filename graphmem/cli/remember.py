"""`graphmem remember`: write one memory, or a file of them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import track

from graphmem.cli.completing import entity_names, offering
from graphmem.cli.connection import takes_client
from graphmem.cli.failures import CommandError
from graphmem.cli.printing import Json, console, layer, plain, print_json, title
from graphmem.client.answers import Receipt, WriteOutcome
from graphmem.client.inputs import Draft
from graphmem.client.naming import Named
from graphmem.domain.kinds import EntityKind, Layer, MemoryType

if TYPE_CHECKING:
    from graphmem.client.sync import Client

Content = Annotated[str | None, typer.Argument(help="What to remember; - reads it from standard input.")]
About = Annotated[str | None, typer.Option(help="What it is about, by name.", autocompletion=entity_names)]
Kind = Annotated[str | None, typer.Option(help="What sort of thing that is.", autocompletion=offering(EntityKind))]
LayerOption = Annotated[
    str, typer.Option("--layer", help="Layer, or one of its aliases.", autocompletion=offering(Layer))
]
Type = Annotated[str | None, typer.Option(help="Sort of statement.", autocompletion=offering(MemoryType))]
Title = Annotated[str | None, typer.Option(help="Headline; left out: the first sentence.")]
Why = Annotated[str | None, typer.Option(help="The reason.")]
Thread = Annotated[str | None, typer.Option(help="Key of the thread it goes on.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="Tag; give it several times.")]
Paths = Annotated[list[str] | None, typer.Option("--file", help="File it speaks of; give it several times.")]
Supersedes = Annotated[list[str] | None, typer.Option(help="Id of a memory it replaces; give it several times.")]
Override = Annotated[list[str] | None, typer.Option(help="Gate to set aside; give it several times.")]
Pin = Annotated[bool, typer.Option("--pin", help="Pin it, and so protect it.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and write nothing.")]
Lines = Annotated[Path | None, typer.Option(help="File of JSON lines, a memory each, to write instead.")]


@takes_client
def remember(
    memory: Client,
    content: Content = None,
    about: About = None,
    kind: Kind = None,
    layer: LayerOption = Layer.CONTEXT.value,
    type: Type = None,
    title: Title = None,
    why: Why = None,
    thread: Thread = None,
    tags: Tags = None,
    paths: Paths = None,
    supersedes: Supersedes = None,
    override: Override = None,
    pin: Pin = False,
    dry_run: DryRun = False,
    lines: Lines = None,
    as_json: Json = False,
) -> None:
    """Write a memory, or with --lines a file of them.

    A line of the file is a JSON object with `content`, `about` and what else a memory may have; `about` is a name,
    or an object with `name`, `kind` and `key`. Lines that are refused are told; the others are written.

    Examples:

    graphmem remember "Row level security is off by default." --about Supabase --layer caveat

    git log -1 --format=%B | graphmem remember - --about Atlas --layer implementation

    graphmem remember --lines notes.jsonl
    """
    if lines is not None:
        _write_lines(memory, lines, as_json)
        return
    if content is None or about is None:
        raise CommandError("say what to remember, and with --about what it is about; or give a file with --lines")
    draft = Draft(
        sys.stdin.read() if content == "-" else content,
        about=Named(about, kind=kind),
        layer=layer,
        type=type,
        title=title,
        why=why,
        thread=thread,
        tags=tags or None,
        paths=paths or None,
        supersedes=supersedes or None,
        override=override or None,
        pinned=pin or None,
    )
    receipt = memory.preview_draft(draft) if dry_run else memory.remember_draft(draft)
    if as_json:
        print_json([receipt])
    else:
        _tell(receipt)


def _tell(receipt: Receipt) -> None:
    out = console()
    out.print(plain(receipt.outcome.value, "bold"), end="  ")
    known = receipt.duplicate_of or receipt.memory
    if known is not None:
        out.print(layer(known.layer), title(known), plain(f"on {known.entity.name}", "dim"))
        out.print(plain(known.id, "dim"))
    elif receipt.pending is not None:
        out.print(plain(f"waits for confirmation as {receipt.pending.id} until {receipt.pending.expires_at}"))
    for line in _notes(receipt):
        out.print(plain(line, "dim"))


def _notes(receipt: Receipt) -> Iterator[str]:
    if receipt.resolution is not None and receipt.outcome is not WriteOutcome.DUPLICATE:
        yield receipt.resolution.explanation
    yield from (f"replaced: {older.title}" for older in receipt.superseded)
    yield from (f"seems to disagree with: {one.older.title} ({one.reason})" for one in receipt.conflicts)
    yield from (finding.message for finding in receipt.findings)
    yield from (problem.message for problem in receipt.problems)
    if receipt.curation_hint is not None:
        yield receipt.curation_hint


def _write_lines(memory: Client, path: Path, as_json: bool) -> None:
    with _opened(path) as file:
        drafts = {number: _draft(line, number) for number, line in enumerate(file, 1) if line.strip()}
    receipts = memory.remember_all(drafts.values())
    if as_json:
        print_json(receipts)
        return
    outcomes = Counter(_counted(receipts, list(drafts)))
    for outcome, count in outcomes.items():
        typer.echo(f"{count:>9} {outcome}")


def _opened(path: Path) -> IO[str]:
    if not path.is_file():
        raise CommandError(f"there is no file {path}")
    return path.open(encoding="utf-8")


def _counted(receipts: Iterable[Receipt], numbers: Sequence[int]) -> Iterator[str]:
    err = console()
    err.stderr = True
    told = track(receipts, "writing", len(numbers), console=err, transient=True)
    for number, receipt in zip(numbers, told, strict=True):
        yield receipt.outcome.value
        for problem in receipt.problems:
            typer.echo(f"line {number}: {problem.message}", err=True)


def _draft(line: str, number: int) -> Draft:
    try:
        fields: dict[str, Any] = json.loads(line)
        about = fields["about"]
        return Draft(**{**fields, "about": about if isinstance(about, str) else Named(**about)})
    except (KeyError, TypeError, ValueError) as error:
        raise CommandError(f"line {number} is no memory: {error}") from None
