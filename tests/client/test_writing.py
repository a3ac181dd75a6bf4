"""Use cases that write, on a store in this process."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import graphmem
from graphmem import CLEAR, Draft, NewLink, Vector
from graphmem.client.answers import Memory, RecallMeaning, VectorModel, WriteOutcome
from graphmem.client.errors import (
    AmbiguousEntity,
    Cycle,
    IdempotencyConflict,
    Invalid,
    NotFound,
    Protected,
    Refused,
    VersionConflict,
)
from graphmem.domain.kinds import Layer, MemoryState, MemoryStatus, MemoryType, Relation

DAY = datetime(2026, 1, 31, tzinfo=UTC)
CONTENT = "The nightly export runs at two in the morning on the small worker."


def written(memory: graphmem.Client, content: str = CONTENT, **rest: object) -> Memory:
    """Write a memory of Atlas and give it."""
    receipt = memory.remember(content, about="Atlas", **rest)  # type: ignore[arg-type]
    assert receipt.memory is not None
    return receipt.memory


def test_a_memory_comes_back_as_it_was_given(memory: graphmem.Client) -> None:
    receipt = memory.remember(
        CONTENT,
        about=graphmem.Named("Atlas", kind="project", key="git:atlas", aliases=["The Atlas"]),
        layer=Layer.IMPLEMENTATION,
        title="Nightly export",
        type="work",
        state="in progress",
        why="The cluster is idle then.",
        affects="export.py",
        importance=0.5,
        thread="exports",
        mentions=["Borealis"],
        tags=["night", "export"],
        paths=["jobs/export.py"],
        valid_from=DAY,
        provenance={"tool_call": "call-7", "branch": "main"},
        metadata={"ticket": 7},
    )
    made = receipt.memory
    assert made is not None
    assert receipt.outcome is WriteOutcome.COMMITTED
    assert (made.title, made.layer, made.type, made.state) == (
        "Nightly export",
        Layer.IMPLEMENTATION,
        MemoryType.WORK,
        MemoryState.IN_PROGRESS,
    )
    assert (made.why, made.affects, made.importance) == ("The cluster is idle then.", ("export.py",), 0.5)
    assert made.thread is not None
    assert (made.thread.key, made.thread_position) == ("exports", 0)
    assert [mention.surface for mention in made.mentions] == ["Borealis", "jobs/export.py"]
    assert (set(made.tags), made.paths) == ({"night", "export"}, ("jobs/export.py",))
    assert (made.valid_from, made.holds_from, made.valid_to) == (DAY, DAY, None)
    assert (made.provenance.tool_call, made.provenance.branch) == ("call-7", "main")
    assert made.metadata == {"ticket": 7}
    assert made.entity.key == "git:atlas"


def test_a_preview_writes_nothing(memory: graphmem.Client) -> None:
    written(memory)
    previewed = memory.preview("It is written in Go, says its readme.", about="Atlas")
    assert previewed.outcome is WriteOutcome.PREVIEW
    assert previewed.problems == ()
    assert memory.stats().memories == 1


def test_what_speaks_against_a_preview_is_in_it(memory: graphmem.Client) -> None:
    previewed = memory.preview_draft(Draft(CONTENT, about="Atlas", layer="basement"))
    assert [type(problem) for problem in previewed.problems] == [Invalid]


def test_a_refusal_names_its_gate_and_the_override(memory: graphmem.Client) -> None:
    pasted = "Traceback (most recent call last):\n  File 'a.py', line 1, in <module>\nValueError: no\n" * 4
    with pytest.raises(Refused) as refused:
        memory.remember(pasted, about="Atlas")
    assert (refused.value.gate, refused.value.override) == ("PASTED", "PASTED")
    assert refused.value.matches
    assert memory.remember(pasted, about="Atlas", override=["pasted"]).memory is not None


def test_all_problems_of_one_write_are_told(memory: graphmem.Client) -> None:
    with pytest.raises(Invalid) as wrong:
        memory.remember(CONTENT, about="Atlas", tags=[""], valid_from=DAY, valid_to=DAY)
    assert {problem.path[1] for problem in (wrong.value, *wrong.value.also)} == {"validTo", "tags"}


def test_an_ambiguous_mention_comes_with_its_candidates(memory: graphmem.Client) -> None:
    for key in ("atlas:one", "atlas:two"):
        memory.remember(f"{CONTENT} {key}", about=graphmem.Named("Atlas", kind="project", key=key))
    with pytest.raises(AmbiguousEntity) as told:
        memory.remember("It has two homes by now, says the wiki.", about="Atlas", on_ambiguous="reject")
    assert {candidate.entity.key for candidate in told.value.candidates} == {"atlas:one", "atlas:two"}


def test_an_idempotency_key_writes_once(memory: graphmem.Client) -> None:
    first = memory.remember(CONTENT, about="Atlas", idempotency_key="k")
    again = memory.remember(CONTENT, about="Atlas", idempotency_key="k")
    assert (again.replayed, again.memory) == (True, first.memory)
    with pytest.raises(IdempotencyConflict):
        memory.remember("Something else entirely happened there.", about="Atlas", idempotency_key="k")


def test_a_batch_is_all_or_nothing(memory: graphmem.Client) -> None:
    good, bad = Draft(CONTENT, about="Atlas"), Draft(CONTENT, about="Atlas", layer="basement")
    with pytest.raises(Invalid):
        memory.remember_many([good, bad])
    assert memory.stats().memories == 0
    batch = memory.remember_many([good, bad], mode="each", idempotency_key="b")
    assert (batch.committed, batch.replayed) == (1, False)
    assert [[type(problem) for problem in result.problems] for result in batch.results] == [[], [Invalid]]


def test_any_number_is_written_batch_by_batch(memory: graphmem.Client) -> None:
    drafts = (Draft(f"Worker {number} is in rack {number * 7}.", about=f"Worker {number}") for number in range(7))
    receipts = list(memory.remember_all(drafts, batch_size=3))
    assert [receipt.outcome for receipt in receipts] == [WriteOutcome.COMMITTED] * 7
    assert memory.stats().entities == 7
    assert list(memory.remember_all([])) == []


def test_an_update_keeps_clears_and_counts(memory: graphmem.Client) -> None:
    made = written(memory, why="The cluster is idle then.", tags=["night"])
    changed = memory.update(made, state="done", why=CLEAR, expected_version=1).memory
    assert changed is not None
    assert (changed.state, changed.why, changed.tags, changed.version) == (MemoryState.DONE, None, ("night",), 2)
    with pytest.raises(VersionConflict) as stale:
        memory.update(made.id, title="Export", expected_version=1)
    assert stale.value.current is not None
    assert stale.value.current.version == 2


def test_what_is_superseded_stays_readable(memory: graphmem.Client) -> None:
    old = written(memory)
    receipt = memory.supersede(old, Draft("It runs at four now, on the large worker.", about="Atlas"), reason="load")
    assert receipt.memory is not None
    assert receipt.superseded is not None
    assert receipt.superseded.status is MemoryStatus.SUPERSEDED
    (line,) = memory.links(receipt.memory, direction="out")
    assert (line.relation, line.target.id, line.reason) == (Relation.SUPERSEDES, old.id, "load")


def test_forgetting_is_undone_and_a_caveat_needs_a_reason(memory: graphmem.Client) -> None:
    made = written(memory)
    assert memory.forget(made, reason="moved").memory.status is MemoryStatus.FORGOTTEN  # type: ignore[union-attr]
    assert memory.restore(made).memory.status is MemoryStatus.CURRENT  # type: ignore[union-attr]
    caveat = written(memory, "Never run the export twice: the ledger doubles.", layer="caveat")
    with pytest.raises(Protected):
        memory.forget(caveat)
    assert memory.forget(caveat, override_protection="the ledger checks by itself now").memory is not None


def test_what_is_erased_is_gone(memory: graphmem.Client) -> None:
    made = written(memory)
    erased = memory.erase(made, reason="asked to")
    assert (erased.erased_id, len(erased.swept_entities)) == (made.id, 1)
    assert memory.memory(made) is None
    with pytest.raises(NotFound):
        memory.restore(made)


def test_links_are_made_and_taken_away(memory: graphmem.Client) -> None:
    cause = written(memory)
    effect = written(
        memory, "The export takes nine minutes less.", links=[NewLink(cause, "extends", "it says how long")]
    )
    link = memory.link(cause, "led to", effect, reason="measured")
    assert (link.source.id, link.relation, link.target.id) == (cause.id, Relation.LED_TO, effect.id)
    with pytest.raises(Cycle):
        memory.link(effect, "supersedes", effect)
    assert memory.unlink(link) == link.id
    assert [other.relation for other in memory.links(effect, relations=["extends"])] == [Relation.EXTENDS]


def test_a_note_is_found_again_by_its_title(memory: graphmem.Client) -> None:
    first = memory.write_note("Exports", "- [fact] They run at night. #night", about="Atlas", tags=["export"]).memory
    again = memory.write_note("Exports", "- [fact] They run at four. #night", paths=CLEAR).memory
    assert first is not None
    assert again is not None
    assert (again.id, again.version, again.tags) == (first.id, 2, first.tags)
    assert memory.memory(permalink=first.permalink) == again


def test_a_write_that_waits_is_confirmed_or_dropped(memory: graphmem.Client) -> None:
    guess = Draft("The user seems to prefer the export at night.", about="User", category="user-inference")
    waiting = memory.remember_draft(guess)
    assert waiting.pending is not None
    assert [one.id for one in memory.pending_memories()] == [waiting.pending.id]
    assert memory.confirm(waiting.pending).outcome is WriteOutcome.COMMITTED
    other = memory.remember("The user seems to dislike reports.", about="User", category="user-inference")
    assert other.pending is not None
    assert memory.cancel(other.pending).memory is None
    assert memory.pending_memories() == ()


def test_a_vector_comes_with_a_memory_finds_it_and_goes(memory: graphmem.Client) -> None:
    east, north = Vector("theirs", (1.0, 0.0)), Vector("theirs", (0.0, 1.0))
    made = written(memory, "A compass points there.", vector=north)
    written(memory, "The sun rises there.", vector=east)
    assert made.vector_models == ("theirs",)
    found = memory.recall(vector=Vector("theirs", (0.1, 0.9)), mark_used=False)
    assert (found.hits[0].memory.id, found.meaning) == (made.id, RecallMeaning("theirs", 2, 0))
    assert next(iter(memory.recall_all(vector=north, mark_used=False))).memory.id == made.id
    assert memory.stats().vectors == (VectorModel("theirs", 2, 2),)
    assert memory.stats().embedding is None
    memory.update(made, vector=CLEAR)
    assert memory.stats().vectors == (VectorModel("theirs", 2, 1),)
    assert memory.recall("compass", mark_used=False).meaning is None
