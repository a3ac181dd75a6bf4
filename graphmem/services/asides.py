"""What callers say beside memories, checked once and before the writer is asked: reasons, names and data.

Owns the one door for each of these. What is wrong with a text is decided in `graphmem.domain.limits`, what is
secret in it in `graphmem.domain.discretion`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.domain.blank import is_blank
from graphmem.domain.discretion import discreet, discreet_data, refuse_secret
from graphmem.domain.draft import EntityRef
from graphmem.domain.limits import NAME_MAX, REASON_MAX, check, list_problems, metadata_problems, text_problems
from graphmem.services.space import Space

Path = tuple[str, ...]


def required_reason(space: Space, text: str, path: Path = ("reason",)) -> str:
    """A reason as it may be kept. Raises Problems for an empty or too long one, GateRefused for a secret in it."""
    check(text_problems(text, path, REASON_MAX, empty=False))
    return discreet(text, path, space.policy)


def reason(space: Space, text: str | None, path: Path = ("reason",)) -> str | None:
    """A reason that may be left out, as `required_reason`; one without any visible character is none."""
    check(text_problems(text, path, REASON_MAX))
    return discreet(text, path, space.policy) if text and not is_blank(text) else None


def override(space: Space, text: str | None) -> str | None:
    """Why protection is set aside, checked as `required_reason` where it is."""
    return None if text is None else required_reason(space, text, ("overrideProtection",))


def name(space: Space, text: str, path: Path) -> None:
    """Raise Problems for a name that can't be kept, GateRefused for one with a secret; a name is never redacted."""
    check(text_problems(text, path, NAME_MAX, empty=False))
    refuse_secret(text, path, space.policy)


def names(space: Space, texts: Sequence[str], path: Path) -> None:
    """Check a list of names as `name` does."""
    check(list_problems(texts, path))
    for number, text in enumerate(texts):
        refuse_secret(text, (*path, str(number)), space.policy)


def data(space: Space, value: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """A caller's data as it may be kept. Raises Problems for what can't be, GateRefused for a secret in it."""
    check(metadata_problems(value, path))
    return discreet_data(value, path, space.policy)


def mentioned(space: Space, ref: EntityRef, path: Path) -> None:
    """Check the names that a reference to an entity brings along for secrets."""
    if (mention := ref.mention) is not None:
        for step, text in (("name", mention.name), ("key", mention.key)):
            refuse_secret(text or "", (*path, "mention", step), space.policy)
        for number, alias in enumerate(mention.aliases):
            refuse_secret(alias, (*path, "mention", "aliases", str(number)), space.policy)
