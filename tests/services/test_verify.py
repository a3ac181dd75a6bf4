"""Claims about the code: refused when false, drifting when the code moves on, stamped when they hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import Gate, MemoryPatch, PageRequest, WriteOutcome
from graphmem.domain.errors import GateRefused, Invalid, InvalidState, NotFound, Problems
from graphmem.domain.model import Claim, EventType, Memory
from graphmem.services import read, revise
from graphmem.services.brief import brief
from graphmem.services.recall import RecallRequest, Trust, recall
from graphmem.services.remember import preview, remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from graphmem.services.verify import claims_now, drifted, look_again, verified_at, verify
from graphmem.store.index.selection import Selection
from tests.conftest import ALICE, START, Clock, draft, small


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """A worktree with one module."""
    root = tmp_path / "code"
    root.mkdir()
    (root / "app.py").write_text("PORT = 8080\n\ndef run(): ...\n")
    return root


@pytest.fixture
def checked(store_path: Path, clock: Clock, code: Path) -> Iterator[Space]:
    """A space that may check claims in that worktree."""
    opened = open_space(store_path, small(worktrees=(code,)), clock=clock, ids=UlidSource(clock))
    yield opened
    opened.close()


def claiming(space: Space, *claims: str, **rest: object) -> Memory:
    """Write a memory that claims something."""
    memory = remember(space, ALICE, draft("The app listens on a port", claims=claims, **rest)).memory
    assert memory is not None
    return memory


def told(space: Space, *types: EventType) -> list[dict[str, object]]:
    """The details of all events of some types."""
    return [dict(event.details) for event in read.events(space, PageRequest(), frozenset(types)).items]


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("app.py", None),
        ("app.py::run", None),
        ("app.py::PORT=8080", None),
        ("!gone.py", None),
        ("app.py::PORT=9090", "PORT is 8080"),
        ("!app.py", "there is something at app.py"),
        ("gone.py", "nothing is at gone.py"),
        ("app.py::stop", "app.py defines no stop"),
    ],
)
def test_a_false_claim_refuses_the_write(checked: Space, claim: str, found: str | None) -> None:
    if found is None:
        assert claiming(checked, claim).claims == (Claim(claim, True, START),)
        return
    for rest in ({}, {"override": frozenset(Gate)}, {"force": True}):
        with pytest.raises(GateRefused) as caught:
            claiming(checked, claim, **rest)
        refused = caught.value
        assert (refused.gate, refused.override, refused.path) == (Gate.CLAIM, None, ("claims",))
        assert refused.matches == (f"{claim}: {found}",)
        assert found in refused.message


def test_a_claim_that_is_none_is_told(checked: Space) -> None:
    with pytest.raises(Problems) as caught:
        claiming(checked, "app.py", "../x", "/etc/passwd")
    assert [problem.path for problem in caught.value.problems] == [("claims", "1"), ("claims", "2")]


def test_without_a_worktree_nothing_can_be_claimed(space: Space) -> None:
    with pytest.raises(Invalid, match="no worktree"):
        claiming(space, "app.py")


def test_a_preview_tells_what_would_be_refused(checked: Space) -> None:
    receipt = preview(checked, ALICE, draft("The app listens on a port", claims=("gone.py",)))
    assert receipt.outcome is WriteOutcome.REFUSED
    assert [finding.matches for finding in receipt.findings] == [("gone.py: nothing is at gone.py",)]


def test_a_space_may_only_warn(store_path: Path, clock: Clock, code: Path) -> None:
    lenient = small(worktrees=(code,), gates={"claim": "warn"})
    space = open_space(store_path, lenient, clock=clock, ids=UlidSource(clock))
    memory = claiming(space, "gone.py")
    assert (memory.claims, drifted(space, memory)) == ((Claim("gone.py", False, START, "nothing is at gone.py"),), True)
    space.close()


def patched(space: Space, memory: Memory, **patch: object) -> Memory:
    """A memory after a change that must be made."""
    receipt = update(space, ALICE, MemoryPatch(memory.id, **patch))  # type: ignore[arg-type]
    assert receipt.outcome is WriteOutcome.COMMITTED
    assert receipt.memory is not None
    return receipt.memory


def test_an_update_may_claim_anew(checked: Space, clock: Clock) -> None:
    memory = claiming(checked, "app.py")
    now = clock.turn(days=1)
    after = patched(checked, memory, claims=("app.py::run", "!gone.py"))
    assert after.claims == (Claim("app.py::run", True, now), Claim("!gone.py", True, now))
    assert after.version == 2
    assert told(checked, EventType.MEMORY_UPDATED) == [{"changed": ["claims"]}]


def test_claims_left_out_stay_and_an_empty_list_clears(checked: Space) -> None:
    memory = claiming(checked, "app.py::PORT=8080")
    moved = patched(checked, memory, content="The app listens on its own port")
    assert moved.claims == memory.claims
    cleared = patched(checked, moved, claims=())
    assert cleared.claims == ()
    assert checked.state.catalog.select(Selection(claimed=True)).size == 0


def test_the_same_claims_again_change_nothing(checked: Space, clock: Clock) -> None:
    memory = claiming(checked, "app.py")
    clock.turn(days=1)
    receipt = update(checked, ALICE, MemoryPatch(memory.id, claims=("app.py",)))
    assert (receipt.outcome, receipt.memory) == (WriteOutcome.UNCHANGED, memory)


@pytest.mark.parametrize("rest", [{}, {"override": frozenset(Gate)}, {"force": True}])
def test_a_false_claim_refuses_an_update(checked: Space, rest: dict[str, object]) -> None:
    memory = claiming(checked, "app.py")
    with pytest.raises(GateRefused) as caught:
        patched(checked, memory, content="The app stops", claims=("app.py::stop",), **rest)
    assert (caught.value.gate, caught.value.override, caught.value.path) == (Gate.CLAIM, None, ("claims",))
    assert caught.value.matches == ("app.py::stop: app.py defines no stop",)
    assert read.memory(checked, memory.id) == memory


def test_a_claim_that_has_drifted_is_no_more_taken_again(checked: Space, code: Path) -> None:
    memory = claiming(checked, "app.py::run")
    (code / "app.py").write_text("")
    assert look_again(checked, ALICE) == 1
    with pytest.raises(GateRefused, match="defines no run"):
        patched(checked, memory, claims=("app.py::run",))


def test_a_space_that_only_warns_keeps_the_false_claim_of_an_update(store_path: Path, clock: Clock, code: Path) -> None:
    lenient = small(worktrees=(code,), gates={"claim": "warn"})
    space = open_space(store_path, lenient, clock=clock, ids=UlidSource(clock))
    receipt = update(space, ALICE, MemoryPatch(claiming(space).id, claims=("gone.py",)))
    assert [(found.gate, found.matches) for found in receipt.findings] == [
        (Gate.CLAIM, ("gone.py: nothing is at gone.py",))
    ]
    assert receipt.memory is not None
    assert drifted(space, receipt.memory)
    space.close()


@pytest.mark.parametrize(
    ("claims", "paths"),
    [(("app.py", "../x"), [("claims", "1")]), (("a" * 1_025,), [("claims", "0")]), (("app.py",) * 101, [("claims",)])],
)
def test_a_claim_that_is_none_refuses_an_update(
    checked: Space, claims: tuple[str, ...], paths: list[tuple[str, ...]]
) -> None:
    memory = claiming(checked)
    with pytest.raises(Problems) as caught:
        update(checked, ALICE, MemoryPatch(memory.id, claims=claims))
    assert [problem.path for problem in caught.value.problems] == paths


def test_without_a_worktree_an_update_can_only_take_claims_away(space: Space) -> None:
    memory = claiming(space)
    with pytest.raises(Invalid, match="no worktree"):
        update(space, ALICE, MemoryPatch(memory.id, claims=("app.py",)))
    assert update(space, ALICE, MemoryPatch(memory.id, claims=())).outcome is WriteOutcome.UNCHANGED


def test_claims_that_hold_are_stamped_without_a_new_version(checked: Space, clock: Clock) -> None:
    memory = claiming(checked, "app.py::PORT=8080")
    assert verified_at(checked, memory.id) is None
    now = clock.turn(days=3)
    receipt = verify(checked, ALICE, memory.id)
    assert (receipt.outcome, receipt.memory, receipt.findings) == (WriteOutcome.COMMITTED, memory, ())
    assert verified_at(checked, memory.id) == now
    assert told(checked, EventType.MEMORY_VERIFIED) == [{"claims": ["app.py::PORT=8080"]}]


def test_a_memory_without_claims_is_stamped_at_its_word(space: Space) -> None:
    memory = claiming(space)
    assert verify(space, ALICE, memory.id).outcome is WriteOutcome.COMMITTED
    assert verified_at(space, memory.id) is not None


def test_the_stamp_is_refused_over_a_false_claim(checked: Space, code: Path) -> None:
    memory = claiming(checked, "app.py", "app.py::PORT=8080")
    (code / "app.py").write_text("PORT = 9090\n")
    receipt = verify(checked, ALICE, memory.id)
    assert receipt.outcome is WriteOutcome.REFUSED
    assert [finding.matches for finding in receipt.findings] == [("app.py::PORT=8080: PORT is 9090",)]
    assert receipt.memory is not None
    assert receipt.memory.version == 2
    assert [claim.found for claim in receipt.memory.claims] == [None, "PORT is 9090"]
    assert verified_at(checked, memory.id) is None
    assert told(checked, EventType.MEMORY_VERIFIED) == []
    assert told(checked, EventType.MEMORY_UPDATED) == [{"changed": ["claims"]}]
    again = verify(checked, ALICE, memory.id)
    assert (again.outcome, again.memory) == (WriteOutcome.REFUSED, receipt.memory)
    (code / "app.py").write_text("PORT = 8080\n")
    mended = verify(checked, ALICE, memory.id)
    assert mended.memory is not None
    assert (mended.outcome, mended.memory.version) == (WriteOutcome.COMMITTED, 3)


def test_every_read_shows_what_drifted_without_a_verification(checked: Space, code: Path) -> None:
    memory = claiming(checked, "app.py::PORT=8080")
    question = RecallRequest("Which port does the app listen on?")
    assert recall(checked, ALICE, question).hits[0].trust is Trust.STATED
    (code / "app.py").write_text("PORT = 8080  # only a comment\n")
    assert not drifted(checked, memory)
    (code / "app.py").write_text("PORT = 9090\n")
    assert [claim.found for claim in claims_now(checked, memory)] == ["PORT is 9090"]
    assert drifted(checked, memory)
    assert recall(checked, ALICE, question).hits[0].trust is Trust.DRIFTED
    assert checked.state.catalog.count(Selection(drifted=True)) == 1
    (code / "app.py").write_text("PORT = 8080\n")
    assert not drifted(checked, memory)
    assert checked.state.catalog.count(Selection(drifted=True)) == 0


def test_an_older_version_keeps_what_was_found_then(checked: Space, code: Path) -> None:
    memory = claiming(checked, "app.py")
    update(checked, ALICE, MemoryPatch(memory.id, content="The app listens"))
    (code / "app.py").unlink()
    assert not drifted(checked, memory)
    now = read.memory(checked, memory.id)
    assert now is not None
    assert drifted(checked, now)


def test_claims_are_as_last_checked_where_nothing_can_be_looked_at(
    checked: Space, store_path: Path, clock: Clock
) -> None:
    memory = claiming(checked, "app.py")
    checked.close()
    space = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    assert claims_now(space, memory) == memory.claims
    assert look_again(space, ALICE) == 0
    with pytest.raises(InvalidState, match="no worktree"):
        verify(space, ALICE, memory.id)
    space.close()


def test_looking_again_keeps_what_has_changed(checked: Space, code: Path, store_path: Path, clock: Clock) -> None:
    memory = claiming(checked, "app.py::PORT=8080")
    remember(checked, ALICE, draft("The app has a run function", claims=("app.py",)))
    assert look_again(checked, ALICE) == 0
    (code / "app.py").write_text("PORT = 9090\n")
    assert look_again(checked, ALICE) == 1
    assert look_again(checked, ALICE) == 0
    kept = read.memory(checked, memory.id)
    assert kept is not None
    assert kept.claims[0].found == "PORT is 9090"
    checked.close()
    space = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    assert space.state.catalog.count(Selection(drifted=True)) == 1
    assert space.state.catalog.count(Selection(claimed=True)) == 2
    space.close()


def test_a_change_leaves_the_claims_as_they_are(checked: Space) -> None:
    memory = claiming(checked, "app.py")
    changed = update(checked, ALICE, MemoryPatch(memory.id, content="The app listens")).memory
    assert changed is not None
    assert changed.claims == memory.claims


def test_only_a_memory_that_is_there_can_be_verified(checked: Space) -> None:
    with pytest.raises(NotFound):
        verify(checked, ALICE, "mem_nowhere")
    memory = claiming(checked, "app.py")
    revise.forget(checked, ALICE, memory.id)
    with pytest.raises(InvalidState, match="restore it first"):
        verify(checked, ALICE, memory.id)


def test_a_brief_marks_what_has_drifted(checked: Space, code: Path) -> None:
    claiming(checked, "app.py::PORT=8080", paths=("app.py",))
    assert brief(checked, ("app.py",)).text.startswith("- [context/note] app.py: The app listens on a port (mem_")
    (code / "app.py").write_text("PORT = 9090\n")
    assert brief(checked, ("app.py",)).text.startswith("- [context/note, drifted] app.py: The app listens")
