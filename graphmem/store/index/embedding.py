"""Gives memories their vectors in the background, a few at a time, and tells how far it is.

Owns the thread. The writer never waits for a model: a memory is found by its words at once, by its vector a little
later. After a change of the model everything is embedded anew.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from graphmem.domain.model import Memory
from graphmem.store.index.document import embedded_text
from graphmem.store.index.embedders import Embedder, Vectors
from graphmem.store.index.vectors import checked

log = logging.getLogger(__name__)

BATCH: Final = 16
"""Memories between two looks at whether to stop."""

PAUSE: Final = 5.0
"""Seconds after which it looks for work by itself, and tries again after a failure."""


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """How many memories have a vector of the model, of how many there are."""

    model: str
    done: int
    total: int


class Desk(Protocol):
    """Where the memories to embed come from, and where their vectors go."""

    def lacking(self, limit: int) -> Sequence[Memory]:
        """Some memories without a vector of the model."""

    def keep(self, memories: Sequence[Memory], vectors: Vectors) -> int:
        """Keep vectors of unit length, unless a memory is another by now; returns how many were kept."""

    def tidy(self) -> None:
        """Let go of what an earlier model has left, once everything has a vector of this one."""

    def embedded(self) -> tuple[int, int]:
        """How many memories have a vector of the model, and how many there are."""


class BackgroundEmbedding:
    """Embeds whatever lacks a vector."""

    def __init__(self, embedder: Embedder, desk: Desk, *, pause: float = PAUSE) -> None:
        self._embedder = embedder
        self._desk = desk
        self._pause = pause
        self._refused: set[tuple[str, int]] = set()
        self._tidy = False
        self._wake = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="graphmem-embedding", daemon=True)

    def start(self) -> None:
        """Begin with what lacks a vector now."""
        self._thread.start()

    def wake(self) -> None:
        """Say that memories were written."""
        self._wake.set()

    def stop(self) -> None:
        """End after the batch at hand."""
        self._stopped.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def progress(self) -> EmbeddingProgress:
        """How far it is."""
        return EmbeddingProgress(self._embedder.model, *self._desk.embedded())

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._wake.clear()
            try:
                self.catch_up()
            except Exception:
                log.exception("embedding failed; recall goes on by words, and it is tried again")
                self._stopped.wait(self._pause)
            self._wake.wait(self._pause)

    def catch_up(self) -> None:
        """Embed what lacks a vector, until nothing more can be done now or it is stopped."""
        while not self._stopped.is_set():
            if not self._embed(self._waiting()):
                break
        if not self._tidy and not self._stopped.is_set():
            self._desk.tidy()
            self._tidy = True

    def _waiting(self) -> list[Memory]:
        found = self._desk.lacking(BATCH + len(self._refused))
        return [memory for memory in found if (memory.id, memory.version) not in self._refused][:BATCH]

    def _embed(self, memories: Sequence[Memory]) -> int:
        if not memories:
            return 0
        try:
            return self._desk.keep(memories, self._vectors(memories))
        except ValueError as problem:
            if len(memories) > 1:
                return sum(self._embed([memory]) for memory in memories)
            # One text that the model chokes on must not keep all others waiting.
            log.warning("%s can't be embedded and is found by its words alone: %s", memories[0].id, problem)
            self._refused.add((memories[0].id, memories[0].version))
            return 1

    def _vectors(self, memories: Sequence[Memory]) -> Vectors:
        made = self._embedder.passages([embedded_text(memory) for memory in memories])
        return checked(made, self._embedder.dimension)
