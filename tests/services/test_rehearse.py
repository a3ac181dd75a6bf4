"""A dry run tells all that a write would, and leaves nothing."""

from __future__ import annotations

from graphmem.domain.draft import Gate, WriteOutcome
from graphmem.domain.errors import GateRefused
from graphmem.domain.kinds import Category
from graphmem.services import read, revise
from graphmem.services.holding import pending
from graphmem.services.remember import preview, remember
from graphmem.services.space import Space
from tests.conftest import ALICE, draft
from tests.services.writing import write

SECRET = "password: hunter2-Qx9vLm4"  # Nobody's.
SAID = "Locks are taken in the order of the ids"


def test_a_dry_run_says_what_would_happen_and_writes_nothing(space: Space) -> None:
    receipt = preview(space, ALICE, draft("Maybe"))
    assert receipt.outcome is WriteOutcome.PREVIEW
    assert receipt.memory is not None
    assert read.stats(space).events == 0
    remember(space, ALICE, draft("Surely"))
    assert preview(space, ALICE, draft("surely")).outcome is WriteOutcome.DUPLICATE


def test_a_dry_run_tells_every_finding(space: Space) -> None:
    receipt = preview(space, ALICE, draft(f"Currently {SECRET}"))
    assert receipt.outcome is WriteOutcome.REFUSED
    assert {f.gate for f in receipt.findings} == {Gate.CREDENTIAL, Gate.TRANSIENT}
    assert [problem.code for problem in receipt.problems] == ["REFUSED"]


def test_a_preview_of_what_would_wait_leads_nowhere(space: Space) -> None:
    receipt = preview(space, ALICE, draft("The user prefers tabs", category=Category.USER_INFERENCE))
    assert (receipt.outcome, receipt.pending, pending(space)) == (WriteOutcome.PENDING, None, [])


def test_a_preview_tells_what_asks_the_store(space: Space) -> None:
    gone = write(space, SAID)
    revise.forget(space, ALICE, gone.id)
    receipt = preview(space, ALICE, draft(f"Currently: {SAID}"))
    assert receipt.outcome is WriteOutcome.REFUSED
    assert [found.gate for found in receipt.findings] == [Gate.TRANSIENT, Gate.PREVIOUSLY_FORGOTTEN]
    assert [problem.matches for problem in receipt.problems if isinstance(problem, GateRefused)] == [(gone.id,)]
    both = preview(space, ALICE, draft("The user prefers tabs", supersedes=("mem_0",)))
    assert [problem.code for problem in both.problems] == ["REFUSED", "NOT_FOUND"]
    assert [found.gate for found in both.findings] == [Gate.USER_CLAIM]
