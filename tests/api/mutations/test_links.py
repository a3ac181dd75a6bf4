"""Links through GraphQL on a real space."""

from __future__ import annotations

import pytest

from tests.api.conftest import Client


def test_link_and_unlink(client: Client) -> None:
    one, two = client.create("One."), client.create("Two.")
    given = {"from": one, "relation": "LED_TO", "to": two, "reason": "so"}
    fields = "link { id from { id } relation to { id } reason inferred createdAt }"
    link = client.do("linkMemories", given, fields)["link"]
    assert link == {
        "id": link["id"],
        "from": {"id": one},
        "relation": "LED_TO",
        "to": {"id": two},
        "reason": "so",
        "inferred": False,
        "createdAt": "2026-01-01T00:00:00.000002Z",
    }
    assert client.do("linkMemories", given, "link { id }")["link"] == {"id": link["id"]}
    gone = client.do("unlinkMemories", {"link": link["id"]}, "unlinkedId")
    assert gone["unlinkedId"] == link["id"]
    again = client.do("unlinkMemories", {"link": "lnk_0"}, "unlinkedId")
    assert [(e["code"], e["path"]) for e in again["errors"]] == [("NOT_FOUND", ["input", "link"])]


@pytest.mark.parametrize("relation", ["SUPERSEDES", "EXTENDS"])
def test_a_memory_is_not_linked_with_itself(client: Client, relation: str) -> None:
    one = client.create("One.")
    payload = client.do("linkMemories", {"from": one, "relation": relation, "to": one}, "link { id }")
    assert payload["link"] is None
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [("CYCLE", ["input", "to"])]
