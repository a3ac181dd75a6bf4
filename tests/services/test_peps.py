"""The example on real data: 740 proposals by people under varying names, written twice over HTTP."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphmem
from graphmem.domain.chain_text import markdown, mermaid
from graphmem.domain.chains import Chain
from graphmem.domain.draft import EntityMention, MemoryFilter, MemoryOrderField, PageRequest
from graphmem.domain.model import EntityKind, Memory, MemoryStatus, Relation
from graphmem.domain.resolution import ResolutionOutcome
from graphmem.services import read
from graphmem.services.space import Space, open_space
from graphmem.services.trace import TraceRequest, TraceStart, trace
from tests.conftest import ENGINE, small
from tests.serving import served

ROOT = Path(__file__).parents[2]
PEPS = ROOT.parent / "shared" / "data" / "peps.jsonl"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not PEPS.exists(), reason="needs data/peps.jsonl in the folder `shared` beside the checkout"),
]


@pytest.fixture(scope="module")
def peps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Space, dict[int, str], list[dict[str, int]]]]:
    """A space that the example wrote into twice through a running service, and what it counted."""
    sys.path.insert(0, str(ROOT / "examples"))
    import peps as example

    data = tmp_path_factory.mktemp("peps")
    counts = []
    with served(data) as url:
        for _ in range(2):
            with graphmem.connect(url) as client:
                counts.append(dict(example.write(client, example.read_peps(PEPS))))
    space = open_space(data / "default" / f"memories.{ENGINE}", small())
    found = space.state.memories.current()
    ids = {memory.metadata["pep"]: memory.id for memory in found if memory.metadata}
    yield space, ids, counts
    space.close()


def entity_named(space: Space, name: str, kind: EntityKind = EntityKind.PERSON) -> str | None:
    """The id of the entity that a name is certain to mean."""
    return read.resolve(space, EntityMention(name, kind)).entity_id


def test_740_memories_and_a_second_run_writes_nothing_new(
    peps: tuple[Space, dict[int, str], list[dict[str, int]]],
) -> None:
    space, ids, counts = peps
    assert len(ids) == len(space.state.memories) == 740
    assert counts[0]["committed"] == 740
    assert counts[1] == {"replayed": 740, "link": counts[0]["link"]}
    events = read.stats(space).events
    assert events == len({event.number for event in space.state.events.after(0, events)})


def test_people_are_who_they_are(peps: tuple[Space, dict[int, str], list[dict[str, int]]]) -> None:
    space = peps[0]
    assert entity_named(space, "Marc-André Lemburg") == entity_named(space, "Marc-Andre Lemburg") is not None
    assert entity_named(space, "Guido van Rossum") != entity_named(space, "Just van Rossum")
    people = [e for e in space.state.entities.standing() if e.kind is EntityKind.PERSON]
    smiths = [entity for entity in people if entity.name.endswith(" Smith")]
    assert len(smiths) == len({entity.name for entity in smiths}) == 6


def test_two_spellings_of_one_author_are_proposed_not_merged(
    peps: tuple[Space, dict[int, str], list[dict[str, int]]],
) -> None:
    space = peps[0]
    short, long = entity_named(space, "Seth Larson"), entity_named(space, "Seth Michael Larson")
    assert short is not None
    assert long is not None
    assert short != long
    pairs = [{pair.left, pair.right} for pair in read.possible_duplicates(space, PageRequest(first=500))]
    assert {short, long} in pairs
    assert read.resolve(space, EntityMention("Seth Larsson", EntityKind.PERSON)).outcome is ResolutionOutcome.AMBIGUOUS


def test_supersession_forks_and_lines(peps: tuple[Space, dict[int, str], list[dict[str, int]]]) -> None:
    space, ids, _ = peps
    assert set(read.superseded_by(space, ids[563])) == {ids[649], ids[749]}
    line, ahead = set(), [ids[241]]
    while ahead:
        name = ahead.pop()
        line.add(name)
        ahead.extend(read.superseded_by(space, name))
    found = [memory for memory in read.memories_by_id(space, line) if memory is not None]
    current = [memory for memory in found if memory.status is MemoryStatus.CURRENT]
    assert max(current, key=lambda memory: memory.holds_from).id == ids[566]


def test_the_past_reads_as_it_was(peps: tuple[Space, dict[int, str], list[dict[str, int]]]) -> None:
    space, ids, _ = peps
    newest = read.memories(space, MemoryFilter(), MemoryOrderField.CREATED_AT, True, PageRequest(first=1))
    assert newest.total == 740 - sum(
        memory.status is MemoryStatus.SUPERSEDED for memory in space.state.memories.current()
    )
    assert len(ids) == 740


def traced(space: Space, memory_id: str) -> tuple[set[int], Chain]:
    """The proposals that replaced one or were replaced, in any number of steps, and the chain."""
    asked = TraceRequest(TraceStart(memory=memory_id), relations=frozenset({Relation.SUPERSEDES}))
    found = trace(space, asked)
    assert found is not None
    return {number_of(step.memory) for step in found.chain.steps}, found.chain


def number_of(memory: Memory) -> int:
    """The number of a proposal."""
    assert memory.metadata is not None
    return int(memory.metadata["pep"])


def test_the_trace_of_a_line_that_forks(peps: tuple[Space, dict[int, str], list[dict[str, int]]]) -> None:
    space, ids, _ = peps
    numbers, chain = traced(space, ids[241])
    assert numbers == {241, 314, 345, 426, 566}
    assert [number_of(step.memory) for step in chain.steps][:3] == [241, 314, 345]
    assert [number_of(memory) for memory in chain.forks] == [345]
    (line,) = chain.lines
    assert number_of(line.head) == 566
    assert [number_of(memory) for memory in line.older] == [426, 345, 314, 241]
    assert not chain.truncated
    for text in (markdown(chain), mermaid(chain)):
        assert all(str(number) in text for number in numbers)


def test_the_trace_of_a_line_with_two_roots(peps: tuple[Space, dict[int, str], list[dict[str, int]]]) -> None:
    space, ids, _ = peps
    numbers, chain = traced(space, ids[443])
    assert numbers == {443, 3124, 245, 246}
    order = [number_of(step.memory) for step in chain.steps]
    assert set(order[:2]) == {245, 246}
    assert order.index(3124) < order.index(443)
