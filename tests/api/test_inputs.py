"""From coerced GraphQL inputs to the domain's drafts: nothing lost, nothing invented."""

import math
from collections.abc import Callable
from typing import Annotated, Any

import pytest
import strawberry
from strawberry.schema.config import StrawberryConfig

from graphmem.api.enums import OrderDirection
from graphmem.api.inputs.declare import Raw, argument
from graphmem.api.inputs.entity import UpdateEntityInput, entity_changes
from graphmem.api.inputs.memory import CreateMemoryInput, memory_draft
from graphmem.api.inputs.memory_filter import (
    MemoryFilter,
    MemoryOrder,
    memory_filter,
    memory_order,
    page_request,
)
from graphmem.api.inputs.revise import UpdateMemoryInput, memory_patch
from graphmem.api.scalars import SCALARS
from graphmem.domain import draft, model
from graphmem.domain.draft import UNSET, EntityMention, EntityRef, ThreadRef
from graphmem.domain.errors import Invalid

NOON = 1_769_860_800_000_000
DATE = "2026-01-31T12:00:00Z"
GOT: list[Raw] = []


def _probe(input_type: type) -> Any:
    def resolve(input: Annotated[Raw, argument(input_type, "Anything.")]) -> bool:
        GOT.append(input)
        return True

    return strawberry.field(resolver=resolve)


@strawberry.type
class Probe:
    """Takes each input and keeps what reached the resolver."""

    create: bool = _probe(CreateMemoryInput)
    update: bool = _probe(UpdateMemoryInput)
    entity: bool = _probe(UpdateEntityInput)
    filter: bool = _probe(MemoryFilter)
    order: bool = _probe(MemoryOrder)


SCHEMA = strawberry.Schema(Probe, config=StrawberryConfig(scalar_map=SCALARS))


INPUTS = {
    "create": "CreateMemoryInput",
    "update": "UpdateMemoryInput",
    "entity": "UpdateEntityInput",
    "filter": "MemoryFilter",
    "order": "MemoryOrder",
}


def coerced(name: str, value: Any) -> Raw:
    """Send an input through GraphQL; give what its resolver got."""
    query = f"query ($v: {INPUTS[name]}!) {{ {name}(input: $v) }}"
    result = SCHEMA.execute_sync(query, {"v": value})
    assert result.errors is None, result.errors
    return GOT.pop()


LEAST = {"entity": {"key": "pypi:attrs"}, "layer": "Why", "content": "It is small."}


def test_the_least_create_is_a_draft_with_defaults() -> None:
    expected = draft.MemoryDraft(EntityRef(key="pypi:attrs"), "Why", "It is small.")
    assert memory_draft(coerced("create", LEAST)) == expected


def test_resolvers_get_the_mapping_not_an_instance() -> None:
    assert type(coerced("create", LEAST)) is dict


FULL = {
    "entity": {"mention": {"name": "attrs", "kind": "PROJECT", "key": "k", "aliases": ["a"], "forceNew": True}},
    "layer": "caveat",
    "content": "Slots need care.",
    "axes": {
        "title": "t",
        "altitude": "ARCHITECTURE",
        "type": "GOTCHA",
        "state": "DONE",
        "why": "w",
        "affects": ["x", "y"],
        "nextAction": "n",
    },
    "importance": 0.9,
    "pinned": False,
    "thread": {"key": "release"},
    "supersedes": ["mem_1"],
    "singleValued": True,
    "links": [{"to": "mem_2", "relation": "LED_TO", "reason": "r"}],
    "mentions": [{"id": "ent_1"}],
    "tags": ["a", "b"],
    "paths": ["src/a.py"],
    "permalink": "slots",
    "category": "AMBIENT",
    "confidence": "HIGH",
    "source": "INFERRED",
    "claims": ["a.py::f"],
    "transcript": "said",
    "checkGroundedness": True,
    "filter": "off",
    "validFrom": DATE,
    "validTo": "2026-01-31T12:00:00.000001Z",
    "provenance": {
        "parentAgent": "p",
        "client": "c",
        "model": "m",
        "toolCall": "tc",
        "branch": "b",
        "commit": "co",
        "span": "s",
    },
    "metadata": {"a": 1},
    "onAmbiguous": "REJECT",
    "override": ["LENGTH", "SCOPE"],
    "force": True,
    "dryRun": True,
    "idempotencyKey": "i",
}


def test_everything_a_create_says_arrives() -> None:
    assert memory_draft(coerced("create", FULL)) == draft.MemoryDraft(
        entity=EntityRef(mention=EntityMention("attrs", model.EntityKind.PROJECT, "k", ("a",), True)),
        layer="caveat",
        content="Slots need care.",
        axes=draft.AxesDraft(
            "t",
            model.Altitude.ARCHITECTURE,
            model.MemoryType.GOTCHA,
            model.MemoryState.DONE,
            "w",
            ("x", "y"),
            "n",
        ),
        importance=0.9,
        pinned=False,
        thread=ThreadRef(key="release"),
        supersedes=("mem_1",),
        single_valued=True,
        links=(draft.LinkDraft("mem_2", model.Relation.LED_TO, "r"),),
        mentions=(EntityRef(id="ent_1"),),
        tags=("a", "b"),
        paths=("src/a.py",),
        permalink="slots",
        category=model.Category.AMBIENT,
        confidence=model.Confidence.HIGH,
        source=model.Source.INFERRED,
        claims=("a.py::f",),
        transcript="said",
        check_groundedness=True,
        filter="off",
        valid_from=NOON,
        valid_to=NOON + 1,
        provenance=draft.ProvenanceDraft("p", "c", "m", "tc", "b", "co", "s"),
        metadata={"a": 1},
        on_ambiguous=draft.OnAmbiguous.REJECT,
        override=frozenset({draft.Gate.LENGTH, draft.Gate.SCOPE}),
        force=True,
        dry_run=True,
        idempotency_key="i",
    )


def test_enums_arrive_as_the_domains_own() -> None:
    made = memory_draft(coerced("create", FULL))
    assert type(made.category) is model.Category
    assert type(made.axes.type) is model.MemoryType
    assert {type(gate) for gate in made.override} == {draft.Gate}


NEVER_NULL = {"singleValued", "category", "confidence", "source", "onAmbiguous", "force", "dryRun", "checkGroundedness"}
NULLABLE = sorted(FULL.keys() - LEAST.keys() - NEVER_NULL)


@pytest.mark.parametrize("name", NULLABLE)
def test_null_is_the_same_as_left_out(name: str) -> None:
    sent = coerced("create", {**LEAST, name: None})
    assert memory_draft(sent) == memory_draft(coerced("create", LEAST))


@pytest.mark.parametrize("name", ["validFrom", "validTo", "metadata"])
@pytest.mark.parametrize("convert", [memory_draft, memory_patch])
def test_what_a_scalar_could_not_read_is_a_problem_of_its_field(convert: Callable[[Raw], object], name: str) -> None:
    least: dict[str, Any] = LEAST if convert is memory_draft else {"id": "mem_1"}
    sent = coerced("create" if convert is memory_draft else "update", {**least, name: "soon"})
    with pytest.raises(Invalid, match="'soon' is no") as raised:
        convert(sent)
    assert raised.value.path == (name,)


def test_a_number_that_is_none_is_left_to_the_service() -> None:
    made = memory_draft(coerced("create", {**LEAST, "importance": math.nan}))
    assert isinstance(made.importance, float)
    assert math.isnan(made.importance)


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


def test_no_filter_means_what_is_current() -> None:
    assert memory_filter(strawberry.UNSET) == memory_filter(None) == draft.MemoryFilter()
    assert memory_filter(coerced("filter", {})) == draft.MemoryFilter()
    assert memory_filter(coerced("filter", {"statuses": None})).statuses == frozenset()


def test_everything_a_filter_says_arrives() -> None:
    sent = {
        "entities": [{"id": "ent_1"}, {"key": "k"}],
        "layers": ["GOAL"],
        "types": ["FACT"],
        "states": ["OPEN"],
        "altitudes": ["MISSION"],
        "categories": ["FACT"],
        "statuses": ["CURRENT", "SUPERSEDED"],
        "thread": {"key": "t"},
        "tags": ["a"],
        "paths": ["p"],
        "agent": "alice",
        "branch": "b",
        "minImportance": 0.5,
        "createdAfter": DATE,
        "createdBefore": DATE,
        "asOf": {"recorded": DATE},
    }
    assert memory_filter(coerced("filter", sent)) == draft.MemoryFilter(
        entities=(EntityRef(id="ent_1"), EntityRef(key="k")),
        layers=frozenset({model.Layer.GOAL}),
        types=frozenset({model.MemoryType.FACT}),
        states=frozenset({model.MemoryState.OPEN}),
        altitudes=frozenset({model.Altitude.MISSION}),
        categories=frozenset({model.Category.FACT}),
        statuses=frozenset({model.MemoryStatus.CURRENT, model.MemoryStatus.SUPERSEDED}),
        thread=ThreadRef(key="t"),
        tags=("a",),
        paths=("p",),
        agent="alice",
        branch="b",
        min_importance=0.5,
        created_after=NOON,
        created_before=NOON,
        as_of=model.AsOf(recorded=NOON),
    )


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"createdAfter": "soon"}, ("filter", "createdAfter")),
        ({"asOf": {"valid": "soon"}}, ("filter", "asOf", "valid")),
    ],
)
def test_a_bad_date_in_a_filter_is_named(sent: dict[str, Any], path: tuple[str, ...]) -> None:
    with pytest.raises(Invalid) as raised:
        memory_filter(coerced("filter", sent))
    assert raised.value.path == path


def test_the_order_is_newest_first_unless_said() -> None:
    newest = (draft.MemoryOrderField.CREATED_AT, True)
    assert memory_order(None) == memory_order(coerced("order", {})) == newest
    sent = {"field": "IMPORTANCE", "direction": OrderDirection.ASC.name}
    assert memory_order(coerced("order", sent)) == (draft.MemoryOrderField.IMPORTANCE, False)


def test_paging_arguments_left_out_are_none() -> None:
    left_out = strawberry.UNSET
    assert page_request(left_out, left_out) == draft.PageRequest()
    assert page_request(3, "c", None, "d") == draft.PageRequest(3, "c", None, "d")


@pytest.mark.parametrize("ref", [{}, {"id": "a", "key": "b"}, {"id": None}])
def test_a_reference_is_exactly_one(ref: dict[str, Any]) -> None:
    query = "query ($v: CreateMemoryInput!) { create(input: $v) }"
    result = SCHEMA.execute_sync(query, {"v": {**LEAST, "entity": ref}})
    assert result.data is None
    assert result.errors is not None
    assert GOT == []
