"""Where a refusal points: at the field that is wrong, so that a caller can mend it without guessing."""

from __future__ import annotations

import pytest

from graphmem.domain.draft import NoteDraft, PageRequest, WriteOutcome
from graphmem.domain.errors import InvalidState, Problems
from graphmem.domain.limits import check, list_problems
from graphmem.domain.model import Relation
from graphmem.services import read, revise
from graphmem.services.batch import remember_many
from graphmem.services.linking import link
from graphmem.services.notes import upsert_note
from graphmem.services.receipts import BatchMode
from graphmem.services.space import Space
from tests.conftest import ALICE, draft
from tests.services.writing import write


@pytest.mark.parametrize("relation", [Relation.EXTENDS, Relation.SUPERSEDES])
def test_the_forgotten_end_of_a_link_is_the_one_pointed_at(space: Space, relation: Relation) -> None:
    kept, gone = write(space, "Kept"), write(space, "Gone")
    revise.forget(space, ALICE, gone.id)
    for ends, path in (((kept.id, gone.id), ("to",)), ((gone.id, kept.id), ("from",))):
        with pytest.raises(InvalidState) as caught:
            link(space, ALICE, ends[0], relation, ends[1])
        assert caught.value.path == path


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (" ", "tags[1] must not be empty"),
        ("\x00", "tags[1] contains a NUL"),
        ("\ud800", "tags[1] contains a lone surrogate"),
        ("x" * 301, "tags[1] has 301 characters"),
    ],
)
def test_a_bad_entry_of_a_list_goes_by_the_lists_name(entry: str, said: str) -> None:
    with pytest.raises(Problems) as caught:
        check(list_problems(("fine", entry), ("tags",)))
    (problem,) = caught.value.problems
    assert problem.path == ("tags", "1")
    assert str(problem).startswith(said)


@pytest.mark.parametrize("key", ["", " ", "\x00", "\ud800", "k" * 301])
def test_a_key_that_can_not_be_kept_is_told_by_every_write_that_takes_one(space: Space, key: str) -> None:
    memory = write(space, f"Keyed {len(key)} {key!a}")
    for act in (
        lambda: remember_many(space, ALICE, [draft("Many")], idempotency_key=key),
        lambda: revise.forget(space, ALICE, memory.id, idempotency_key=key),
        lambda: upsert_note(space, ALICE, NoteDraft("A note", "Its body", idempotency_key=key)),
    ):
        with pytest.raises(Problems) as caught:
            act()
        assert {problem.path for problem in caught.value.problems} == {("idempotencyKey",)}
    assert read.memory(space, memory.id) == memory


@pytest.mark.parametrize("bad", ["", "\ud800", "\x00"])
def test_events_of_an_impossible_id_are_not_the_events_of_everything(space: Space, bad: str) -> None:
    with pytest.raises(Problems) as caught:
        read.events(space, PageRequest(), entity_id=bad)
    assert caught.value.problems[0].path == ("entity",)
    with pytest.raises(Problems) as caught:
        read.events(space, PageRequest(), memory_id=bad)
    assert caught.value.problems[0].path == ("memory",)


def test_a_rehearsal_within_a_batch_is_refused_not_written(space: Space) -> None:
    drafts = [draft("Only to try", "Rehearsed", dry_run=True), draft("Meant", "Rehearsed")]
    with pytest.raises(Problems) as caught:
        remember_many(space, ALICE, drafts)
    assert [problem.path for problem in caught.value.problems] == [("memories", "0", "dryRun")]
    each = remember_many(space, ALICE, drafts, BatchMode.EACH)
    assert [result.outcome for result in each.results] == [WriteOutcome.REFUSED, WriteOutcome.COMMITTED]


@pytest.mark.parametrize("path", ["\x00", "\u200b", "a\ud800"])
def test_a_path_that_names_no_file_is_told_of_the_path_alone(space: Space, path: str) -> None:
    with pytest.raises(Problems) as caught:
        upsert_note(space, ALICE, NoteDraft("A title", "A body", paths=(path,)))
    assert [problem.path for problem in caught.value.problems] == [("paths", "0")]
