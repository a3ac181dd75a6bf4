"""What the gates ask of a space: its projects, and what a name stands for. Kept until the projects change."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from graphmem.domain.gates import Known, KnownProject, Projects
from graphmem.domain.model import EntityKind
from graphmem.store.entities import names_of
from graphmem.store.state import State


@dataclass(slots=True)
class _ProjectsSeen:
    version: int
    projects: Projects


class SpaceKnowledge:
    """What the gates ask of a space, prepared once and kept until the projects change."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._lock = threading.Lock()
        self._seen: _ProjectsSeen | None = None

    def known(self) -> Known:
        """The space's projects, and what kind of thing a name stands for."""
        return Known(self._projects(), self._kind_of)

    def _projects(self) -> Projects:
        version = self._state.entities.projects_version
        with self._lock:
            if self._seen is None or self._seen.version != version:
                self._seen = _ProjectsSeen(version, self._gather())
            return self._seen.projects

    def _gather(self) -> Projects:
        standing = self._state.entities.standing()
        named = [names_of(entity) for entity in standing if entity.kind is EntityKind.PROJECT]
        return Projects(KnownProject(name, tuple(aliases)) for name, *aliases in named)

    def _kind_of(self, name: str) -> EntityKind | None:
        found = self._state.names.exact(None, name)
        kinds = {e.kind for i in found if (e := self._state.entities.canonical(i)) is not None}
        return kinds.pop() if len(kinds) == 1 else None
