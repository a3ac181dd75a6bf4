"""Single links of a chain: roles, what is cause and what effect, and what a thread suggests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.chain_links import TraceRole, cause_and_effect, inferred_links, role_of
from graphmem.domain.model import Layer, Link, MemoryType, Relation
from tests.domain.chain_samples import ROLES, memory, thread_story


@pytest.mark.parametrize("role", ROLES)
def test_layer_and_type_give_the_role(role: str) -> None:
    assert role_of(memory("a", role)) is TraceRole(role)


@pytest.mark.parametrize(
    ("layer", "kind", "role"),
    [
        (Layer.GOAL, MemoryType.DECISION, "goal"),
        (Layer.CAVEAT, MemoryType.DECISION, "caveat"),
        (Layer.CONTEXT, MemoryType.DECISION, "decision"),
        (Layer.CONTEXT, MemoryType.SOLUTION, "implementation"),
        (Layer.IMPLEMENTATION, MemoryType.NOTE, "implementation"),
        (Layer.LEARNING, MemoryType.FACT, "learning"),
        (Layer.CONTEXT, MemoryType.GOTCHA, "caveat"),
        (Layer.CONTEXT, MemoryType.CONVENTION, "caveat"),
        (Layer.EMOTION, MemoryType.QUESTION, "context"),
    ],
)
def test_roles_at_the_borders(layer: Layer, kind: MemoryType, role: str) -> None:
    sample = memory("a")
    assert role_of(replace(sample, layer=layer, axes=replace(sample.axes, type=kind))) == role


@pytest.mark.parametrize("relation", Relation)
def test_only_led_to_points_forward(relation: Relation) -> None:
    link = Link("lnk", "from", relation, "to", None, False, 0)
    assert cause_and_effect(link) == (("from", "to") if relation is Relation.LED_TO else ("to", "from"))


def _suggested(*explained: str) -> list[str]:
    thread = list(thread_story().memories.values())
    links = list(inferred_links(thread, frozenset(explained)))
    assert all(link.inferred for link in links)
    return [f"{link.source_id} {link.relation} {link.target_id}" for link in links]


def test_a_thread_suggests_what_led_to_what() -> None:
    assert _suggested() == [
        "context1 led_to decision2",
        "implementation3 implements decision2",
        "implementation3 led_to outcome4",
        "outcome4 led_to learning5",
        "outcome4 led_to caveat6",
        "caveat6 led_to decision7",
    ]


def test_nothing_is_guessed_where_the_cause_is_known() -> None:
    assert "implementation3 implements decision2" not in _suggested("implementation3", "decision2")
    assert len(_suggested("implementation3", "decision2")) == 4


def test_a_goal_leads_where_no_decision_was_written() -> None:
    thread = [memory("g", "goal"), memory("i", "implementation"), memory("j", "implementation")]
    assert [(link.source_id, link.target_id) for link in inferred_links(thread)] == [("g", "i"), ("g", "j")]
