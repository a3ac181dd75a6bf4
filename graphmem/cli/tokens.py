"""`graphmem token`: make, list and revoke the tokens that let agents in.

A running service notices each change at once.
"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from graphmem.api.tokens import TokenFile
from graphmem.cli.options import takes_settings
from graphmem.clock import to_datetime
from graphmem.domain.model import Scope
from graphmem.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Make, list and revoke the tokens that let agents in.")

_EVERYDAY = [Scope.READ, Scope.WRITE, Scope.FORGET]

Agent = Annotated[str, typer.Option(help="Name of the agent, as it will stand in every event.")]
Scopes = Annotated[list[Scope], typer.Option("--scope", help="What it may do; give it several times.")]


@app.command()
@takes_settings("data", "tokens", "space")
def add(settings: Settings, agent: Agent, scope: Scopes = _EVERYDAY) -> None:
    """Make a token for an agent in a space, and print it: it is never shown again.

    Examples:

    graphmem token add --agent claude

    graphmem token add --agent auditor --space team-a --scope read
    """
    made = TokenFile(settings.tokens_file).add(agent, settings.space, scope)
    typer.echo(f"Token of {agent} for the space {settings.space}; keep it, it can't be shown again:", err=True)
    typer.echo(made)


@app.command("list")
@takes_settings("data", "tokens")
def show(settings: Settings) -> None:
    """List the tokens, without their secrets."""
    table = Table("id", "agent", "space", "scopes", "made")
    for token in TokenFile(settings.tokens_file).all():
        made = to_datetime(token.created_at).strftime("%Y-%m-%d %H:%M")
        table.add_row(token.id, token.agent, token.space, " ".join(sorted(token.scopes)), made)
    Console().print(table)


@app.command()
@takes_settings("data", "tokens")
def revoke(settings: Settings, ident: Annotated[str, typer.Argument(help="Id of the token.")]) -> None:
    """Revoke a token by its id; requests with it are refused from now on."""
    token = TokenFile(settings.tokens_file).revoke(ident)
    typer.echo(f"Revoked the token {token.id} of {token.agent}.")
