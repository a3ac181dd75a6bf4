"""Writing a memory: what is built, what is refused, what is said about it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from graphmem.domain.draft import (
    AxesDraft,
    EntityMention,
    EntityRef,
    Gate,
    LinkDraft,
    MemoryFilter,
    ProvenanceDraft,
    ThreadRef,
    WriteOutcome,
)
from graphmem.domain.errors import (
    CycleRefused,
    GateRefused,
    IdempotencyConflict,
    Invalid,
    InvalidState,
    LimitExceeded,
    NotFound,
    Problem,
    Problems,
)
from graphmem.domain.model import Layer, MemoryStatus, MemoryType, Relation
from graphmem.domain.resolution import ResolutionOutcome, ResolutionTier
from graphmem.services import read, revise
from graphmem.services.remember import remember
from graphmem.services.space import Space
from tests.conftest import ALICE, BOB, START, Clock, about, draft


def problems_of(space: Space, **changes: object) -> list[tuple[str, tuple[str, ...]]]:
    """Codes and paths of what a draft with these changes is refused for."""
    with pytest.raises((Problem, Problems)) as caught:
        remember(space, ALICE, replace(draft("A plain fact"), **changes))  # type: ignore[arg-type]
    error = caught.value
    found = error.problems if isinstance(error, Problems) else (error,)
    return [(problem.code, problem.path) for problem in found]


def test_a_memory_is_built_from_what_is_given_and_what_is_inferred(space: Space) -> None:
    receipt = remember(
        space,
        ALICE,
        draft(
            "We decided to use Kuzu. It is embedded.",
            layer="Decision",
            thread=ThreadRef(key="storage"),
            tags=("#DB", "db", "graph"),
            paths=("src\\store/./kuzu.py",),
            mentions=(about("Kuzu", None),),
            provenance=ProvenanceDraft(parent_agent="lead", branch="main"),
            metadata={"ticket": 7},
        ),
    )
    memory = receipt.memory
    assert receipt.outcome is WriteOutcome.COMMITTED
    assert memory is not None
    assert memory.layer is Layer.LEARNING
    assert memory.axes.title == "We decided to use Kuzu"
    assert memory.axes.type is MemoryType.DECISION
    assert memory.importance == 0.7
    assert memory.tags == ("db", "graph")
    assert memory.paths == ("src/store/kuzu.py",)
    assert memory.thread_position == 0
    assert [(m.surface, m.role) for m in memory.mentions] == [("Kuzu", None), ("src/store/kuzu.py", "path")]
    assert (memory.provenance.agent, memory.provenance.parent_agent) == ("alice", "lead")
    assert memory.metadata == {"ticket": 7}
    assert read.memory(space, memory.id) == memory


def test_json_content_is_completed_and_never_encoded_twice(space: Space) -> None:
    memory = remember(space, ALICE, draft('{"what": "Cache misses doubled", "why": "TTL of 1 s"}')).memory
    assert memory is not None
    assert (memory.content, memory.axes.what, memory.axes.why) == (
        "Cache misses doubled",
        "Cache misses doubled",
        "TTL of 1 s",
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"content": "  "}, ("INVALID", ("content",))),
        ({"content": "x" * 70_000}, ("LIMIT_EXCEEDED", ("content",))),
        ({"content": "a\x00b"}, ("INVALID", ("content",))),
        ({"content": "a\ud800b"}, ("INVALID", ("content",))),
        ({"layer": "vibes"}, ("INVALID", ("layer",))),
        ({"importance": math.nan}, ("INVALID", ("importance",))),
        ({"importance": 1.5}, ("INVALID", ("importance",))),
        ({"entity": EntityRef()}, ("INVALID", ("entity",))),
        ({"entity": EntityRef(id="a", key="b")}, ("INVALID", ("entity",))),
        ({"entity": about("")}, ("INVALID", ("entity", "mention", "name"))),
        ({"entity": about("n" * 301)}, ("LIMIT_EXCEEDED", ("entity", "mention", "name"))),
        ({"entity": EntityRef(id="ent_nowhere")}, ("NOT_FOUND", ("entity", "id"))),
        ({"entity": EntityRef(key="nowhere")}, ("NOT_FOUND", ("entity", "key"))),
        ({"thread": ThreadRef()}, ("INVALID", ("thread",))),
        ({"thread": ThreadRef(id="thr_nowhere")}, ("NOT_FOUND", ("thread", "id"))),
        ({"tags": tuple(map(str, range(10_000)))}, ("LIMIT_EXCEEDED", ("tags",))),
        ({"tags": ("ok", "[no]")}, ("INVALID", ("tags", "1"))),
        ({"paths": ("/etc/passwd",)}, ("INVALID", ("paths", "0"))),
        ({"paths": ("a/../../b",)}, ("INVALID", ("paths", "0"))),
        ({"supersedes": ("mem_nowhere",)}, ("NOT_FOUND", ("supersedes", "0"))),
        ({"links": (LinkDraft("mem_nowhere", Relation.RESOLVES),)}, ("NOT_FOUND", ("links", "0", "to"))),
        ({"mentions": (about("x"),) * 101}, ("LIMIT_EXCEEDED", ("mentions",))),
        ({"mentions": (about(""),)}, ("INVALID", ("mentions", "0", "mention", "name"))),
        ({"metadata": {"n": math.inf}}, ("INVALID", ("metadata",))),
        ({"metadata": {"n": 2**63}}, ("INVALID", ("metadata",))),
        ({"metadata": {"n": "\x00"}}, ("INVALID", ("metadata",))),
        ({"metadata": {"n": "x" * 20_000}}, ("LIMIT_EXCEEDED", ("metadata",))),
        ({"metadata": ["list"]}, ("INVALID", ("metadata",))),
        ({"valid_from": START, "valid_to": START}, ("INVALID", ("validTo",))),
        ({"axes": AxesDraft(title=" ")}, ("INVALID", ("axes", "title"))),
    ],
)
def test_bad_input_is_refused_with_its_path_and_nothing_is_written(
    space: Space, changes: dict[str, object], expected: tuple[str, tuple[str, ...]]
) -> None:
    assert expected in problems_of(space, **changes)
    assert read.stats(space).events == 0


def test_deep_metadata_is_refused(space: Space) -> None:
    deep: dict[str, object] = {}
    for _ in range(200):
        deep = {"d": deep}
    assert problems_of(space, metadata=deep) == [("INVALID", ("metadata",))]


def test_every_bad_field_is_reported_at_once(space: Space) -> None:
    found = problems_of(space, content="", entity=about(""), tags=("",))
    assert {path[0] for _, path in found} == {"content", "entity", "tags"}


@pytest.mark.parametrize("again", ["ship it on FRIDAY", "Ship  it on Friday.", " Ship it on Friday!! "])
def test_the_same_text_again_is_a_duplicate_and_corroborates(space: Space, clock: Clock, again: str) -> None:
    first = remember(space, ALICE, draft("Ship it on Friday")).memory
    receipt = remember(space, BOB, draft(again))
    assert first is not None
    assert receipt.outcome is WriteOutcome.DUPLICATE
    assert receipt.duplicate_of == first
    assert read.corroborations(space, first.id) == 1
    remember(space, BOB, draft(again))
    assert read.corroborations(space, first.id) == 1
    clock.turn(days=1)
    remember(space, BOB, draft(again))
    assert read.corroborations(space, first.id) == 2
    assert read.stats(space).memories == 1


@pytest.mark.parametrize(
    "other",
    [
        draft("Ship it", layer="goal"),
        draft("Ship it", entity="Borealis"),
        draft("Ship it", valid_from=START),
        draft("Ship it", override=frozenset({Gate.DUPLICATE})),
        draft("Ship it", force=True),
    ],
)
def test_the_same_text_elsewhere_or_at_another_time_is_another_memory(space: Space, other: object) -> None:
    remember(space, ALICE, draft("Ship it"))
    assert remember(space, ALICE, other).outcome is WriteOutcome.COMMITTED  # type: ignore[arg-type]


def test_what_was_forgotten_is_not_written_again_unless_asked(space: Space) -> None:
    memory = remember(space, ALICE, draft("The vault code is on the desk")).memory
    assert memory is not None
    revise.forget(space, ALICE, memory.id)
    with pytest.raises(GateRefused) as caught:
        remember(space, BOB, draft("the vault code is on the desk"))
    assert caught.value.override == Gate.PREVIOUSLY_FORGOTTEN
    assert caught.value.matches == (memory.id,)
    anew = draft("the vault code is on the desk", override=frozenset({Gate.PREVIOUSLY_FORGOTTEN}))
    assert remember(space, BOB, anew).outcome is WriteOutcome.COMMITTED


def test_superseding_closes_the_older_ones_valid_time(space: Space, clock: Clock) -> None:
    older = remember(space, ALICE, draft("Port is 8080")).memory
    assert older is not None
    since = clock.turn(days=1)
    receipt = remember(space, ALICE, draft("Port is 9090", supersedes=(older.id, older.id), valid_from=since))
    (retired,) = receipt.superseded
    assert (retired.status, retired.valid_to, retired.version) == (MemoryStatus.SUPERSEDED, since, 2)
    assert read.memories(space, MemoryFilter()).items == (receipt.memory,)


def test_a_fork_is_allowed(space: Space) -> None:
    root = remember(space, ALICE, draft("Root")).memory
    assert root is not None
    left = remember(space, ALICE, draft("Left", supersedes=(root.id,))).memory
    right = remember(space, ALICE, draft("Right", supersedes=(root.id,))).memory
    assert left is not None
    assert right is not None
    assert read.superseded_by(space, root.id) == [left.id, right.id]


def test_a_forgotten_memory_can_not_be_superseded_or_linked(space: Space) -> None:
    gone = remember(space, ALICE, draft("Gone")).memory
    assert gone is not None
    revise.forget(space, ALICE, gone.id)
    with pytest.raises(InvalidState):
        remember(space, ALICE, draft("New", supersedes=(gone.id,)))
    with pytest.raises(InvalidState):
        remember(space, ALICE, draft("New", links=(LinkDraft(gone.id, Relation.RESOLVES),)))


def test_links_are_made_with_the_memory(space: Space) -> None:
    goal = remember(space, ALICE, draft("Be fast", layer="goal")).memory
    assert goal is not None
    work = remember(space, ALICE, draft("Cache it", links=(LinkDraft(goal.id, Relation.IMPLEMENTS, "speed"),))).memory
    assert work is not None
    (link,) = read.links(space, goal.id, "in")
    assert (link.source_id, link.relation, link.reason) == (work.id, Relation.IMPLEMENTS, "speed")


def test_a_thread_keeps_its_order(space: Space) -> None:
    for text in ("one", "two", "three"):
        remember(space, ALICE, draft(text, thread=ThreadRef(key="count")))
    thread = read.thread(space, ThreadRef(key="count"))
    assert thread is not None
    found = read.thread_memories(space, thread, MemoryFilter(), read.PageRequest())
    assert [memory.content for memory in found.items] == ["one", "two", "three"]


def test_an_idempotency_key_gives_the_first_answer_again(space: Space) -> None:
    asked = draft("Once only", idempotency_key="k1", override=frozenset({Gate.TRANSIENT, Gate.SCOPE}))
    first, again = remember(space, ALICE, asked), remember(space, ALICE, asked)
    assert (first.replayed, again.replayed) == (False, True)
    assert again.memory == first.memory
    assert again.resolution == first.resolution
    assert remember(space, BOB, asked).outcome is WriteOutcome.DUPLICATE
    with pytest.raises(IdempotencyConflict):
        remember(space, ALICE, replace(asked, content="Something else"))


class TestResolution:
    """Which entity a memory is hung on."""

    @pytest.mark.parametrize("name", ["mcp server", "MCP-Server", "mcp_server", "MCPServer"])
    def test_spellings_of_one_name_are_one_entity(self, space: Space, name: str) -> None:
        first = remember(space, ALICE, draft("One", "MCPServer")).resolution
        second = remember(space, ALICE, draft("Two", name)).resolution
        assert first is not None
        assert second is not None
        assert second.outcome is ResolutionOutcome.MATCHED
        assert second.entity_id == first.entity_id

    def test_a_key_wins_and_is_attached(self, space: Space) -> None:
        first = remember(space, ALICE, draft("One", about("Kuzu"))).resolution
        keyed = remember(space, ALICE, draft("Two", about("Kuzu", key="gh:kuzudb/kuzu"))).resolution
        again = remember(space, ALICE, draft("Three", EntityRef(key="gh:kuzudb/kuzu"))).resolution
        other = remember(space, ALICE, draft("Four", about("KuzuDB", key="gh:kuzudb/kuzu"))).resolution
        assert first is not None
        assert {r.entity_id for r in (keyed, again, other) if r is not None} == {first.entity_id}
        assert other is not None
        assert other.tier is ResolutionTier.KEY

    def test_an_equal_name_with_another_key_is_another_entity(self, space: Space) -> None:
        one = remember(space, ALICE, draft("One", about("Mercury", key="planet"))).resolution
        two = remember(space, ALICE, draft("Two", about("Mercury", key="element"))).resolution
        assert one is not None
        assert two is not None
        assert one.entity_id != two.entity_id

    def test_a_forced_new_entity_is_new(self, space: Space) -> None:
        one = remember(space, ALICE, draft("One", "Apollo")).resolution
        two = remember(space, ALICE, draft("Two", about("Apollo", force_new=True))).resolution
        assert one is not None
        assert two is not None
        assert one.entity_id != two.entity_id

    def test_aliases_of_a_mention_are_taken_over(self, space: Space) -> None:
        remember(space, ALICE, draft("One", about("Kubernetes", aliases=("K8s",))))
        again = remember(space, ALICE, draft("Two", "K8s")).resolution
        assert again is not None
        assert again.outcome is ResolutionOutcome.MATCHED
        assert again.matched == "K8s"

    def test_two_in_one_batch_share_a_new_entity(self, space: Space) -> None:
        found = read.resolve(space, EntityMention("Nobody yet"))
        assert found.outcome is ResolutionOutcome.NEW
        assert found.entity_id is None


def test_a_memory_can_not_supersede_itself(space: Space) -> None:
    one = remember(space, ALICE, draft("One")).memory
    assert one is not None
    from graphmem.services.linking import link

    with pytest.raises(CycleRefused):
        link(space, ALICE, one.id, Relation.SUPERSEDES, one.id)


def test_long_lists_are_limits_not_errors(space: Space) -> None:
    with pytest.raises(Problems) as caught:
        remember(space, ALICE, draft("x", claims=("a",) * 101))
    assert isinstance(caught.value.problems[0], LimitExceeded)
    assert not isinstance(caught.value.problems[0], Invalid)
    assert not isinstance(caught.value.problems[0], NotFound)
