"""The scope gate: a text that names another project, or a path of one, may hang on the wrong entity.

Owns the comparison with what the memory declares; the search itself is `projects`. It only ever hints by
default: in bettermemory, where it refused, agents always wrote anyway.
"""

from __future__ import annotations

import re
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy
from graphmem.domain.gates.projects import KnownProject

_MOST_MATCHES: Final = 5
_SEPARATOR: Final = re.compile(r"[\s\-_./:]+")
_PREFIX: Final = re.compile(r"^(?:projects?|scopes?)[:/]", re.I)


def find_scope_mismatch(context: GateContext, _policy: GatePolicy) -> GateFinding | None:
    """Find projects that the text names and the memory does not declare, at most five."""
    mentions = list(context.known.projects.mentions(context.prose))
    if not mentions:
        return None
    declared = [_fold(name) for name in (context.entity_name or "", *context.declared) if name]
    strangers: dict[str, str] = {}
    for mention in mentions:
        if not _is_declared(mention.project, declared):
            strangers.setdefault(mention.project.name, mention.surface)
    if not strangers:
        return None
    names = sorted(strangers)[:_MOST_MATCHES]
    return GateFinding(
        Gate.SCOPE,
        f"Names {', '.join(names)}, which the memory does not say it is about: "
        "check the entity, or add the project as a mention or a tag.",
        tuple(strangers[name] for name in names),
    )


def _is_declared(project: KnownProject, declared: list[str]) -> bool:
    names = [_fold(name) for name in (project.name, *project.aliases)]
    return any(f" {name} " in f" {own} " for name in names for own in declared)


def _fold(name: str) -> str:
    return _SEPARATOR.sub(" ", _PREFIX.sub("", name.lower())).strip()
