"""Links between notes follow their lines: made, kept waiting, taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import MemoryPatch, NoteDraft, PageRequest, WriteOutcome
from graphmem.domain.errors import CycleRefused
from graphmem.domain.model import EventType, Memory, MemoryStatus, Relation
from graphmem.services import read, revise
from graphmem.services.linking import link
from graphmem.services.notes import upsert_note
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from graphmem.store.record import RecordKind
from tests.conftest import ALICE, Clock, about, small


def note(space: Space, title: str, *lines: str, **rest: object) -> Memory:
    """Write or change a note of a paragraph and some lines."""
    body = "\n".join((f"All about {title.lower()}, in one paragraph.", *lines))
    receipt = upsert_note(space, ALICE, NoteDraft(title, body, **rest))  # type: ignore[arg-type]
    assert receipt.outcome is WriteOutcome.COMMITTED
    assert receipt.memory is not None
    return receipt.memory


def links(space: Space, memory: Memory) -> list[tuple[Relation, str, str | None]]:
    """Relation, target and reason of a memory's links."""
    return [(x.relation, x.target_id, x.reason) for x in read.links(space, memory.id, "out")]


def waiting(space: Space) -> int:
    """How many lines wait for their target."""
    return len(space.state.records.all(RecordKind.WANTED))


def test_a_line_links_to_the_note_of_that_title_or_permalink(space: Space) -> None:
    store, engine = note(space, "Store layout"), note(space, "Engine")
    memory = note(space, "Flush", "- depends_on [[Store layout]]", "- see also [[engine]]", "- [[engine]]")
    assert links(space, memory) == [
        (Relation.DEPENDS_ON, store.id, "depends_on [[Store layout]]"),
        (Relation.EXTENDS, engine.id, "see also [[engine]]"),
    ]
    assert waiting(space) == 0


def test_a_line_waits_for_its_target(space: Space) -> None:
    first = note(space, "Flush", "- depends_on [[Store layout]]", "- [[store-layout]]", "- [[Never written]]")
    second = note(space, "Plan", "- extends [[Store layout]]", "- led to [[Store layout]]")
    assert (links(space, first), waiting(space)) == ([], 4)
    store = note(space, "Store layout")
    assert links(space, first) == [
        (Relation.DEPENDS_ON, store.id, "depends_on [[Store layout]]"),
        (Relation.EXTENDS, store.id, "[[store-layout]]"),
    ]
    assert [relation for relation, *_ in links(space, second)] == [Relation.EXTENDS, Relation.LED_TO]
    assert waiting(space) == 1
    told = read.events(space, PageRequest(), frozenset({EventType.LINK_ADDED}), memory_id=first.id)
    assert len(told.items) == 2


def test_a_line_waits_through_a_restart_and_for_a_new_title(store_path: Path, clock: Clock) -> None:
    space = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    memory = note(space, "Flush", "- depends_on [[Store layout]]")
    note(space, "Layout")
    space.close()
    space = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    layout = note(space, "Store layout", permalink="layout")
    assert links(space, memory) == [(Relation.DEPENDS_ON, layout.id, "depends_on [[Store layout]]")]
    space.close()


def test_a_line_that_is_gone_takes_its_link_along(space: Space) -> None:
    store, engine = note(space, "Store layout"), note(space, "Engine")
    memory = note(space, "Flush", "- depends_on [[Store layout]]", "- [[Engine]]", "- [[Later]]", "- [[Never]]")
    link(space, ALICE, memory.id, Relation.LED_TO, engine.id, "measured")
    changed = note(space, "Flush", "- [[Store layout]]", "- [[Never]]", "- resolves [[Never]]")
    assert changed.version == 2
    assert links(space, changed) == [
        (Relation.LED_TO, engine.id, "measured"),
        (Relation.EXTENDS, store.id, "[[Store layout]]"),
    ]
    assert waiting(space) == 1


def test_a_note_may_say_that_it_replaces_another(space: Space) -> None:
    old = note(space, "Deploy by hand")
    new = note(space, "Deploy", "- supersedes [[Deploy by hand]]")
    assert read.superseded_by(space, old.id) == [new.id]
    note(space, "Deploy")
    assert read.superseded_by(space, old.id) == []
    again = read.memory(space, old.id)
    assert again is not None
    assert again.status is MemoryStatus.CURRENT


def test_a_note_that_replaces_what_replaces_it_is_refused(space: Space) -> None:
    note(space, "Deploy", "- supersedes [[Deploy by hand]]")
    with pytest.raises(CycleRefused) as caught:
        note(space, "Deploy by hand", "- supersedes [[Deploy]]")
    assert caught.value.path == ("body",)
    assert waiting(space) == 1


def test_a_note_is_not_linked_with_itself(space: Space) -> None:
    assert links(space, note(space, "Deploy", "- see [[Deploy]]")) == []
    assert waiting(space) == 0


def test_a_current_note_is_meant_before_a_replaced_and_never_a_forgotten_one(space: Space) -> None:
    gone = note(space, "Deploy")
    revise.forget(space, ALICE, gone.id)
    memory = note(space, "Flush", "- [[Deploy]]")
    assert (links(space, memory), waiting(space)) == ([], 1)
    new = note(space, "Deploy", "By tag now.")
    assert [target for _, target, _ in links(space, memory)] == [new.id]
    note(space, "Deploying", f"- supersedes [[{new.permalink}]]")
    assert [target for _, target, _ in links(space, note(space, "Undo", "- [[Deploy]]"))] == [new.id]


def test_a_forgotten_note_goes_on_waiting_and_an_erased_one_does_not(space: Space) -> None:
    forgotten, erased = note(space, "Flush", "- [[Deploy]]"), note(space, "Plan", "- [[Deploy]]")
    revise.forget(space, ALICE, forgotten.id)
    revise.erase(space, ALICE, erased.id, "asked for")
    note(space, "Deploy")
    assert waiting(space) == 1
    assert read.links(space, forgotten.id) == []


def test_what_waits_says_nothing_of_the_text(space: Space) -> None:
    memory = note(space, "Flush", "- [[Secret project]]")
    (record,) = space.state.records.all(RecordKind.WANTED)
    assert record.body["memory"] == memory.id
    assert "secret" not in str(record.body).lower()


def test_lines_wait_again_for_an_erased_note(space: Space) -> None:
    store = note(space, "Store layout")
    first = note(space, "Flush", "- depends_on [[Store layout]]", "- [[store-layout]]")
    second = note(space, "Plan", "- supersedes [[Store layout]]")
    link(space, ALICE, first.id, Relation.LED_TO, store.id, "measured")
    revise.erase(space, ALICE, store.id, "asked for")
    assert (links(space, first), links(space, second), waiting(space)) == ([], [], 3)
    anew = note(space, "Store layout", "Written again.")
    assert links(space, first) == [
        (Relation.DEPENDS_ON, anew.id, "depends_on [[Store layout]]"),
        (Relation.EXTENDS, anew.id, "[[store-layout]]"),
    ]
    assert read.superseded_by(space, anew.id) == [second.id]
    assert waiting(space) == 0


def test_a_line_to_an_erased_note_turns_to_another_of_its_title(space: Space) -> None:
    first = note(space, "Deploy")
    other = note(space, "Deploy", "By tag.", entity=about("Atlas"))
    assert first.id != other.id
    memory = note(space, "Flush", "- [[Deploy]]")
    (linked,) = (target for _, target, _ in links(space, memory))
    kept = other.id if linked == first.id else first.id
    revise.erase(space, ALICE, linked, "asked for")
    assert ([target for _, target, _ in links(space, memory)], waiting(space)) == ([kept], 0)


def test_a_line_to_a_forgotten_note_turns_to_the_next_of_its_title(space: Space) -> None:
    gone = note(space, "Store layout")
    memory, unheard = note(space, "Flush", "- depends_on [[Store layout]]"), note(space, "Undo", "- [[Store layout]]")
    revise.forget(space, ALICE, unheard.id)
    revise.forget(space, ALICE, gone.id)
    assert [target for _, target, _ in links(space, memory)] == [gone.id]
    anew = note(space, "Store layout", "Written again.")
    assert links(space, memory) == [(Relation.DEPENDS_ON, anew.id, "depends_on [[Store layout]]")]
    assert [target for _, target, _ in links(space, unheard)] == [gone.id]
    revise.restore(space, ALICE, unheard.id)
    assert [target for _, target, _ in links(space, unheard)] == [anew.id]


def test_a_restored_note_is_found_by_the_lines_that_waited(space: Space) -> None:
    gone = note(space, "Store layout")
    revise.forget(space, ALICE, gone.id)
    memory = note(space, "Flush", "- [[Store layout]]")
    assert (links(space, memory), waiting(space)) == ([], 1)
    revise.restore(space, ALICE, gone.id)
    assert ([target for _, target, _ in links(space, memory)], waiting(space)) == ([gone.id], 0)


def test_forgotten_and_restored_a_target_keeps_its_links(space: Space) -> None:
    store = note(space, "Store layout")
    memory = note(space, "Flush", "- depends_on [[Store layout]]")
    before = read.links(space, memory.id, "out")
    revise.forget(space, ALICE, store.id)
    revise.restore(space, ALICE, store.id)
    assert read.links(space, memory.id, "out") == before


def test_a_note_that_by_now_is_replaced_by_what_it_replaces_is_not_restored(space: Space) -> None:
    old = note(space, "By hand")
    first = note(space, "Deploy", "- supersedes [[By hand]]")
    revise.forget(space, ALICE, first.id)
    update(space, ALICE, MemoryPatch(old.id, content="No more.\n- supersedes [[deploy]]"))
    assert waiting(space) == 1
    with pytest.raises(CycleRefused):
        revise.restore(space, ALICE, first.id)
    assert (links(space, old), waiting(space)) == ([], 1)
