"""What the gates ask of a space: its projects, and what a name stands for. Kept in step with them."""

from __future__ import annotations

import threading

from graphmem.domain.gates import Known, KnownProject, Projects
from graphmem.domain.model import EntityKind
from graphmem.store.entities import EntityTable
from graphmem.store.state import State


class SpaceKnowledge:
    """What the gates ask of a space, prepared once and kept in step with the names of its projects."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._lock = threading.Lock()
        self._projects = Projects()
        self._entities: EntityTable | None = None
        self._read = 0

    def known(self) -> Known:
        """The space's projects, and what kind of thing a name stands for."""
        with self._lock:
            self._catch_up()
            return Known(self._projects, self._kind_of)

    def _catch_up(self) -> None:
        entities = self._state.entities
        if entities is not self._entities:
            self._entities, self._projects, self._read = entities, Projects(), 0
        upto = len(entities.project_names)
        for before, after in entities.project_names[self._read : upto]:
            if before:
                self._projects.remove(KnownProject(before[0], before[1:]))
            if after:
                self._projects.add(KnownProject(after[0], after[1:]))
        self._read = upto

    def _kind_of(self, name: str) -> EntityKind | None:
        found = self._state.names.exact(None, name)
        kinds = {e.kind for i in found if (e := self._state.entities.canonical(i)) is not None}
        return kinds.pop() if len(kinds) == 1 else None
