"""A compacted store holds everything but what was erased, down to the bytes."""

from __future__ import annotations

from pathlib import Path

from graphmem.clock import UlidSource
from graphmem.domain.draft import MemoryPatch
from graphmem.services.compact import compact
from graphmem.services.remember import remember
from graphmem.services.revise import erase
from graphmem.services.space import open_space
from graphmem.services.transfer import export_lines
from graphmem.services.update import update
from tests.conftest import ALICE, Clock, draft, small


def bytes_with(folder: Path, text: bytes) -> list[str]:
    """Names of the files that contain a text."""
    return [p.name for p in folder.rglob("*") if p.is_file() and text in p.read_bytes()]


def test_an_erased_text_is_gone_from_the_disk_after_compacting(store_path: Path, clock: Clock) -> None:
    space = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    for number in range(5):
        remember(space, ALICE, draft(f"The recipe quux{number}zanzibar takes {number} eggs " + "and more " * 20))
    gone = space.state.memories.many(list(space.state.memories.ids()))[2]
    assert gone is not None
    update(space, ALICE, MemoryPatch(gone.id, content="Not quux2zanzibar but flour"))
    space.database.checkpoint()
    erase(space, ALICE, gone.id, "asked to")
    before = list(export_lines(space))
    space.close()
    compact(store_path, small(), clock=clock)
    assert bytes_with(store_path.parent, b"quux2zanzibar") == []
    assert bytes_with(store_path.parent, b"quux3zanzibar") == [store_path.name]
    again = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    assert list(export_lines(again)) == before
    again.close()
