"""What to know before touching files or things: the few lines that matter, within a budget of bytes.

Behaviour: Tirith's brief on a claim; caveats first, because they are what hurts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.domain.draft import EntityRef
from graphmem.domain.errors import Invalid
from graphmem.domain.excerpt import clip
from graphmem.domain.limits import NAME_MAX, check, list_problems
from graphmem.domain.model import Layer, Memory, MemoryType
from graphmem.domain.notes import normalise_paths, paths_touch
from graphmem.services.selecting import find_entity
from graphmem.services.space import Space
from graphmem.services.verify import drifted
from graphmem.store.index.selection import Selection

EXCERPT = 160
"""Characters of an excerpt (Tirith)."""
_LONGEST_LINE = 4 * (EXCERPT + NAME_MAX) + 100
"""Bytes: every character of the excerpt and of the path at its longest, and the words around them."""
MAX_BYTES = 65_536
MIN_BYTES = 64

_HEADING = re.compile(r"^\s{0,3}#{1,6}\s.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BriefItem:
    """One line of a brief. `path` is the memory's path that touches an asked one, or its entity's name.

    `drifted` says that a claim of the memory does not hold any more.
    """

    memory: Memory
    excerpt: str
    path: str
    drifted: bool = False


@dataclass(frozen=True, slots=True)
class Brief:
    """The text, its size in bytes (UTF-8), its items, and how many were cut by layer."""

    text: str
    bytes: int
    items: tuple[BriefItem, ...]
    cut: tuple[tuple[Layer, int], ...]


def brief(space: Space, paths: Sequence[str] = (), entities: Sequence[EntityRef] = (), max_bytes: int = 4_096) -> Brief:
    """What is known about paths (equal, containing or below) and entities, at most `max_bytes` of UTF-8.

    Raises Invalid for a path that is none and for a budget outside 64–65,536.
    """
    check(list_problems(paths, ("paths",)))
    if not MIN_BYTES <= max_bytes <= MAX_BYTES:
        raise Invalid(f"maxBytes must be from {MIN_BYTES} to {MAX_BYTES:,}, not {max_bytes}", ("maxBytes",))
    wanted = normalise_paths(paths)
    items = [_item(space, memory, wanted) for memory in _sorted(_found(space, wanted, entities))]
    kept = len(items)
    text = _text(items, kept)
    while len(text.encode()) > max_bytes and kept:
        # A text that is far too long is cut in few steps, of which none takes a line too many.
        kept -= max(1, (len(text.encode()) - max_bytes) // _LONGEST_LINE)
        text = _text(items, max(kept, 0))
    kept = max(kept, 0)
    if len(text.encode()) > max_bytes:
        text = ""
    cut = Counter(item.memory.layer for item in items[kept:])
    return Brief(text, len(text.encode()), tuple(items[:kept]), tuple(sorted(cut.items())))


def _found(space: Space, paths: Sequence[str], entities: Sequence[EntityRef]) -> list[Memory]:
    catalog, meant = space.state.catalog, []
    if paths:
        meant.append(Selection(paths=tuple(paths)))
    for number, ref in enumerate(entities):
        if (entity := find_entity(space, ref, path=("entities", str(number)))) is not None:
            members = tuple(space.state.entities.members(entity.id))
            meant += [Selection(entity_ids=members), Selection(mention_ids=members)]
    ids = dict.fromkeys(name for each in meant for name in catalog.ids_of(catalog.select(each)))
    return [memory for memory in space.state.memories.many(ids) if memory is not None]


def _sorted(memories: Sequence[Memory]) -> list[Memory]:
    newest = sorted(memories, key=lambda memory: (memory.updated_at, memory.id), reverse=True)
    return sorted(newest, key=_rank)


def _rank(memory: Memory) -> int:
    if memory.layer is Layer.CAVEAT:
        return 0
    return {MemoryType.DECISION: 1, MemoryType.HANDOFF: 2}.get(memory.axes.type, 3)


def _item(space: Space, memory: Memory, wanted: Sequence[str]) -> BriefItem:
    touching = (path for path in memory.paths if any(paths_touch(path, asked) for asked in wanted))
    entity = space.state.entities.canonical(memory.entity_id)
    place = next(touching, entity.name if entity is not None else memory.entity_id)
    return BriefItem(memory, _excerpt(memory.content), place, drifted(space, memory))


def _excerpt(text: str) -> str:
    plain = " ".join(_HEADING.sub("", text).split()) or " ".join(text.split())
    return clip(plain, EXCERPT)


def _label(item: BriefItem) -> str:
    label = f"{item.memory.layer}/{item.memory.axes.type}"
    return f"{label}, drifted" if item.drifted else label


def _text(items: Sequence[BriefItem], kept: int) -> str:
    lines = [f"- [{_label(i)}] {i.path}: {i.excerpt} ({i.memory.id})" for i in items[:kept]]
    if cut := Counter(item.memory.layer for item in items[kept:]):
        lines.append("… and " + ", ".join(f"{count} more {layer}" for layer, count in sorted(cut.items())))
    return "\n".join(lines)
