"""From a coerced CreateMemoryInput to a draft: nothing lost, nothing invented."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from graphmem.api.inputs.declare import Raw
from graphmem.api.inputs.memory import memory_draft
from graphmem.api.inputs.revise import memory_patch
from graphmem.domain import draft, model
from graphmem.domain.draft import EntityMention, EntityRef, ThreadRef
from graphmem.domain.errors import Invalid
from tests.api.probe import DATE, GOT, NOON, SCHEMA, coerced

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


@pytest.mark.parametrize("ref", [{}, {"id": "a", "key": "b"}, {"id": None}])
def test_a_reference_is_exactly_one(ref: dict[str, Any]) -> None:
    query = "query ($v: CreateMemoryInput!) { create(input: $v) }"
    result = SCHEMA.execute_sync(query, {"v": {**LEAST, "entity": ref}})
    assert result.data is None
    assert result.errors is not None
    assert GOT == []
