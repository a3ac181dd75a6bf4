"""Recall: found again, explained, bounded, and never a fault."""

from __future__ import annotations

import pytest

from graphmem.domain.draft import EntityRef, MemoryFilter, ThreadRef
from graphmem.domain.errors import Invalid, Problem, Problems
from graphmem.domain.model import Actor, AsOf, Category, Layer, MemoryStatus, Scope, Source
from graphmem.services import muting, revise
from graphmem.services.recall import RecallRequest, RecallResult, RecallStop, Trust, recall, tokens_of
from graphmem.services.remember import remember
from graphmem.services.space import Space
from tests.conftest import ALICE, BOB, Clock, about, draft


def written(space: Space, *texts: str, entity: str = "Atlas", **rest: object) -> list[str]:
    """Ids of memories with these texts."""
    found = (remember(space, ALICE, draft(text, entity, **rest)).memory for text in texts)
    return [memory.id for memory in found if memory is not None]


def asked(space: Space, query: str = "", **rest: object) -> RecallResult:
    """What a question gives."""
    return recall(space, ALICE, RecallRequest(query, **rest))  # type: ignore[arg-type]


def ids(result: RecallResult) -> list[str]:
    """The ids of the hits, best first."""
    return [hit.memory.id for hit in result.hits]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The ticket ID-42 is closed", "ID-42"),
        ("Upgraded to v1.2.3 of the client", "v1.2.3"),
        ("The gateway is at 10.0.0.1", "10.0.0.1"),
        ("The page answers 404", "404"),
        ("Rewritten in C++ last year", "C++"),
        ("The shop runs on .NET", ".NET"),
        ("José owns the billing", "jose"),
        ("The fix is in src/store/kuzu_driver.py", "kuzu_driver.py"),
        ("getUserName is slow", "user name"),
        ("max_body_size is too small", "body size"),
        ("しりとりが好きです", "しりとり"),
        ("人工智能改变世界", "人工智能"),
        ("東京の会議室", "東京"),
        ("🚀 launched", "🚀 launched"),
    ],
)
def test_what_was_written_is_found(space: Space, text: str, query: str) -> None:
    wanted = written(space, text)
    written(space, "Something else altogether", "Nothing to see", "A third thing")
    assert ids(asked(space, query))[:1] == wanted


@pytest.mark.parametrize(
    "query",
    ["", "   ", "the of and", "?!…—", "🚀🚀", "a" * 10_000, "wo rd " * 2_000, "mixed 東京 Москва ab-12", "' OR 1=1 --"],
)
def test_no_question_is_wrong(space: Space, query: str) -> None:
    written(space, "One", "Two")
    assert asked(space, query).total >= 0


def test_a_question_with_nul_or_a_bad_bound_is_refused(space: Space) -> None:
    for bad in ({"query": "a\x00"}, {"limit": 0}, {"limit": 101}, {"max_tokens": 0}, {"after": "nonsense"}):
        with pytest.raises((Problem, Problems)):
            recall(space, ALICE, RecallRequest(**bad))  # type: ignore[arg-type]
    with pytest.raises(Invalid):
        asked(space, entities=(about("x"),) * 101)


def test_only_current_ones_unless_asked(space: Space) -> None:
    (old,) = written(space, "The port is 8080")
    (new,) = written(space, "The port is 9090", supersedes=(old,))
    (gone,) = written(space, "The port is 7070")
    revise.forget(space, ALICE, gone)
    assert ids(asked(space, "port")) == [new]
    everything = MemoryFilter(statuses=frozenset(MemoryStatus))
    assert set(ids(asked(space, "port", filter=everything))) == {old, new, gone}


def test_pages_are_slices_of_one_list(space: Space) -> None:
    written(space, *(f"fact {n} about the port" for n in range(30)))
    whole = ids(asked(space, "port", limit=30))
    paged, cursor = [], None
    for _ in range(4):
        result = asked(space, "port", limit=8, after=cursor)
        paged += ids(result)
        cursor = result.hits[-1].cursor
    assert paged == whole
    assert (result.has_next, result.has_previous, result.total) == (False, True, 30)


def test_a_token_budget_is_kept(space: Space) -> None:
    written(space, *(f"port {n} " + "x" * 400 for n in range(5)))
    result = asked(space, "port", max_tokens=250)
    assert (len(result.hits), result.stopped_by) == (2, RecallStop.TOKENS)
    assert result.tokens <= 250
    assert asked(space, "port", max_tokens=1).hits == ()
    assert asked(space, "port", limit=2).stopped_by is RecallStop.LIMIT
    assert asked(space, "port").stopped_by is RecallStop.EXHAUSTED


def test_tokens_are_counted_on_the_safe_side() -> None:
    assert tokens_of("") == 0
    assert tokens_of("abcd" * 10) == 10
    assert tokens_of("東京") == 2


def test_every_hit_says_why(space: Space) -> None:
    (name,) = written(space, "The deploy failed on Friday", entity="Borealis", layer="caveat")
    hit = asked(space, "Why did Borealis deploy fail?", entities=(about("Borealis"),)).hits[0]
    assert hit.memory.id == name
    assert "deploy" in hit.matched_terms
    assert [entity.name for entity in hit.via] == ["Borealis"]
    assert hit.score > 0
    assert hit.trust is Trust.STATED


@pytest.mark.parametrize(
    ("rest", "trust"),
    [
        ({"source": Source.INFERRED}, Trust.INFERRED),
        ({"category": Category.AMBIENT}, Trust.STATED),
    ],
)
def test_trust_follows_the_source(space: Space, rest: dict[str, object], trust: Trust) -> None:
    written(space, "The cache is warm", **rest)
    assert asked(space, "cache").hits[0].trust is trust


def test_scopes_entities_threads_and_layers(space: Space) -> None:
    (one,) = written(space, "port one", entity="Atlas", layer="caveat", thread=ThreadRef(key="t"))
    (two,) = written(space, "port two", entity="Borealis", mentions=(about("Comet"),))
    assert ids(asked(space, "port", entities=(about("Borealis"),))) == [two]
    assert ids(asked(space, "port", entities=(about("Comet"),))) == [two]
    assert ids(asked(space, "port", entities=(EntityRef(id="ent_none"),))) == []
    assert ids(asked(space, "port", filter=MemoryFilter(layers=frozenset({Layer.CAVEAT})))) == [one]
    assert ids(asked(space, "port", filter=MemoryFilter(thread=ThreadRef(key="t")))) == [one]
    assert ids(asked(space, "port", filter=MemoryFilter(thread=ThreadRef(key="other")))) == []


def test_the_past_is_recalled_as_it_was_known(space: Space, clock: Clock) -> None:
    (old,) = written(space, "The port is 8080")
    then = clock.turn(days=1)
    clock.turn(days=1)
    (new,) = written(space, "The port is 9090", supersedes=(old,))
    assert ids(asked(space, "port", filter=MemoryFilter(as_of=AsOf(recorded=then)))) == [old]
    assert ids(asked(space, "port", filter=MemoryFilter(as_of=AsOf(valid=then)))) == [old]
    assert ids(asked(space, "port", filter=MemoryFilter(as_of=AsOf(recorded=clock())))) in ([new], [old])


def test_a_recall_marks_what_it_returned(space: Space) -> None:
    (name,) = written(space, "The port is 8080")
    asked(space, "port", mark_used=False)
    asked(space, "port")
    space.write(lambda plan: None)
    assert space.state.catalog.uses_of(name, space.clock()).total == 1


def test_who_may_only_read_changes_no_ranking(space: Space) -> None:
    (name,) = written(space, "The port is 8080")
    for scopes, marked in ((Scope.READ,), False), ((Scope.READ, Scope.WRITE), True):
        actor = Actor("auditor", frozenset(scopes))
        assert recall(space, actor, RecallRequest("port")).marked_used is marked
        assert recall(space, actor, RecallRequest("port", mark_used=False)).marked_used is False
        assert recall(space, actor, RecallRequest("nothing like it")).marked_used is False
        space.write(lambda plan: None)
        assert space.state.catalog.uses_of(name, space.clock()).total == marked


def test_a_muted_scope_is_hidden_from_one_agent_only(space: Space) -> None:
    (one,) = written(space, "port one", entity="Atlas")
    (two,) = written(space, "port two", entity="Borealis", tags=("noise",))
    assert muting.mute(space, ALICE, about("Atlas"), None)
    assert not muting.mute(space, ALICE, about("Atlas"), None)
    assert ids(asked(space, "port")) == [two]
    assert muting.mute(space, ALICE, None, "#noise")
    assert ids(asked(space, "port")) == []
    bobs = recall(space, BOB, RecallRequest("port"))
    assert set(ids(bobs)) == {one, two}
    assert muting.mute(space, ALICE, about("Atlas"), None, False)
    assert ids(asked(space, "port")) == [one]
    with pytest.raises(Invalid):
        muting.mute(space, ALICE, None, None)
    with pytest.raises(Problem):
        muting.mute(space, ALICE, about("Nowhere"), None)
