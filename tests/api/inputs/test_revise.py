"""From coerced updates of memories and entities to patches: left out, null and given are told apart."""

import pytest

from graphmem.api.inputs.entity import entity_changes
from graphmem.api.inputs.revise import memory_patch
from graphmem.domain import draft, model
from graphmem.domain.draft import UNSET, ThreadRef
from graphmem.domain.errors import Invalid
from tests.api.probe import DATE, NOON, coerced


def test_an_empty_patch_changes_nothing() -> None:
    assert memory_patch(coerced("update", {"id": "mem_1"})) == draft.MemoryPatch("mem_1")


def test_everything_an_update_says_arrives() -> None:
    sent = {
        "id": "mem_1",
        "expectedVersion": 3,
        "content": "c",
        "axes": {"why": "w"},
        "layer": "goal",
        "importance": 0.5,
        "pinned": True,
        "thread": {"id": "thr_1"},
        "tags": ["a"],
        "paths": [],
        "category": "AMBIENT",
        "confidence": "LOW",
        "validFrom": DATE,
        "validTo": DATE,
        "metadata": {"a": 1},
        "claims": ["a.py"],
        "provenance": {"branch": "main"},
        "override": ["SCOPE"],
        "overrideProtection": "o",
        "force": True,
        "idempotencyKey": "i",
    }
    assert memory_patch(coerced("update", sent)) == draft.MemoryPatch(
        id="mem_1",
        expected_version=3,
        content="c",
        axes=draft.AxesDraft(why="w"),
        layer="goal",
        importance=0.5,
        pinned=True,
        thread=ThreadRef(id="thr_1"),
        tags=("a",),
        paths=(),
        category=model.Category.AMBIENT,
        confidence=model.Confidence.LOW,
        valid_from=NOON,
        valid_to=NOON,
        metadata={"a": 1},
        claims=("a.py",),
        provenance=draft.ProvenanceDraft(branch="main"),
        override=frozenset({draft.Gate.SCOPE}),
        override_protection="o",
        force=True,
        idempotency_key="i",
    )


@pytest.mark.parametrize(
    ("name", "attribute", "cleared"),
    [
        ("thread", "thread", None),
        ("validFrom", "valid_from", None),
        ("validTo", "valid_to", None),
        ("metadata", "metadata", None),
        ("tags", "tags", ()),
        ("paths", "paths", ()),
        ("claims", "claims", ()),
    ],
)
def test_null_clears_what_may_be_cleared(name: str, attribute: str, cleared: object) -> None:
    patch = memory_patch(coerced("update", {"id": "mem_1", name: None}))
    assert getattr(patch, attribute) == cleared
    assert getattr(memory_patch(coerced("update", {"id": "mem_1"})), attribute) is UNSET


@pytest.mark.parametrize("name", ["content", "layer", "importance", "pinned", "category", "confidence"])
def test_null_is_refused_where_nothing_can_be_cleared(name: str) -> None:
    with pytest.raises(Invalid, match="leave it out to keep it") as raised:
        memory_patch(coerced("update", {"id": "mem_1", name: None}))
    assert raised.value.path == (name,)


@pytest.mark.parametrize("name", ["why", "nextAction"])
def test_axes_tell_null_from_left_out(name: str) -> None:
    cleared = memory_patch(coerced("update", {"id": "mem_1", "axes": {name: None, "affects": []}})).axes
    kept = memory_patch(coerced("update", {"id": "mem_1", "axes": {"title": "t"}})).axes
    assert cleared is not None
    assert kept is not None
    attribute = {"why": "why", "nextAction": "next_action"}[name]
    assert getattr(cleared, attribute) is None
    assert getattr(kept, attribute) is UNSET
    assert (cleared.affects, kept.affects) == ((), None)


def test_an_entity_is_changed_only_where_said() -> None:
    untouched = {
        "expected_version": None,
        "name": UNSET,
        "kind": UNSET,
        "key": UNSET,
        "attributes": UNSET,
    }
    assert entity_changes(coerced("entity", {"id": "ent_1"})) == untouched
    sent = {"id": "ent_1", "expectedVersion": 2, "name": "n", "kind": "FILE", "key": None, "attributes": None}
    assert entity_changes(coerced("entity", sent)) == {
        "expected_version": 2,
        "name": "n",
        "kind": model.EntityKind.FILE,
        "key": None,
        "attributes": None,
    }
    with pytest.raises(Invalid, match="name can't be null"):
        entity_changes(coerced("entity", {"id": "ent_1", "name": None}))
