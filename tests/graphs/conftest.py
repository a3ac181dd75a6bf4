"""A small space to draw: a goal, a line of three decisions, a work, a thread, strange names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

import graphmem
from graphmem import Named, NewLink
from graphmem.client.answers import Memory

HOSTILE = "<script>alert(1)</script> & 東京 🚀 $x_1$"


def day(month: int) -> datetime:
    """The first of a month of 2026."""
    return datetime(2026, month, 1, tzinfo=UTC)


@pytest.fixture(scope="session")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[graphmem.Client]:
    """A client on the space; the tests only read it."""
    patch = pytest.MonkeyPatch()
    for name, value in {"BUFFER_POOL_MB": "64", "MAX_DB_MB": "1024", "MIN_FREE_MB": "0"}.items():
        patch.setenv(f"GRAPHMEM_{name}", value)
    with graphmem.connect(tmp_path_factory.mktemp("graphs")) as client:
        _fill(client)
        yield client
    patch.undo()


def _fill(client: graphmem.Client) -> None:
    goal = _written(client, "Sign in must be quick", layer="goal", valid_from=day(1))
    first = _written(client, "Use passwords", layer="decision", valid_from=day(2))
    second = _written(client, "Use magic links", layer="decision", supersedes=[first], valid_from=day(3))
    links = [NewLink(goal, "resolves", "it is one tap"), NewLink(second, "supersedes")]
    third = _written(client, "Use passkeys", layer="decision", links=links, valid_from=day(5))
    client.link(goal, "led to", third)
    _written(
        client,
        "Passkeys are built",
        layer="implementation",
        links=[NewLink(third, "implements")],
        mentions=[Named("Mira Holm", kind="person"), Named("Acme GmbH", kind="company")],
        valid_from=day(6),
    )
    _written(client, HOSTILE, layer="caveat", mentions=["東京"], valid_from=day(4))


def _written(client: graphmem.Client, content: str, **rest: Any) -> Memory:
    about = Named("Portal", kind="project", key="git:portal")
    made = client.remember(content, about=about, type=None, thread="sign-in", force=True, **rest).memory
    assert made is not None
    return made


@pytest.fixture(scope="session")
def every(memory: graphmem.Client) -> dict[str, Memory]:
    """All memories by their titles."""
    chosen = graphmem.Filter(statuses=["current", "superseded"])
    return {one.title: one for one in memory.memories(chosen)}
