"""What the gates cost where they stand: writes through the service layer, in turns with and without them."""

from __future__ import annotations

import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from graphmem.domain.draft import EntityRef, Gate, MemoryDraft, WriteOutcome
from graphmem.domain.model import Actor
from graphmem.services import remember as walk
from graphmem.services.detection import Neighbours
from graphmem.services.facts import Compared
from graphmem.services.prepare import Prepared
from graphmem.services.remember import remember
from graphmem.services.space import Space, SpaceSettings, open_space
from harness.crowd import Chatter, Crowd
from harness.figures import Figure, median
from harness.filling import fill
from harness.texts import Texts

CROWD: Final = 10_000
"""Memories of the entity that is written to."""

LENGTH: Final = 500
"""Characters of each of them, and of what is written."""

TRANSCRIPT: Final = 5_000
WARM: Final = 20
LIMIT_MS: Final = 1.0

_ON: Final[Mapping[str, str]] = {Gate.QUALITY.value: "warn"}
_OFF: Final[Mapping[str, str]] = {gate.value: "off" for gate in Gate}
_ACTOR: Final = Actor("benchmark")

Write = Callable[[str], float]


def gated(engine: str, rounds: int) -> list[Figure]:
    """CPU time of one write with all gates, more than without, for two sorts of texts; `rounds` writes of each."""
    figures: list[Figure] = []
    for name, texts in (("many words", Texts()), ("few words", Chatter())):
        with TemporaryDirectory() as folder:
            figures += _compared(name, texts, Path(folder), engine, rounds)
    return figures


def _compared(name: str, texts: Texts, folder: Path, engine: str, rounds: int) -> Iterator[Figure]:
    crowd = Crowd(CROWD, texts, LENGTH)
    fill(folder, engine, crowd)
    store, other = folder / "default", folder / "without"
    shutil.copytree(store, other)
    with _space(store, engine, _ON) as on, _space(other, engine, _OFF) as off:
        transcript = " ".join(texts.many(TRANSCRIPT // LENGTH, LENGTH))
        writes: dict[str, Write] = {
            "with": lambda text: _write(on, crowd.hub.id, text),
            "grounded": lambda text: _write(on, crowd.hub.id, text, transcript + text),
            "without": lambda text: _write(off, crowd.hub.id, text, gates=False),
            "alone": lambda text: _alone(off, crowd.hub.id, text),
        }
        spent = _in_turns(writes, texts, rounds)
    yield Figure(f"{name}: one write without gates", median(spent["without"]), "ms", note=f"{LENGTH} characters")
    gates = _more(spent, "with", "without")
    yield Figure(f"{name}: all gates, more than that", gates, "ms", LIMIT_MS, note=f"on {CROWD:,} memories")
    grounded = _more(spent, "grounded", "with")
    yield Figure(f"{name}: groundedness, more than that", grounded, "ms", note=f"{TRANSCRIPT:,} characters given")
    alike = _more(spent, "without", "alone")
    yield Figure(f"{name}: looking for what is replaced", alike, "ms", note="no gate; among what is alike")


def _in_turns(writes: dict[str, Write], texts: Texts, rounds: int) -> dict[str, list[float]]:
    fresh = (text[:LENGTH] for text in texts.many((WARM + rounds) * len(writes), LENGTH + 40))
    spent: dict[str, list[float]] = {name: [] for name in writes}
    order = deque(writes)
    for number in range(WARM + rounds):
        for name in order:
            cost = writes[name](next(fresh))
            if number >= WARM:
                spent[name].append(cost)
        order.rotate()
    return spent


def _more(spent: dict[str, list[float]], name: str, base: str) -> float:
    """The median difference between two writes of one turn."""
    return median(one - other for one, other in zip(spent[name], spent[base], strict=True))


@contextmanager
def _space(folder: Path, engine: str, gates: Mapping[str, str]) -> Iterator[Space]:
    small = SpaceSettings(engine, buffer_pool_mb=512, max_db_mb=4096, min_free_mb=0, persist_index=False)
    space = open_space(folder / f"memories.{engine}", replace(small, gates=gates))
    try:
        yield space
    finally:
        space.close()


def _write(space: Space, entity: str, text: str, transcript: str | None = None, *, gates: bool = True) -> float:
    """CPU time of one write in ms, the writer's thread included."""
    draft = MemoryDraft(
        EntityRef(id=entity),
        "context",
        text,
        filter=None if gates else "off",
        transcript=transcript,
        check_groundedness=transcript is not None,
    )
    begun = time.process_time()
    receipt = remember(space, _ACTOR, draft)
    spent = (time.process_time() - begun) * 1e3
    if receipt.outcome is not WriteOutcome.COMMITTED:
        raise RuntimeError(f"not written: {receipt.outcome}")
    return spent


def _alone(space: Space, entity: str, text: str) -> float:
    """The same without a look at any other memory."""

    def nobody(_space: object, _plan: object, _entity: object, prepared: Prepared) -> Neighbours:
        return Neighbours(Compared(prepared.content), (), (), ())

    with patch.object(walk, "neighbours", nobody):
        return _write(space, entity, text, gates=False)
