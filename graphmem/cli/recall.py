"""`graphmem recall`: ask a question of a space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from graphmem.cli.completing import entity_names, offering
from graphmem.cli.connection import takes_client
from graphmem.cli.dates import Recorded, Valid, as_of
from graphmem.cli.printing import Json, console, day, layer, plain, print_json, table, title
from graphmem.client.answers import Recall, RecallHit
from graphmem.client.inputs import Filter
from graphmem.domain.kinds import Layer, MemoryType

if TYPE_CHECKING:
    from graphmem.client.sync import Client

EXCERPT = 240
"""Characters of a memory's text that a table shows."""

Query = Annotated[str, typer.Argument(help="The question; left out: the most important memories.")]
About = Annotated[
    list[str] | None, typer.Option(help="Entity it is about; give it several times.", autocompletion=entity_names)
]
Layers = Annotated[list[str] | None, typer.Option("--layer", help="Only this layer.", autocompletion=offering(Layer))]
Types = Annotated[list[str] | None, typer.Option("--type", help="Only this sort.", autocompletion=offering(MemoryType))]
Thread = Annotated[str | None, typer.Option(help="Only on the thread with this key.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="Only with this tag.")]
Limit = Annotated[int, typer.Option(help="At most so many, 1 to 100.")]
MaxTokens = Annotated[int | None, typer.Option(help="At most so many tokens of text.")]


@takes_client
def recall(
    memory: Client,
    query: Query = "",
    about: About = None,
    layers: Layers = None,
    types: Types = None,
    thread: Thread = None,
    tags: Tags = None,
    limit: Limit = 10,
    max_tokens: MaxTokens = None,
    valid: Valid = None,
    recorded: Recorded = None,
    as_json: Json = False,
) -> None:
    """Find the memories that answer a question best, with the reasons.

    Examples:

    graphmem recall "who may read a new table" --about Supabase

    graphmem recall --layer caveat --json | jq .memory.content
    """
    wanted = Filter(
        layers=layers or None,
        types=types or None,
        thread=thread,
        tags=tags or None,
        as_of=as_of(valid, recorded),
    )
    found = memory.recall(query, entities=about or None, filter=wanted, limit=limit, max_tokens=max_tokens)
    if as_json:
        print_json(found)
        return
    console().print(_drawn(found))
    typer.echo(_summary(found))


def _summary(found: Recall) -> str:
    if not found.hits:
        return "Nothing found."
    return f"{len(found)} of {found.total_count}, about {found.tokens} tokens."


def _drawn(found: Recall) -> Table:
    made = table("score", "layer", "memory", "about", "since")
    for hit in found:
        made.add_row(
            f"{hit.score:.2f}",
            layer(hit.memory.layer),
            _words(hit),
            plain(hit.memory.entity.name),
            day(hit.memory.holds_from),
        )
    return made


def _words(hit: RecallHit) -> Text:
    one = hit.memory
    text = Text.assemble(title(one))
    if not one.content.startswith(one.title):
        text.append_text(plain(f"\n{_excerpt(one.content)}", "dim"))
    if hit.matched_terms:
        text.append_text(plain(f"\nfor {', '.join(hit.matched_terms)}", "dim italic"))
    return text


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else f"{line[:EXCERPT]}…"
