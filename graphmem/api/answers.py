"""What a query answers when it fails as expected: a top-level error with a code and a path.

Owns how a problem of the domain is spelt for clients; how a mutation answers is in `errors`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from graphql import GraphQLError

from graphmem.api.context import RequestContext
from graphmem.domain.credentials import find_credentials, hide
from graphmem.domain.errors import Problem, Problems
from graphmem.domain.model import Scope

T = TypeVar("T")

_ECHO: Final = 80
_LONGEST: Final = 2_000
# What stands in quotes (an apostrophe within a word opens none), and what has no space in it.
_LONG: Final = re.compile(rf"(?<!\w)(?:'[^']{{{_ECHO},}}'|\"[^\"]{{{_ECHO},}}\")(?!\w)|\S{{{_ECHO + 1},}}")
_UNDERSCORE: Final = re.compile(r"_+([a-z0-9])")


def graphql_path(path: Sequence[object]) -> list[str]:
    """Spell a domain path as clients know it: `("valid_from",)` is `["validFrom"]`."""
    return [sendable(_UNDERSCORE.sub(lambda match: match[1].upper(), str(step))) for step in path]


def sendable(text: str) -> str:
    """Replace lone surrogates, which a message may echo from the input and UTF-8 can't carry."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def legible(message: str) -> str:
    """A message as it may be sent, without a secret: what it repeats is cut to 80 characters, the whole to 2,000."""
    # Whoever mistypes a field beside a password must not find the password in the log of the answers.
    message = hide(message, find_credentials(message)).text
    if len(message) > _ECHO:
        message = _LONG.sub(lambda long: f"{long[0][: _ECHO - 1]}…", message)
    return sendable(message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…")


def problems_of(failure: Problem | Problems) -> tuple[Problem, ...]:
    """The single problems in a failure, never none."""
    return failure.problems if isinstance(failure, Problems) else (failure,)


def graphql_error(failure: Problem | Problems) -> GraphQLError:
    """Draw a failure as one top-level error; `extensions.problems` lists all where there are several."""
    drawn = [_extensions(problem) for problem in problems_of(failure)]
    extensions: dict[str, Any] = {"code": drawn[0]["code"], "path": drawn[0]["path"]}
    if len(drawn) > 1:
        extensions["problems"] = drawn
    return GraphQLError(legible(str(failure)), extensions=extensions)


def _extensions(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "message": legible(problem.message),
        "path": graphql_path(problem.path),
    }


def ask(context: RequestContext, read: Callable[[], T], *, under: str | None = None) -> T:
    """Answer a query: the token must allow reading; a failure is raised as a GraphQLError.

    `under` names the argument that the paths of problems begin in, where there is one for all.
    """
    try:
        context.require(Scope.READ)
        with context.space.courtesy.reading():
            return read()
    except (Problem, Problems) as failure:
        for problem in problems_of(failure):
            if under and problem.path:
                problem.below(under)
        raise graphql_error(failure) from failure
