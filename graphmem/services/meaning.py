"""Finding by meaning as well as by words, where an embedder is installed and chosen, or the caller brings vectors.

Vectors are made in the background and kept in the store: a write never waits for one, and a memory is found by its
words meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import ExitStack

import numpy as np

from graphmem.domain.draft import VectorDraft
from graphmem.domain.model import Memory
from graphmem.domain.vectors import MemoryVector, size_problem, unit_numbers
from graphmem.services.space import Space
from graphmem.store.index.document import embedded_text
from graphmem.store.index.embedders import EmbedderName, Vectors, load_embedder
from graphmem.store.index.embedding import BackgroundEmbedding
from graphmem.store.index.vector_models import Meant
from graphmem.store.index.vectors import Vector
from graphmem.store.plan import Plan
from graphmem.store.vectors import outdated_vectors

log = logging.getLogger(__name__)


def embed(space: Space) -> BackgroundEmbedding | None:
    """Begin to embed a space's memories with the embedder of its settings; None where there is none.

    Raises MissingExtra where the embedder's package is not installed.
    """
    embedder = load_embedder(EmbedderName(space.settings.embedder))
    if embedder is None:
        return None
    background = BackgroundEmbedding(embedder, _Desk(space, embedder.model))
    space.embedder, space.embedding = embedder, background
    ending = ExitStack()
    ending.callback(background.stop)
    ending.enter_context(space.state.bell.listening(background.wake))
    space.before_close(ending.close)
    background.start()
    return background


def vectors_then(space: Space, memories: Iterable[Memory], model: str) -> dict[str, Vector]:
    """The vectors of a model that fit memories as they were: of those whose text has stayed the same since."""
    if model not in space.state.vector_sizes():
        return {}
    found: dict[str, Vector] = {}
    for memory in memories:
        numbers = space.state.vectors_of(memory.id).get(model)
        now = space.state.memory(memory.id)
        if numbers is not None and now is not None and embedded_text(now) == embedded_text(memory):
            found[memory.id] = np.frombuffer(numbers, dtype="<f4")
    return found


class _Desk:
    """The memories of a space as its embedder sees them; its state may be rebuilt meanwhile."""

    def __init__(self, space: Space, model: str) -> None:
        self._space = space
        self._model = model

    def lacking(self, limit: int) -> list[Memory]:
        state = self._space.state
        found = map(state.memory, state.index.lacking_vectors(self._model, limit))
        return [memory for memory in found if memory is not None]

    def keep(self, memories: Sequence[Memory], vectors: Vectors) -> int:
        numbers = [vector.astype("<f4").tobytes() for vector in vectors]

        def unit(plan: Plan) -> int:
            same = [n for n, memory in enumerate(memories) if plan.memory(memory.id) == memory]
            for n in same:
                plan.vectors.put(MemoryVector(memories[n].id, self._model, numbers[n], plan.now, brought=False))
            return len(same)

        return self._space.write(unit)

    def tidy(self) -> None:
        def unit(plan: Plan) -> int:
            outdated = outdated_vectors(self._space.database, self._model)
            for memory_id, model in outdated:
                plan.vectors.drop(memory_id, [model])
            return len(outdated)

        while self._space.write(unit):
            pass

    def embedded(self) -> tuple[int, int]:
        index = self._space.state.index
        done = next((found.memories for found in index.vector_counts() if found.model == self._model), 0)
        return done, len(index.catalog)


def question_meant(space: Space, query: str, given: VectorDraft | None) -> Meant | None:
    """A question as a vector: the caller's, else the embedder's; None where it is by words alone.

    Raises Invalid for a vector of another size than its model's vectors have here.
    """
    if given is not None:
        size = space.state.vector_sizes().get(given.model)
        if size not in (None, len(given.values)):
            raise size_problem(given.model, size or 0, len(given.values))
        return Meant(given.model, np.frombuffer(unit_numbers(given.values), dtype="<f4"))
    if space.embedder is None or not query.strip():
        return None
    try:
        return Meant(space.embedder.model, space.embedder.question(query))
    except Exception:
        # A question is never wrong: what the model can't read is answered by its words.
        log.exception("a question could not be embedded")
        return None
