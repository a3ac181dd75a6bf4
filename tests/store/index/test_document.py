from __future__ import annotations

import pytest

from graphmem.domain.model import Axis, Mention
from graphmem.store.index.document import document_terms
from tests.store.index.samples import NOON, memory

DATE = ["novemb", "14", "2023", "tuesday", "2023-11-14"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"inferred": frozenset({Axis.TITLE})}, ["port", "open"]),
        ({"title": "port"}, ["port", "open"]),
        ({"title": "Firewall"}, ["port", "open", "firewal"]),
        ({"why": "tests", "next_action": "close", "affects": ("billing",)}, ["port", "open", "test", "close", "bill"]),
        ({"tags": ("net-ops",), "paths": ("a/b.py",)}, ["port", "open", "netop", "net", "op", "a/b.py", "b.py", "py"]),
        ({"permalink": "open-port"}, ["port", "open", "openport", "open", "port"]),
        ({"mentions": (Mention("ent_2", "port"), Mention("ent_3", "Anna"))}, ["port", "open", "anna"]),
    ],
)
def test_everything_that_is_said_is_searched_once(fields: dict[str, object], expected: list[str]) -> None:
    fields = {"title": "port open"} | fields
    assert document_terms(memory("m", "port open", **fields)) == DATE + expected


def test_the_date_is_when_it_holds_from() -> None:
    assert document_terms(memory("m", "x", created_at=NOON, valid_from=0))[:3] == ["januari", "1", "1970"]
