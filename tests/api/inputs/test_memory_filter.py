"""From coerced filters, orders and paging arguments to the domain's own."""

from typing import Any

import pytest
import strawberry

from graphmem.api.enums import OrderDirection
from graphmem.api.inputs.memory_filter import (
    memory_filter,
    memory_order,
    page_request,
)
from graphmem.domain import draft, model
from graphmem.domain.draft import EntityRef, ThreadRef
from graphmem.domain.errors import Invalid
from tests.api.probe import DATE, NOON, coerced


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
