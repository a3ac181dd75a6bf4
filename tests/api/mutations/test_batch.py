"""createMemories through GraphQL: all or nothing, or each on its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import ATLAS, Client


def batch(*contents: str, **rest: Any) -> dict[str, Any]:
    memories = [{"entity": ATLAS, "layer": "context", "content": content} for content in contents]
    return {"memories": memories, **rest}


RESULTS = "committed curationHint replayed results { outcome memory { content } errors { code path } }"


def test_a_batch_is_answered_in_its_order(client: Client) -> None:
    payload = client.do("createMemories", batch("One.", "Two.", "one"), RESULTS)
    assert (payload["committed"], payload["errors"], payload["curationHint"]) == (2, [], None)
    assert [(r["outcome"], r["memory"]["content"]) for r in payload["results"]] == [
        ("COMMITTED", "One."),
        ("COMMITTED", "Two."),
        ("DUPLICATE", "One."),
    ]


@pytest.mark.parametrize("spoil", [{"content": ""}, {"validFrom": "soon"}, {"entity": {"id": "ent_0"}}])
def test_all_or_nothing_writes_nothing_when_one_is_refused(client: Client, spoil: dict[str, Any]) -> None:
    given = batch("One.", "Two.", "Three.")
    given["memories"][1].update(spoil)
    payload = client.do("createMemories", given, RESULTS)
    assert (payload["committed"], payload["results"]) == (0, [])
    [error] = payload["errors"]
    assert error["path"][:3] == ["input", "memories", "1"]
    assert error["path"][3] in spoil
    assert client.ask("{ stats { memories } }")["stats"]["memories"] == 0


@pytest.mark.parametrize("spoil", [{"content": ""}, {"validFrom": "soon"}, {"entity": {"id": "ent_0"}}])
def test_each_spares_the_others(client: Client, spoil: dict[str, Any]) -> None:
    given = batch("One.", "Two.", "Three.", mode="EACH")
    given["memories"][1].update(spoil)
    payload = client.do("createMemories", given, RESULTS)
    assert (payload["committed"], payload["errors"]) == (2, [])
    assert [result["outcome"] for result in payload["results"]] == ["COMMITTED", "REFUSED", "COMMITTED"]
    [error] = payload["results"][1]["errors"]
    assert error["path"][:3] == ["input", "memories", "1"]
    assert [r["memory"]["content"] for r in payload["results"] if r["memory"]] == ["One.", "Three."]


def test_a_batch_of_nothing_readable_is_all_refused(client: Client) -> None:
    given = batch("One.", mode="EACH")
    given["memories"][0]["metadata"] = [1]
    payload = client.do("createMemories", given, RESULTS)
    assert payload["committed"] == 0
    assert [result["outcome"] for result in payload["results"]] == ["REFUSED"]


@pytest.mark.parametrize("count", [0, 501])
def test_a_batch_has_a_size(bystander: Client, count: int) -> None:
    payload = bystander.do("createMemories", batch(*["x"] * count), RESULTS)
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [("LIMIT_EXCEEDED", ["input", "memories"])]


def test_a_batch_is_replayed_by_its_key(client: Client) -> None:
    given = batch("One.", "Two.", idempotencyKey="b1")
    first = client.do("createMemories", given, RESULTS)
    again = client.do("createMemories", given, RESULTS)
    assert (first["replayed"], again["replayed"]) == (False, True)
    assert again["results"] == first["results"]
