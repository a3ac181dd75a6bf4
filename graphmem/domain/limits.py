"""What an input may be: sizes, characters, numbers. Every bad field is reported, not just the first.

The sizes are ours: generous for a memory (a note, not a document), small enough that one request can't
hold the service.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphmem.domain.blank import is_blank
from graphmem.domain.claims import LONGEST_CLAIM
from graphmem.domain.draft import EntityMention, EntityRef, MemoryDraft, MemoryPatch, ProvenanceDraft, ThreadRef
from graphmem.domain.errors import Invalid, LimitExceeded, Problem, Problems
from graphmem.domain.model import Axes, Micros, is_reserved

CONTENT_MAX = 65_536
"""Characters of a memory's content."""
NAME_MAX = 300
"""Characters of an entity's name, an alias, a canonical key, a thread key or a title."""
REASON_MAX = 2_000
"""Characters of a reason or another short free text."""
TRANSCRIPT_MAX = 500_000
"""Characters of a transcript given for the groundedness check."""
LIST_MAX = 100
"""Entries of tags, paths, mentions, links, aliases, claims and superseded ids."""
BATCH_MAX = 500
"""Memories in one batch."""
METADATA_BYTES = 16_384
"""Bytes of the caller's metadata as JSON."""
METADATA_DEPTH = 16
"""Nesting of the caller's metadata."""
INT64 = 2**63
"""Integers of the caller's metadata stay below this, either sign."""
EARLIEST: Micros = -62_135_596_800_000_000
"""0001-01-01, the first instant a date can name."""

Path = tuple[str, ...]


def check(problems: Iterator[Problem]) -> None:
    """Raise Problems when there is at least one."""
    if found := list(problems):
        raise Problems(found)


def text_problems(value: str | None, path: Path, maximum: int, *, empty: bool = True) -> Iterator[Problem]:
    """Problems of one text: emptiness, length, NUL and lone surrogates."""
    if value is None:
        return
    if not empty and is_blank(value):
        yield Invalid(f"{_named(path)} must not be empty: send at least one visible character", path)
    if len(value) > maximum:
        yield LimitExceeded(f"{_named(path)} has {len(value):,} characters; at most {maximum:,} are kept", path)
    if "\x00" in value:
        yield Invalid(f"{_named(path)} contains a NUL character: take it out", path)
    if not value.isascii() and _has_surrogate(value):
        yield Invalid(f"{_named(path)} contains a lone surrogate: send valid Unicode", path)


def _named(path: Path) -> str:
    """The field a message is about: an entry of a list goes by the list's name, as a bare number says nothing."""
    return f"{path[-2]}[{path[-1]}]" if len(path) > 1 and path[-1].isdecimal() else path[-1]


def _has_surrogate(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return True
    return False


def list_problems(values: Sequence[str], path: Path, maximum: int = NAME_MAX) -> Iterator[Problem]:
    """Problems of a list of short texts."""
    if len(values) > LIST_MAX:
        yield LimitExceeded(f"{path[-1]} has {len(values):,} entries; at most {LIST_MAX} are kept", path)
        return
    for number, value in enumerate(values):
        yield from text_problems(value, (*path, str(number)), maximum, empty=False)


def entity_problems(ref: EntityRef, path: Path) -> Iterator[Problem]:
    """Problems of a reference to an entity."""
    if sum(part is not None for part in (ref.id, ref.key, ref.mention)) != 1:
        yield Invalid("name the entity by exactly one of id, key or mention", path)
        return
    yield from text_problems(ref.id, (*path, "id"), NAME_MAX, empty=False)
    yield from text_problems(ref.key, (*path, "key"), NAME_MAX, empty=False)
    if ref.mention is not None:
        yield from mention_problems(ref.mention, (*path, "mention"))


def mention_problems(mention: EntityMention, path: Path) -> Iterator[Problem]:
    """Problems of an entity named in words."""
    yield from text_problems(mention.name, (*path, "name"), NAME_MAX, empty=False)
    yield from text_problems(mention.key, (*path, "key"), NAME_MAX, empty=False)
    yield from list_problems(mention.aliases, (*path, "aliases"))


def thread_problems(ref: ThreadRef | None, path: Path) -> Iterator[Problem]:
    """Problems of a reference to a thread."""
    if ref is None:
        return
    if (ref.id is None) == (ref.key is None):
        yield Invalid("name the thread by exactly one of id or key", path)
    yield from text_problems(ref.id, (*path, "id"), NAME_MAX, empty=False)
    yield from text_problems(ref.key, (*path, "key"), NAME_MAX, empty=False)


def metadata_problems(value: Any, path: Path) -> Iterator[Problem]:
    """Problems of the caller's own JSON: depth, characters, numbers, and size (roughly, from above)."""
    if value is None:
        return
    if not isinstance(value, Mapping):
        yield Invalid("metadata must be a JSON object", path)
        return
    try:
        size = _measure(value, METADATA_DEPTH)
    except ValueError as error:
        yield Invalid(f"{path[-1]} {error}", path)
        return
    if size > METADATA_BYTES:
        yield LimitExceeded(f"{path[-1]} takes about {size:,} bytes; at most {METADATA_BYTES:,} are kept", path)


def _measure(value: Any, depth: int) -> int:
    if depth == 0:
        raise ValueError(f"is nested more than {METADATA_DEPTH} deep")
    if isinstance(value, Mapping):
        return 2 + sum(_measure(key, depth) + _measure(part, depth - 1) + 2 for key, part in value.items())
    if isinstance(value, list | tuple):
        return 2 + sum(_measure(part, depth - 1) + 1 for part in value)
    return _measure_leaf(value)


def _measure_leaf(value: Any) -> int:
    if isinstance(value, str):
        if "\x00" in value or _has_surrogate(value):
            raise ValueError("contains a NUL character or a lone surrogate")
        return len(value.encode()) + 2
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("contains a number that is not finite: leave it out, or send it as text")
    if isinstance(value, int) and not -INT64 <= value < INT64:
        raise ValueError("contains an integer beyond 64 bits, which can't be kept exactly: send it as text")
    return 8


def validity_problems(start: Micros | None, end: Micros | None) -> Iterator[Problem]:
    """Problems of a valid-time interval: it must not end before it starts."""
    if start is not None and end is not None and end <= start:
        yield Invalid("validTo must be later than validFrom", ("validTo",))


def draft_problems(draft: MemoryDraft) -> Iterator[Problem]:
    """Problems of everything `createMemory` takes, before anything is looked up."""
    yield from text_problems(draft.content, ("content",), CONTENT_MAX, empty=False)
    yield from entity_problems(draft.entity, ("entity",))
    yield from thread_problems(draft.thread, ("thread",))
    yield from validity_problems(draft.valid_from, draft.valid_to)
    yield from metadata_problems(draft.metadata, ("metadata",))
    yield from text_problems(draft.transcript, ("transcript",), TRANSCRIPT_MAX)
    yield from text_problems(draft.permalink, ("permalink",), NAME_MAX, empty=False)
    yield from text_problems(draft.idempotency_key, ("idempotencyKey",), NAME_MAX, empty=False)
    yield from _axes_problems(draft.axes.title, draft.axes.affects)
    for name in ("tags", "paths", "supersedes"):
        yield from list_problems(getattr(draft, name), (name,))
    yield from list_problems(draft.claims, ("claims",), LONGEST_CLAIM)
    yield from _nested_problems(draft)


def _axes_problems(title: str | None, affects: tuple[str, ...] | None) -> Iterator[Problem]:
    yield from text_problems(title, ("axes", "title"), NAME_MAX, empty=False)
    yield from list_problems(affects or (), ("axes", "affects"))


def axes_problems(axes: Axes) -> Iterator[Problem]:
    """Problems of axes that came inside a JSON content, where no field of the input was checked."""
    path = ("content",)
    yield from text_problems(axes.title, path, NAME_MAX)
    yield from text_problems(axes.what, path, CONTENT_MAX)
    yield from text_problems(axes.why, path, CONTENT_MAX)
    yield from text_problems(axes.next_action, path, CONTENT_MAX)
    yield from list_problems(axes.affects, path)


def _nested_problems(draft: MemoryDraft) -> Iterator[Problem]:
    for name in ("mentions", "links"):
        if (count := len(getattr(draft, name))) > LIST_MAX:
            yield LimitExceeded(f"{name} has {count:,} entries; at most {LIST_MAX} are kept", (name,))
            return
    for number, ref in enumerate(draft.mentions):
        yield from entity_problems(ref, ("mentions", str(number)))
    for number, link in enumerate(draft.links):
        yield from text_problems(link.reason, ("links", str(number), "reason"), REASON_MAX)
    yield from provenance_problems(draft.provenance)


def provenance_problems(given: ProvenanceDraft) -> Iterator[Problem]:
    """Problems of what a writer says of where a text comes from."""
    for field in ("parent_agent", "client", "model", "tool_call", "branch", "commit", "span"):
        yield from text_problems(getattr(given, field), ("provenance", field), REASON_MAX)
    if given.parent_agent is not None and is_reserved(given.parent_agent):
        message = f"{given.parent_agent} is the service itself, which has no agents under it: leave parentAgent out"
        yield Invalid(message, ("provenance", "parent_agent"))


def patch_problems(patch: MemoryPatch) -> Iterator[Problem]:
    """Problems of everything `updateMemory` takes, before anything is looked up."""
    if isinstance(patch.content, str):
        yield from text_problems(patch.content, ("content",), CONTENT_MAX, empty=False)
    if isinstance(patch.thread, ThreadRef):
        yield from thread_problems(patch.thread, ("thread",))
    if patch.axes is not None:
        yield from _axes_problems(patch.axes.title, patch.axes.affects)
    for name in ("tags", "paths"):
        if isinstance(values := getattr(patch, name), tuple):
            yield from list_problems(values, (name,))
    if isinstance(patch.metadata, Mapping):
        yield from metadata_problems(patch.metadata, ("metadata",))
    if isinstance(patch.claims, tuple):
        yield from list_problems(patch.claims, ("claims",), LONGEST_CLAIM)
    if patch.provenance is not None:
        yield from provenance_problems(patch.provenance)
    yield from text_problems(patch.override_protection, ("overrideProtection",), REASON_MAX, empty=False)
    yield from text_problems(patch.idempotency_key, ("idempotencyKey",), NAME_MAX, empty=False)
