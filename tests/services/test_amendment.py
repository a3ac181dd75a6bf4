"""A change is judged by what it changes: neither less, nor again what was judged before."""

from __future__ import annotations

import pytest

from graphmem.domain.draft import (
    AxesDraft,
    Gate,
    MemoryPatch,
    NoteDraft,
    PageRequest,
    ProvenanceDraft,
    ThreadRef,
    WriteOutcome,
)
from graphmem.domain.errors import GateRefused, Problems
from graphmem.domain.model import Category, EventType, Memory, Provenance
from graphmem.services import read, revise
from graphmem.services.notes import upsert_note
from graphmem.services.receipts import MemoryReceipt
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, BOB, draft

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
SAID = "Use PostgreSQL advisory locks for the nightly billing job, not Redis locks"
NEARLY = "Use PostgreSQL advisory locks for nightly billing job and not Redis locks"


def written(space: Space, text: str, **rest: object) -> Memory:
    """A memory that must be written."""
    memory = remember(space, ALICE, draft(text, **rest)).memory
    assert memory is not None
    return memory


def patched(space: Space, memory: Memory, **patch: object) -> MemoryReceipt:
    """A change."""
    return update(space, BOB, MemoryPatch(memory.id, **patch))  # type: ignore[arg-type]


def last(space: Space, kind: EventType) -> tuple[str, dict[str, object]]:
    """Whose the newest event of a type is, and its details."""
    event = read.events(space, PageRequest(first=100), frozenset({kind})).items[-1]
    return event.agent, dict(event.details)


@pytest.mark.parametrize(
    "patch",
    [
        {"tags": ("one", TOKEN)},
        {"metadata": {"key": TOKEN}},
        {"paths": (f"src/{TOKEN}.py",)},
        {"thread": ThreadRef(key=TOKEN)},
        {"provenance": ProvenanceDraft(span=TOKEN), "tags": ("one",)},
        {"content": f"The key is {TOKEN}"},
        {"axes": AxesDraft(why=f"because of {TOKEN}")},
    ],
)
def test_no_secret_comes_in_by_a_change(space: Space, patch: dict[str, object]) -> None:
    memory = written(space, "The vault is open")
    for rest in ({}, {"force": True}):
        with pytest.raises(GateRefused) as caught:
            patched(space, memory, **patch, **rest)
        assert (caught.value.gate, TOKEN in str(vars(caught.value))) == (Gate.CREDENTIAL, False)
    space.write(lambda plan: None)
    assert last(space, EventType.WRITE_REFUSED) == ("bob", {"codes": ["credential"]})
    receipt = patched(space, memory, **patch, override=frozenset({Gate.CREDENTIAL}))
    assert [found.gate for found in receipt.findings] == [Gate.CREDENTIAL]
    assert last(space, EventType.MEMORY_UPDATED)[1]["overridden"] == ["credential"]


@pytest.mark.parametrize(
    "patch", [{"tags": ("one",)}, {"importance": 0.2}, {"metadata": {"n": 1}}, {"paths": ("a.py",)}, {"pinned": True}]
)
def test_what_was_set_aside_once_is_not_asked_for_again(space: Space, patch: dict[str, object]) -> None:
    memory = written(space, "The user prefers tabs", override=frozenset({Gate.USER_CLAIM}))
    receipt = patched(space, memory, **patch)
    assert (receipt.outcome, receipt.findings) == (WriteOutcome.COMMITTED, ())


def test_a_change_of_category_asks_the_gates_that_look_at_it(space: Space) -> None:
    memory = written(space, "The user prefers tabs", override=frozenset({Gate.USER_CLAIM}))
    with pytest.raises(GateRefused) as caught:
        patched(space, memory, category=Category.AMBIENT)
    assert caught.value.gate == Gate.USER_CLAIM
    assert patched(space, memory, category=Category.USER_INFERENCE).findings == ()
    long = written(space, "word " * 501)
    assert [found.gate for found in patched(space, long, category=Category.AMBIENT).findings] == [Gate.LENGTH]


@pytest.mark.parametrize("text", [SAID, NEARLY])
def test_a_text_that_was_forgotten_does_not_come_back_by_a_change(space: Space, text: str) -> None:
    gone, memory = written(space, SAID), written(space, "Locks are taken somewhere")
    revise.forget(space, ALICE, gone.id)
    with pytest.raises(GateRefused) as caught:
        patched(space, memory, content=text)
    assert (caught.value.gate, caught.value.matches) == (Gate.PREVIOUSLY_FORGOTTEN, (gone.id,))
    receipt = patched(space, memory, content=text, override=frozenset({Gate.PREVIOUSLY_FORGOTTEN}))
    assert [found.gate for found in receipt.findings] == [Gate.PREVIOUSLY_FORGOTTEN]


def test_an_erased_text_does_not_come_back_by_a_change(space: Space) -> None:
    gone, memory = written(space, SAID), written(space, "Locks are taken somewhere")
    revise.erase(space, ALICE, gone.id, "asked for")
    with pytest.raises(GateRefused, match="forgotten here before"):
        patched(space, memory, content=SAID)


@pytest.mark.parametrize("text", [SAID, NEARLY])
def test_a_text_that_another_memory_has_is_told_of_and_written(space: Space, text: str) -> None:
    other, memory = written(space, SAID), written(space, "Locks are taken somewhere")
    receipt = patched(space, memory, content=text)
    assert receipt.outcome is WriteOutcome.COMMITTED
    (found,) = receipt.findings
    assert (found.gate, other.id in found.message) == (Gate.DUPLICATE, True)


def test_a_memory_is_no_duplicate_of_itself(space: Space) -> None:
    memory = written(space, SAID)
    assert patched(space, memory, content=NEARLY).findings == ()
    assert patched(space, memory, content=NEARLY + ".").findings == ()


def test_where_a_change_comes_from_is_kept_with_it(space: Space) -> None:
    memory = written(space, "The port is 8080", provenance=ProvenanceDraft(branch="main", commit="aa", model="m1"))
    given = ProvenanceDraft(commit="bb", tool_call="call-7")
    after = patched(space, memory, content="The port is 9090", provenance=given).memory
    assert after is not None
    assert after.provenance == Provenance("alice", branch="main", commit="bb", model="m1", tool_call="call-7")
    assert [(v.memory.provenance.commit, v.by) for v in read.history(space, memory.id, PageRequest()).items] == [
        ("aa", "alice"),
        ("bb", "bob"),
    ]
    kept = patched(space, memory, content="The port is 9091").memory
    assert kept is not None
    assert kept.provenance == after.provenance


def test_where_it_comes_from_is_no_change_by_itself(space: Space) -> None:
    memory = written(space, "The port is 8080")
    receipt = patched(space, memory, provenance=ProvenanceDraft(branch="other"))
    assert (receipt.outcome, receipt.memory) == (WriteOutcome.UNCHANGED, memory)


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (ProvenanceDraft(branch="\x00"), ("provenance", "branch")),
        (ProvenanceDraft(parent_agent="GraphMem"), ("provenance", "parent_agent")),
    ],
)
def test_where_it_comes_from_is_checked(space: Space, given: ProvenanceDraft, path: tuple[str, ...]) -> None:
    memory = written(space, "The port is 8080")
    with pytest.raises(Problems) as caught:
        patched(space, memory, content="The port is 9090", provenance=given)
    assert [problem.path for problem in caught.value.problems] == [path]
    with pytest.raises(Problems) as caught:
        remember(space, ALICE, draft("The port is 9090", provenance=given))
    assert [problem.path for problem in caught.value.problems] == [path]


def test_a_note_written_again_keeps_where_it_comes_from(space: Space) -> None:
    def note(actor: object, body: str, **given: str) -> Memory:
        receipt = upsert_note(space, actor, NoteDraft("Deploy", body, provenance=ProvenanceDraft(**given)))  # type: ignore[arg-type]
        assert receipt.memory is not None
        return receipt.memory

    note(ALICE, "By hand.", branch="main", commit="aa")
    second = note(BOB, "By tag.", commit="bb", parent_agent="lead")
    assert second.version == 2
    assert second.provenance == Provenance("alice", "lead", branch="main", commit="bb")
    assert note(BOB, "By tag.", commit="cc") == second
