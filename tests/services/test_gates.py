"""The gates at the door: refusals with their override, warnings, waiting for consent, conflicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import (
    AxesDraft,
    Gate,
    LinkDraft,
    MemoryFilter,
    MemoryPatch,
    NoteDraft,
    PageRequest,
    ThreadRef,
    WriteOutcome,
)
from graphmem.domain.errors import GateRefused, InvalidState, NotFound
from graphmem.domain.model import Category, EventType, MemoryStatus, Relation
from graphmem.services import read
from graphmem.services.confirm import confirm
from graphmem.services.conflicts import ConflictDecision, conflicts, resolve_conflict
from graphmem.services.holding import cancel, pending
from graphmem.services.notes import upsert_note
from graphmem.services.receipts import Receipt
from graphmem.services.remember import remember
from graphmem.services.revise import supersede
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from tests.conftest import ALICE, BOB, Clock, about, draft, small

SECRET = "my password is hunter2Abc9XyZ12Q"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def gate_of(space: Space, text: str, **rest: object) -> Gate | None:
    """The gate that refuses a text, None where it is written."""
    try:
        receipt = remember(space, ALICE, draft(text, **rest))
    except GateRefused as refused:
        return Gate(refused.gate)
    assert receipt.outcome is WriteOutcome.COMMITTED
    return None


def test_a_secret_is_refused_without_repeating_it(space: Space) -> None:
    with pytest.raises(GateRefused) as caught:
        remember(space, ALICE, draft(SECRET))
    assert caught.value.gate == Gate.CREDENTIAL
    assert "hunter2" not in repr(caught.value.__dict__)
    assert gate_of(space, SECRET, force=True) is Gate.CREDENTIAL
    assert gate_of(space, SECRET, override=frozenset({Gate.CREDENTIAL})) is None


def test_an_update_passes_the_gates_as_well(space: Space) -> None:
    memory = remember(space, ALICE, draft("The vault is open")).memory
    assert memory is not None
    with pytest.raises(GateRefused):
        update(space, ALICE, MemoryPatch(memory.id, content=SECRET))
    found = update(space, ALICE, MemoryPatch(memory.id, content="The vault is currently shut")).findings
    assert [f.gate for f in found] == [Gate.TRANSIENT]
    kept = update(space, ALICE, MemoryPatch(memory.id, content="a <private>b</private> c"))
    assert kept.memory is not None
    assert "b" not in kept.memory.content


def test_a_refusal_is_told_in_the_record_when_asked_for(space: Space) -> None:
    assert gate_of(space, SECRET) is Gate.CREDENTIAL
    space.write(lambda plan: None)
    assert read.events(space, PageRequest()).items == ()
    (told,) = read.events(space, PageRequest(), frozenset({EventType.WRITE_REFUSED})).items
    assert (told.agent, told.reason) == ("alice", "credential")


def test_a_gate_can_be_switched_off_for_a_space(store_path: object, clock: Clock) -> None:
    settings = small(gates={"user_claim": "off", "transient": "refuse"})
    with_gates = open_space(store_path, settings, clock=clock, ids=UlidSource(clock))  # type: ignore[arg-type]
    try:
        assert gate_of(with_gates, "The user prefers tabs") is None
        assert gate_of(with_gates, "Currently the build is broken") is Gate.TRANSIENT
    finally:
        with_gates.close()


OUTPUT = """============================= test session starts ==============================
platform linux -- Python 3.11.9, pytest-8.2.0
collected 3 items

tests/test_a.py ..F                                                      [100%]

FAILED tests/test_a.py::test_x - assert 1 == 2
========================= 1 failed, 2 passed in 0.03s ==========================
"""


@pytest.mark.parametrize(("trims", "name", "cut"), [(True, None, True), (False, None, False), (False, "pytest", True)])
def test_a_space_trims_tool_output_or_leaves_it(
    store_path: Path, clock: Clock, trims: bool, name: str | None, cut: bool
) -> None:
    space = open_space(store_path, small(filter_tool_output=trims), clock=clock, ids=UlidSource(clock))
    receipt = remember(space, ALICE, draft(OUTPUT, filter=name))
    assert receipt.memory is not None
    assert ("platform linux" not in receipt.memory.content) is cut
    assert "FAILED tests/test_a.py::test_x" in receipt.memory.content
    space.close()


def user_claim(space: Space) -> Receipt:
    """A claim about the user, which waits for consent."""
    return remember(space, ALICE, draft("The user prefers tabs", category=Category.USER_INFERENCE))


def test_a_claim_about_the_user_waits_for_consent(space: Space) -> None:
    assert gate_of(space, "The user prefers tabs") is Gate.USER_CLAIM
    receipt = user_claim(space)
    assert receipt.outcome is WriteOutcome.PENDING
    assert receipt.pending is not None
    assert [waiting.id for waiting in pending(space)] == [receipt.pending.id]
    assert read.memories(space, MemoryFilter()).items == ()
    confirmed = confirm(space, BOB, receipt.pending.id)
    assert confirmed.outcome is WriteOutcome.COMMITTED
    assert confirmed.memory is not None
    assert confirmed.memory.provenance.agent == "alice"
    assert pending(space) == []
    with pytest.raises(NotFound):
        confirm(space, BOB, receipt.pending.id)


def test_what_waits_is_shown_as_it_was_given(space: Space) -> None:
    data = {"empty": None, "deep": {"nothing": ""}}
    given = {"category": Category.USER_INFERENCE, "axes": AxesDraft(title="Tabs"), "metadata": data}
    shown = remember(space, ALICE, draft("The user prefers tabs", **given)).pending
    assert shown is not None
    assert shown.draft == {
        "entity": {"mention": {"name": "Atlas", "kind": "project"}},
        "layer": "context",
        "content": "The user prefers tabs",
        "axes": {"title": "Tabs"},
        "category": "user-inference",
        "confidence": "medium",
        "source": "explicit-statement",
        "metadata": data,
        "on_ambiguous": "new",
    }


def test_what_waits_survives_a_restart_and_expires(space: Space, clock: Clock) -> None:
    receipt = user_claim(space)
    assert receipt.pending is not None
    space.state.rebuild()
    assert len(pending(space)) == 1
    clock.turn(seconds=3_601)
    assert pending(space) == []
    with pytest.raises(InvalidState):
        confirm(space, ALICE, receipt.pending.id)


def test_what_waits_can_be_dropped(space: Space) -> None:
    receipt = user_claim(space)
    assert receipt.pending is not None
    assert cancel(space, ALICE, receipt.pending.id).id == receipt.pending.id
    with pytest.raises(NotFound):
        cancel(space, ALICE, receipt.pending.id)


def test_a_change_cue_and_another_value_supersede(space: Space) -> None:
    remember(space, ALICE, draft("The API gateway listens on port 8443", "Gateway"))
    moved = remember(space, ALICE, draft("The API gateway moved to port 9443", "Gateway"))
    (old,) = moved.superseded
    assert old.status is MemoryStatus.SUPERSEDED
    (link,) = read.links(space, old.id, "in", frozenset({Relation.SUPERSEDES}))
    assert link.inferred
    assert "8443" in (link.reason or "")
    assert "9443" in (link.reason or "")


def test_two_entities_never_conflict(space: Space) -> None:
    remember(space, ALICE, draft("The API gateway listens on port 8443", "Gateway"))
    other = remember(space, ALICE, draft("The database listens on port 5432 inside the cluster", "Database"))
    assert (other.superseded, other.conflicts) == ((), ())


def conflicting(space: Space) -> tuple[str, str, str]:
    """Two memories that disagree without saying so: older, newer, conflict."""
    older = remember(space, ALICE, draft("The database listens on port 5432 inside the cluster", "Database")).memory
    receipt = remember(space, ALICE, draft("The database listens on port 6543 inside the cluster", "Database"))
    assert older is not None
    assert receipt.memory is not None
    (conflict,) = receipt.conflicts
    return older.id, receipt.memory.id, conflict.id


@pytest.mark.parametrize(
    ("decision", "status", "relation"),
    [
        (ConflictDecision.SUPERSEDE, MemoryStatus.SUPERSEDED, Relation.SUPERSEDES),
        (ConflictDecision.CONTRADICTS, MemoryStatus.CURRENT, Relation.CONTRADICTS),
        (ConflictDecision.KEEP_BOTH, MemoryStatus.CURRENT, None),
        (ConflictDecision.DISMISS, MemoryStatus.CURRENT, None),
    ],
)
def test_a_disagreement_without_a_cue_is_queued_and_settled(
    space: Space, decision: ConflictDecision, status: MemoryStatus, relation: Relation | None
) -> None:
    older, newer, conflict = conflicting(space)
    assert [c.id for c in conflicts(space, PageRequest())] == [conflict]
    _, memory = resolve_conflict(space, BOB, conflict, decision, "looked it up")
    assert memory.id == newer
    found = read.memory(space, older)
    assert found is not None
    assert found.status is status
    assert [link.relation for link in read.links(space, newer, "out")] == ([relation] if relation else [])
    assert conflicts(space, PageRequest()) == []
    with pytest.raises(NotFound):
        resolve_conflict(space, BOB, conflict, decision)


def test_a_single_value_retires_the_one_before_and_may_come_back(space: Space) -> None:
    anna = about("Anna Weber")
    for text in ("Anna likes rock", "Anna likes jazz"):
        assert remember(space, ALICE, draft(text, anna, force=True)).superseded == ()
    first = remember(space, ALICE, draft("Messi's citizenship is Argentina", "Messi")).memory
    second = remember(space, ALICE, draft("Messi's citizenship is Armenia", "Messi", single_valued=True))
    assert first is not None
    assert [memory.id for memory in second.superseded] == [first.id]
    third = remember(space, ALICE, draft("Messi's citizenship is Argentina", "Messi", single_valued=True))
    assert third.outcome is WriteOutcome.COMMITTED
    current = read.memories(space, MemoryFilter(entities=(about("Messi"),))).items
    assert [memory.content for memory in current] == ["Messi's citizenship is Argentina"]


def test_nearly_the_same_is_a_duplicate_but_another_number_is_not(space: Space) -> None:
    one = remember(space, ALICE, draft("Use PostgreSQL advisory locks for the nightly billing job, not Redis locks"))
    near = remember(space, ALICE, draft("Use PostgreSQL advisory locks for nightly billing job and not Redis locks"))
    assert near.outcome is WriteOutcome.DUPLICATE
    assert near.duplicate_of == one.memory
    assert near.findings[0].gate is Gate.DUPLICATE
    remember(space, ALICE, draft("The retry limit of the importer is 3 tries per hour"))
    assert gate_of(space, "The retry limit of the importer is 5 tries per hour") is None


def test_superseding_again_with_the_same_key_gives_the_first_answer(space: Space) -> None:
    old = remember(space, ALICE, draft("The cache holds one day")).memory
    assert old is not None
    anew = draft("The cache holds two days and more", idempotency_key="once")
    first = supersede(space, ALICE, old.id, None, anew, "needed longer")
    again = supersede(space, ALICE, old.id, None, anew, "needed longer")
    assert first.memory is not None
    assert again.memory == first.memory
    assert again.superseded == first.superseded


def test_a_rewording_may_replace_what_it_rewords(space: Space) -> None:
    text = "Use PostgreSQL advisory locks for the nightly billing job instead of a Redis lock"
    old = remember(space, ALICE, draft(text)).memory
    assert old is not None
    newer = remember(space, ALICE, draft(f"{text}s", supersedes=(old.id,)))
    assert newer.outcome is WriteOutcome.COMMITTED
    assert newer.memory is not None
    again = supersede(space, ALICE, newer.memory.id, None, draft(text))
    assert again.outcome is WriteOutcome.COMMITTED
    assert [m.content for m in read.memories(space, MemoryFilter()).items] == [text]


@pytest.mark.parametrize(
    "around",
    [
        {"entity": about(f"Vault {TOKEN}")},
        {"entity": about("Vault", aliases=(TOKEN,))},
        {"entity": about("Vault", key=TOKEN)},
        {"mentions": (about(TOKEN),)},
        {"thread": ThreadRef(key=TOKEN)},
        {"permalink": TOKEN},
    ],
)
def test_a_secret_in_a_name_is_refused_before_the_name_is_kept(space: Space, around: dict[str, Any]) -> None:
    assert gate_of(space, "The vault is open", **around) is Gate.CREDENTIAL
    assert read.entities(space, frozenset(), None, PageRequest()).items == ()
    told = read.events(space, PageRequest(), frozenset(EventType)).items
    assert TOKEN not in repr(told)


def test_a_duplicate_still_replaces_and_links_what_it_was_sent_with(space: Space) -> None:
    old = remember(space, ALICE, draft("Deploys go out on Fridays")).memory
    goal = remember(space, ALICE, draft("Quiet weekends", layer="goal")).memory
    kept = remember(space, ALICE, draft("Nothing is deployed before a weekend")).memory
    assert old is not None
    assert goal is not None
    assert kept is not None
    links = (LinkDraft(goal.id, Relation.RESOLVES),)
    again = remember(space, ALICE, draft("nothing is deployed before a weekend", supersedes=(old.id,), links=links))
    assert again.outcome is WriteOutcome.DUPLICATE
    assert [memory.id for memory in again.superseded] == [old.id]
    assert {link.target_id for link in read.links(space, kept.id, "out")} == {old.id, goal.id}
    with pytest.raises(NotFound):
        remember(space, ALICE, draft("nothing is deployed before a weekend", supersedes=("mem_nowhere",)))


def test_a_replacement_and_a_note_that_wait_say_under_which_id(store_path: Path, clock: Clock) -> None:
    settings = small(require_confirmation=frozenset(Category))
    space = open_space(store_path, settings, clock=clock, ids=UlidSource(clock))
    first = remember(space, ALICE, draft("Deploys need two approvals"))
    assert first.pending is not None
    memory = confirm(space, ALICE, first.pending.id).memory
    assert memory is not None
    new = draft("Deploys need three approvals", idempotency_key="once")
    held = supersede(space, ALICE, memory.id, 1, new)
    again = supersede(space, ALICE, memory.id, 1, new)
    assert held.pending is not None
    assert (held.outcome, again.pending) == (WriteOutcome.PENDING, held.pending)
    assert [old.id for old in confirm(space, ALICE, held.pending.id).superseded] == [memory.id]
    note = upsert_note(space, ALICE, NoteDraft("Deploy", "By tag.", idempotency_key="note"))
    assert note.pending is not None
    assert upsert_note(space, ALICE, NoteDraft("Deploy", "By tag.", idempotency_key="note")).pending == note.pending
    written = confirm(space, ALICE, note.pending.id).memory
    assert written is not None
    assert written.permalink == "deploy"
    space.close()
