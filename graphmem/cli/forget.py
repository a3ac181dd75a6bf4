"""`graphmem forget`: set a memory aside, or bring it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.connection import takes_client
from graphmem.cli.printing import Json, console, plain, print_json, title

if TYPE_CHECKING:
    from graphmem.client.sync import Client

Ident = Annotated[str, typer.Argument(help="Id of the memory (mem_…).")]
Reason = Annotated[str | None, typer.Option(help="Why; in the record.")]
Override = Annotated[
    str | None, typer.Option("--override-protection", help="Why the protection of a caveat or a pin is set aside.")
]
Undo = Annotated[bool, typer.Option("--undo", help="Bring it back instead.")]


@takes_client
def forget(
    memory: Client,
    ident: Ident,
    reason: Reason = None,
    override: Override = None,
    undo: Undo = False,
    as_json: Json = False,
) -> None:
    """Set a memory aside; nothing is lost, and --undo brings it back.

    Caveats and pinned memories are protected: say with --override-protection why that no longer counts.

    Examples:

    graphmem forget mem_01M8Q8M6WJRAK4D499JG9FEH1T --reason "moved to the wiki"

    graphmem forget mem_01M8Q8M6WJRAK4D499JG9FEH1T --undo
    """
    receipt = memory.restore(ident) if undo else memory.forget(ident, reason=reason, override_protection=override)
    if as_json:
        print_json([receipt])
        return
    out = console()
    out.print(plain(receipt.outcome.value, "bold"), end="  ")
    if receipt.memory is not None:
        out.print(title(receipt.memory), plain(receipt.memory.status.value, "dim"))
