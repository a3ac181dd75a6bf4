"""What callers hand in: a memory to write, a change to one, a filter.

Owns how these become the API's inputs. Whether a value makes sense, the service decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import Enum
from typing import Any, Final

from graphmem.client.decoding import camel
from graphmem.client.naming import (
    AsOf,
    EntityLike,
    MemoryLike,
    ThreadLike,
    as_of_input,
    entity_ref,
    entity_refs,
    enum_name,
    enum_names,
    id_of,
    ids_of,
    instant,
    texts,
    thread_ref,
)
from graphmem.domain.kinds import (
    Altitude,
    Category,
    Confidence,
    Layer,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Relation,
    Source,
)


class Clear(Enum):
    """The type of CLEAR."""

    CLEAR = "clear"


CLEAR: Final = Clear.CLEAR
"""In a change: take the value away, where None leaves it. In a filter: whatever the value."""


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link to make from the new memory to one that exists."""

    to: MemoryLike
    relation: Relation | str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Vector:
    """What a text means, as the numbers of a model of the caller's. Only vectors of the same model are compared."""

    model: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory to write. Only the content, and what it is about, are needed."""

    content: str = field(kw_only=False)
    about: EntityLike
    layer: Layer | str = Layer.CONTEXT
    title: str | None = None
    altitude: Altitude | str | None = None
    type: MemoryType | str | None = None
    state: MemoryState | str | None = None
    why: str | None = None
    affects: Sequence[str] | None = None
    next_action: str | None = None
    importance: float | None = None
    importance_level: str | None = None
    pinned: bool | None = None
    thread: ThreadLike | None = None
    supersedes: Sequence[MemoryLike] | None = None
    single_valued: bool | None = None
    links: Sequence[NewLink] | None = None
    mentions: Sequence[EntityLike] | None = None
    tags: Sequence[str] | None = None
    paths: Sequence[str] | None = None
    category: Category | str | None = None
    confidence: Confidence | str | None = None
    source: Source | str | None = None
    claims: Sequence[str] | None = None
    transcript: str | None = None
    filter: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    provenance: Mapping[str, str] | None = None
    metadata: Mapping[str, Any] | None = None
    vector: Vector | None = None
    on_ambiguous: str | None = None
    override: Sequence[str] | None = None
    force: bool | None = None
    dry_run: bool | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """A change to one memory: what is None stays, CLEAR takes a value away."""

    memory: MemoryLike = field(kw_only=False)
    expected_version: int | None = None
    content: str | None = None
    title: str | None = None
    altitude: Altitude | str | None = None
    type: MemoryType | str | None = None
    state: MemoryState | str | None = None
    why: str | Clear | None = None
    affects: Sequence[str] | None = None
    next_action: str | Clear | None = None
    layer: Layer | str | None = None
    importance: float | None = None
    importance_level: str | None = None
    pinned: bool | None = None
    thread: ThreadLike | Clear | None = None
    tags: Sequence[str] | Clear | None = None
    paths: Sequence[str] | Clear | None = None
    category: Category | str | None = None
    confidence: Confidence | str | None = None
    valid_from: datetime | Clear | None = None
    valid_to: datetime | Clear | None = None
    metadata: Mapping[str, Any] | Clear | None = None
    vector: Vector | Clear | None = None
    claims: Sequence[str] | Clear | None = None
    provenance: Mapping[str, str] | None = None
    override: Sequence[str] | None = None
    override_protection: str | None = None
    force: bool | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note to write, or to write anew: its title, or its permalink, finds it again.

    In its body, lines such as `- [category] text #tag` are observations, `- relation [[Title]]` are links.
    """

    title: str = field(kw_only=False)
    body: str = field(kw_only=False)
    type: MemoryType | str | None = None
    about: EntityLike | None = None
    paths: Sequence[str] | Clear | None = None
    tags: Sequence[str] | Clear | None = None
    permalink: str | None = None
    expected_version: int | None = None
    if_updated_at: datetime | None = None
    provenance: Mapping[str, str] | None = None
    override: Sequence[str] | None = None
    override_protection: str | None = None
    force: bool | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which memories are meant: all conditions hold together. `statuses` left out means the current ones."""

    entities: Sequence[EntityLike] | None = None
    layers: Sequence[Layer | str] | None = None
    types: Sequence[MemoryType | str] | None = None
    states: Sequence[MemoryState | str] | None = None
    altitudes: Sequence[Altitude | str] | None = None
    categories: Sequence[Category | str] | None = None
    statuses: Sequence[MemoryStatus | str] | Clear | None = None
    thread: ThreadLike | None = None
    tags: Sequence[str] | None = None
    paths: Sequence[str] | None = None
    agent: str | None = None
    branch: str | None = None
    min_importance: float | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None
    as_of: AsOf | None = None


def spelt(value: Draft | Changes | Note | Filter | NewLink) -> dict[str, Any]:
    """Spell an input as the API does: what is None is left out, what is CLEAR is null."""
    together = _AXES if isinstance(value, Draft | Changes) else frozenset()
    plain: dict[str, Any] = {}
    axes: dict[str, Any] = {}
    for name in (part.name for part in fields(value)):
        one = getattr(value, name)
        if one is not None:
            place = axes if name in together else plain
            spelling = _SPELLINGS.get(name, _as_it_is)
            place[_RENAMED.get(name, camel(name))] = None if one is CLEAR else spelling(one)
    return plain | ({"axes": axes} if axes else {})


def _as_it_is(value: Any) -> Any:
    return value


def vector_input(vector: Vector) -> dict[str, Any]:
    """Spell a vector; its numbers may come from numpy."""
    return {"model": vector.model, "values": [float(value) for value in vector.values]}


def _links(links: Sequence[NewLink]) -> list[dict[str, Any]]:
    return [spelt(link) for link in links]


def _provenance(parts: Mapping[str, str]) -> dict[str, str]:
    return {camel(name): text for name, text in parts.items()}


_AXES: Final = frozenset({"title", "altitude", "type", "state", "why", "affects", "next_action"})
"""Fields of a memory that the API takes together, as `axes`."""

_RENAMED: Final[Mapping[str, str]] = {"about": "entity", "memory": "id"}

_SPELLINGS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "about": entity_ref,
    "affects": texts,
    "altitude": enum_name,
    "altitudes": enum_names,
    "as_of": as_of_input,
    "categories": enum_names,
    "category": enum_name,
    "claims": texts,
    "confidence": enum_name,
    "created_after": instant,
    "created_before": instant,
    "entities": entity_refs,
    "if_updated_at": instant,
    "importance_level": enum_name,
    "layer": str,
    "layers": enum_names,
    "links": _links,
    "memory": id_of,
    "mentions": entity_refs,
    "metadata": dict,
    "on_ambiguous": enum_name,
    "override": enum_names,
    "paths": texts,
    "provenance": _provenance,
    "relation": enum_name,
    "source": enum_name,
    "state": enum_name,
    "states": enum_names,
    "statuses": enum_names,
    "supersedes": ids_of,
    "tags": texts,
    "thread": thread_ref,
    "to": id_of,
    "type": enum_name,
    "types": enum_names,
    "valid_from": instant,
    "valid_to": instant,
    "vector": vector_input,
}
"""How a field's value is spelt, by its name; in all inputs alike. Others go as they are."""
