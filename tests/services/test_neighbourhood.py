"""The graph around a node: fair, bounded, whole over all its pages, and as it stood."""

from __future__ import annotations

from collections import Counter

import pytest

from graphmem.domain.draft import MemoryPatch, ThreadRef
from graphmem.domain.errors import Invalid
from graphmem.domain.model import AsOf, Entity, Memory, Relation, Thread
from graphmem.services import curate, linking, revise
from graphmem.services.neighbourhood import EdgeCount, GraphEdge, Neighbourhood, neighbourhood
from graphmem.services.paging import GRAPH
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, Clock, about, draft
from tests.services.writing import named, write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


def around(space: Space, center: str, **asked: object) -> Neighbourhood:
    """The graph around a node that is there."""
    found = neighbourhood(space, center, **asked)  # type: ignore[arg-type]
    assert found is not None
    return found


def whole(space: Space, center: str, hops: int, limit: int, **asked: object) -> list[Neighbourhood]:
    """Every page of a graph."""
    pages = [around(space, center, hops=hops, limit=limit, **asked)]
    while pages[-1].end_cursor is not None:
        pages.append(around(space, center, hops=hops, limit=limit, after=pages[-1].end_cursor, **asked))
    return pages


def ids(found: Neighbourhood) -> list[str]:
    """The ids of the nodes, in their order."""
    return [node.id for node in found.nodes]


def edges(found: Neighbourhood) -> set[tuple[str, str, str]]:
    """The edges, without their times."""
    return {(edge.source, edge.type, edge.target) for edge in found.edges}


def test_a_memory_has_its_entity_mentions_thread_and_links(space: Space) -> None:
    other = write(space, "Other", "Elsewhere")
    memory = write(space, "Centre", "Home", layer="caveat", mentions=(about("Told of"),), thread=ThreadRef(key="g"))
    link = linking.link(space, ALICE, memory.id, Relation.RESOLVES, other.id)
    found = around(space, memory.id)
    told_of = memory.mentions[0].entity_id
    assert memory.thread_id is not None
    assert set(ids(found)) == {memory.id, memory.entity_id, told_of, memory.thread_id, other.id}
    assert set(found.edges) == {
        GraphEdge(memory.entity_id, memory.id, "CAVEAT", memory.created_at),
        GraphEdge(memory.id, told_of, "MENTIONS", None),
        GraphEdge(memory.id, memory.thread_id, "IN_THREAD", None),
        GraphEdge(memory.id, other.id, "RESOLVES", link.created_at),
    }
    assert not found.truncated
    assert {type(node) for node in found.nodes} == {Memory, Entity, Thread}


def test_hops_bound_it(space: Space) -> None:
    first = write(space, "First", "Chain a", mentions=(about("Chain b"),))
    second = write(space, "Second", "Chain b", mentions=(about("Chain c"),))
    assert ids(around(space, first.entity_id, hops=0)) == [first.entity_id]
    assert ids(around(space, first.entity_id, hops=1)) == [first.entity_id, first.id]
    assert ids(around(space, first.entity_id, hops=2)) == [first.entity_id, first.id, second.entity_id]
    assert ids(around(space, first.entity_id, hops=3))[-1] == second.id


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ({"hops": -1}, "hops"),
        ({"hops": 4}, "hops"),
        ({"limit": 0}, "limit"),
        ({"limit": 1_001}, "limit"),
        ({"after": "nonsense"}, "after"),
        ({"after": GRAPH.cursor((-1,))}, "after"),
        ({"after": GRAPH.cursor((2**64 - 1,))}, "after"),
        ({"after": GRAPH.cursor(("x",))}, "after"),
    ],
)
def test_bounds_that_make_no_sense_are_refused(space: Space, asked: dict[str, object], path: str) -> None:
    memory = write(space, "Bounded", "Bounded")
    with pytest.raises(Invalid) as caught:
        neighbourhood(space, memory.id, **asked)  # type: ignore[arg-type]
    assert caught.value.path == (path,)


def test_beyond_the_end_there_is_nothing(space: Space) -> None:
    memory = write(space, "Alone", "Beyond")
    found = around(space, memory.id, after=GRAPH.cursor((50,)))
    assert (found.nodes, found.edges, found.truncated) == ((), (), False)


def test_an_unknown_or_forgotten_centre_is_none(space: Space) -> None:
    memory = write(space, "Gone", "Going")
    revise.forget(space, ALICE, memory.id)
    assert neighbourhood(space, memory.id) is None
    assert neighbourhood(space, "ent_none") is None


def test_what_is_forgotten_is_neither_shown_nor_counted(space: Space) -> None:
    memory = write(space, "Shown", "Counting", thread=ThreadRef(key="counting"))
    gone = write(space, "Hidden", "Counting", thread=ThreadRef(key="counting"), mentions=(about("Counted"),))
    linking.link(space, ALICE, memory.id, Relation.EXTENDS, gone.id)
    revise.forget(space, ALICE, gone.id)
    for center in (memory.id, memory.entity_id, memory.thread_id or "", gone.mentions[0].entity_id):
        found = around(space, center, hops=3)
        assert gone.id not in ids(found)
        assert all(count.shown == count.total for count in found.counts)


@pytest.fixture(scope="module")
def hub(shared: Space) -> tuple[Space, str, list[str]]:
    """An entity with a thousand memories, one of which is linked to a small neighbour."""
    texts = [draft(f"Hub fact {n}", "The hub", ["goal", "context"][n % 2], force=True) for n in range(1_000)]
    from graphmem.services.batch import remember_many

    made = [r.memory for half in (texts[:500], texts[500:]) for r in remember_many(shared, ALICE, half).results]
    small = write(shared, "Small fact", "The small one")
    first = made[0]
    assert first is not None
    linking.link(shared, ALICE, small.id, Relation.LED_TO, first.id)
    return shared, first.entity_id, [small.id, small.entity_id, first.id]


def test_a_hub_does_not_push_the_others_out(hub: tuple[Space, str, list[str]]) -> None:
    space, center, (small, small_entity, linked) = hub
    found = around(space, linked, hops=3, limit=20)
    assert {small, small_entity} <= set(ids(found))
    layers = Counter(node.layer.value for node in around(space, center, limit=21).nodes if isinstance(node, Memory))
    assert layers == {"goal": 10, "context": 10}


def test_pages_cover_everything_exactly_once(hub: tuple[Space, str, list[str]]) -> None:
    space, center, (small, small_entity, _) = hub
    pages = whole(space, center, 3, 300)
    seen = [name for page in pages for name in ids(page)]
    assert len(seen) == len(set(seen)) == 1_003
    assert {center, small, small_entity} <= set(seen)
    assert [page.truncated for page in pages] == [True] * 3 + [False]
    drawn = [edge for page in pages for edge in page.edges]
    assert len(drawn) == len(set(drawn)) == 1_000 + 2
    one = around(space, center, hops=3, limit=1_000)
    assert ids(one) == seen[:1_000]
    first = next(count for count in pages[0].counts if (count.node, count.type) == (center, "GOAL"))
    last = next(count for count in one.counts if (count.node, count.type) == (center, "GOAL"))
    assert (first.total, last.total) == (500, 500)
    assert 0 < first.shown < last.shown <= 500


def test_counts_tell_what_is_left(space: Space) -> None:
    hub = [write(space, f"Spoke {n}", "Wheel", mentions=(about("Axle"),)) for n in range(4)]
    found = around(space, hub[0].entity_id, hops=1, limit=3)
    assert found.truncated
    assert EdgeCount(hub[0].entity_id, "CONTEXT", 2, 4) in found.counts
    axle = around(space, hub[0].mentions[0].entity_id, hops=1)
    assert EdgeCount(hub[0].mentions[0].entity_id, "MENTIONS", 4, 4) in axle.counts


def test_merged_entities_are_one_node(space: Space) -> None:
    left, right = write(space, "Left", "Node left"), write(space, "Right", "Node right")
    both = write(space, "Both", "Reader", mentions=(about("Node left"), about("Node right")))
    curate.merge(space, ALICE, left.entity_id, [right.entity_id])
    found = around(space, right.entity_id)
    assert ids(found)[0] == left.entity_id
    assert set(ids(found)) == {left.entity_id, left.id, right.id, both.id}
    assert (left.entity_id, "CONTEXT", right.id) in edges(found)
    mentions = [count for count in around(space, both.id).counts if count.type == "MENTIONS" and count.node == both.id]
    assert mentions == [EdgeCount(both.id, "MENTIONS", 1, 1)]


def test_a_thread_shows_its_memories_in_order(space: Space) -> None:
    said = [write(space, f"Said {n}", "Talk", thread=ThreadRef(key="ordered graph")) for n in range(4)]
    found = around(space, said[0].thread_id or "")
    assert ids(found)[1:] == [memory.id for memory in said]


def test_the_past_is_drawn_as_it_stood(space: Space, clock: Clock) -> None:
    memory = write(space, "Then", "Old home", layer="goal", thread=ThreadRef(key="then"))
    other = write(space, "Linked then", "Other home")
    link = linking.link(space, ALICE, memory.id, Relation.EXTENDS, other.id)
    then = clock.turn(days=1)
    clock.turn(days=1)
    linking.unlink(space, ALICE, link.id)
    update(space, ALICE, MemoryPatch(memory.id, layer="context", thread=None))
    moved = curate.split(space, ALICE, memory.entity_id, [memory.id], "New home").new_entity
    revise.forget(space, ALICE, other.id)
    assert edges(around(space, memory.id)) == {(moved.id, "CONTEXT", memory.id)}
    past = around(space, memory.id, as_of=AsOf(recorded=then))
    assert edges(past) == {
        (memory.entity_id, "GOAL", memory.id),
        (memory.id, "EXTENDS", other.id),
        (memory.id, "IN_THREAD", memory.thread_id),
    }
    assert neighbourhood(space, memory.id, as_of=AsOf(recorded=memory.created_at - 1)) is None
    pages = whole(space, memory.entity_id, 2, 2, as_of=AsOf(recorded=then))
    assert {name for page in pages for name in ids(page)} == {memory.entity_id, *ids(past)}
    old = named(space, "Old home")
    assert old is not None
    assert ids(around(space, old.id)) == [old.id]
