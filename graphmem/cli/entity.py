"""`graphmem entity`: one thing with all that is known of it, or the list of all things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from graphmem.cli.completing import entity_names, offering
from graphmem.cli.connection import takes_client
from graphmem.cli.failures import CommandError
from graphmem.cli.printing import Json, console, day, layer, plain, print_json, table, title
from graphmem.client.answers import Entity
from graphmem.client.inputs import CLEAR, Filter
from graphmem.client.naming import EntityLike, Id, Key, Named
from graphmem.domain.kinds import EntityKind

if TYPE_CHECKING:
    from graphmem.client.sync import Client

NEAR = 3
"""How many names are told when none fits."""

Name = Annotated[
    str | None,
    typer.Argument(help="Its name, its id (ent_…), or with --key its key; left out: all.", autocompletion=entity_names),
]
ByKey = Annotated[bool, typer.Option("--key", help="NAME is a canonical key.")]
Kind = Annotated[str | None, typer.Option(help="What sort of thing it is.", autocompletion=offering(EntityKind))]
All = Annotated[bool, typer.Option("--all", help="Superseded and forgotten memories too.")]
Limit = Annotated[int, typer.Option(help="At most so many rows.")]


@takes_client
def entity(
    memory: Client,
    name: Name = None,
    by_key: ByKey = False,
    kind: Kind = None,
    every: All = False,
    limit: Limit = 20,
    as_json: Json = False,
) -> None:
    """Show an entity with its names, layers and memories; without a name, list the entities.

    Examples:

    graphmem entity Supabase

    graphmem entity --kind person --json | jq -r .name
    """
    if name is None:
        _list(memory, kind, limit, as_json)
        return
    found = memory.entity(_reference(name, by_key, kind))
    if found is None:
        raise CommandError(_unknown(memory, name, kind, by_key))
    if as_json:
        print_json([found])
    else:
        _show(memory, found, every, limit)


def _reference(name: str, by_key: bool, kind: str | None) -> EntityLike:
    if by_key:
        return Key(name)
    return Id(name) if name.startswith("ent_") else Named(name, kind=kind)


def _list(memory: Client, kind: str | None, limit: int, as_json: bool) -> None:
    found = memory.entities(kinds=[kind] if kind else None, limit=limit)
    if as_json:
        print_json(found)
        return
    made = table("name", "kind", "memories", "momentum", "also known as")
    for one in found:
        made.add_row(plain(one.name), one.kind.value, str(_count(one)), one.momentum.band.value, plain(_aliases(one)))
    console().print(made)
    typer.echo(f"{made.row_count} of {found.total()}.")


def _show(memory: Client, found: Entity, every: bool, limit: int) -> None:
    out = console()
    out.print(plain(found.name, "bold"), plain(found.kind.value, "dim"), plain(found.key or "", "dim"))
    if found.aliases:
        out.print(plain(f"also known as {_aliases(found)}", "dim"))
    for merge in found.merged_from:
        out.print(plain(f"merged in: {merge.name} ({day(merge.at)})", "dim"))
    out.print(plain(f"{_layers(found)}; {found.momentum.band.value}", "dim"))
    _memories(out, memory, found, every, limit)


def _memories(out: Console, memory: Client, found: Entity, every: bool, limit: int) -> None:
    chosen = memory.memories_of(found, Filter(statuses=CLEAR) if every else None, limit=limit)
    made = table("since", "layer", "memory", "id")
    for one in chosen:
        made.add_row(day(one.holds_from), layer(one.layer), title(one), plain(one.id, "dim"))
    if made.row_count:
        out.print()
        out.print(made)
    total = chosen.total() or 0
    if total > made.row_count:
        typer.echo(f"{made.row_count} of {total}; --limit shows more.")


def _unknown(memory: Client, name: str, kind: str | None, by_key: bool) -> str:
    if by_key:
        return f"no entity has the key {name!r}"
    near = memory.resolve(Named(name, kind=kind)).candidates[:NEAR]
    names = ", ".join(candidate.entity.name for candidate in near)
    return f"no entity is known as {name!r}" + (f"; near: {names}" if names else "")


def _count(found: Entity) -> int:
    return sum(count.count for count in found.layers)


def _aliases(found: Entity) -> str:
    return ", ".join(alias.name for alias in found.aliases)


def _layers(found: Entity) -> str:
    said = ", ".join(f"{count.count} {count.layer.value}" for count in found.layers if count.count)
    return said or "no memories"
