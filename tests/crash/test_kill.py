"""kill -9 at random moments: what was acknowledged is there, whole; nothing half-written is."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.services import read
from graphmem.services.space import Space, open_space
from graphmem.store.audit import faults
from tests.conftest import small

KILLS = 30
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.crash


def killed_run(path: Path, seed: int, dice: random.Random) -> list[dict[str, Any]]:
    """What a writing process acknowledged before it was killed."""
    command = [sys.executable, "-m", "tests.crash.worker", str(path), str(seed)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    ready = child.stdout.readline()
    assert "ready" in ready
    time.sleep(dice.uniform(0.0, 0.4))
    child.kill()
    rest, _ = child.communicate()
    whole = rest.rpartition("\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


def lost(space: Space, acknowledged: list[dict[str, Any]]) -> Iterator[str]:
    """Acknowledged changes that are not there."""
    unsure = {line["unmerging"] for line in acknowledged if "unmerging" in line}
    for line in acknowledged:
        if "memory" in line:
            yield from _lost_version(space, line)
        elif "link" in line:
            newer, older = line["link"]
            if newer not in read.superseded_by(space, older):
                yield f"link {line['link']}"
        elif line.get("merged") not in {None, *unsure}:
            entity = space.state.entities.get(line["merged"])
            if entity is None or entity.merged_into is None:
                yield f"merge {line['merged']}"


def _lost_version(space: Space, line: dict[str, Any]) -> Iterator[str]:
    found = space.state.memories.version(line["memory"], line["version"])
    if found is None or (found.content, found.status) != (line["content"], line["status"]):
        yield f"version {line['version']} of {line['memory']}"
    there = "theirs" in space.state.vectors_of(line["memory"])
    last = space.state.memory(line["memory"])
    if last == found and line.get("vector", there) != there:
        yield f"the vector of {line['memory']}, or what took it away"


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_and_nothing_is_half_written(store_path: Path) -> None:
    dice = random.Random(20_260_101)
    acknowledged: list[dict[str, Any]] = []
    for kill in range(KILLS):
        lines = killed_run(store_path, kill, dice)
        acknowledged.extend(lines)
        space = open_space(store_path, small())
        try:
            # Everything at the end and now and then; what this run acknowledged, each time.
            checked = acknowledged if kill % 10 == 9 else lines
            assert list(lost(space, checked)) == []
            assert faults(space.database) == []
        finally:
            space.close()
    assert len(acknowledged) > KILLS
