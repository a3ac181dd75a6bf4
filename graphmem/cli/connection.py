"""The flags by which the client commands reach a space, and the client they are given.

Owns where a space is looked for: a flag goes over a variable, and without either a service on this machine is meant.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from graphmem.cli.failures import CommandError
from graphmem.settings import ClientSettings

if TYPE_CHECKING:
    from graphmem.client.sync import Client

NEAREST: Final = "http://127.0.0.1:8321"
"""Where `graphmem serve` listens when nobody says otherwise."""


def takes_client(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the flags of a connection; its first parameter gets the client, closed afterwards."""

    @wraps(command)
    def run(**given: Any) -> None:
        flags = {name: given.pop(name) for name in ("url", "token", "path")}
        with connected(flags) as client:
            command(client, **given)

    # The client is loaded by the commands that need it, when they do: the others start in half the time.
    own = list(inspect.signature(command, eval_str=True, locals={"Client": object}).parameters.values())[1:]
    parameters = [*own, *_flags()]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def connected(flags: Mapping[str, str | None]) -> Client:
    """Connect as the flags say. Raises CommandError where they contradict each other or there is no store."""
    from graphmem.client.connecting import connect

    said = {name: value for name, value in flags.items() if value is not None}
    if {"url", "path"} <= said.keys():
        raise CommandError("give --url or --path, not both")
    settings = ClientSettings.model_validate(ClientSettings().model_dump() | said)
    token = settings.token.get_secret_value() if settings.token is not None else None
    if settings.path is not None and "url" not in said:
        return connect(_existing(settings.path), token)
    return connect(settings.url or NEAREST, token)


def _existing(path: Path) -> Path:
    # A typing error must not make a new store.
    if not path.exists():
        raise CommandError(f"there is no data folder {path}; graphmem serve --data {path} makes one")
    return path


def _flags() -> list[inspect.Parameter]:
    return [_flag(name) for name in ("url", "token", "path")]


def _flag(name: str) -> inspect.Parameter:
    told = ClientSettings.model_fields[name].description
    option = typer.Option(f"--{name}", help=told, metavar="", rich_help_panel="Connection")
    kind: Any = Annotated[str | None, option]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
