"""One space for a whole module, where its tests do not get in each other's way."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import AxesDraft, MemoryPatch, ProvenanceDraft, ThreadRef
from graphmem.domain.model import (
    Actor,
    Altitude,
    Category,
    EntityKind,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Relation,
)
from graphmem.services import curate, linking, revise
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from tests.conftest import ALICE, Clock, about, small
from tests.services.writing import named, write


@pytest.fixture(scope="module")
def shared_clock() -> Clock:
    """The clock of the shared space."""
    return Clock()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, shared_clock: Clock) -> Iterator[Space]:
    """A space on a real store file that the tests of a module share."""
    path = tmp_path_factory.mktemp("space") / "store.db"
    opened = open_space(path, small(), clock=shared_clock, ids=UlidSource(shared_clock))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Space, dict[str, Memory]]]:
    """A space with sixty memories of all sorts, and each memory as it now stands."""
    clock, dice = Clock(), random.Random(7)
    path = tmp_path_factory.mktemp("read") / "store.db"
    space = open_space(path, small(), clock=clock, ids=UlidSource(clock))
    made: list[Memory] = []
    for n in range(60):
        clock.turn(days=1)
        made.append(
            write(
                space,
                f"Fact number {n}",
                about(f"Entity {n % 5}", list(EntityKind)[n % 5 % 3]),
                actor=Actor(f"agent {n % 3}"),
                layer=dice.choice(list(Layer)).value,
                axes=AxesDraft(
                    type=dice.choice(list(MemoryType)),
                    state=dice.choice(list(MemoryState)),
                    altitude=dice.choice(list(Altitude)),
                ),
                importance=dice.choice([0.1, 0.3, 0.7, 0.85]),
                category=dice.choice([Category.FACT, Category.AMBIENT]),
                tags=tuple(dice.sample(["a", "b", "c"], dice.randrange(3))),
                paths=dice.choice([(), ("src/a.py",), ("src/sub/b.py#x", "docs/x.md"), ("srcs/a.py",)]),
                provenance=ProvenanceDraft(branch=dice.choice([None, "main", "dev"])),
                thread=ThreadRef(key=f"thread {n % 4}") if n % 2 else None,
            )
        )
    for memory in dice.sample(made, 12):
        revise.forget(space, ALICE, memory.id, override_protection="test")
    for newer, older in zip(made[50:56], made[3:9], strict=True):
        if all(space.state.memories.get(m.id).status is MemoryStatus.CURRENT for m in (newer, older)):  # type: ignore[union-attr]
            linking.link(space, ALICE, newer.id, Relation.SUPERSEDES, older.id)
    for memory in made[20:26]:
        clock.turn(seconds=9)
        if space.state.memories.get(memory.id).status is MemoryStatus.CURRENT:  # type: ignore[union-attr]
            update(space, ALICE, MemoryPatch(memory.id, importance=0.5))
    curate.merge(space, ALICE, named(space, "Entity 0", None).id, [named(space, "Entity 1", None).id])  # type: ignore[union-attr]
    clock.turn(days=1)
    found = space.state.memories.many([memory.id for memory in made])
    yield space, {memory.id: memory for memory in found if memory is not None}
    space.close()
