"""Notes, writes that wait and memories that disagree, through GraphQL on a real space."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import ATLAS, Client
from tests.conftest import Clock

PENDING = "{ pendingMemories { id expiresAt draft findings { gate message } } }"


def waiting(client: Client, content: str = "She prefers short answers.") -> str:
    given = {"entity": ATLAS, "layer": "context", "content": content, "category": "USER_INFERENCE"}
    payload = client.do("createMemory", given, "outcome memory { id } pending { id expiresAt draft }")
    assert (payload["outcome"], payload["memory"], payload["errors"]) == ("PENDING", None, [])
    assert payload["pending"]["expiresAt"] == "2026-01-01T01:00:00.000000Z"
    assert payload["pending"]["draft"]["content"] == content
    pending: str = payload["pending"]["id"]
    return pending


def test_what_waits_is_written_once_it_is_confirmed(client: Client) -> None:
    pending = waiting(client)
    assert [row["id"] for row in client.ask(PENDING)["pendingMemories"]] == [pending]
    assert client.ask("{ stats { memories } }")["stats"]["memories"] == 0
    payload = client.do("confirmMemory", {"pending": pending}, "outcome memory { content category }")
    assert payload["outcome"] == "COMMITTED"
    assert payload["memory"] == {"content": "She prefers short answers.", "category": "USER_INFERENCE"}
    assert client.ask(PENDING)["pendingMemories"] == []
    again = client.do("confirmMemory", {"pending": pending}, "outcome")
    assert (again["outcome"], [(e["code"], e["path"]) for e in again["errors"]]) == (
        "REFUSED",
        [("NOT_FOUND", ["input", "pending"])],
    )


def test_what_waits_is_shown_in_the_words_of_the_input(client: Client) -> None:
    given = {
        "entity": {"mention": {"name": "Atlas", "kind": "PROJECT"}},
        "layer": "context",
        "content": "She prefers short answers.",
        "axes": {"type": "DECISION", "nextAction": "Ask her."},
        "importanceLevel": "HIGH",
        "category": "USER_INFERENCE",
        "validFrom": "2026-01-01T00:00:00Z",
        "metadata": {"snake_case": "as-it-is"},
        "override": ["TRANSIENT"],
    }
    shown = client.do("createMemory", given, "pending { draft }")["pending"]["draft"]
    assert shown == given | {
        "validFrom": "2026-01-01T00:00:00.000000Z",
        "confidence": "MEDIUM",
        "source": "EXPLICIT_STATEMENT",
        "onAmbiguous": "NEW",
    }


def test_what_waits_is_dropped(client: Client) -> None:
    pending = waiting(client)
    payload = client.do("cancelMemory", {"pending": pending}, "outcome memory { id } findings { gate }")
    assert (payload["outcome"], payload["memory"], payload["errors"]) == ("COMMITTED", None, [])
    assert client.ask(PENDING)["pendingMemories"] == []
    again = client.do("cancelMemory", {"pending": pending}, "outcome")
    assert [error["code"] for error in again["errors"]] == ["NOT_FOUND"]


def test_what_waited_too_long_is_gone(client: Client, clock: Clock) -> None:
    pending = waiting(client)
    clock.turn(days=1)
    payload = client.do("confirmMemory", {"pending": pending}, "outcome")
    assert [error["code"] for error in payload["errors"]] == ["INVALID_STATE"]


CONFLICTS = """query ($after: String) { conflicts(after: $after) {
    id older { id } newer { id } reason at cursor } }"""


def disagreeing(client: Client) -> tuple[str, str, str]:
    older = client.create("The gateway listens on port 8080.")
    newer = client.create("The gateway listens on port 9090.")
    [conflict] = client.ask(CONFLICTS)["conflicts"]
    assert (conflict["older"]["id"], conflict["newer"]["id"]) == (older, newer)
    assert "8080" in conflict["reason"]
    made: str = conflict["id"]
    assert client.ask("query ($id: ID!) { node(id: $id) { __typename id } }", id=made)["node"] == {
        "__typename": "Conflict",
        "id": made,
    }
    assert client.ask(CONFLICTS, after=conflict["cursor"])["conflicts"] == []
    return made, older, newer


@pytest.mark.parametrize(
    ("decision", "supersedes", "links"),
    [("SUPERSEDE", 1, ["SUPERSEDES"]), ("CONTRADICTS", 0, ["CONTRADICTS"]), ("KEEP_BOTH", 0, []), ("DISMISS", 0, [])],
)
def test_a_conflict_is_settled(client: Client, decision: str, supersedes: int, links: list[str]) -> None:
    conflict, _, newer = disagreeing(client)
    given = {"conflict": conflict, "decision": decision, "reason": "measured"}
    fields = "conflict { id } memory { id supersedes { id } links { relation reason } }"
    payload = client.do("resolveConflict", given, fields)
    assert (payload["conflict"], payload["memory"]["id"]) == ({"id": conflict}, newer)
    assert len(payload["memory"]["supersedes"]) == supersedes
    assert [link["relation"] for link in payload["memory"]["links"]] == links
    assert client.ask(CONFLICTS)["conflicts"] == []
    again = client.do("resolveConflict", given, fields)
    assert (again["conflict"], again["memory"]) == (None, None)
    assert [(e["code"], e["path"]) for e in again["errors"]] == [("NOT_FOUND", ["input", "conflict"])]


NOTE = "outcome memory { id version title content type layer tags paths permalink updatedAt }"


def test_a_note_is_found_again_by_its_title(client: Client) -> None:
    given = {"title": "Restarting", "body": "Drain it first.", "type": "GOTCHA", "tags": ["ops"], "paths": ["a.py"]}
    note = client.do("upsertNote", given, NOTE)["memory"]
    assert (note["type"], note["layer"], note["title"], note["permalink"]) == (
        "GOTCHA",
        "CAVEAT",
        "Restarting",
        "restarting",
    )
    changed = client.do("upsertNote", {"title": "Restarting", "body": "Drain it, then wait."}, NOTE)["memory"]
    assert (changed["id"], changed["version"]) == (note["id"], 2)
    assert (changed["type"], changed["tags"], changed["paths"]) == ("GOTCHA", ["ops"], ["a.py"])
    bare = {"permalink": "restarting", "title": "Restart", "body": "Drain it.", "tags": None, "paths": []}
    renamed = client.do("upsertNote", bare, NOTE)["memory"]
    assert (renamed["id"], renamed["title"], renamed["tags"], renamed["paths"]) == (note["id"], "Restart", [], [])


def test_a_note_that_was_changed_meanwhile_is_a_conflict_with_both(client: Client, clock: Clock) -> None:
    first = client.do("upsertNote", {"title": "T", "body": "One."}, NOTE)["memory"]
    clock.turn(seconds=1)
    client.do("upsertNote", {"title": "T", "body": "Two."}, NOTE)
    fields = "memory { id } errors { ... on VersionConflictError { current { content } seen { content } } }"
    for stale in ({"expectedVersion": 1}, {"ifUpdatedAt": first["updatedAt"]}):
        [error] = client.do("upsertNote", {"title": "T", "body": "Three.", **stale}, fields)["errors"]
        assert (error["code"], error["path"]) == ("VERSION_CONFLICT", ["input", *stale])
        assert (error["current"], error["seen"]) == ({"content": "Two."}, {"content": "One."})


@pytest.mark.parametrize(
    ("given", "code", "path"),
    [
        ({"title": ""}, "INVALID", ["title"]),
        ({"body": ""}, "INVALID", ["body"]),
        ({"ifUpdatedAt": "soon"}, "INVALID", ["ifUpdatedAt"]),
        ({"permalink": "no-such"}, "NOT_FOUND", ["permalink"]),
        ({"expectedVersion": 3}, "NOT_FOUND", ["title"]),
        ({"paths": ["/etc"]}, "INVALID", ["paths", "0"]),
    ],
)
def test_what_is_no_note(bystander: Client, given: dict[str, Any], code: str, path: list[str]) -> None:
    payload = bystander.do("upsertNote", {"title": "T", "body": "B.", **given}, NOTE)
    assert (payload["outcome"], payload["memory"]) == ("REFUSED", None)
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [(code, ["input", *path])]
