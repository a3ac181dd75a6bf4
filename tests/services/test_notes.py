"""Notes: written, found again by title or permalink, and changed only by those who know how they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import UNSET, EntityRef, Gate, NoteDraft, PageRequest, ProvenanceDraft, WriteOutcome
from graphmem.domain.errors import (
    GateRefused,
    IdempotencyConflict,
    Invalid,
    InvalidState,
    NotFound,
    Problems,
    Protected,
    VersionConflict,
)
from graphmem.domain.model import EntityKind, Layer, Memory, MemoryType
from graphmem.services import read, revise
from graphmem.services.notes import upsert_note
from graphmem.services.receipts import MemoryReceipt
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from tests.conftest import ALICE, BOB, Clock, about, draft, small


def upsert(space: Space, title: str, body: str = "As it is.", **rest: object) -> MemoryReceipt:
    """Write or change a note."""
    return upsert_note(space, ALICE, NoteDraft(title, body, **rest))  # type: ignore[arg-type]


def note(space: Space, title: str, body: str = "As it is.", **rest: object) -> Memory:
    """Write or change a note and take what came of it."""
    memory = upsert(space, title, body, **rest).memory
    assert memory is not None
    return memory


def home_of(space: Space, memory: Memory) -> tuple[EntityKind, str]:
    """Kind and name of the entity a memory hangs on."""
    entity = read.entity_by_id(space, memory.entity_id)
    assert entity is not None
    return entity.kind, entity.name


def test_a_note_is_a_memory_with_a_permalink(space: Space) -> None:
    memory = note(
        space,
        " How we  deploy ",
        "Push a tag.",
        tags=("#Ops",),
        paths=("deploy\\run.sh#main",),
        provenance=ProvenanceDraft(branch="main"),
    )
    assert (memory.axes.title, memory.content, memory.permalink) == ("How we deploy", "Push a tag.", "how-we-deploy")
    assert (memory.axes.type, memory.layer, memory.version) == (MemoryType.NOTE, Layer.CONTEXT, 1)
    assert (memory.tags, memory.paths) == (("ops",), ("deploy/run.sh#main",))
    assert (memory.provenance.agent, memory.provenance.branch) == ("alice", "main")
    assert read.memory(space, permalink="how-we-deploy") == memory


@pytest.mark.parametrize(
    ("said", "kind", "layer"),
    [
        (None, MemoryType.NOTE, Layer.CONTEXT),
        ("fact", MemoryType.FACT, Layer.CONTEXT),
        ("Lesson", MemoryType.LEARNING, Layer.LEARNING),
        ("gotcha", MemoryType.GOTCHA, Layer.CAVEAT),
        ("handoff", MemoryType.HANDOFF, Layer.CONTEXT),
        ("research", MemoryType.RESEARCH, Layer.CONTEXT),
        ("decision", MemoryType.DECISION, Layer.LEARNING),
        ("convention", MemoryType.CONVENTION, Layer.CAVEAT),
        ("solution", MemoryType.SOLUTION, Layer.CONTEXT),
    ],
)
def test_the_type_decides_the_layer(space: Space, said: str | None, kind: MemoryType, layer: Layer) -> None:
    memory = note(space, "N", type=said)
    assert (memory.axes.type, memory.layer) == (kind, layer)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"entity": about("Atlas"), "paths": ("a.py",)}, (EntityKind.PROJECT, "Atlas")),
        ({"paths": ("src/a.py#x", "b.py")}, (EntityKind.FILE, "src/a.py")),
        ({}, (EntityKind.CONCEPT, "Notes")),
    ],
)
def test_where_a_note_hangs(space: Space, given: dict[str, object], expected: tuple[EntityKind, str]) -> None:
    assert home_of(space, note(space, "N", **given)) == expected


def test_the_same_title_is_the_same_note(space: Space, clock: Clock) -> None:
    first = note(space, "Deploy", "Push a tag.", tags=("ops",), paths=("a.py",), type="gotcha")
    clock.turn(seconds=5)
    second = upsert(space, "Deploy", "Push a signed tag.")
    assert second.outcome is WriteOutcome.COMMITTED
    assert second.memory is not None
    assert second.memory.content == "Push a signed tag."
    unchanged = ("id", "entity_id", "permalink", "created_at", "tags", "paths", "mentions", "layer")
    assert all(getattr(second.memory, name) == getattr(first, name) for name in unchanged)
    assert (second.memory.version, second.memory.axes.type) == (2, MemoryType.GOTCHA)
    assert upsert(space, "Deploy", "Push a signed tag.").outcome is WriteOutcome.UNCHANGED
    assert [v.memory.content for v in read.history(space, first.id, PageRequest()).items] == [
        "Push a tag.",
        "Push a signed tag.",
    ]


def test_tags_and_paths_are_cleared_when_said_so(space: Space) -> None:
    note(space, "Deploy", tags=("ops",), paths=("a.py", "b.py"), entity=about("Atlas"))
    cleared = note(space, "Deploy", tags=(), paths=())
    assert (cleared.tags, cleared.paths, cleared.mentions) == ((), (), ())


def test_a_title_in_other_letters_is_another_note(space: Space) -> None:
    bodies = {"Deploy": "Push a tag.", "DEPLOY": "Call the desk.", "deploy!": "Never on Fridays."}
    notes = [note(space, title, body) for title, body in bodies.items()]
    assert [n.permalink for n in notes] == ["deploy", "deploy-2", "deploy-3"]
    assert note(space, "DEPLOY", "Mail the desk.").id == notes[1].id


def test_a_named_entity_bounds_the_search_by_title(space: Space) -> None:
    atlas = note(space, "Conventions", "Tabs.", entity=about("Atlas"))
    hermes = note(space, "Conventions", "Spaces.", entity=about("Hermes"))
    assert (atlas.permalink, hermes.permalink) == ("conventions", "conventions-2")
    assert note(space, "Conventions", "Two spaces.", entity=about("Hermes")).id == hermes.id
    with pytest.raises(Invalid, match="hangs on"):
        upsert(space, "C", permalink="conventions", entity=about("Hermes"))
    assert note(space, "C", permalink="conventions", entity=about("Atlas")).id == atlas.id


def test_a_note_keeps_its_permalink_under_another_title(space: Space, store_path: object, clock: Clock) -> None:
    first = note(space, "Deploy", "Push a tag.")
    renamed = note(space, "Releasing", "Push a tag.", permalink="deploy")
    assert (renamed.id, renamed.permalink, renamed.axes.title) == (first.id, "deploy", "Releasing")
    assert note(space, "Releasing", "Push two tags.").id == first.id
    assert note(space, "Deploy", "Another one.").permalink == "deploy-2"


def test_titles_are_known_after_a_restart(store_path: object, clock: Clock) -> None:
    def opened() -> Space:
        return open_space(store_path, small(), clock=clock, ids=UlidSource(clock))  # type: ignore[arg-type]

    space = opened()
    first = note(space, "Deploy", "Push a tag.")
    note(space, "Releasing", permalink="deploy")
    space.close()
    space = opened()
    assert note(space, "Releasing", "Push two tags.").id == first.id
    assert note(space, "Deploy", "Another").permalink == "deploy-2"
    space.close()


def test_a_permalink_must_be_known(space: Space) -> None:
    with pytest.raises(NotFound) as caught:
        upsert(space, "Deploy", permalink="deploy")
    assert caught.value.path == ("permalink",)


@pytest.mark.parametrize("kind", ["memo", ""])
def test_an_unknown_type_is_refused(space: Space, kind: str) -> None:
    with pytest.raises(Invalid, match="accepted"):
        upsert(space, "Deploy", type=kind)


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"title": " "}, ("title",)),
        ({"title": "x" * 301}, ("title",)),
        ({"body": " "}, ("body",)),
        ({"permalink": ""}, ("permalink",)),
        ({"paths": ("/etc/passwd",)}, ("paths", "0")),
        ({"paths": ("a", "../b")}, ("paths", "1")),
        ({"tags": ("[no]",)}, ("tags", "0")),
        ({"entity": EntityRef()}, ("entity",)),
    ],
)
def test_bad_fields_are_told(space: Space, given: dict[str, object], path: tuple[str, ...]) -> None:
    with pytest.raises(Problems) as caught:
        upsert_note(space, ALICE, replace(NoteDraft("Deploy", "Push."), **given))  # type: ignore[arg-type]
    assert [problem.path for problem in caught.value.problems] == [path]


def test_a_change_on_what_is_no_longer_so_is_a_conflict(space: Space, clock: Clock) -> None:
    first = note(space, "Deploy", "One.")
    clock.turn(seconds=0.000_001)
    second = note(space, "Deploy", "Two.", expected_version=1, if_updated_at=first.updated_at)
    for stale in ({"expected_version": 1}, {"if_updated_at": first.updated_at}):
        with pytest.raises(VersionConflict) as caught:
            upsert(space, "Deploy", "Three.", **stale)
        assert (caught.value.current, caught.value.seen) == (second, first)
    with pytest.raises(VersionConflict) as unknown:
        upsert(space, "Deploy", "Three.", if_updated_at=1)
    assert (unknown.value.current, unknown.value.seen) == (second, None)
    assert note(space, "Deploy", "Three.", if_updated_at=second.updated_at).version == 3


@pytest.mark.parametrize("known", [{"expected_version": 1}, {"if_updated_at": 1}])
def test_a_version_of_a_note_that_is_not_there_is_not_found(space: Space, known: dict[str, object]) -> None:
    with pytest.raises(NotFound):
        upsert(space, "Deploy", **known)


def test_leaving_the_caveats_needs_a_reason(space: Space) -> None:
    note(space, "Locks", type="gotcha")
    with pytest.raises(Protected):
        upsert(space, "Locks", type="fact")
    moved = note(space, "Locks", type="fact", override_protection="no longer true")
    assert (moved.layer, moved.axes.type) == (Layer.CONTEXT, MemoryType.FACT)


def test_the_gates_judge_notes_too(space: Space) -> None:
    secret = "password = hunter2Abc9XyZ12Q"
    with pytest.raises(GateRefused):
        upsert(space, "Login", secret)
    note(space, "Login", "Ask the vault.")
    with pytest.raises(GateRefused):
        upsert(space, "Login", secret)
    assert note(space, "Login", secret, override=frozenset({Gate.CREDENTIAL})).version == 2


def test_the_same_body_under_another_title_is_another_note(space: Space) -> None:
    first = note(space, "Deploy", "Push a signed tag to release the service.")
    receipt = upsert(space, "Release", "Push a signed tag to release the service.")
    assert receipt.outcome is WriteOutcome.COMMITTED
    assert receipt.memory is not None
    assert receipt.memory.id != first.id
    (created,) = read.events(space, PageRequest(), memory_id=receipt.memory.id).items
    assert created.details == {}


def test_a_forgotten_note_is_not_written_over(space: Space) -> None:
    first = note(space, "Deploy", "One.")
    revise.forget(space, ALICE, first.id)
    with pytest.raises(InvalidState, match="restore it first"):
        upsert(space, "Deploy", "Two.", permalink="deploy")
    assert note(space, "Deploy", "Two.").permalink == "deploy-2"


def test_a_replaced_note_names_what_replaced_it(space: Space) -> None:
    first = note(space, "Deploy", "One.")
    newer = remember(space, ALICE, draft("Nothing is deployed any more", supersedes=(first.id,))).memory
    assert newer is not None
    with pytest.raises(InvalidState, match=newer.id):
        upsert(space, "Deploy", "Two.", permalink="deploy")


def test_a_note_is_written_once_however_often_it_is_sent(space: Space) -> None:
    sent = NoteDraft("Deploy", "One.", idempotency_key="k")
    first, again = upsert_note(space, ALICE, sent), upsert_note(space, ALICE, sent)
    assert (first.replayed, again.replayed, again.memory) == (False, True, first.memory)
    with pytest.raises(IdempotencyConflict):
        upsert_note(space, ALICE, replace(sent, body="Two."))
    assert upsert_note(space, BOB, replace(sent, body="Two.")).replayed is False


def test_left_out_is_not_cleared() -> None:
    assert (NoteDraft("t", "b").tags, NoteDraft("t", "b").paths) == (UNSET, UNSET)
