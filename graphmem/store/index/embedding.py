"""Gives memories their vectors in the background, a few at a time, and tells how far it is.

Owns the thread. The writer never waits for a model: a memory is found by its words at once, by its vector a little
later. After a change of the model everything is embedded anew.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.domain.model import Memory
from graphmem.store.index.document import embedded_text
from graphmem.store.index.embedders import Embedder
from graphmem.store.index.recall_index import RecallIndex

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


class BackgroundEmbedding:
    """Embeds whatever lacks a vector. `memory_of` gives a memory by id, None where it is gone."""

    def __init__(
        self,
        index: RecallIndex,
        embedder: Embedder,
        memory_of: Callable[[str], Memory | None],
        *,
        pause: float = PAUSE,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._memory_of = memory_of
        self._pause = pause
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
        done, total = self._index.embedded()
        return EmbeddingProgress(self._embedder.model, done, total)

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
            if not self._embed(self._index.lacking_vectors(BATCH)):
                return

    def _embed(self, memory_ids: Sequence[str]) -> int:
        found = [(name, memory) for name in memory_ids if (memory := self._memory_of(name)) is not None]
        if not found:
            return 0
        vectors = self._embedder.passages([embedded_text(memory) for _, memory in found])
        versions = [memory.version for _, memory in found]
        return self._index.put_vectors([name for name, _ in found], vectors, versions)
