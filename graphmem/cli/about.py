"""`graphmem version` and `graphmem schema`: what this is. Owns nothing but the telling."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version

import typer

from graphmem.settings import Engine


def own_version() -> str:
    """Tell the version of this package."""
    return installed_version("graphmem")


def engine_version(engine: Engine) -> str:
    """Tell the version of an engine's package, or that it isn't installed."""
    try:
        return installed_version(engine)
    except PackageNotFoundError:
        return "not installed"


def version() -> None:
    """Print the version of graphmem, of the engines and of Python."""
    typer.echo(f"graphmem {own_version()}")
    for engine in Engine:
        typer.echo(f"{engine.value} {engine_version(engine)}")
    typer.echo(f"python {platform.python_version()}")


def schema() -> None:
    """Print the GraphQL schema, as it is kept in schema.graphql.

    Example: graphmem schema > schema.graphql
    """
    from graphmem.api.schema import print_schema

    typer.echo(print_schema(), nl=False)
