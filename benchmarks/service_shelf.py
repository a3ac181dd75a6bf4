"""Notes written and asked for through the service itself: gates, resolution, transaction and index included."""

from __future__ import annotations

import tempfile
import time
import weakref
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from graphmem.clock import to_micros
from graphmem.domain.draft import EntityMention, EntityRef, MemoryDraft, ThreadRef
from graphmem.domain.model import Actor, EntityKind
from graphmem.services.batch import remember_many
from graphmem.services.meaning import embed
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.space import Space, SpaceSettings, open_space

ACTOR = Actor("benchmark")
BATCH = 500


class Note(Protocol):
    """What a shelf needs to know of a note."""

    @property
    def number(self) -> int: ...
    @property
    def speaker(self) -> str: ...
    @property
    def session(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def said_at(self) -> datetime: ...


class ServiceShelf:
    """A space of its own in a temporary folder; goes with the shelf."""

    def __init__(self, engine: str = "kuzu", embedder: str = "none") -> None:
        folder = tempfile.TemporaryDirectory(prefix="graphmem-benchmark-")
        settings = SpaceSettings(
            engine=engine, buffer_pool_mb=256, max_db_mb=4096, persist_index=False, embedder=embedder
        )
        self._space = open_space(Path(folder.name) / "store", settings)
        self._embedding = embed(self._space)
        self._numbers: dict[str, int] = {}
        weakref.finalize(self, _away, self._space, folder)

    def keep(self, notes: Sequence[Note]) -> None:
        """Write the notes in their order; what a gate would refuse is part of the conversation, so it is forced."""
        for start in range(0, len(notes), BATCH):
            chunk = notes[start : start + BATCH]
            results = remember_many(self._space, ACTOR, [_draft(note) for note in chunk]).results
            for note, result in zip(chunk, results, strict=True):
                if result.memory is None:
                    raise ValueError(f"note {note.number} was not written: {result}")
                self._numbers[result.memory.id] = note.number
        self._wait_for_vectors()

    def _wait_for_vectors(self) -> None:
        """Ask only once everything is embedded: what is measured is the ranking, not the waiting."""
        while self._embedding is not None and (now := self._embedding.progress()).done < now.total:
            time.sleep(0.05)

    def ask(self, question: str, limit: int) -> list[int]:
        """Recall, as an agent would."""
        found = recall(self._space, ACTOR, RecallRequest(question, limit=limit, mark_used=False))
        return [self._numbers[hit.memory.id] for hit in found.hits]


def _draft(note: Note) -> MemoryDraft:
    return MemoryDraft(
        EntityRef(mention=EntityMention(note.speaker, EntityKind.PERSON)),
        "context",
        note.text,
        thread=ThreadRef(key=f"session {note.session}"),
        valid_from=to_micros(note.said_at),
        filter="off",
        force=True,
    )


def _away(space: Space, folder: tempfile.TemporaryDirectory[str]) -> None:
    space.close()
    folder.cleanup()
