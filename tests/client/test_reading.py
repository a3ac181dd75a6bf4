"""Use cases that read, look and curate, on a store in this process."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import graphmem
from graphmem import CLEAR, AsOf, Filter, Id, Key, Named, NewLink
from graphmem.client.answers import (
    EntitySummary,
    Memory,
    MemorySummary,
    RecallStop,
    ResolutionOutcome,
    ResolutionTier,
    ThreadSummary,
    TraceRole,
)
from graphmem.client.errors import Invalid
from graphmem.domain.kinds import EntityKind, EventType, Layer, Relation

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[graphmem.Client]:
    """A client on a small space that the tests of this file only read."""
    patch = pytest.MonkeyPatch()
    patch.setenv("GRAPHMEM_BUFFER_POOL_MB", "64")
    patch.setenv("GRAPHMEM_MAX_DB_MB", "1024")
    patch.setenv("GRAPHMEM_MIN_FREE_MB", "0")
    with graphmem.connect(tmp_path_factory.mktemp("data")) as client:
        _fill(client)
        yield client
    patch.undo()


def _fill(client: graphmem.Client) -> None:
    atlas = Named("Atlas", kind="project", key="git:atlas")
    goal = _written(client, "Exports must be ready before anybody comes to work.", about=atlas, layer="goal")
    decision = _written(
        client,
        "We decided to run the export at night.",
        about=atlas,
        layer="context",
        type="decision",
        thread="exports",
        links=[NewLink(goal, "implements")],
        mentions=[Named("Mira Holm", kind="person")],
    )
    _written(
        client,
        "A timer starts it at two in the morning.",
        about=atlas,
        layer="implementation",
        thread="exports",
        links=[NewLink(decision, "implements")],
    )
    _written(
        client, "Two workers at once would spoil the ledger.", about=atlas, layer="caveat", paths=["jobs/export.py"]
    )
    _written(client, "Borealis reads what Atlas exports.", about=Named("Borealis", kind="project"), mentions=[atlas])


def _written(client: graphmem.Client, content: str, **rest: object) -> Memory:
    made = client.remember(content, force=True, **rest).memory  # type: ignore[arg-type]
    assert made is not None
    return made


def test_lists_are_read_page_by_page(memory: graphmem.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.client.asking.PAGE", 2)
    every = memory.memories()
    assert [len(page.nodes) for page in every.pages()] == [2, 2, 1]
    assert len(list(every)) == len(list(every)) == every.total() == 5
    assert len(list(memory.memories(limit=3))) == 3
    assert list(memory.memories(limit=0)) == []


def test_a_filter_and_an_order_choose(memory: graphmem.Client) -> None:
    chosen = memory.memories(Filter(layers=[Layer.GOAL, "caveat"], entities=["atlas"]), order="importance")
    assert {one.layer for one in chosen} == {Layer.GOAL, Layer.CAVEAT}
    assert [one.title for one in memory.memories(Filter(paths=["jobs"]))] == [
        "Two workers at once would spoil the ledger"
    ]
    assert memory.memories(Filter(statuses=CLEAR, types=["decision"])).total() == 1


def test_memories_come_with_their_links(memory: graphmem.Client) -> None:
    links = [link for one in memory.linked_memories(Filter(thread="exports")) for link in one.links]
    assert [link.relation for link in links] == [Relation.IMPLEMENTS] * 2


def test_an_entity_is_found_by_name_key_id_or_itself(memory: graphmem.Client) -> None:
    atlas = memory.entity("ATLAS")
    assert atlas is not None
    assert memory.entity(Key("git:atlas")) == memory.entity(Id(atlas.id)) == memory.entity(atlas) == atlas
    assert {count.layer: count.count for count in atlas.layers}[Layer.CAVEAT] == 1
    assert memory.entity("Nobody") is None
    assert memory.entity(atlas, as_of=AsOf(recorded=LONG_AGO)) is None


def test_an_entity_leads_on(memory: graphmem.Client) -> None:
    assert [one.title for one in memory.memories_of("Atlas", Filter(layers=["goal"]))] == [
        "Exports must be ready before anybody comes to work"
    ]
    assert {one.entity.name for one in memory.related("Atlas")} == {"Mira Holm", "Borealis", "jobs/export.py"}
    assert [event.type for event in memory.timeline("Atlas")][:2] == [
        EventType.ENTITY_CREATED,
        EventType.MEMORY_CREATED,
    ]
    assert list(memory.memories_of("Nobody")) == []
    assert [entity.name for entity in memory.entities(kinds=["project"])] == ["Atlas", "Borealis"]
    assert [entity.kind for entity in memory.entities(name_prefix="mira")] == [EntityKind.PERSON]


def test_what_came_since_is_in_the_difference(memory: graphmem.Client) -> None:
    difference = memory.diff("Atlas", AsOf(recorded=LONG_AGO))
    assert difference is not None
    assert len(difference.added) == 4
    assert memory.diff("Nobody", AsOf(recorded=LONG_AGO), AsOf(recorded=LONG_AGO)) is None


def test_a_mention_is_explained(memory: graphmem.Client) -> None:
    resolution = memory.resolve(Named("atlas", kind="project"))
    assert (resolution.outcome, resolution.tier) == (ResolutionOutcome.MATCHED, ResolutionTier.NAME)
    assert memory.resolve("Nobody").outcome is ResolutionOutcome.NEW


def test_a_thread_is_read_in_its_order(memory: graphmem.Client) -> None:
    thread = memory.thread("exports")
    assert thread is not None
    assert [one.thread_position for one in memory.memories_on(thread)] == [0, 1]
    assert [one.key for one in memory.threads()] == ["exports"]
    assert memory.thread("none") is None


def test_a_memory_has_its_history(memory: graphmem.Client) -> None:
    (one,) = memory.memories(Filter(layers=["goal"]))
    assert [version.version for version in memory.history(one)] == [1]
    assert memory.memory(one) == memory.memory(one.id)
    assert memory.memory("mem_none") is None
    assert memory.links("mem_none") == ()


def test_recall_gives_hits_with_reasons(memory: graphmem.Client) -> None:
    found = memory.recall("When does the export run?", limit=2, mark_used=False)
    assert (len(found), found.stopped_by) == (2, RecallStop.LIMIT)
    best = next(iter(found))
    assert "night" in best.memory.content
    assert "export" in best.matched_terms
    assert best.parts.text > 0


def test_recall_is_about_entities_within_a_budget(memory: graphmem.Client) -> None:
    found = memory.recall("export", entities=["Borealis"], filter=Filter(layers=["context"]), max_tokens=200)
    assert [resolution.outcome for resolution in found.entities] == [ResolutionOutcome.MATCHED]
    assert [hit.memory.entity.name for hit in found] == ["Borealis"]
    with pytest.raises(Invalid):
        memory.recall("export", max_tokens=0)


def test_recall_all_goes_on(memory: graphmem.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.client.looking.PAGE", 2)
    every = memory.recall_all("export", mark_used=False)
    assert len({hit.memory.id for hit in every}) == every.total() == 5
    assert len(list(memory.recall_all("export", limit=1, mark_used=False))) == 1


def test_a_trace_goes_from_cause_to_effect(memory: graphmem.Client) -> None:
    chain = memory.trace(thread="exports")
    assert chain is not None
    assert isinstance(chain.start, ThreadSummary)
    assert [step.role for step in chain] == [TraceRole.GOAL, TraceRole.DECISION, TraceRole.IMPLEMENTATION]
    assert len(chain) == len({link.source for link in chain.links} | {link.target for link in chain.links}) == 3
    assert "flowchart" in chain.mermaid
    assert memory.trace(entity="Nobody") is None


@pytest.mark.parametrize("direction", ["causes", "outcomes"])
def test_a_trace_can_go_one_way(memory: graphmem.Client, direction: str) -> None:
    (decision,) = memory.memories(Filter(types=["decision"]))
    chain = memory.trace(memory=decision, direction=direction, relations=["implements"], max_depth=1, max_steps=9)
    assert chain is not None
    assert len(chain) == 2


def test_a_graph_has_nodes_of_every_sort(memory: graphmem.Client) -> None:
    atlas = memory.entity("Atlas")
    assert atlas is not None
    picture = memory.graph(atlas, hops=2)
    assert picture is not None
    assert {type(node) for node in picture.nodes} == {EntitySummary, MemorySummary, ThreadSummary}
    assert {edge.type for edge in picture.edges} >= {"GOAL", "MENTIONS", "IN_THREAD", "IMPLEMENTS"}
    first = memory.graph(atlas, limit=1)
    assert first is not None
    rest = memory.graph(atlas, after=first.end_cursor)
    assert rest is not None
    assert len(first.nodes) + len(rest.nodes) == 6
    assert memory.graph("ent_none") is None


def test_the_space_at_a_glance(memory: graphmem.Client) -> None:
    glance = memory.overview(limit=3)
    assert glance.entities[0].name == "Atlas"
    assert len(glance.hot) == len(glance.cold) == 3
    assert memory.stats().memories == sum(count.count for count in glance.layers) == 5


def test_a_brief_fits_its_budget(memory: graphmem.Client) -> None:
    brief = memory.brief(paths=["jobs/export.py"], entities=["Borealis"], max_bytes=400)
    assert brief.bytes == len(brief.text.encode()) <= 400
    assert [item.path for item in brief.items] == ["jobs/export.py", "Borealis"]


def test_the_record_is_read_by_type_and_subject(memory: graphmem.Client) -> None:
    numbers = [event.number for event in memory.events()]
    assert numbers == sorted(numbers)
    made = memory.events(types=[EventType.MEMORY_CREATED], entity=memory.entity("Borealis"))
    assert [event.memory.title for event in made if event.memory] == ["Borealis reads what Atlas exports"]
    (goal,) = memory.memories(Filter(layers=["goal"]))
    assert {event.memory_id for event in memory.events(memory=goal, limit=1)} == {goal.id}


def test_who_asks_whom(memory: graphmem.Client) -> None:
    assert memory.viewer().agent == "local"
    assert memory.service_info().ready
    data = memory.execute("query Q($n: Int) { threads(first: $n) { nodes { key } } }", {"n": 1})
    assert data == {"threads": {"nodes": [{"key": "exports"}]}}
