"""What every test may ask for: a clock it can turn, and a space on a real store file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import EntityMention, EntityRef, MemoryDraft
from graphmem.domain.model import Actor, EntityKind, Micros
from graphmem.services.space import Space, SpaceSettings, open_space

ENGINE = os.environ.get("GRAPHMEM_ENGINE", "kuzu")
"""One engine a process: both can't be imported into the same one."""

START: Micros = 1_767_225_600_000_000
"""2026-01-01T00:00:00Z."""

ALICE = Actor("alice")
BOB = Actor("bob")


class Clock:
    """A clock that stands still until it is turned."""

    def __init__(self, now: Micros = START) -> None:
        self.now = now

    def __call__(self) -> Micros:
        return self.now

    def turn(self, *, days: float = 0, seconds: float = 0) -> Micros:
        """Go on by so much; returns the new instant."""
        self.now += round((days * 86_400 + seconds) * 1_000_000)
        return self.now


def small(**changes: object) -> SpaceSettings:
    """Settings of a space that takes little memory."""
    plain = {"engine": ENGINE, "buffer_pool_mb": 64, "max_db_mb": 1024, "min_free_mb": 0}
    return SpaceSettings(**(plain | changes))  # type: ignore[arg-type]


def about(name: str, kind: EntityKind | None = EntityKind.PROJECT, **mention: object) -> EntityRef:
    """A reference to an entity by name."""
    return EntityRef(mention=EntityMention(name, kind, **mention))  # type: ignore[arg-type]


def draft(content: str, entity: str | EntityRef = "Atlas", layer: str = "context", **rest: object) -> MemoryDraft:
    """A draft with as little as may be said."""
    ref = about(entity) if isinstance(entity, str) else entity
    return MemoryDraft(ref, layer, content, **rest)  # type: ignore[arg-type]


@pytest.fixture
def clock() -> Clock:
    """A clock at the start of 2026."""
    return Clock()


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    """Where the space's store file is."""
    return tmp_path / "store.db"


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store in which nothing was written yet."""
    path = tmp_path_factory.mktemp("empty") / "store.db"
    open_space(path, small(), clock=Clock()).close()
    return path


@pytest.fixture
def space(empty_store: Path, store_path: Path, clock: Clock) -> Iterator[Space]:
    """An empty space on a real store file."""
    # Making the tables takes as long as a test, and a copy of them is as real.
    shutil.copy(empty_store, store_path)
    opened = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    yield opened
    opened.close()
