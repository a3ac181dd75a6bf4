"""The vectors of memories as a unit of work sees and plans them: what was planned wins over what is committed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphmem.domain.vectors import NUMBER_BYTES, MemoryVector
from graphmem.store.ground import Ground
from graphmem.store.log import Log


class PlannedVectors:
    """A view of some logs, youngest first, over the ground; it plans into the youngest."""

    def __init__(self, logs: Iterable[Log], ground: Ground) -> None:
        self._logs = tuple(logs)
        self._ground = ground

    def of(self, memory_id: str) -> dict[str, bytes]:
        """The numbers of a memory's vectors by model."""
        found = dict(self._ground.vectors_of(memory_id))
        for log in reversed(self._logs):
            for (name, model), vector in log.vectors.items():
                if name == memory_id and vector is None:
                    found.pop(model, None)
                elif name == memory_id and vector is not None:
                    found[model] = vector.numbers
        return found

    def sizes(self) -> Mapping[str, int]:
        """How many numbers the vectors of each model have, as far as they are committed."""
        return self._ground.vector_sizes()

    def planned_sizes(self) -> Mapping[str, int]:
        """How many numbers the vectors of each model have that is planned."""
        planned = (vector for log in self._logs for vector in log.vectors.values() if vector is not None)
        return {vector.model: vector.dimension for vector in planned}

    def put(self, vector: MemoryVector) -> None:
        """Plan a vector, in the place of the one that the memory has of its model."""
        self._plan(vector.memory_id, vector.model, vector)

    def drop(self, memory_id: str, models: Iterable[str] | None = None) -> None:
        """Plan that a memory loses its vectors, of some models or of all."""
        for model in list(self.of(memory_id)):
            if models is None or model in models:
                self._plan(memory_id, model, None)

    def _plan(self, memory_id: str, model: str, vector: MemoryVector | None) -> None:
        if (there := self._ground.vectors_of(memory_id).get(model)) is not None:
            self._logs[0].outdated_vectors[memory_id, model] = len(there) // NUMBER_BYTES
        self._logs[0].vectors[memory_id, model] = vector
