"""How what callers hand in is spelt for the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest

from graphmem.client import inputs, naming
from graphmem.client.answers import EntitySummary, ThreadSummary
from graphmem.client.inputs import CLEAR, Changes, Draft, Filter, NewLink, Note, Vector, spelt
from graphmem.client.naming import AsOf, Id, Key, Named
from graphmem.domain.kinds import Category, EntityKind, Relation

NOON = datetime(2026, 1, 31, 12, tzinfo=timezone(timedelta(hours=2)))


@pytest.mark.parametrize(
    ("value", "spelling"),
    [
        (Category.USER_INFERENCE, "USER_INFERENCE"),
        ("user-inference", "USER_INFERENCE"),
        (" in progress ", "IN_PROGRESS"),
        (Relation.LED_TO, "LED_TO"),
    ],
)
def test_a_value_of_a_closed_set(value: Any, spelling: str) -> None:
    assert naming.enum_name(value) == spelling


@pytest.mark.parametrize(
    ("entity", "ref"),
    [
        ("Atlas", {"mention": {"name": "Atlas"}}),
        (Named("Atlas"), {"mention": {"name": "Atlas"}}),
        (
            Named("Atlas", kind=EntityKind.PROJECT, key="git:a", aliases="The Atlas", force_new=True),
            {
                "mention": {
                    "name": "Atlas",
                    "kind": "PROJECT",
                    "key": "git:a",
                    "aliases": ["The Atlas"],
                    "forceNew": True,
                }
            },
        ),
        (Key("git:a"), {"key": "git:a"}),
        (Id("ent_1"), {"id": "ent_1"}),
        (EntitySummary("ent_1", EntityKind.PROJECT, "Atlas", None), {"id": "ent_1"}),
    ],
)
def test_an_entity(entity: naming.EntityLike, ref: dict[str, Any]) -> None:
    assert naming.entity_ref(entity) == ref


def test_a_thread() -> None:
    assert naming.thread_ref("exports") == {"key": "exports"}
    assert (
        naming.thread_ref(Id("thr_1")) == naming.thread_ref(ThreadSummary("thr_1", "exports", None)) == {"id": "thr_1"}
    )


def test_a_single_text_is_never_its_letters() -> None:
    assert naming.texts("night") == ["night"]
    assert naming.ids_of("mem_1") == ["mem_1"]
    assert naming.enum_names("goal") == ["GOAL"]
    assert naming.entity_refs("Atlas") == [{"mention": {"name": "Atlas"}}]


def test_instants_need_a_zone_and_go_out_in_utc() -> None:
    assert naming.instant(NOON) == "2026-01-31T10:00:00+00:00"
    assert naming.as_of_input(AsOf(valid=NOON)) == {"valid": "2026-01-31T10:00:00+00:00"}
    with pytest.raises(ValueError, match="time zone"):
        naming.instant(datetime(2026, 1, 31))


def test_a_draft_says_only_what_was_given() -> None:
    assert spelt(Draft("It runs.", about="Atlas")) == {
        "content": "It runs.",
        "entity": {"mention": {"name": "Atlas"}},
        "layer": "context",
    }


def test_a_draft_puts_axes_together() -> None:
    draft = Draft(
        "It runs.", about="Atlas", state="in progress", next_action="Stop it.", links=[NewLink("mem_1", "led to")]
    )
    said = spelt(draft)
    assert said["axes"] == {"state": "IN_PROGRESS", "nextAction": "Stop it."}
    assert said["links"] == [{"to": "mem_1", "relation": "LED_TO"}]


def test_a_change_tells_clearing_from_leaving() -> None:
    said = spelt(Changes("mem_1", why=CLEAR, thread=CLEAR, tags=["a"]))
    assert said == {"id": "mem_1", "axes": {"why": None}, "thread": None, "tags": ["a"]}


def test_a_vector_comes_as_plain_numbers_and_can_be_cleared() -> None:
    vector = Vector("theirs", np.array([1, 2], dtype=np.float32))
    assert spelt(Draft("It runs.", about="Atlas", vector=vector))["vector"] == {"model": "theirs", "values": [1.0, 2.0]}
    assert spelt(Changes("mem_1", vector=CLEAR)) == {"id": "mem_1", "vector": None}


def test_a_filter() -> None:
    chosen = Filter(statuses=CLEAR, created_after=NOON, as_of=AsOf(recorded=NOON), entities=["Atlas"])
    assert spelt(chosen) == {
        "statuses": None,
        "createdAfter": "2026-01-31T10:00:00+00:00",
        "asOf": {"recorded": "2026-01-31T10:00:00+00:00"},
        "entities": [{"mention": {"name": "Atlas"}}],
    }


def test_every_spelling_is_of_some_field() -> None:
    known = {name for kind in (Draft, Changes, Note, Filter, NewLink) for name in kind.__dataclass_fields__}
    assert set(inputs._SPELLINGS) | set(inputs._RENAMED) | inputs._AXES <= known


def test_utc_stays_utc() -> None:
    assert naming.instant(datetime(2026, 1, 31, tzinfo=UTC)) == "2026-01-31T00:00:00+00:00"


def test_a_note_has_its_title_and_type_outright() -> None:
    assert spelt(Note("Exports", "They run.", type="fact")) == {"title": "Exports", "body": "They run.", "type": "FACT"}
