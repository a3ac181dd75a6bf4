"""Cold memories are drawn together, and every step can be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem.domain.draft import MemoryFilter, MemoryPatch, NoteDraft, PageRequest, ThreadRef
from graphmem.domain.model import (
    Confidence,
    EventType,
    Layer,
    Memory,
    MemoryStatus,
    MemoryType,
    Relation,
    Source,
)
from graphmem.services import consolidate as module
from graphmem.services import read, revise
from graphmem.services.consolidate import consolidate
from graphmem.services.curate import merge
from graphmem.services.linking import link
from graphmem.services.notes import upsert_note
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.receipts import ConsolidationReceipt
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, BOB, Clock, about, draft

TEXTS = (
    "The gateway listens on port 8443",
    "Mimir stores metrics on the blue host",
    "Tempo samples one trace in ten",
    "Vault unseals itself at boot",
    "The printer on floor three jams often",
)


def written(space: Space, text: str, **rest: object) -> Memory:
    """Write a memory."""
    memory = remember(space, ALICE, draft(text, **rest)).memory
    assert memory is not None
    return memory


def current(space: Space) -> list[str]:
    """Texts of all current memories, oldest first."""
    page = read.memories(space, MemoryFilter(), descending=False, page=PageRequest(first=100))
    return [memory.content for memory in page.items]


def status(space: Space, memory: Memory) -> MemoryStatus:
    """How a memory stands now."""
    now = read.memory(space, memory.id)
    assert now is not None
    return now.status


def drawn(space: Space) -> ConsolidationReceipt:
    """Draw together what may be."""
    return consolidate(space, BOB, dry_run=False)


def test_cold_memories_of_an_entity_and_a_layer_become_one(space: Space, clock: Clock) -> None:
    first = written(space, TEXTS[0], tags=("ops",), paths=("a.py",), mentions=(about("Loki", None),))
    clock.turn(days=1)
    second = written(space, TEXTS[1], tags=("ops", "host"), confidence=Confidence.LOW)
    clock.turn(days=8)
    receipt = drawn(space)
    (digest,) = receipt.memories
    assert receipt == ConsolidationReceipt(1, 1, (digest,))
    assert digest.content.splitlines()[1:] == [f"- {TEXTS[0]}", f"- {TEXTS[1]}"]
    assert (digest.layer, digest.axes.type, digest.pinned) == (Layer.LEARNING, MemoryType.LEARNING, True)
    assert (digest.importance, digest.source, digest.confidence) == (0.55, Source.INFERRED, Confidence.LOW)
    assert (digest.tags, digest.paths, digest.provenance.agent) == (("ops", "host"), ("a.py",), "bob")
    assert digest.mentions == first.mentions
    assert current(space) == [digest.content]
    assert read.supersedes(space, digest.id) == [first.id, second.id]
    told = read.events(space, PageRequest(), frozenset({EventType.MEMORY_CONSOLIDATED}))
    assert [(event.memory_id, event.agent) for event in told.items] == [(digest.id, "bob")]
    assert told.items[0].details == {"layer": "context", "memories": [first.id, second.id]}
    assert recall(space, ALICE, RecallRequest("Where are metrics stored?")).hits[0].memory == digest
    assert drawn(space).planned == 0


def test_a_dry_run_tells_and_changes_nothing(space: Space, clock: Clock) -> None:
    for text in TEXTS:
        written(space, text)
    clock.turn(days=8)
    before = space.state.events.last
    receipt = consolidate(space, BOB)
    assert (receipt.planned, receipt.done) == (1, 0)
    assert len(receipt.memories[0].content.splitlines()) == 6
    assert space.state.events.last == before
    assert read.memory(space, receipt.memories[0].id) is None


def test_what_was_drawn_together_can_be_restored_and_stays_so(space: Space, clock: Clock) -> None:
    first, second, third = (written(space, text) for text in TEXTS[:3])
    clock.turn(days=8)
    (digest,) = drawn(space).memories
    restored = revise.restore(space, ALICE, first.id).memory
    assert restored is not None
    assert (restored.status, restored.valid_to) == (MemoryStatus.CURRENT, None)
    assert status(space, second) is MemoryStatus.SUPERSEDED
    revise.restore(space, ALICE, third.id)
    assert read.supersedes(space, digest.id) == [second.id]
    clock.turn(days=8)
    assert drawn(space).planned == 0


def test_a_group_of_many_becomes_several(space: Space, clock: Clock) -> None:
    memories = [written(space, f"Rack {n} holds host {n * 7}") for n in range(25)]
    clock.turn(days=8)
    receipt = drawn(space)
    sizes = [len(read.supersedes(space, digest.id)) for digest in receipt.memories]
    assert (receipt.done, sizes) == (3, [8, 8, 9])
    assert read.supersedes(space, receipt.memories[0].id) == [memory.id for memory in memories[:8]]


def test_one_call_does_so_much_and_the_next_goes_on(
    space: Space, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_GROUPS", 1)
    for entity in ("Atlas", "Hermes"):
        for text in TEXTS[:2]:
            written(space, text, entity=entity)
    clock.turn(days=8)
    assert [drawn(space).done for _ in range(3)] == [1, 1, 0]


def test_merged_entities_are_one_home(space: Space, clock: Clock) -> None:
    first, second = written(space, TEXTS[0]), written(space, TEXTS[1], entity="Hermes")
    merge(space, ALICE, first.entity_id, [second.entity_id])
    clock.turn(days=8)
    (digest,) = drawn(space).memories
    assert digest.entity_id == first.entity_id
    assert read.supersedes(space, digest.id) == [first.id, second.id]


@pytest.mark.parametrize(
    "spare",
    [
        lambda space, memory: update(space, ALICE, MemoryPatch(memory.id, pinned=True)),
        lambda space, memory: link(space, ALICE, memory.id, Relation.LED_TO, written(space, "Done", layer="goal").id),
        lambda space, memory: remember(space, ALICE, draft("The gateway listens on port 9443")),
        lambda space, memory: (revise.forget(space, ALICE, memory.id), revise.restore(space, ALICE, memory.id)),
        lambda space, memory: revise.forget(space, ALICE, memory.id),
    ],
)
def test_what_is_spared(space: Space, clock: Clock, spare: Callable[[Space, Memory], object]) -> None:
    memories = [written(space, text) for text in TEXTS[:3]]
    clock.turn(days=8)
    spare(space, memories[0])
    (digest,) = drawn(space).memories
    assert read.supersedes(space, digest.id) == [memory.id for memory in memories[1:]]


def test_notes_are_somebodys_documents(space: Space, clock: Clock) -> None:
    for number, text in enumerate(TEXTS[:3]):
        upsert_note(space, ALICE, NoteDraft(f"Note {number}", text, entity=about("Atlas")))
    written(space, TEXTS[3])
    clock.turn(days=8)
    assert drawn(space).planned == 0


def test_what_has_changed_meanwhile_is_left_out(space: Space, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    memories = [written(space, text, thread=ThreadRef(key="t")) for text in TEXTS[:3]]
    clock.turn(days=8)
    drawing = module._drawing

    def late(*args: object) -> object:
        revise.forget(space, ALICE, memories[0].id)
        update(space, ALICE, MemoryPatch(memories[1].id, layer="implementation"))
        return drawing(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_drawing", late)
    receipt = drawn(space)
    assert (receipt.planned, receipt.done) == (1, 0)
    assert status(space, memories[2]) is MemoryStatus.CURRENT
