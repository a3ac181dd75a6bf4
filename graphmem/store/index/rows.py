"""What the catalog holds: columns, ids, groups, thread order, use log, numbers of names. Takes no lock."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphmem.store.index.columns import Columns, Docs
from graphmem.store.index.ids import IdMap
from graphmem.store.index.inverted import Interner, Inverted
from graphmem.store.index.neighbours import Neighbours
from graphmem.store.index.packing import Arrays, packed_strings, part, prefixed, unpacked_strings, used_words
from graphmem.store.index.paths import Paths
from graphmem.store.index.usage import UseLog

_WORDS: Final = {
    "tags": "tag.values",
    "paths": "path.values",
    "agents": "columns.agent",
    "branches": "columns.branch",
}
"""Which saved array numbers which words."""

_GROUPS: Final = ("entity", "thread", "tag", "path", "mention")


class Rows:
    """One row (doc) a memory. The values of its groups (entity, thread, tag, path, mention) are numbers."""

    def __init__(self) -> None:
        self.columns = Columns()
        self.ids = IdMap()
        self.neighbours = Neighbours()
        self.use_log = UseLog()
        self.entities, self.threads, self.tags = Interner(), Interner(), Interner()
        self.agents, self.branches = Interner(), Interner()
        self.paths = Paths()
        self.entity, self.thread, self.tag = Inverted(), Inverted(), Inverted()
        self.path, self.mention = Inverted(), Inverted()

    def groups(self) -> tuple[Inverted, ...]:
        """All five groups."""
        return self.entity, self.thread, self.tag, self.path, self.mention

    def of_entity(self, entity_id: str) -> Docs:
        """The docs on an entity, ascending."""
        return _docs(self.entity, self.entities.known(entity_id))

    def mentioning(self, entity_id: str) -> Docs:
        """The docs that mention an entity besides the one they are on, ascending."""
        return _docs(self.mention, self.entities.known(entity_id))

    def tagged(self, tag: str) -> Docs:
        """The docs with a tag, ascending."""
        return _docs(self.tag, self.tags.known(tag))

    def in_thread(self, thread_id: str) -> Docs:
        """The docs of a thread in thread order; equal positions in order of arrival."""
        thread = self.threads.known(thread_id)
        return _docs(self.thread, None) if thread is None else self.lined_up(thread)

    def lined_up(self, thread: int) -> Docs:
        """The docs of the thread with that number in thread order."""
        docs = self.thread.docs(thread)
        return docs[np.argsort(self.columns.thread_position[docs], kind="stable")]

    def on_path(self, path: str) -> Docs:
        """The docs with a path that equals, contains or lies under the given one, ascending."""
        return self.path.docs_of_any(self.paths.related(path))

    def arrays(self) -> Arrays:
        """Everything as named arrays, ready to be saved; words of erased memories are not among them."""
        arrays: Arrays = {}
        for name in ("columns", "ids", "neighbours", "use_log", *_GROUPS):
            arrays |= prefixed(name, getattr(self, name).arrays())
        for name in ("agent", "branch"):
            arrays[f"columns.{name}"] = np.where(self.columns.alive[: self.columns.size], arrays[f"columns.{name}"], -1)
        for name, numbers in _WORDS.items():
            words, arrays[numbers] = used_words(getattr(self, name).values(), arrays[numbers])
            arrays |= prefixed(name, packed_strings(words))
        for name in ("entities", "threads"):
            arrays |= prefixed(name, packed_strings(getattr(self, name).values()))
        return arrays

    def restore(self, arrays: Arrays) -> None:
        """Take over what was saved. Raises KeyError or ValueError where it doesn't fit together."""
        self.columns = Columns.restored(part("columns", arrays))
        self.ids = IdMap.restored(part("ids", arrays))
        self.neighbours = Neighbours.restored(part("neighbours", arrays))
        self.use_log = UseLog.restored(part("use_log", arrays))
        if self.columns.size != self.ids.size:
            raise ValueError("columns and ids do not fit together")
        for name in _GROUPS:
            setattr(self, name, Inverted.restored(part(name, arrays)))
        for name in ("entities", "threads", "tags", "agents", "branches"):
            setattr(self, name, Interner(unpacked_strings(part(name, arrays))))
        self.paths = Paths(unpacked_strings(part("paths", arrays)))


def _docs(group: Inverted, value: int | None) -> Docs:
    return np.zeros(0, dtype=np.int64) if value is None else group.docs(value)
