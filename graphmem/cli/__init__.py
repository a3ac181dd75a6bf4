"""The `graphmem` command. Owns which commands there are; each one is in a module of its own."""

from __future__ import annotations

import typer

from graphmem.cli import (
    about,
    compacting,
    doctor,
    entity,
    forget,
    recall,
    remember,
    serve,
    tokens,
    trace,
    transfer,
)
from graphmem.cli.failures import failing_clearly

app = typer.Typer(
    name="graphmem",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="""Memory for AI agents: entities, layers and decision chains in an embedded graph, through GraphQL.

    Start a service: **graphmem serve**. It keeps its store in ./data and prints a command to try. Then, from
    another terminal: **graphmem remember**, **graphmem recall**.

    Every flag of *serve* is also a variable: --log-level is GRAPHMEM_LOG_LEVEL, and so on.""",
)
app.command("serve")(serve.serve)
app.command("remember")(remember.remember)
app.command("recall")(recall.recall)
app.command("trace")(trace.trace)
app.command("entity")(entity.entity)
app.command("forget")(forget.forget)
app.command("schema")(about.schema)
app.command("version")(about.version)
app.command("export")(transfer.export)
app.command("import")(transfer.import_)
app.command("compact")(compacting.compact)
app.command("doctor")(doctor.doctor)
app.add_typer(tokens.app, name="token")


def main() -> None:
    """Run the command line; expected failures end in one clear line and a status, never in a trace."""
    with failing_clearly():
        app()
