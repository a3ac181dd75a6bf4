"""One space for a whole module, where its tests do not get in each other's way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphmem.clock import UlidSource
from graphmem.services.space import Space, open_space
from tests.conftest import Clock, small


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
