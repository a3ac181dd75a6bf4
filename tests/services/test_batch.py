"""Many memories at once: all or none, or each on its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.draft import (
    EntityRef,
    MemoryDraft,
    MemoryFilter,
    OnAmbiguous,
    PageRequest,
    ThreadRef,
    WriteOutcome,
)
from graphmem.domain.errors import IdempotencyConflict, LimitExceeded, Problems
from graphmem.domain.model import Category, EntityKind, EventType, Layer
from graphmem.services import read
from graphmem.services.batch import remember_many
from graphmem.services.holding import cancel
from graphmem.services.receipts import BatchMode, BatchReceipt
from graphmem.services.space import Space
from tests.conftest import ALICE, BOB, about, draft
from tests.derived import differences
from tests.services.writing import write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


def drafts(entity: str, *texts: str, **rest: object) -> list[MemoryDraft]:
    """Drafts that no gate stops."""
    return [draft(text, entity, force=True, **rest) for text in texts]


def outcomes(receipt: BatchReceipt) -> list[str]:
    """The outcome of each item."""
    return [result.outcome.value for result in receipt.results]


def contents(space: Space, entity: str) -> list[str]:
    """The texts on an entity, oldest first."""
    return [m.content for m in read.memories(space, MemoryFilter(entities=(about(entity),)), descending=False).items]


def test_all_are_written_in_their_order(space: Space) -> None:
    texts = [f"Item {number}" for number in range(20)]
    receipt = remember_many(space, ALICE, drafts("Ordered", *texts, thread=ThreadRef(key="ordered")))
    assert (receipt.committed, receipt.replayed, set(outcomes(receipt))) == (20, False, {"committed"})
    assert contents(space, "Ordered") == texts
    memories = [result.memory for result in receipt.results if result.memory is not None]
    assert [memory.thread_position for memory in memories] == list(range(20))
    assert len({memory.created_at for memory in memories}) == 1


def test_items_that_name_the_same_new_entity_share_it(space: Space) -> None:
    items = [
        draft("One", about("BrandNew Thing"), force=True),
        draft("Two", about("brand-new thing"), force=True),
        draft("Three", "Other", force=True, mentions=(about("Brand New Thing"),)),
        draft("Four", about("K8sish", aliases=("Kubish",)), force=True),
        draft("Five", about("Kubish"), force=True),
    ]
    receipt = remember_many(space, ALICE, items)
    one, two, three, four, five = (result.memory for result in receipt.results if result.memory is not None)
    assert one.entity_id == two.entity_id == three.mentions[0].entity_id
    assert four.entity_id == five.entity_id != one.entity_id
    assert differences(space) == []


def test_an_item_can_refer_to_what_an_earlier_one_made(space: Space) -> None:
    older = write(space, "Older", "Referring")
    items = [
        draft("Keyed", about("Referred", key="batch:1"), force=True),
        draft("By key", EntityRef(key="batch:1"), force=True),
        *drafts("Referring", "Newer", supersedes=(older.id,)),
        *drafts("Referring", "Newest", supersedes=(older.id,)),
    ]
    keyed, by_key, newer, newest = remember_many(space, ALICE, items).results
    assert keyed.memory is not None
    assert by_key.memory is not None
    assert keyed.memory.entity_id == by_key.memory.entity_id
    assert newer.memory is not None
    assert newest.memory is not None
    assert read.superseded_by(space, older.id) == [newer.memory.id, newest.memory.id]


def test_a_twin_inside_the_batch_is_written_once(space: Space) -> None:
    receipt = remember_many(space, ALICE, [draft("Said twice", "Twins"), draft("said TWICE.", "Twins")])
    assert outcomes(receipt) == ["committed", "duplicate"]
    assert receipt.committed == 1
    first, second = receipt.results
    assert second.duplicate_of == first.memory
    assert first.memory is not None
    assert read.corroborations(space, first.memory.id) == 1


BAD = [
    draft("x" * 70_000, "Bad"),
    draft("Fine text", "Bad", layer="vibes"),
    draft("Fine text", EntityRef(id="ent_none")),
    draft("Fine text", "Bad", supersedes=("mem_none",)),
    draft("Fine text", "Bad", importance=9.0),
]


@pytest.mark.parametrize("bad", BAD)
def test_one_bad_item_leaves_nothing(space: Space, bad: MemoryDraft) -> None:
    before = read.stats(space)
    batch = [*drafts(f"Nothing {BAD.index(bad)}", "One", "Two", thread=ThreadRef(key=f"none {BAD.index(bad)}")), bad]
    with pytest.raises(Problems) as caught:
        remember_many(space, ALICE, batch)
    assert {problem.path[:2] for problem in caught.value.problems} == {("memories", "2")}
    assert read.stats(space) == before
    assert read.entity(space, about(f"Nothing {BAD.index(bad)}")) is None
    assert read.thread(space, ThreadRef(key=f"none {BAD.index(bad)}")) is None
    assert differences(space) == []


def test_every_bad_item_is_named(space: Space) -> None:
    with pytest.raises(Problems) as caught:
        remember_many(space, ALICE, [draft("", "Bad"), *drafts("Bad", "Good"), draft("Good", "Bad", layer="?")])
    assert [problem.path for problem in caught.value.problems] == [
        ("memories", "0", "content"),
        ("memories", "2", "layer"),
    ]
    with pytest.raises(Problems) as late:
        remember_many(space, ALICE, [BAD[2], *drafts("Bad", "Good"), BAD[3]])
    assert [problem.path for problem in late.value.problems] == [
        ("memories", "0", "entity", "id"),
        ("memories", "2", "supersedes", "0"),
    ]


def test_each_on_its_own(space: Space) -> None:
    batch = [*drafts("Each", "One"), *BAD, *drafts("Each", "Two")]
    receipt = remember_many(space, ALICE, batch, BatchMode.EACH)
    assert outcomes(receipt) == ["committed", *["refused"] * len(BAD), "committed"]
    assert receipt.committed == 2
    refused = receipt.results[1:-1]
    assert [result.problems[0].path[0] for result in refused] == [
        "content",
        "layer",
        "entity",
        "supersedes",
        "importance",
    ]
    assert contents(space, "Each") == ["One", "Two"]
    assert read.entity(space, about("Bad")) is None


def test_an_ambiguous_item_can_refuse_the_batch(space: Space) -> None:
    for name in ("Seth Larson", "Seth Michael Larson"):
        write(space, f"A fact about {name}", about(name, EntityKind.PERSON))
    unclear = draft("Which one?", about("Seth Larsson", EntityKind.PERSON), force=True, on_ambiguous=OnAmbiguous.REJECT)
    with pytest.raises(Problems) as caught:
        remember_many(space, ALICE, [unclear])
    assert [problem.code for problem in caught.value.problems] == ["AMBIGUOUS_ENTITY"]


@pytest.mark.parametrize("count", [0, 501])
def test_the_size_is_limited(space: Space, count: int) -> None:
    with pytest.raises(LimitExceeded, match=f"not {count}"):
        remember_many(space, ALICE, drafts("Sized", "x") * count)


def test_five_hundred_fit(space: Space) -> None:
    before = read.stats(space).memories
    batch = [draft(f"Number {n}", f"Host {n % 50}", list(Layer)[n % 6].value, force=True) for n in range(500)]
    assert remember_many(space, ALICE, batch).committed == 500
    assert read.stats(space).memories - before == 500


class TestKeys:
    """The first answer again."""

    def test_of_the_batch(self, space: Space) -> None:
        batch = [draft("Keyed one", "Keys"), draft("keyed ONE", "Keys"), *BAD[:1]]
        first = remember_many(space, ALICE, batch, BatchMode.EACH, "batch key")
        events = read.stats(space).events
        again = remember_many(space, ALICE, batch, BatchMode.EACH, "batch key")
        assert (again.replayed, again.committed, outcomes(again)) == (True, 1, outcomes(first))
        assert [r.memory for r in again.results] == [r.memory for r in first.results]
        assert read.stats(space).events == events
        with pytest.raises(IdempotencyConflict):
            remember_many(space, ALICE, batch[:2], BatchMode.EACH, "batch key")
        assert outcomes(remember_many(space, BOB, batch[:1], BatchMode.EACH, "batch key")) == ["duplicate"]

    def test_of_an_item(self, space: Space) -> None:
        item = draft("Keyed item", "Keys", idempotency_key="item key")
        first = remember_many(space, ALICE, [item, item])
        assert outcomes(first) == ["committed", "committed"]
        assert [result.replayed for result in first.results] == [False, True]
        assert first.results[0].memory == first.results[1].memory
        other = remember_many(space, ALICE, [replace(item, content="Other")], BatchMode.EACH)
        assert other.results[0].outcome is WriteOutcome.REFUSED
        assert other.results[0].problems[0].code == "IDEMPOTENCY_CONFLICT"


@pytest.mark.parametrize("mode", BatchMode)
def test_what_a_gate_refused_in_a_batch_is_in_the_record(space: Space, mode: BatchMode) -> None:
    refused = frozenset({EventType.WRITE_REFUSED})
    page = read.events(space, PageRequest(first=100), refused)
    items = [draft("The user prefers tabs", "Told"), draft(f"Written as {mode}", "Told"), draft(" ", "Told")]
    if mode is BatchMode.EACH:
        assert outcomes(remember_many(space, ALICE, items, mode)) == ["refused", "committed", "refused"]
    else:
        with pytest.raises(Problems):
            remember_many(space, ALICE, items, mode)
    space.write(lambda plan: None)
    (told,) = read.events(space, PageRequest(first=100, after=(page.cursors or (None,))[-1]), refused).items
    assert (told.agent, told.reason) == ("alice", "user_claim")


def test_a_retry_is_told_what_still_waits(space: Space) -> None:
    item = draft("The user prefers tabs", "Told", category=Category.USER_INFERENCE)
    (first,) = remember_many(space, ALICE, [item], idempotency_key="waits").results
    again = remember_many(space, ALICE, [item], idempotency_key="waits")
    assert first.pending is not None
    assert [(result.outcome.value, result.pending) for result in again.results] == [("pending", first.pending)]
    cancel(space, ALICE, first.pending.id)
    assert remember_many(space, ALICE, [item], idempotency_key="waits").results[0].pending is None
