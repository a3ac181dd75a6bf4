"""Clients to test with: on a store in this process, and over HTTP to a service in another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import graphmem
from tests.serving import served

SMALL = {"GRAPHMEM_BUFFER_POOL_MB": "64", "GRAPHMEM_MAX_DB_MB": "1024", "GRAPHMEM_MIN_FREE_MB": "0"}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, whose stores take little memory."""
    for name, value in SMALL.items():
        monkeypatch.setenv(name, value)
    return tmp_path / "data"


@pytest.fixture
def memory(data: Path) -> Iterator[graphmem.Client]:
    """A client on an empty store in this process."""
    with graphmem.connect(data) as client:
        yield client


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running service, the same for all tests of this folder."""
    with served(tmp_path_factory.mktemp("service")) as url:
        yield url


@pytest.fixture
def remote(service: str) -> Iterator[graphmem.Client]:
    """A client of the running service."""
    with graphmem.connect(service) as client:
        yield client
