"""No secret gets in beside a memory: every door for reasons, names and data, in every setting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.draft import (
    EntityMention,
    EntityRef,
    Gate,
    LinkDraft,
    MemoryFilter,
    MemoryPatch,
    NoteDraft,
    PageRequest,
    ProvenanceDraft,
    ThreadRef,
)
from graphmem.domain.errors import GateRefused, Problems
from graphmem.domain.kinds import UseOutcome
from graphmem.domain.model import Category, Event, EventType, Relation
from graphmem.services import curate, linking, read, revise
from graphmem.services.conflicts import ConflictDecision, resolve_conflict
from graphmem.services.forget_many import forget_many
from graphmem.services.holding import pending
from graphmem.services.muting import mute
from graphmem.services.notes import upsert_note
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from graphmem.services.usage import record_use
from graphmem.store.record import RecordKind
from tests.conftest import ALICE, Clock, about, draft, small
from tests.services.writing import entity_of, write

VALUE = "hunter2Abc9XyZ12Q"
SECRET = f"the password is {VALUE}"
HIDDEN = "the password is [redacted]"


@pytest.fixture(scope="module")
def redacting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Space]:
    """A space that hides credentials instead of refusing them."""
    clock, path = Clock(), tmp_path_factory.mktemp("redacting") / "store.db"
    settings = small(redact_credentials=True)
    with closing(open_space(path, settings, clock=clock, ids=UlidSource(clock))) as opened:
        yield opened


def forgetting(space: Space) -> object:
    return revise.forget(space, ALICE, write(space, "To forget").id, reason=SECRET)


def forgetting_protected(space: Space) -> object:
    return revise.forget(space, ALICE, write(space, "Pinned", pinned=True).id, override_protection=SECRET)


def superseding(space: Space) -> object:
    return revise.supersede(space, ALICE, write(space, "Older").id, None, draft("Newer"), SECRET)


def erasing(space: Space) -> object:
    return revise.erase(space, ALICE, write(space, "To erase").id, SECRET)


def erasing_protected(space: Space) -> object:
    return revise.erase(space, ALICE, write(space, "Pin", pinned=True).id, "old", override_protection=SECRET)


def linking_two(space: Space) -> object:
    ends = write(space, "From here"), write(space, "To there")
    return linking.link(space, ALICE, ends[0].id, Relation.EXTENDS, ends[1].id, SECRET)


def merging(space: Space) -> object:
    two = [entity_of(space, write(space, f"Of {name}", name)) for name in ("Walrus", "Otter")]
    return curate.merge(space, ALICE, two[0].id, [two[1].id], SECRET)


def forgetting_many(space: Space) -> object:
    write(space, "Heap", tags=("heap",))
    return forget_many(space, ALICE, MemoryFilter(tags=("heap",)), 1, SECRET)


def using(space: Space) -> object:
    return record_use(space, ALICE, write(space, "Used").id, UseOutcome.APPLIED, SECRET)


def leaving_a_layer(space: Space) -> object:
    caveat = write(space, "Mind the gap", layer="caveat")
    return update(space, ALICE, MemoryPatch(caveat.id, layer="context", override_protection=SECRET))


def changing_a_note(space: Space) -> object:
    upsert_note(space, ALICE, NoteDraft("Gap", "Mind it"))
    return upsert_note(space, ALICE, NoteDraft("Gap", "Mind it well", override_protection=SECRET))


def settling(space: Space) -> object:
    remember(space, ALICE, draft("The database listens on port 5432 inside the cluster", "Database"))
    made = remember(space, ALICE, draft("The database listens on port 6543 inside the cluster", "Database"))
    return resolve_conflict(space, ALICE, made.conflicts[0].id, ConflictDecision.DISMISS, SECRET)


Act = Callable[[Space], object]

REASONS: list[tuple[Act, str]] = [
    (forgetting, "reason"),
    (forgetting_protected, "overrideProtection"),
    (superseding, "reason"),
    (erasing, "reason"),
    (erasing_protected, "overrideProtection"),
    (linking_two, "reason"),
    (merging, "reason"),
    (forgetting_many, "reason"),
    (using, "note"),
    (leaving_a_layer, "overrideProtection"),
    (changing_a_note, "overrideProtection"),
    (settling, "reason"),
]


def told(space: Space) -> list[Event]:
    """Every event of the space."""
    return [event for n in range(1, space.state.events.last + 1) if (event := space.state.events.get(n)) is not None]


@pytest.mark.parametrize(("act", "path"), REASONS, ids=lambda value: getattr(value, "__name__", value))
def test_a_secret_in_a_reason_is_refused(space: Space, act: Act, path: str) -> None:
    with pytest.raises(GateRefused) as caught:
        act(space)
    assert (caught.value.path, caught.value.gate) == ((path,), Gate.CREDENTIAL)
    assert VALUE not in repr(vars(caught.value)) + repr(told(space))


@pytest.mark.parametrize(("act", "path"), REASONS, ids=lambda value: getattr(value, "__name__", value))
def test_a_space_that_redacts_keeps_the_reason_without_the_secret(redacting: Space, act: Act, path: str) -> None:
    act(redacting)
    recorded = repr(told(redacting)[-6:])
    assert HIDDEN in recorded
    assert VALUE not in recorded


def named_so(space: Space) -> str:
    """The entity whose names are tried."""
    return entity_of(space, write(space, "About the vault", "Vault")).id


NAMES: list[tuple[Callable[[Space, str], object], tuple[str, ...]]] = [
    (lambda s, e: curate.add_alias(s, ALICE, e, SECRET), ("name",)),
    (lambda s, e: curate.update_entity(s, ALICE, e, name=SECRET), ("name",)),
    (lambda s, e: curate.update_entity(s, ALICE, e, key=SECRET), ("key",)),
    (lambda s, e: curate.split(s, ALICE, e, [], SECRET), ("name",)),
    (lambda s, e: curate.split(s, ALICE, e, [], "Safe", None, ["fine", SECRET]), ("aliases", "1")),
    (lambda s, e: mute(s, ALICE, None, SECRET), ("tag",)),
    (lambda s, e: remember(s, ALICE, draft("x", about(SECRET))), ("entity", "mention", "name")),
    (lambda s, e: remember(s, ALICE, draft("x", about("V", key=SECRET))), ("entity", "mention", "key")),
    (
        lambda s, e: remember(s, ALICE, draft("x", mentions=(about("V", aliases=("w", SECRET)),))),
        ("mentions", "0", "mention", "aliases", "1"),
    ),
    (lambda s, e: remember(s, ALICE, draft("x", tags=("a", SECRET))), ("tags", "1")),
    (lambda s, e: remember(s, ALICE, draft("x", paths=(SECRET,))), ("paths", "0")),
    (lambda s, e: remember(s, ALICE, draft("x", thread=ThreadRef(key=SECRET))), ("thread", "key")),
    (lambda s, e: remember(s, ALICE, draft("x", permalink=SECRET)), ("permalink",)),
    (
        lambda s, e: remember(s, ALICE, draft("x", provenance=ProvenanceDraft(client=SECRET))),
        ("provenance", "client"),
    ),
    (
        lambda s, e: update(s, ALICE, MemoryPatch(write(s, "Patched").id, thread=ThreadRef(key=SECRET))),
        ("thread", "key"),
    ),
    (lambda s, e: update(s, ALICE, MemoryPatch(write(s, "Patched").id, paths=(SECRET,))), ("paths", "0")),
    (
        lambda s, e: upsert_note(s, ALICE, NoteDraft("N", "b", entity=EntityRef(mention=EntityMention(SECRET)))),
        ("entity", "mention", "name"),
    ),
    (
        lambda s, e: upsert_note(
            s, ALICE, NoteDraft("N", "b", entity=EntityRef(mention=EntityMention("V", aliases=(SECRET,))))
        ),
        ("entity", "mention", "aliases", "0"),
    ),
]


@pytest.mark.parametrize(("act", "path"), NAMES, ids=lambda value: "/".join(value) if isinstance(value, tuple) else "")
@pytest.mark.parametrize("kind", ["space", "redacting"])
def test_a_secret_is_no_name(
    request: pytest.FixtureRequest, kind: str, act: Callable[[Space, str], object], path: tuple[str, ...]
) -> None:
    space: Space = request.getfixturevalue(kind)
    entity = named_so(space)
    with pytest.raises(GateRefused) as caught:
        act(space, entity)
    assert (caught.value.path, caught.value.gate) == (path, Gate.CREDENTIAL)
    assert VALUE not in repr(vars(caught.value)) + repr(told(space))


def test_a_secret_in_attributes_is_refused_or_hidden(space: Space, redacting: Space) -> None:
    with pytest.raises(GateRefused) as caught:
        curate.update_entity(space, ALICE, named_so(space), attributes={"login": {"password": VALUE}})
    assert caught.value.path == ("attributes",)
    changed = curate.update_entity(redacting, ALICE, named_so(redacting), attributes={"login": {"password": VALUE}})
    assert changed.attributes == {"login": {"password": "[redacted]"}}


def test_a_redacting_space_hides_what_comes_with_a_memory(redacting: Space) -> None:
    target = write(redacting, "Where it leads")
    links = (LinkDraft(target.id, Relation.EXTENDS, SECRET), LinkDraft(target.id, Relation.DEPENDS_ON))
    memory = write(redacting, "With data", metadata={"password": VALUE}, links=links)
    assert memory.metadata == {"password": "[redacted]"}
    assert [link.reason for link in read.links(redacting, memory.id, "out")] == [HIDDEN, None]
    changed = update(redacting, ALICE, MemoryPatch(memory.id, metadata={"token": VALUE})).memory
    assert changed is not None
    assert changed.metadata == {"token": "[redacted]"}
    through = MemoryPatch(memory.id, metadata={"token": VALUE}, override=frozenset({Gate.CREDENTIAL}))
    kept = update(redacting, ALICE, through).memory
    assert kept is not None
    assert kept.metadata == {"token": VALUE}


@pytest.mark.parametrize("blank", ["", " ", "\u200b\u2060", "\ufeff\u3164"], ids=ascii)
def test_a_reason_that_must_be_given_must_show(space: Space, blank: str) -> None:
    kept = write(space, "Kept", pinned=True, tags=("heap",))
    for act, path in (
        (lambda: revise.erase(space, ALICE, kept.id, blank), "reason"),
        (lambda: forget_many(space, ALICE, MemoryFilter(tags=("heap",)), 1, blank), "reason"),
        (lambda: revise.forget(space, ALICE, kept.id, override_protection=blank), "overrideProtection"),
        (lambda: revise.erase(space, ALICE, kept.id, "old", override_protection=blank), "overrideProtection"),
    ):
        with pytest.raises(Problems) as caught:
            act()
        assert [problem.path for problem in caught.value.problems] == [(path,)]
    assert read.memory(space, kept.id) == kept


@pytest.mark.parametrize("blank", ["", "  ", "\u200b\u2060"], ids=ascii)
def test_a_reason_without_a_visible_character_is_none(space: Space, blank: str) -> None:
    gone = write(space, "Gone")
    revise.forget(space, ALICE, gone.id, reason=blank)
    (event,) = read.events(space, PageRequest(), frozenset({EventType.MEMORY_FORGOTTEN})).items
    assert event.reason is None


def test_what_a_waiting_memory_was_checked_against_is_not_kept(space: Space) -> None:
    said = f"The user prefers tabs. {SECRET}"
    waiting = draft("The user prefers tabs", category=Category.USER_INFERENCE, transcript=said, check_groundedness=True)
    remember(space, ALICE, waiting)
    (held,) = pending(space)
    assert "transcript" not in held.draft
    assert VALUE not in repr(list(space.state.records.all(RecordKind.PENDING)))
