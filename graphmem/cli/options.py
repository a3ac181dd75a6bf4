"""Turns the settings into flags, so that a setting is described once and never misses its flag.

Owns the spelling of flags. Values go to the settings as text; checking them is done there, for flags and
variables alike.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Annotated, Any

import typer
from pydantic.fields import FieldInfo

from graphmem.settings import Settings, load_settings


def takes_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command a flag for each named setting (all of them if none is named).

    The command's first parameter gets the settings as they came out; its other parameters are its own.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        chosen = names or tuple(Settings.model_fields)

        @wraps(command)
        def run(**given: Any) -> None:
            flags = {name: given.pop(name) for name in chosen}
            command(load_settings(flags), **given)

        own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
        run.__signature__ = inspect.Signature([*own, *_flags(chosen)])  # type: ignore[attr-defined]
        return run

    return decorate


def _flags(names: Iterable[str]) -> list[inspect.Parameter]:
    return [_flag(name, Settings.model_fields[name]) for name in names]


def _flag(name: str, field: FieldInfo) -> inspect.Parameter:
    spelt = "--" + name.replace("_", "-")
    kind: Any = str | None
    if field.annotation is bool:
        spelt, kind = f"{spelt}/--no-{spelt[2:]}", bool | None
    default = field.get_default(call_default_factory=True)
    option = typer.Option(spelt, help=f"{field.description}{_shown(default)}", metavar="")
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option])


def _shown(default: object) -> str:
    if isinstance(default, bool):
        default = "on" if default else "off"
    elif isinstance(default, tuple):
        default = ",".join(map(str, default))
    return f" (default: {default})" if default not in (None, "", {}) else ""
