"""The names that notes go by: permalinks, repository paths and tags, in one spelling each.

Owns normal forms only; looking a path or tag up is the index's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from graphmem.domain.blank import is_blank
from graphmem.domain.errors import Invalid, Problem, Problems

TAG_MAX: Final = 64
"""Characters of a tag (bettermemory's limit for a scope)."""

PERMALINK_MAX: Final = 120
"""Characters of a permalink (Tirith)."""

_NAMELESS: Final = "note"
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_NOT_IN_TAGS: Final = re.compile(r"[\x00-\x1f\x7f\[\]]")


def permalink_from(title: str, taken: Callable[[str], bool]) -> str:
    """Make the permalink of a title: its words in lower case, joined by `-`, in whatever script they are.

    A number is put behind it where it is taken. (In Tirith every title in another script is `note-<hex>`.)
    """
    base = slug(title)
    if not taken(base):
        return base
    # Doubled and then halved: many notes of one title must not make the next one slow.
    low, high = 1, 2
    while taken(_numbered(base, high)):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if taken(_numbered(base, middle)) else (low, middle)
    return _numbered(base, high)


def slug(title: str) -> str:
    """The permalink that a title gets while it is free; `note` where it has no letters or digits."""
    kept = ""
    for character in unicodedata.normalize("NFKC", title).casefold():
        # Marks carry the vowels of many scripts, but mean nothing behind an emoji.
        mark = unicodedata.category(character).startswith("M") and kept[-1:].strip("-")
        kept += character if mark or character.isalnum() else "-"
    words = [word for word in kept.split("-") if word]
    return "-".join(words)[:PERMALINK_MAX].rstrip("-") or _NAMELESS


def _numbered(base: str, number: int) -> str:
    suffix = f"-{number}"
    return base[: PERMALINK_MAX - len(suffix)].rstrip("-") + suffix


def normalise_path(path: str, where: Sequence[str] = ("path",)) -> str:
    """A path below the repository's root, with `/` between its parts; a `#anchor` is kept as it is.

    Raises Invalid for an absolute path, a drive, `..` and an empty one (Tirith's rules).
    """
    name, mark, anchor = path.strip().replace("\\", "/").partition("#")
    if name.startswith(("/", "~")) or _DRIVE.match(name) or _CONTROL.search(path):
        raise Invalid(f"the path {path!r} must be relative to the repository's root", where)
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if not parts or ".." in parts:
        raise Invalid(f"the path {path!r} must name something below the repository's root, without `..`", where)
    return "/".join(parts) + mark + anchor


def normalise_paths(paths: Iterable[str], where: str = "paths") -> tuple[str, ...]:
    """Paths in normal form, each once. Raises Problems with the place of every bad one."""
    found: dict[str, None] = {}
    problems: list[Problem] = []
    for number, path in enumerate(paths):
        try:
            found[normalise_path(path, (where, str(number)))] = None
        except Invalid as problem:
            problems.append(problem)
    if problems:
        raise Problems(problems)
    return tuple(found)


def normalise_tags(tags: Iterable[str], where: str = "tags") -> tuple[str, ...]:
    """Tags trimmed, without `#`, in lower case, each once. Raises Problems with the place of every bad one."""
    found: dict[str, None] = {}
    problems: list[Problem] = []
    for number, tag in enumerate(tags):
        name = tag.strip().lstrip("#").strip().lower()
        if is_blank(name) or len(name) > TAG_MAX or _NOT_IN_TAGS.search(name):
            message = f"the tag {tag[:40]!r} must have 1 to {TAG_MAX} characters and no brackets or control characters"
            problems.append(Invalid(message, (where, str(number))))
        else:
            found[name] = None
    if problems:
        raise Problems(problems)
    return tuple(found)


def without_anchor(path: str) -> str:
    """The path without its `#anchor`."""
    return path.partition("#")[0]


def paths_touch(left: str, right: str) -> bool:
    """Whether one path equals, contains or lies under the other; anchors aside (Tirith's overlap)."""
    ours, theirs = without_anchor(left), without_anchor(right)
    return ours == theirs or ours.startswith(f"{theirs}/") or theirs.startswith(f"{ours}/")
