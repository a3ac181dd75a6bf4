"""Update, supersede, forget, restore and erase through GraphQL on a real space."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import LEAST, Client


def test_an_update_makes_a_version(client: Client) -> None:
    made = client.create("The broker needs 4 GB.")
    given = {"id": made, "expectedVersion": 1, "content": "The broker needs 8 GB.", "tags": ["ops"]}
    payload = client.do("updateMemory", given, "outcome memory { version content tags }")
    assert payload["outcome"] == "COMMITTED"
    assert payload["memory"] == {"version": 2, "content": "The broker needs 8 GB.", "tags": ["ops"]}
    nothing = client.do("updateMemory", {"id": made}, "outcome memory { version }")
    assert (nothing["outcome"], nothing["memory"]) == ("UNCHANGED", {"version": 2})


def test_a_version_that_passed_is_a_conflict_with_the_current_memory(client: Client) -> None:
    made = client.create("The broker needs 4 GB.")
    client.do("updateMemory", {"id": made, "tags": ["ops"]}, "outcome")
    fields = "outcome memory { id } errors { ... on VersionConflictError { current { version tags } } }"
    payload = client.do("updateMemory", {"id": made, "expectedVersion": 1, "tags": []}, fields)
    assert (payload["outcome"], payload["memory"]) == ("REFUSED", None)
    [error] = payload["errors"]
    assert (error["code"], error["path"]) == ("VERSION_CONFLICT", ["input", "expectedVersion"])
    assert error["current"] == {"version": 2, "tags": ["ops"]}


def test_null_in_an_update_clears_or_is_refused(client: Client) -> None:
    made = client.create("One.", metadata={"a": 1}, validTo="2027-01-01T00:00:00Z")
    fields = "outcome memory { metadata validTo }"
    payload = client.do("updateMemory", {"id": made, "metadata": None, "validTo": None}, fields)
    assert payload["memory"] == {"metadata": None, "validTo": None}
    refused = client.do("updateMemory", {"id": made, "content": None}, fields)
    assert [(e["code"], e["path"]) for e in refused["errors"]] == [("INVALID", ["input", "content"])]


def test_a_replacement_supersedes(client: Client) -> None:
    old = client.create("We use Kafka.")
    given = {"id": old, "replacement": {**LEAST, "content": "We use NATS."}, "reason": "simpler"}
    fields = "outcome memory { id status supersedes { id } } superseded { id status supersededBy { id } }"
    payload = client.do("supersedeMemory", given, fields)
    assert payload["errors"] == []
    new = payload["memory"]["id"]
    assert payload["memory"] == {"id": new, "status": "CURRENT", "supersedes": [{"id": old}]}
    assert payload["superseded"] == {"id": old, "status": "SUPERSEDED", "supersededBy": [{"id": new}]}
    again = client.do("supersedeMemory", given, "outcome")
    assert [(e["code"], e["path"]) for e in again["errors"]] == [("INVALID_STATE", ["input", "id"])]


@pytest.mark.parametrize(
    ("spoil", "path"),
    [({"dryRun": True}, ["dryRun"]), ({"validFrom": "soon"}, ["validFrom"]), ({"content": ""}, ["content"])],
)
def test_a_bad_replacement_is_named(client: Client, spoil: dict[str, Any], path: list[str]) -> None:
    old = client.create("We use Kafka.")
    given = {"id": old, "replacement": {**LEAST, **spoil}}
    payload = client.do("supersedeMemory", given, "outcome")
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [("INVALID", ["input", "replacement", *path])]
    assert client.ask("{ stats { memories } }")["stats"]["memories"] == 1


def test_forget_and_restore(client: Client) -> None:
    made = client.create("One.")
    forgotten = client.do("forgetMemory", {"id": made, "reason": "wrong"}, "outcome memory { status }")
    assert (forgotten["outcome"], forgotten["memory"]) == ("COMMITTED", {"status": "FORGOTTEN"})
    assert client.ask("{ memories { totalCount } }")["memories"]["totalCount"] == 0
    back = client.do("restoreMemory", {"id": made}, "outcome memory { status }")
    assert back["memory"] == {"status": "CURRENT"}
    again = client.do("restoreMemory", {"id": made}, "outcome")
    assert [error["code"] for error in again["errors"]] == ["INVALID_STATE"]


def test_a_protected_memory_is_not_forgotten_without_an_override(client: Client) -> None:
    made = client.create("Never restart it.", layer="caveat")
    payload = client.do("forgetMemory", {"id": made}, "outcome")
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [("PROTECTED", ["input", "overrideProtection"])]
    given = {"id": made, "overrideProtection": "it was never true", "idempotencyKey": "f1"}
    assert client.do("forgetMemory", given, "outcome replayed")["outcome"] == "COMMITTED"
    assert client.do("forgetMemory", given, "outcome replayed")["replayed"] is True


def test_erase_leaves_nothing_to_read(client: Client) -> None:
    made = client.create("My phone number.", entity="Only Here")
    payload = client.do("eraseMemory", {"id": made, "reason": "asked"}, "erasedId swept: sweptEntities")
    assert payload["erasedId"] == made
    assert len(payload["swept"]) == 1
    read = client.ask("query ($id: ID!) { node(id: $id) { id } }", id=made)
    assert read["node"] is None
    missing = client.do("eraseMemory", {"id": made, "reason": "again"}, "erasedId")
    assert (missing["erasedId"], [e["code"] for e in missing["errors"]]) == (None, ["NOT_FOUND"])
