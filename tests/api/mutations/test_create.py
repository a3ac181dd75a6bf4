"""createMemory through GraphQL on a real space: what it answers, and what can be read afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import ATLAS, LEAST, Client

EVERYTHING = """
id entity { id name kind } layer content title altitude type state what why affects nextAction inferred
importance pinned protected status category confidence source tags paths permalink
mentions { entity { name } role surface } thread { key } threadPosition links { relation }
supersedes { id } supersededBy { id } version history { nodes { version by recordedFrom recordedTo } }
createdAt updatedAt validFrom validTo provenance { agent parentAgent branch } claims { text }
heat { score band lastUsedAt uses } corroborations metadata
"""


def test_a_memory_is_written_and_answered_whole(client: Client) -> None:
    given = {
        "entity": ATLAS,
        "layer": "warning",
        "content": "Never restart the broker by hand.",
        "axes": {"why": "It loses acknowledgements.", "affects": ["broker"]},
        "thread": {"key": "incident-7"},
        "mentions": [{"mention": {"name": "Ada Lovelace", "kind": "PERSON"}}],
        "tags": ["ops"],
        "paths": ["deploy/broker.yml"],
        "validFrom": "2025-06-01T00:00:00Z",
        "provenance": {"parentAgent": "lead", "branch": "main"},
        "metadata": {"ticket": 7},
    }
    payload = client.do(
        "createMemory",
        given,
        f"""outcome memory {{ {EVERYTHING} }}
        resolution {{ mention outcome entity {{ name }} tier matched score candidates {{ score }} explanation }}
        mentionResolutions {{ mention outcome }} superseded {{ id }} conflicts {{ id }} duplicateOf {{ id }}
        pending {{ id }} findings {{ gate }} curationHint replayed""",
    )
    assert (payload["outcome"], payload["errors"], payload["replayed"]) == ("COMMITTED", [], False)
    memory = payload["memory"]
    assert memory["entity"] == {"id": memory["entity"]["id"], "name": "Atlas", "kind": "PROJECT"}
    assert memory["layer"] == "CAVEAT"
    assert memory["protected"] is True
    assert memory["content"] == memory["what"] == "Never restart the broker by hand."
    assert memory["why"] == "It loses acknowledgements."
    assert memory["affects"] == ["broker"]
    assert "WHY" not in memory["inferred"]
    assert memory["thread"] == {"key": "incident-7"}
    assert memory["threadPosition"] == 0
    assert [mention["entity"]["name"] for mention in memory["mentions"]] == ["Ada Lovelace", "deploy/broker.yml"]
    assert memory["validFrom"] == "2025-06-01T00:00:00.000000Z"
    assert memory["createdAt"] == "2026-01-01T00:00:00.000000Z"
    assert memory["provenance"] == {"agent": "alice", "parentAgent": "lead", "branch": "main"}
    assert memory["metadata"] == {"ticket": 7}
    assert memory["history"]["nodes"] == [
        {"version": 1, "by": "alice", "recordedFrom": memory["createdAt"], "recordedTo": None}
    ]
    assert payload["resolution"]["outcome"] == "NEW"
    assert payload["mentionResolutions"] == [{"mention": "Ada Lovelace", "outcome": "NEW"}]
    read = client.ask(f"query ($id: ID) {{ memory(id: $id) {{ {EVERYTHING} }} }}", id=memory["id"])
    assert read["memory"] == memory


def test_the_same_text_again_is_a_duplicate(client: Client) -> None:
    first = client.create("The broker needs 4 GB.")
    given = {"entity": ATLAS, "layer": "context", "content": " the broker  needs 4 gb "}
    payload = client.do("createMemory", given, "outcome memory { id corroborations } duplicateOf { id }")
    assert payload["outcome"] == "DUPLICATE"
    assert payload["memory"] == {"id": first, "corroborations": 1}
    assert payload["duplicateOf"] == {"id": first}
    assert payload["errors"] == []


def test_a_dry_run_writes_nothing(client: Client) -> None:
    given = {"entity": ATLAS, "layer": "context", "content": "Only a thought.", "dryRun": True}
    payload = client.do("createMemory", given, "outcome resolution { outcome entity { id } }")
    assert payload["outcome"] == "PREVIEW"
    assert client.ask("{ stats { memories entities events } }")["stats"] == {
        "memories": 0,
        "entities": 0,
        "events": 0,
    }


def test_a_dry_run_speaks_of_what_is_not_there_yet(client: Client) -> None:
    mention = {"mention": {"name": "Borealis", "kind": "PROJECT"}}
    given = {"entity": ATLAS, "layer": "context", "content": "Only a thought.", "mentions": [mention], "dryRun": True}
    wanted = "memory { title entity { name } mentions { entity { name kind } } heat { score } links { id } }"
    memory = client.do("createMemory", given, wanted)["memory"]
    assert memory["entity"] == {"name": "Atlas"}
    assert memory["mentions"] == [{"entity": {"name": "Borealis", "kind": "PROJECT"}}]


def test_an_idempotency_key_gives_the_first_answer_again(client: Client) -> None:
    given = {"entity": ATLAS, "layer": "context", "content": "Once.", "idempotencyKey": "k1"}
    first = client.do("createMemory", given, "outcome replayed memory { id }")
    again = client.do("createMemory", given, "outcome replayed memory { id }")
    assert (first["replayed"], again["replayed"]) == (False, True)
    assert again["memory"] == first["memory"]
    other = client.do("createMemory", {**given, "content": "Twice."}, "outcome")
    assert other["outcome"] == "REFUSED"
    assert [(e["code"], e["path"]) for e in other["errors"]] == [("IDEMPOTENCY_CONFLICT", ["input", "idempotencyKey"])]


def test_an_ambiguous_entity_comes_back_with_candidates(client: Client) -> None:
    client.create("One.", entity="Payments Gateway")
    given = {
        "entity": {"mention": {"name": "Payment Gateway", "kind": "PROJECT"}},
        "layer": "context",
        "content": "Two.",
        "onAmbiguous": "REJECT",
    }
    fields = """outcome memory { id }
    errors { ... on AmbiguousEntityError { candidates { entity { name } score matched reasons blockedBy } } }"""
    payload = client.do("createMemory", given, fields)
    assert (payload["outcome"], payload["memory"]) == ("REFUSED", None)
    [error] = payload["errors"]
    assert (error["__typename"], error["code"]) == ("AmbiguousEntityError", "AMBIGUOUS_ENTITY")
    assert [candidate["entity"]["name"] for candidate in error["candidates"]] == ["Payments Gateway"]


def test_a_gate_that_refuses_names_its_override(client: Client) -> None:
    client.create("The broker is red.")
    made = client.create("The broker speaks AMQP.")
    client.do("eraseMemory", {"id": made, "reason": "wrong"}, "erasedId")
    given = {"entity": ATLAS, "layer": "context", "content": "The broker speaks AMQP."}
    fields = "outcome memory { id } errors { ... on RefusedError { gate matches override } }"
    payload = client.do("createMemory", given, fields)
    assert (payload["outcome"], payload["memory"]) == ("REFUSED", None)
    [error] = payload["errors"]
    assert (error["__typename"], error["code"]) == ("RefusedError", "REFUSED")
    assert (error["gate"], error["override"]) == ("PREVIOUSLY_FORGOTTEN", "PREVIOUSLY_FORGOTTEN")
    again = client.do("createMemory", {**given, "override": [error["override"]]}, "outcome")
    assert again["outcome"] == "COMMITTED"


DEEP: dict[str, Any] = {}
for _ in range(500):
    DEEP = {"a": DEEP}


@pytest.mark.parametrize(
    ("given", "code", "path"),
    [
        ({"content": ""}, "INVALID", ["content"]),
        ({"content": " \n "}, "INVALID", ["content"]),
        ({"content": "x" * 70_000}, "LIMIT_EXCEEDED", ["content"]),
        ({"content": "a\x00b"}, "INVALID", ["content"]),
        ({"content": "a\ud800b"}, "INVALID", ["content"]),
        ({"layer": "a\ud800b"}, "INVALID", ["layer"]),
        ({"layer": "basement"}, "INVALID", ["layer"]),
        ({"importance": float("nan")}, "INVALID", ["importance"]),
        ({"importance": float("inf")}, "INVALID", ["importance"]),
        ({"importance": -0.1}, "INVALID", ["importance"]),
        ({"validFrom": "yesterday"}, "INVALID", ["validFrom"]),
        ({"validTo": "2026-01-31"}, "INVALID", ["validTo"]),
        ({"validFrom": "2026-01-02T00:00:00Z", "validTo": "2026-01-01T00:00:00Z"}, "INVALID", ["validTo"]),
        ({"tags": ["t"] * 10_000}, "LIMIT_EXCEEDED", ["tags"]),
        ({"tags": [""]}, "INVALID", ["tags", "0"]),
        ({"metadata": DEEP}, "INVALID", ["metadata"]),
        ({"metadata": [1]}, "INVALID", ["metadata"]),
        ({"metadata": {"a": "x" * 20_000}}, "LIMIT_EXCEEDED", ["metadata"]),
        ({"entity": {"mention": {"name": " "}}}, "INVALID", ["entity", "mention", "name"]),
        ({"entity": {"id": "ent_0"}}, "NOT_FOUND", ["entity", "id"]),
        ({"entity": {"key": "no:such"}}, "NOT_FOUND", ["entity", "key"]),
        ({"thread": {"id": "thr_0"}}, "NOT_FOUND", ["thread", "id"]),
        ({"supersedes": ["mem_0"]}, "NOT_FOUND", ["supersedes", "0"]),
        ({"links": [{"to": "mem_0", "relation": "EXTENDS"}]}, "NOT_FOUND", ["links", "0", "to"]),
        ({"provenance": {"toolCall": "\x00"}}, "INVALID", ["provenance", "toolCall"]),
        ({"paths": ["/etc/passwd"]}, "INVALID", ["paths", "0"]),
    ],
    ids=lambda value: None if isinstance(value, str) else repr(value)[:40],
)
def test_bad_input_is_a_payload_error_and_writes_nothing(
    bystander: Client, given: dict[str, Any], code: str, path: list[str]
) -> None:
    payload = bystander.do("createMemory", LEAST | given, "outcome memory { id }")
    assert (payload["outcome"], payload["memory"]) == ("REFUSED", None)
    error = payload["errors"][0]
    assert (error["code"], error["path"]) == (code, ["input", *path])
    assert len(error["message"]) > 10
    error["message"].encode()
    assert bystander.ask("{ stats { memories entities threads } }")["stats"] == {
        "memories": 0,
        "entities": 0,
        "threads": 0,
    }
